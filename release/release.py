"""Prepare a release: fill in what only the owner knows, compare the versions, and build the files.

python release/release.py check     list what must still be filled in, and what does not agree
python release/release.py fill      write release/owner.toml into the files that show it
python release/release.py build     build a wheel and an sdist in _build/dist, and check their files
"""

import json
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[1]
OWNER = "release/owner.toml"
NAMES = ("authors", "repository", "site", "contact", "doi")
NOBODY = "The fogel authors"
DIST = ROOT / "_build" / "dist"
SEALED = re.compile(
    r"(?P<begin>^.*\bowner: (?P<name>\w+)\b.*\n)(?P<text>(?:.*\n)*?)(?P<end>^.*\bowner: end\b.*\n)",
    re.M,
)
MADE = {"PKG-INFO", "setup.cfg"}  # files that the build writes into an sdist


def read(file):
    """Return the text of a file of the project."""
    return (ROOT / file).read_text(encoding="utf-8")


# What only the owner knows.


def owner(text=None):
    """Return {name: value} for NAMES, or raise a ValueError that names a field and its format."""
    found = tomllib.loads(read(OWNER) if text is None else text)
    if set(found) != set(NAMES):
        raise ValueError(f"{OWNER}: must name {', '.join(NAMES)}, and names {', '.join(found)}")
    for name, pattern in {
        "repository": r"https://\S+",
        "site": r"https://\S+",
        "contact": r"[^@\s]+@[^@\s]+",
        "doi": r"10\.\S+/\S+",
    }.items():
        if found[name] and not re.fullmatch(pattern, found[name]):
            raise ValueError(
                f"{OWNER}: {name} must be empty or like {pattern}, not {found[name]!r}"
            )
    for one in found["authors"]:
        if not {"given", "family"} <= set(one) <= {"given", "family", "orcid", "affiliation"}:
            raise ValueError(
                f"{OWNER}: an author has given, family, orcid and affiliation, not {', '.join(one)}"
            )
    return found


def missing(known):
    """Return the names whose values must still be filled in."""
    return [name for name in NAMES if not known[name]]


def full_names(known):
    """Return the authors' names, or NOBODY if there are none yet."""
    return [f"{one['given']} {one['family']}" for one in known["authors"]] or [NOBODY]


def in_pyproject(known):
    """Return the lines of pyproject.toml with the authors and the addresses."""
    authors = ", ".join(f"{{ name = {json.dumps(name)} }}" for name in full_names(known))
    urls = {"Repository": known["repository"], "Documentation": known["site"]}
    said = ", ".join(f"{name} = {json.dumps(url)}" for name, url in urls.items() if url)
    return [f"authors = [{authors}]", *([f"urls = {{ {said} }}"] if said else [])]


def in_citation(known):
    """Return the lines of CITATION.cff with the authors, the addresses, and the DOI."""
    lines = ["authors:"]
    for one in known["authors"]:
        lines += [f"  - family-names: {one['family']}", f"    given-names: {one['given']}"]
        lines += [f"    orcid: https://orcid.org/{one['orcid']}"] if one.get("orcid") else []
        lines += (
            [f"    affiliation: {json.dumps(one['affiliation'])}"] if one.get("affiliation") else []
        )
    lines += [] if known["authors"] else [f"  - name: {NOBODY}"]
    names = {"repository-code": "repository", "url": "site", "doi": "doi"}
    return lines + [f"{word}: {known[name]}" for word, name in names.items() if known[name]]


def in_paper(known):
    """Return the lines at the head of paper.md with the authors and their affiliations."""
    places = list(dict.fromkeys(one.get("affiliation", "") for one in known["authors"])) or [""]
    lines = ["authors:"]
    for one in known["authors"] or [{"given": "The", "family": "fogel authors"}]:
        lines += [f"  - name: {one['given']} {one['family']}"]
        lines += [f"    orcid: {one['orcid']}"] if one.get("orcid") else []
        lines += [f"    affiliation: {places.index(one.get('affiliation', '')) + 1}"]
    lines += ["affiliations:"]
    for number, place in enumerate(places, 1):
        lines += [f"  - name: {json.dumps(place or 'to be filled in')}", f"    index: {number}"]
    return lines


def in_license(known):
    """Return the line of the license with the copyright."""
    return [f"Copyright (c) 2026 {', '.join(full_names(known))}"]


def in_conduct(known):
    """Return the line of the code of conduct that says where to report a breach."""
    if known["contact"]:
        return [f"Write to <{known['contact']}>. Only the maintainers read that."]
    return ["The address is not filled in yet. No release is made before it is."]


def in_pilot(known):
    """Return the line of the pilot kit that says where to send the results."""
    if known["contact"]:
        return [f"Send both to <{known['contact']}>."]
    return ["The address has not been filled in yet."]


def in_index(known):
    """Return the line of the package index's page that says where to find the book."""
    links = {"Read it as web pages": known["site"], "Get it with its source": known["repository"]}
    said = " ".join(f"[{words}]({url})." for words, url in links.items() if url)
    return [
        "The package belongs to a textbook in runnable notebooks."
        f" {said or 'The textbook is not part of this download.'}"
    ]


def in_conf(known):
    """Return the line of conf.py with the address of the web book."""
    return [f"SITE = {json.dumps(known['site'])}"]


PLACES = {  # by file: what makes the lines between `owner: NAME` and `owner: end`
    "pyproject.toml": {"authors": in_pyproject},
    "CITATION.cff": {"authors": in_citation},
    "paper/paper.md": {"authors": in_paper},
    "CODE_OF_CONDUCT.md": {"contact": in_conduct},
    "pilot/pilot.md": {"contact": in_pilot},
    "notebooks/conf.py": {"site": in_conf},
    "release/index.md": {"links": in_index},
}


def filled(file, known):
    """Return the text that a file of PLACES should have."""
    text = read(file)
    wanted = dict(PLACES[file])

    def put(found):
        lines = wanted.pop(found["name"])(known)
        return found["begin"] + "".join(f"{line}\n" for line in lines) + found["end"]

    text = SEALED.sub(put, text)
    if wanted:
        raise ValueError(f"{file}: has no lines `owner: {next(iter(wanted))}` and `owner: end`")
    return text


def texts(known):
    """Return {file: text} for all files that show what the owner knows, as they should be."""
    names = in_license(known)[0]
    return {file: filled(file, known) for file in PLACES} | {
        "LICENSE": re.sub(r"^Copyright \(c\) .*$", names, read("LICENSE"), flags=re.M)
    }


def fill(known):
    """Write what the owner knows into all files that show it."""
    for file, text in texts(known).items():
        (ROOT / file).write_text(text, encoding="utf-8")


# What must agree, and which files a release contains.


def project():
    """Return the table [project] of pyproject.toml."""
    return tomllib.loads(read("pyproject.toml"))["project"]


def disagreements(known):
    """Return a sentence for each file that does not agree with pyproject.toml or owner.toml."""
    version = project()["version"]
    said = {"CITATION.cff": r"^version: (\S+)$", "CHANGELOG.md": r"^## ([^\s,]+)"}
    said = {file: re.search(pattern, read(file), re.M)[1] for file, pattern in said.items()}
    found = [
        f"{file} says {one}, pyproject.toml {version}"
        for file, one in said.items()
        if one != version
    ]
    for file, text in texts(known).items():
        if read(file) != text:
            found.append(f"{file} does not say what {OWNER} says; run: make owner")
    return found


def tracked(folder="fogel"):
    """Return the tracked files in a folder of the repository, as posix paths."""
    done = subprocess.run(
        ["git", "ls-files", folder], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(done.stdout.splitlines())


def foreign(names, version):
    """Compare the files of a wheel or an sdist with the repository.

    `names` are the names of its files, without the folder of an sdist. An sdist may contain any
    file of the repository, and a wheel only those of the package. Returns two sorted lists: the
    files that do not belong there, and the files of the package that are missing.
    """
    ours = tracked()
    about = re.compile(rf"fogel-{re.escape(version)}\.dist-info/.*|fogel\.egg-info/.*")
    there = {name for name in names if not name.endswith("/")}
    known = tracked(".") | MADE if "PKG-INFO" in there else ours
    wrong = {name for name in there - known if not about.fullmatch(name)}
    return sorted(wrong), sorted(ours - there)


def packed(path):
    """Return the names of the files in a wheel or an sdist."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as wheel:
            return wheel.namelist()
    with tarfile.open(path) as sdist:
        return [
            "/".join(PurePosixPath(one.name).parts[1:])
            for one in sdist.getmembers()
            if one.isfile()
        ]


def build():
    """Build a wheel and an sdist, and return their paths. Raises CalledProcessError on failure."""
    for path in DIST.glob("fogel-*"):
        path.unlink()
    uv = Path(sys.executable).with_name("uv")
    subprocess.run(
        [uv, "build", "--quiet", "--python", sys.executable, "--out-dir", DIST, ROOT], check=True
    )
    return sorted(DIST.glob("fogel-*"))


def check():
    """Print what a release still needs, and return the number of these items."""
    known = owner()
    found = [f"to be filled in, in {OWNER}: {name}" for name in missing(known)] + disagreements(
        known
    )
    print("\n".join(found or ["Nothing is missing."]))
    return len(found)


def main(arguments):
    """Run what the command line asks for, and return the exit code."""
    if arguments == ["fill"]:
        fill(owner())
        return 0
    if arguments == ["check"]:
        return int(check() > 0)
    if arguments != ["build"]:
        print(__doc__, file=sys.stderr)
        return 2
    wrong = 0
    for path in build():
        strange, lacking = foreign(packed(path), project()["version"])
        wrong += len(strange) + len(lacking)
        words = "".join(f"\n  does not belong: {name}" for name in strange)
        words += "".join(f"\n  is missing: {name}" for name in lacking)
        print(
            f"{path.relative_to(ROOT)}: {path.stat().st_size:,} bytes, {len(packed(path))}"
            f" files{words}"
        )
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
