import os
import re
import string
import textwrap

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fogel.rules import rule_files
from fogel.rules.rule_files import (
    about,
    board_text,
    coordinates,
    find_rules,
    grid_text,
    labelled,
    load_rules,
    read_rules,
    shipped,
    square_at,
    write_rules,
)
from fogel.rules.rules import Grid, Rules, grid, in_a_row

# As the report prints it in its section 2.1, with its blank lines and its slips of the pen in the
# comments.
TYPED = """\
///////////////////////////////////////////////////////////////////

//

// standard.rul

//

// Rules for standard game of tic tac toe.

//

///////////////////////////////////////////////////////////////////

// variant name

standard

// game board dimensions + initial setup



3 3

0 0 0

0 0 0

0 0 0

// number of win patterns

4

// win pattern #1 dimensions + setup

3 1

1 1 1

// win pattern #2 dimensions + setup

1 3

1

1

1

// win pattern #1 dimensions + setup

3 3

1 0 0

0 1 0

0 0 1

// win pattern #1 dimensions + setup

3 3

0 0 1

0 1 0

1 0 0

///////////////////////////////////////////////////////////////////
""".replace("setup\n\n\n\n3", "setup\n\n \n\n3")
STANDARD = read_rules(TYPED)


def test_the_reports_file_reads_as_it_stands():
    expected = Rules("standard", Grid(3, 3, (0,) * 9), in_a_row(3, 3, 3).wins, (), 2)
    assert find_rules("standard") == STANDARD == expected


def test_boards_as_the_report_prints_them():
    printed = """\
        standard: 2|2|0
                  -+-+-
                  1|1|1
                  -+-+-
                  0|1|2"""
    board = grid("220 111 012").squares
    assert labelled("standard: ", board_text(STANDARD, board)) == textwrap.dedent(printed)
    assert grid_text(STANDARD.wins[0]) == "1|1|1"
    assert grid_text(STANDARD.wins[1]) == "1\n-\n1\n-\n1"
    assert grid_text(grid("9a")) == "9|a"


def test_the_reports_coordinates():
    #  (x, y): the middle row is (0,1), (1,1), (2,1), the northeast (2,0), the southwest (0,2)
    places = {3: (0, 1), 4: (1, 1), 5: (2, 1), 2: (2, 0), 6: (0, 2)}
    assert {square: coordinates(STANDARD, square) for square in places} == places
    wide = in_a_row(5, 4, 4)
    assert all(square_at(wide, *coordinates(wide, square)) == square for square in range(20))
    for place, square in {
        (5, 0): None,
        (0, 4): None,
        (-1, 0): None,
        (0, -1): None,
        (4, 3): 19,
    }.items():
        assert square_at(wide, *place) == square


def test_the_shipped_games():
    names = (
        "five-by-four four-by-three four-of-four lopsided misere one-square standard three-of-four"
        " three-players"
    )
    evolved = "crooked head-start hooks thicket vee zigzag"
    assert list(shipped()) == sorted([*names.split(), *evolved.split()])
    for name, path in shipped().items():
        text = path.read_text()
        rules = load_rules(path)
        assert rules.name == name and about(text)
        assert write_rules(rules, path.name, about(text)) == text
    games = {name: load_rules(path) for name, path in shipped().items()}
    for name, (width, height, length) in {
        "standard": (3, 3, 3),
        "four-of-four": (4, 4, 4),
        "three-of-four": (4, 4, 3),
        "five-by-four": (5, 4, 4),
        "four-by-three": (4, 3, 3),
        "one-square": (1, 1, 1),
        "three-players": (4, 3, 3),
    }.items():
        assert games[name].start == Grid(width, height, (0,) * width * height)
        assert games[name].wins == in_a_row(width, height, length).wins
    assert games["misere"].losses == STANDARD.wins and games["misere"].wins == ()
    several = {name: rules.players for name, rules in games.items() if rules.players != 2}
    assert several == {"three-players": 3}


def marks(players, width=6, height=6):
    """Grids of any shape up to these sides."""
    sides, mark = st.tuples(st.integers(1, width), st.integers(1, height)), st.integers(0, players)
    return sides.flatmap(
        lambda side: st.tuples(*[mark] * (side[0] * side[1])).map(lambda marks: Grid(*side, marks))
    )


@st.composite
def games(draw):
    """Any rules."""
    players = draw(st.integers(2, 35))
    board = draw(marks(players))
    some = marks(players, board.width, board.height).filter(lambda pattern: any(pattern.squares))
    patterns = st.lists(some, max_size=3).map(tuple)
    wins, losses = draw(patterns), draw(patterns)
    letters = st.characters(codec="utf-8", exclude_categories=("C", "Z"))
    names = st.text(letters, min_size=1, max_size=40)
    name = draw(names.filter(lambda text: not text.startswith("//")))
    return Rules(name, board, wins if wins or losses else (Grid(1, 1, (1,)),), losses, players)


@given(games())
def test_written_and_read_back_equal(rules):
    text = write_rules(rules)
    for same in (text, text.replace("\n", "\r\n"), "\ufeff" + text.replace("\n", "\r")):
        assert read_rules(same) == rules
    assert write_rules(read_rules(text)) == text


SIDES = "the width and height of the game board"
SHORT = "ours\n2 1\n0 0\n1\n1 1\n1\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1: the game's name expected, but the file ends here"),
        ("// only\n\n", "line 3: the game's name expected, but the file ends here"),
        ("ours\n", f"line 2: {SIDES}, two whole numbers from 1 to 30 expected, but"),
        ("ours\n3\n", f"line 2: {SIDES}, .* expected, not '3'"),
        ("ours\n0 3\n", "line 2: the width and height of the game board"),
        ("ours\n3 31\n", "line 2: the width and height of the game board"),
        ("ours\n3 -1\n", "line 2: the width and height"),
        ("ours\n3 ３\n", "line 2: the width and height"),
        ("ours\n3 " + "9" * 5000 + "\n", "line 2: the width and height .* not '3 9999*[.][.][.]'"),
        ("ours\n\n2 1\n0 0 0\n", "line 4: row 1 of 1 of the game board, 2 marks .* not '0 0 0'"),
        ("ours\n2 1\n0 X\n", "line 3: row 1 of 1 of the game board"),
        ("ours\n2 1\n00\n", "line 3: row 1 of 1"),
        ("ours\n2 1\n0 0 // empty\n", "line 3: row 1 of 1"),
        ("ours\n2 1\n0 0\n-1\n", "line 4: the number of win patterns, .* 0 to 1000, .* not '-1'"),
        ("ours\n2 1\n0 0\n1001\n", "line 4: the number of win patterns"),
        (SHORT.replace("\n1\n1 1", "\n2\n1 1"), "line 7: the width and height of win pattern 2"),
        (SHORT[:-2] + "0\n", "line 6: a mark in win pattern 1: an empty one matches anything exp"),
        (SHORT + "1 1\n", "line 7: `lose N`, `players N` or the end of the file .*, not '1 1'"),
        (SHORT + "players\n", "line 7: `lose N`, `players N` or the end"),
        (SHORT + "players 1\n", "line 7: players and a whole number from 2 to 35 expected"),
        (SHORT + "players 3\nplayers 3\n", "line 8: `lose N`"),
        (SHORT + "lose 1\n1 1\n0\n", "line 9: a mark in lose pattern 1"),
        (SHORT.replace("0 0", "0 3"), "line 3: a mark from 0 to 2 expected, not '3'"),
        (SHORT.replace("0 0", "0 b") + "players 3", "line 3: a mark from 0 to 3 expected, not 'b'"),
        (SHORT.replace("\n1\n1 1\n1\n", "\n0\n"), "wins and losses must hold at least one pattern"),
        ("x" * 41 + SHORT, "name must be 1 to 40"),
    ],
)
def test_a_malformed_file_is_refused_with_line_and_reason(text, words, tmp_path):
    path = tmp_path / "bad.rul"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=f"^{re.escape(str(path))}: {words}"):
        load_rules(path)


def test_thousands_of_damaged_files():
    """Each is either a game, which then reads back equal, or refused in one line; nothing else is
    ever raised.
    """
    rng = np.random.default_rng(3)
    texts = [path.read_text() for path in shipped().values()] + [TYPED, SHORT]
    characters = list(string.printable + "٣２\ud800\x00é")
    refused = 0
    for number in range(4000):
        text = texts[number % len(texts)]
        for _ in range(int(rng.integers(1, 4))):
            at, to = sorted(rng.integers(0, len(text) + 1, 2).tolist())
            to = min(to, at + 20)
            piece = "".join(rng.choice(characters, int(rng.integers(0, 4))))
            text = (
                text[:at] + piece + text[to:],
                text[:at] + text[to:],
                text[:at] + text[at:to] * 2 + text[to:],
            )[int(rng.integers(3))]
        try:
            rules = read_rules(text)
        except ValueError as problem:
            refused += 1
            assert "\n" not in str(problem) and len(str(problem)) < 300
        else:
            assert read_rules(write_rules(rules)) == rules
    assert 1500 < refused < 3900


@given(st.text() | st.text("019 a/\nlosepayr").map(lambda text: SHORT + text))
def test_any_text_is_rules_or_refused(text):
    try:
        rules = read_rules(text)
    except ValueError:
        return
    assert read_rules(write_rules(rules)) == rules


def test_the_largest_games_and_files_are_read_line_by_line(monkeypatch):
    """Whatever a file holds, no line is looked at twice, and no pattern is laid on the board while
    it is read.
    """
    side = 30
    big = Rules("big", Grid(side, side, (0,) * side**2), (Grid(side, side, (1,) * side**2),) * 200)
    read = 0
    plain = rule_files.NumberedLines.next

    def counted(lines, words):
        nonlocal read
        read += 1
        return plain(lines, words)

    monkeypatch.setattr(rule_files.NumberedLines, "next", counted)
    text = write_rules(big)
    assert read_rules(text) == big
    counting = [line for line in text.split("\n") if line and not line.startswith("//")]
    assert read == len(counting) == 6233


def test_files_that_are_none(tmp_path):
    for name, make, words in (
        ("pipe", os.mkfifo, "not a regular file"),
        ("folder", os.mkdir, "not a regular file"),
        ("binary", lambda path: path.write_bytes(b"ours\n\xff\n"), "not text in UTF-8"),
        ("large", lambda path: path.write_bytes(b"\n" * 1_000_001), "at most 1,000,000 bytes"),
    ):
        make(tmp_path / name)
        with pytest.raises(ValueError, match=f"{name}: .*{words}"):
            load_rules(tmp_path / name)
    with pytest.raises(ValueError, match=r"zero: not a regular file"):
        load_rules("/dev/zero")
    words = "'nothing' is neither a rule file nor one of crooked, five-by-four, four-by-three"
    with pytest.raises(ValueError, match=words):
        find_rules("nothing")


@pytest.mark.parametrize("name", shipped())
def test_a_file_that_was_cut_is_refused(name):
    """At every length: what is left may well be another game, without its losing patterns."""
    text = shipped()[name].read_text()
    for length in range(len(text.rstrip())):
        with pytest.raises(ValueError, match="expected"):
            read_rules(text[:length])
    assert read_rules(text.rstrip()) == read_rules(text) == read_rules(text.replace("/" * 67, ""))
