"""When a set is due, for a class and for a student of it, and what a late submission loses. All of
it is exact.

Of two times the instants are compared, so a change of the clock in between neither gives nor takes
an hour.
"""

import math
import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from fractions import Fraction
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from grader.course import NEVER, CourseError

TIME = re.compile(
    r"(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?)\s*(Z|[+-]\d\d:\d\d|UTC|[A-Za-z_]+/[\w/+-]+)?"
)
RULE = re.compile(r"(\d+(?:\.\d+)?) ?% ?/ ?(day|hour)(?: after (\d+) (minute|hour)s?)?")
LONG = {"day": timedelta(days=1), "hour": timedelta(hours=1), "minute": timedelta(minutes=1)}
ZONES = {  # hours from UTC, where a name means one zone only: CST, IST and BST mean several
    "UTC": 0, "GMT": 0, "Z": 0, "WET": 0, "WEST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3,
    "MSK": 3, "JST": 9, "KST": 9, "AEDT": 11, "NZST": 12, "NZDT": 13, "EST": -5, "EDT": -4,
    "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
}  # fmt: skip
CENTS = 100  # parts of a point to which what is left is rounded, a half up


def moment(text, zone=timezone.utc):
    """The datetime that a text says, in `zone` where it names none, as in `2027-01-31T18:00
    Europe/Berlin`.

    Raises ValueError in words, also for a time that a change of the clock leaves out or has twice.
    """
    parts = TIME.fullmatch(text.strip())
    try:
        bare, name = datetime.fromisoformat(parts[1]), parts[2]
        if name and name[0] in "+-":
            return _within_all_years(datetime.fromisoformat(parts[1] + name))
        zone = zone if name is None else timezone.utc if name in ("Z", "UTC") else ZoneInfo(name)
        found = _within_all_years(bare.replace(tzinfo=zone))
    except (TypeError, ValueError, OverflowError, OSError, ZoneInfoNotFoundError):
        words = "2027-01-31T18:00, 2027-01-31T18:00+01:00 or 2027-01-31T18:00 Europe/Berlin"
        raise ValueError(f"must be a time such as {words}, not {text[:60]!r}") from None
    if found.replace(fold=1).utcoffset() != found.utcoffset():
        raise ValueError(
            f"the clock is changed at {text.strip()!r}: say which hour is meant, as in"
            f" {parts[1]}+01:00"
        )
    return found


def _within_all_years(found):
    """The same datetime; raises OverflowError if it has no time in UTC, where years end at 9999."""
    found.astimezone(timezone.utc)
    return found


def spelled(due):
    """A datetime as `moment` reads it, with the name of its zone if it has one."""
    zone = due.tzinfo
    return (
        f"{due.replace(tzinfo=None).isoformat()} {zone.key}"
        if isinstance(zone, ZoneInfo)
        else due.isoformat()
    )


def moment_of(text):
    """The datetime that a text says, UTC where it names no zone; None where it is none, or its zone
    is not known.
    """
    parts = re.fullmatch(
        r"(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?)(?:\.\d+)?\s*([A-Za-z]*|[+-]\d\d:?\d\d)",
        text.strip(),
    )
    if not parts:
        return None
    moment, zone = parts.groups()
    try:
        if zone[:1] in ("+", "-"):
            return _within_all_years(datetime.fromisoformat(f"{moment}{zone[:3]}:{zone[-2:]}"))
        hours = ZONES[zone.upper() or "UTC"]
        return _within_all_years(
            datetime.fromisoformat(moment).replace(tzinfo=timezone(timedelta(hours=hours)))
        )
    except (KeyError, ValueError, OverflowError):
        return None


MOST_DIGITS = 6  # of a grace


@dataclass(frozen=True)
class Rule:
    """What lateness costs: a share of the points earned for each unit begun, once it is more than
    the grace.
    """

    text: str
    share: Fraction
    unit: str
    grace: timedelta

    def begun(self, delay):
        """How many units have begun since a set was due: all of them count, once the
        grace is over.
        """
        return 0 if delay <= self.grace else -(-delay // LONG[self.unit])

    def left(self, points, delay):
        """What is left of points, a Fraction: hundredths, a half rounded up, and never
        less than 0.
        """
        exact = Fraction(str(points))
        if not self.begun(delay):
            return exact
        return Fraction(
            math.floor(exact * max(0, 1 - self.share * self.begun(delay)) * CENTS + Fraction(1, 2)),
            CENTS,
        )


def rule(text):
    """The Rule that a text says, as in `10%/day` or `2.5%/hour after 15 minutes`; raises ValueError
    in words.
    """
    parts = RULE.fullmatch(" ".join(text.split()))
    share = Fraction(parts[1]) / 100 if parts else Fraction(0)
    if not 0 < share <= 1 or len(parts[3] or "") > MOST_DIGITS:
        wanted = "`10%/day` or `2.5%/hour after 15 minutes`, of at most 100%"
        raise ValueError(f"must be a rule such as {wanted}, not {text[:60]!r}")
    grace = int(parts[3]) * LONG[parts[4]] if parts[3] else timedelta(0)
    return Rule(parts[0], share, parts[2], grace)


@dataclass(frozen=True)
class Terms:
    """When a set is due, and what lateness costs; `own` are the times of single students, None for
    who has none.
    """

    due: datetime | None = None
    own: dict = field(default_factory=dict)
    rule: Rule | None = None

    def __bool__(self):
        return bool(self.due or self.own)

    def delay(self, student, handed_in):
        """How late a datetime is, 0 if it is not; None of None."""
        due = self.own.get(student, self.due)
        if due is None:
            return timedelta(0)
        since = handed_in and handed_in.astimezone(timezone.utc) - due.astimezone(timezone.utc)
        return since and max(since, timedelta(0))

    def words(self, before, after):
        """A sentence on what lateness has cost, "" if nothing."""
        if before in ("", after):
            return ""
        return f"{before:g} points before lateness ({self.rule.text}), {after:g} after it."


def terms_of(course, names, roster, due=None, late=None):
    """{set: Terms} of a course. What is said of these sets now is kept: due.json and late.json
    remember it.

    Raises CourseError before anything is written where a time or a rule can't be read, or a rule
    has nothing to count from.
    """
    dues = course.known("due.json", moment) | ({} if due is None else dict.fromkeys(names, due))
    rules = course.known("late.json", rule) | ({} if late is None else dict.fromkeys(names, late))
    dues, rules = (
        {name: told for name, told in some.items() if told != NEVER} for some in (dues, rules)
    )
    terms = {
        one.name: _terms(one.name, dues.get(one.name), rules.get(one.name), roster)
        for one in course.sets
    }
    unknown = [name for name in names if not terms[name] and late not in (None, NEVER)]
    if unknown:
        raise CourseError(
            f"--late: nobody has said when {', '.join(unknown)} is due; `--due` or roster.csv does"
        )
    if due is not None:
        course.keep("due.json", {name: spelled(told) for name, told in dues.items()})
    if late is not None:
        course.keep("late.json", {name: told.text for name, told in rules.items()})
    return terms


def _terms(name, due, rule, roster):
    zone = due.tzinfo if due and isinstance(due.tzinfo, ZoneInfo) else timezone.utc
    own = {}
    # The times for all sets come first.
    for (student, of), (text, where) in sorted(roster.due.items(), key=lambda one: one[0][1]):
        if of in ("", name):
            own[student] = own_time(text, where, zone)
    return Terms(due, own, rule)


def own_time(text, where, zone=timezone.utc):
    """A student's own time, None for `never`; raises CourseError that says where."""
    try:
        return None if text == NEVER else moment(text, zone)
    except ValueError as problem:
        raise CourseError(f"{where}: {problem}") from None
