"""The page on which written answers are read: a server for one reader, on this machine, behind a
secret address.

Each answer is a page of its own; what is filled in is sent as JSON to the same address. Any program
on this machine may knock, and any page in the reader's browser: so the address holds a token, and
other hosts and origins are refused.
"""

import hmac
import json
import secrets
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from markdown_it import MarkdownIt

from fogel.plots import screen
from fogel.web.builder import REPORT
from grader.course import CourseError
from grader.feedback import PAGES, harmless
from grader.reading import MeanwhileError, Reader, place_of, state_of
from grader.rubric import ticked
from grader.sets import find
from grader.untrusted import parsed

HOST = "127.0.0.1"
HERE = Path(__file__).parent / "pages"
LARGEST_REQUEST = 64 * 1024  # bytes of what a page sends
LONGEST_SILENCE = 60  # seconds after which a connection is given up
MARKDOWN = MarkdownIt("commonmark", {"html": False}).disable(
    ["image", "link", "autolink", "reference"]
)
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
        " img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",  # the address is the secret
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Desk(ThreadingHTTPServer):
    """The server; `address` is what its reader opens. Raises CourseError where the port
    is taken.
    """

    daemon_threads = True

    def __init__(self, reader, port=0):
        self.reader, self.token = reader, secrets.token_urlsafe(24)
        try:
            super().__init__((HOST, port), _Handler)
        except OSError as problem:
            raise CourseError(f"--port: {port} can't be used ({problem.strerror})") from None
        self.host = f"{HOST}:{self.server_address[1]}"
        self.address = f"http://{self.host}/{self.token}/"


class RefusedError(Exception):
    """A request that gets nothing but a status and a sentence."""


class _Handler(BaseHTTPRequestHandler):
    timeout = LONGEST_SILENCE

    def do_GET(self):
        """A page, or one of the two files that pages load."""
        self._answered(self._get)

    def do_POST(self):
        """What a reader has filled in."""
        self._answered(self._post)

    def _answered(self, method):
        try:
            status, kind, content = method(self._asked_for())
        except RefusedError as problem:
            status, words = problem.args
            kind, content = "text/plain", words
        except (CourseError, OSError) as problem:
            status, (kind, content) = 503, self._trouble(words_for(problem))
        self._send(status, kind, content)

    def _trouble(self, words):
        if self.command == "POST":
            return "application/json", json.dumps({"problem": words, "said": []})
        return "text/html", PAGES.get_template("trouble.html").render(
            words=words, root=f"/{self.server.token}/"
        )

    def _asked_for(self):
        """The parts of the path behind the token; raises RefusedError for a stranger's request."""
        origin, site = self.headers.get("Origin"), self.headers.get("Sec-Fetch-Site", "none")
        if self.headers.get_all("Host") != [self.server.host]:
            raise RefusedError(403, "Another host.")
        if origin not in (None, f"http://{self.server.host}") or (
            self.command == "POST" and origin is None
        ):
            raise RefusedError(403, "Another origin.")
        token, *parts = urlsplit(self.path).path.lstrip("/").split("/")
        if not hmac.compare_digest(token.encode("utf-8", "replace"), self.server.token.encode()):
            raise RefusedError(
                404, "Nothing is here. The whole address stands where `read` was called."
            )
        if site not in ("none", "same-origin") and not (
            self.command == "GET" and self._is_opened()
        ):
            raise RefusedError(403, "Another site.")
        return parts

    def _is_opened(self):
        """Whether somebody follows a link to the page, as from a terminal in a browser."""
        return (
            self.headers.get("Sec-Fetch-Mode") == "navigate"
            and self.headers.get("Sec-Fetch-Dest") == "document"
        )

    def _get(self, parts):
        reader, root = self.server.reader, f"/{self.server.token}/"
        if parts in (["desk.css"], ["desk.js"]):
            return (
                200,
                {"desk.css": "text/css", "desk.js": "text/javascript"}[parts[0]],
                static(parts[0]),
            )
        questions = reader.questions()
        if parts == [""]:
            return 200, "text/html", overview(reader, questions, root)
        question, place = tuple(parts[:2]), parts[2] if len(parts) == 3 else None
        if question not in questions or place is None:
            raise RefusedError(404, "There is no such page.")
        places = [place_of(reader.course, key) for key in questions[question]]
        if not place:
            after = parse_qs(urlsplit(self.path).query).get("after", [""])[0]
            return (
                303,
                "text/plain",
                root + self._next(question, questions[question], places, after),
            )
        if place not in places:
            return 303, "text/plain", root
        return (
            200,
            "text/html",
            answer_page(reader, question, questions[question], places.index(place), root),
        )

    def _next(self, question, keys, places, after):
        """Where the next answer that is to be read stands: the first behind a place, or from the
        beginning.
        """
        start = places.index(after) + 1 if after in places else 0
        order = [*range(start, len(keys)), *range(start)]
        known = self.server.reader.known
        found = next((k for k in order if known[keys[k]]["points"] is None), None)
        return "" if found is None else "/".join((*question, places[found]))

    def _post(self, parts):
        reader = self.server.reader
        key = self._key(parts)
        points, comment, numbers, seen = self._filled_in()
        try:
            row, status, words = reader.give(key, points, comment, numbers, seen), 200, ""
        except MeanwhileError as problem:
            row, status, words = reader.row(key), 409, words_for(problem)
        answer = {
            "problem": words,
            "said": reader.tell(),
            "seen": state_of(row),
            "points": row["points"],
        }
        answer["left"] = reader.left((key[0], key[2]))
        return status, "application/json", json.dumps(answer)

    def _key(self, parts):
        reader = self.server.reader
        keys = reader.questions().get(tuple(parts[:2]), ()) if len(parts) == 3 else ()
        for key in keys:
            if place_of(reader.course, key) == parts[2]:
                return key
        raise CourseError("this answer is no longer in the table")

    def _filled_in(self):
        """(points, comment, numbers, seen) of a request's body; raises RefusedError if it is not
        what a page sends.
        """
        length = self.headers.get("Content-Length", "")
        if self.headers.get_content_type() != "application/json" or not length.isdecimal():
            raise RefusedError(415, "Not JSON of a known length.")
        if len(length) > 9 or int(length) > LARGEST_REQUEST:
            raise RefusedError(413, f"At most {LARGEST_REQUEST} bytes.")
        try:
            about = parsed(self.rfile.read(int(length)))
            points, comment, numbers, seen = (
                about[name] for name in ("points", "comment", "numbers", "seen")
            )
        except (ValueError, KeyError, TypeError):
            raise RefusedError(400, "Not what this page sends.") from None
        texts = all(isinstance(text, str) for text in (points, comment, seen))
        if not texts or not (
            numbers is None or (isinstance(numbers, list) and all(type(n) is int for n in numbers))
        ):
            raise RefusedError(400, "Not what this page sends.")
        return points, comment, None if numbers is None else frozenset(numbers), seen

    def _send(self, status, kind, content):
        content = content.encode("utf-8", "replace")
        try:
            self.send_response(status)
            for name, value in HEADERS.items():
                self.send_header(name, value)
            if status == 303:
                self.send_header("Location", content.decode())
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)
        except (ConnectionError, TimeoutError):  # the page was closed meanwhile
            self.close_connection = True

    def send_error(self, code, message=None, explain=None):
        """What Python's own server refuses: a method, a line that is too long."""
        self._send(code, "text/plain", "Not here.")

    def version_string(self):
        """No more than it needs."""
        return "fogel"

    def log_message(self, *about):
        """Nothing: the terminal belongs to the reader."""


def words_for(problem):
    """A sentence on what kept a table from being read or written."""
    if isinstance(problem, CourseError):
        return f"{problem}."
    return (
        f"written.csv can't be read or written ({problem.strerror or problem}); nothing in it was"
        " changed."
    )


# Pages.


@cache
def static(name):
    """The style sheet, or the program, of all pages."""
    own = (HERE / name).read_text(encoding="utf-8")
    if name != "desk.css":
        return own
    return "\n".join((screen.css(), (REPORT / "report.css").read_text(encoding="utf-8"), own))


def overview(reader, questions, root):
    """The page that lists the questions, and how many answers to each are still to be read."""
    rows = []
    for (name, task), keys in questions.items():
        one = find(name)
        rows.append(
            {
                "href": f"{root}{name}/{task}/",
                "first": f"{root}{name}/{task}/{place_of(reader.course, keys[0])}",
                "title": one.title,
                "number": one.task(task).number,
                "left": reader.left((name, task)),
                "all": len(keys),
            }
        )
    return PAGES.get_template("questions.html").render(rows=rows, said=reader.tell(), root=root)


def answer_page(reader, question, keys, number, root):
    """The page of one answer, the `number`-th (from 0) of a question's `keys`."""
    name, task = question
    key, about = keys[number], reader.asked(question)
    row = reader.known[key]
    given = ticked(row, about.rubric)

    def at(k):
        return (
            f"{root}{name}/{task}/{place_of(reader.course, keys[k])}"
            if 0 <= k < len(keys)
            else None
        )

    return PAGES.get_template("answer.html").render(
        root=root,
        here=at(number),
        before=at(number - 1),
        after=at(number + 1),
        unread=f"{root}{name}/{task}/?after={place_of(reader.course, key)}",
        number=number + 1,
        all=len(keys),
        left=reader.left(question),
        set=int(name[:2]),
        task=find(name).task(task),
        rubric=[
            (k, points, words, bool(given) and k in given)
            for k, (points, words) in enumerate(about.rubric, 1)
        ],
        none=row["points"] == 0,
        remark=about.remark,
        question=harmless(MARKDOWN.render, about.question),
        ours=harmless(MARKDOWN.render, about.ours),
        answer=harmless(MARKDOWN.render, reader.answer(key)),
        points="" if row["points"] is None else f"{row['points']:g}",
        comment=row["comment"],
        seen=state_of(row),
        said=reader.tell(),
    )


def open_desk(course, names=(), port=0):
    """The Desk of a course, not serving yet; raises CourseError where there is nothing to read."""
    return Desk(Reader(course, names), port)
