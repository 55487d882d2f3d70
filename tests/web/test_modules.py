"""Scripts as modules: what the builder makes of import lines, and that each script imports what it
takes.
"""

import re
from pathlib import Path

import pytest

from fogel.web.modules import DECLARED, IMPORT, bundle, exports, names_in

PACKAGE = Path(__file__).parents[2] / "fogel"
SCRIPTS = sorted((PACKAGE / "web").rglob("*.js"))
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\w\"'`])//[^\n]*", re.S)
every_script = pytest.mark.parametrize(
    "path", SCRIPTS, ids=lambda path: f"{path.parent.name}/{path.name}"
)


@pytest.fixture
def write(tmp_path):
    """Writes files of these names and texts, and returns the path of the first."""

    def write(**texts):
        for name, text in texts.items():
            (tmp_path / name.replace("_", ".")).write_text(text)
        return tmp_path / next(iter(texts)).replace("_", ".")

    return write


A = 'import { b } from "./b.js";\nimport { C, c, d } from "./c.js";\n\nb(c, C, d);\n'
TWIN = '// twin of fogel.encoding.winner\nimport { c } from "./c.js";\n\n'
B = TWIN + "export async function b() {\n  return c;\n}\n"
C = "export const { c, key: C } = {};\nexport let [d] = [];\nconst own = 1;\n"


def test_modules_come_once_and_after_what_they_need(write):
    own = "const { c, key: C } = {};\nlet [d] = [];\nconst own = 1;"
    other = "async function b() {\n  return c;\n}"
    assert bundle(write(a_js=A, b_js=B, c_js=C)) == f"{own}\n\n{other}\n\nb(c, C, d);"


def test_what_a_page_has_already_does_not_come_again(write):
    path = write(a_js=A, b_js=B, c_js=C)
    assert bundle(path, without=path.with_name("b.js")) == "b(c, C, d);"
    both = r"/a\.js and \w+/c\.js both declare own|c\.js and .*/a\.js both declare own"
    with pytest.raises(ValueError, match=both):
        bundle(write(a_js=A + "const own = 2;\n"), without=path.with_name("b.js"))


def test_style_sheets_are_put_together_in_the_same_way(write):
    path = write(a_css='/* A. */\n\n@import "b.css";\n\na {}\n', b_css="b {}\n")
    assert bundle(path) == "b {}\n\n/* A. */\n\na {}"


WRONG = {
    "a file that is not there": (
        {"a_js": A, "c_js": C},
        r"/a\.js: there is no file \S+/b\.js to import$",
    ),
    "a name that is not exported": (
        {"a_js": 'import { own } from "./c.js";\n', "c_js": C},
        r"/a\.js: \S+/c\.js exports no own$",
    ),
    "a name under another": (
        {"a_js": 'import { c as e } from "./c.js";\n', "c_js": C},
        r"/a\.js: \S+/c\.js exports no c as e$",
    ),
    "a circle": (
        {"a_js": A, "b_js": 'import { a } from "./a.js";\nexport const b = 1;\n', "c_js": C},
        r"/a\.js imports \S+/b\.js imports \S+/a\.js: no circles, please$",
    ),
    "a name of two modules": (
        {"a_js": A + "function own() {}\n", "b_js": B, "c_js": C},
        r"/a\.js and \S+/c\.js both declare own$",
    ),
    "an import of all": (
        {"a_js": 'import * as c from "./c.js";\n', "c_js": C},
        r"can't follow the line 'import \* as c",
    ),
    "an export of another kind": (
        {"a_js": "export default 1;\n"},
        r"/a\.js: can't follow the line 'export default 1;'",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_said_with_file_and_name(name, write):
    texts, said = WRONG[name]
    with pytest.raises(ValueError, match=said):
        bundle(write(**texts))


def test_no_file_at_all(tmp_path):
    with pytest.raises(ValueError, match=r"there is no file \S+/a\.js to import$"):
        bundle(tmp_path / "a.js")


def declared(text):
    """The names at the top of a module."""
    return {name for _, names in DECLARED.findall(text) for name in names_in(names)}


@every_script
def test_a_script_uses_what_it_imports(path):
    text = path.read_text(encoding="utf-8")
    code = COMMENT.sub("", IMPORT.sub("", text))
    for names, _ in IMPORT.findall(text):
        for name in names_in(names):
            used = re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])", code)
            assert used, f"{path.name} needs no {name}"


def takes(code, name):
    """Whether a script calls a function of that name, or reads a constant, and binds it nowhere
    itself.
    """
    parameter = rf"(?<!for )(?<!if )\([^()]*\b{name}\b[^()]*\) (?:=>|\{{)"
    bound = rf"(?:const|let) (?:[\[{{][^=]*)?\b{name}\b|{parameter}|^  {name}\("
    taken = rf"(?<![\w$.'\"`-]){name}\("
    if re.match("[A-Z]{2}", name):
        taken += rf"|(?<![\w.'\"`]){name}(?![\w:])"
    return re.search(taken, code) and not re.search(bound, code, re.M)


@every_script
def test_a_script_imports_what_it_takes_from_others(path):
    """No script leans on the one scope in which a page's modules stand."""
    text = path.read_text(encoding="utf-8")
    there = {name for names, _ in IMPORT.findall(text) for name in names_in(names)} | declared(text)
    exported = {name for other in SCRIPTS for name in exports(other.read_text(encoding="utf-8"))}
    code = COMMENT.sub("", IMPORT.sub("", text))
    assert not [name for name in sorted(exported - there - {"$"}) if takes(code, name)]


def test_a_missing_import_is_noticed():
    assert takes("  return total(values);", "total")
    assert takes("for (const line of LINES) {", "LINES")
    assert not takes("const f = (total) => total(1);", "total")
    assert not takes("this.total(2)", "total")
