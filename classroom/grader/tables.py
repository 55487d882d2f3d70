"""Tables that teachers open and save: read however a spreadsheet has left them, written so that
none runs a formula.
"""

import csv
import io
import re
import unicodedata

from fogel.core.files import read_bytes, write_file
from grader.course import CourseError

LARGEST = 50 * 1024**2  # bytes
LARGEST_CELL = 1024**2  # letters
# The marks at a file's beginning.
MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
# What a spreadsheet computes, wide signs too.
FORMULA = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20](?=.)", re.S)
# The same, if the spreadsheet takes another sign for the end of a cell.
HIDDEN = re.compile(r"([;,\t]\s*)(?=[=@\uff1d\uff20])")


def read_table(path, columns):
    """The rows of a table as {column: text}, with their numbers as a spreadsheet shows them:
    [(number, row)].

    Any usual encoding and separator will do, and any letters' case in the head. Raises CourseError
    that names the file.
    """
    rows = read_cells(path)
    names = [name.strip().lower() for name in rows[0]]
    missing = [column for column in columns if column not in names]
    if missing:
        raise CourseError(
            f"{path.name}: it must have the columns {', '.join(columns)}; {', '.join(missing)} is"
            " missing"
        )
    return [
        (number, dict(zip(names, row + [""] * len(names), strict=False)))
        for number, row in enumerate(rows[1:], start=2)
        if any(cell.strip() for cell in row)
    ]


def read_cells(path):
    """All rows of a table as lists of texts, the head first."""
    text = decoded(_bytes_of(path))
    head, _, rest = text.partition("\n")
    # Some spreadsheets write this line.
    text = rest if head.strip().lower().startswith("sep=") else text
    head = text.partition("\n")[0]
    csv.field_size_limit(LARGEST_CELL)
    try:
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=head.count))
        return [[untamed(cell) for cell in row] for row in rows] or [[]]
    except csv.Error as problem:
        raise CourseError(f"{path.name} can't be read as a table ({problem})") from None


def _bytes_of(path):
    try:
        return read_bytes(path, LARGEST)
    except (OSError, ValueError) as problem:
        raise CourseError(
            f"{path.name} can't be read ({getattr(problem, 'strerror', None) or problem})"
        ) from None


def decoded(content):
    """A table's text, in whichever of the encodings that spreadsheets write."""
    encoding = next((name for mark, name in MARKS.items() if content.startswith(mark)), "")
    if not encoding and b"\0" in content[:200]:
        encoding = "utf-16-le" if content[1:2] == b"\0" else "utf-16-be"
    try:
        text = content.decode(encoding or "utf-8")
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")


def csv_text(rows, columns=()):
    """Rows with these columns (those of the first row) as CSV, each cell between quotation marks.

    What a spreadsheet would take for a formula can't be one.
    """
    columns = [*(columns or rows[0])]
    return cells_text([columns, *([tame(row.get(column)) for column in columns] for row in rows)])


def cells_text(lines):
    """Lines of texts as CSV, each cell between quotation marks."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows(lines)
    return text.getvalue()


def tame(value):
    """A value as a cell's text."""
    if value is None:
        return ""
    if not isinstance(value, str):
        return f"{value:g}"
    value = HIDDEN.sub(r"\1'", value)
    return f"'{value}" if FORMULA.match(value) else value


def untamed(text):
    """A cell's text as it was before."""
    text = text[1:] if text.startswith("'") and FORMULA.match(text[1:]) else text
    return re.sub(r"([;,\t]\s*)'(?=[=@\uff1d\uff20])", r"\1", text)


def write_table(path, rows, columns):
    """Writes a table of a teacher's; the one that stood there is kept in backups/ if it says
    something else.
    """
    content = csv_text(rows, columns).encode()
    before = _bytes_of(path) if path.exists() else b""
    if before == content:
        return
    if before:
        folder = path.with_name("backups")
        folder.mkdir(exist_ok=True)
        numbers = [
            kept.stem.rpartition("-")[2] for kept in folder.glob(f"{path.stem}-*{path.suffix}")
        ]
        number = max([0, *(int(text) for text in numbers if text.isdecimal())])
        last, new = (folder / f"{path.stem}-{k:04d}{path.suffix}" for k in (number, number + 1))
        # A run that was killed may have kept it already.
        if not last.exists() or _bytes_of(last) != before:
            write_file(new, before)
    write_file(path, content)


def number_of(text):
    """The number that a cell holds, with a point or a comma; None if it holds none, or none above
    0.
    """
    number = plain_number(text)
    return number if number is not None and 0 < number < float("inf") else None


def plain_number(text):
    """The number that a cell holds, with a point or a comma; None if it holds none, or one that
    only Python reads.
    """
    text = text.strip().replace(",", ".")
    return float(text) if NUMBER.fullmatch(text) else None


# Who is meant.


def loose(student):
    """An id as far as a spreadsheet, a file system and a student keep it alike: not its case, form
    or leading zeros.
    """
    name = unicodedata.normalize("NFC", str(student)).strip().casefold()
    number = re.fullmatch(r"0*(\d+)(?:[.,]0+)?", name)
    return number[1] if number else name


class Spelling:
    """The known ids, which a table may write otherwise: `meant(text)` is the one that is meant,
    None if there is none.

    Where two ids differ in nothing else, only the exact one is meant.
    """

    def __init__(self, students):
        self.exact, self.loosely = {*students}, {}
        for student in students:
            self.loosely.setdefault(loose(student), set()).add(student)

    def meant(self, text):
        """The id that a text means."""
        alike = self.loosely.get(loose(text), set())
        return text if text in self.exact else next(iter(alike)) if len(alike) == 1 else None
