import re
import textwrap

import pytest

from fogel.cli import main
from fogel.rules.rule_files import find_rules
from fogel.rules.rules import Rules, grid, in_a_row
from fogel.web.board.terminal import help_text, human, peek, play_in_terminal, suggestion

PROMPT = "Enter x[0-2] and y[0-2] coords or 'h'elp, 's'uggest, 'p'eek, 'q'uit: "


def typed(lines):
    """(ask, say, what was said): a person who types these lines, and then nothing more."""
    waiting, said = iter(lines), []

    def ask(prompt):
        try:
            line = next(waiting)
        except StopIteration:
            said.append(prompt)
            raise EOFError from None
        said.append(prompt + line)
        return line

    return ask, said.append, said


def lowest(rules, number):
    """A player that takes the first open square."""
    return lambda board, rng: board.index(0)


def play(lines, rules=None, others=(lowest,), **options):
    """What is said in a match of a person who sits first."""
    ask, say, said = typed(lines)
    rules = rules or find_rules("standard")
    tally = play_in_terminal(rules, [human(ask, say), *others], None, say=say, **options)
    return "\n".join(said), tally


SESSION = """\
-------------------------------------------------------------
TURN #1
standard: 0|0|0
          -+-+-
          0|0|0
          -+-+-
          0|0|0
You are player 1.
Enter x[0-2] and y[0-2] coords or 'h'elp, 's'uggest, 'p'eek, 'q'uit: 1 1
-------------------------------------------------------------
TURN #2
standard: 2|0|0
          -+-+-
          0|1|0
          -+-+-
          0|0|0
You are player 1.
Enter x[0-2] and y[0-2] coords or 'h'elp, 's'uggest, 'p'eek, 'q'uit: 0 0
Invalid Move: player 2 holds that square.
Enter x[0-2] and y[0-2] coords or 'h'elp, 's'uggest, 'p'eek, 'q'uit: 2  0
-------------------------------------------------------------
TURN #3
standard: 2|2|1
          -+-+-
          0|1|0
          -+-+-
          0|0|0
You are player 1.
Enter x[0-2] and y[0-2] coords or 'h'elp, 's'uggest, 'p'eek, 'q'uit: 0 2
standard: 2|2|1
          -+-+-
          0|1|0
          -+-+-
          1|0|0
You Win
*** Wins:  Draws (0)    Human_1 (1)     Player_2 (0)    ***
-------------------------------------------------------------
TURN #1
standard: 0|0|0
          -+-+-
          0|0|0
          -+-+-
          0|0|0
You are player 1.
Enter x[0-2] and y[0-2] coords or 'h'elp, 's'uggest, 'p'eek, 'q'uit: Q
*** Wins:  Draws (0)    Human_1 (1)     Player_2 (0)    ***"""


def test_a_session_line_by_line():
    said, tally = play(["1 1", "0 0", "2  0", "0 2", "Q"])
    assert said == SESSION
    assert tally.quit and tally.games == 1


def test_the_end_of_what_is_typed_quits():
    said, tally = play(["1 1"])
    assert tally.quit and tally.games == 0
    assert said.splitlines()[-1] == "*** Wins:  Draws (0)    Human_1 (0)     Player_2 (0)    ***"


def test_a_match_ends_after_its_games():
    said, tally = play(["1 1", "2 0", "0 2"] * 2, games=2)
    assert (tally.games, tally.quit) == (2, False)
    assert said.endswith("*** Wins:  Draws (0)    Human_1 (2)     Player_2 (0)    ***")
    assert said.count("***") == 4


@pytest.mark.parametrize(
    "line",
    ["", "1", "3 0", "0 3", "-1 0", "1 1 1", "a b", "１ 1", "1.0 1", "9" * 5000 + " 1", "11"],
)
def test_what_is_no_move_is_asked_again(line):
    said, tally = play([line, "q"])
    assert said.count(PROMPT) == 2 and "Not a move" in said and len(said) < 2 * len(line) + 800
    assert tally.games == 0


def test_a_lost_and_a_drawn_game():
    said, tally = play(["0 1", "1 1", "0 2", "q"])
    assert "You Lose: player 2 has (0, 0), (1, 0), (2, 0)" in said and tally.wins == [0, 1]
    said, _ = play(["0 0", "0 1", "0 2", "q"], find_rules("misere"))
    assert "You Lose: you have (0, 0), (0, 1), (0, 2)\n" in said
    said, tally = play(["0 0", "2 0", "q"], Rules("line", grid("000"), (grid("111"),)))
    assert "A Draw" in said and tally.draws == 1


def test_a_pattern_with_marks_of_others_says_whose_they_are_and_why_it_is_over():
    """The other player takes the first open square, (0, 0); then the person the last
    one, (2, 0).
    """
    lost = Rules("lost", grid("000"), (), (grid("201"),))
    won = Rules("won", grid("000"), (grid("201"),))
    for rules, end in ((lost, "Lose"), (won, "Win")):
        said = play(["1 0", "2 0", "q"], rules)[0]
        assert f"You {end}: you have (2, 0) and player 2 has (0, 0)\n" in said
    said = play(["2 0", "3 0", "q"], Rules("theirs", grid("0000"), (), (grid("12"),)))[0]
    assert "You Win: player 2 has (1, 0) and you have (2, 0), which loses for player 2\n" in said


def test_help_shows_what_wins_and_what_loses():
    said = help_text(find_rules("standard"))
    board = """\
        Win pattern 3: 1|0|0
                       -+-+-
                       0|1|0
                       -+-+-
                       0|0|1"""
    assert textwrap.dedent(board) in said
    assert "Win pattern 1: 1|1|1\n" in said and "Lose" not in said
    assert "next player" not in said
    said = help_text(find_rules("misere"))
    assert "Lose pattern 4: 0|0|1" in said and "Win pattern" not in said
    assert "next player" in help_text(Rules("arrow", grid("000"), (grid("112"),)))
    assert help_text(find_rules("standard")) in play(["help", "q"])[0]
    assert help_text(find_rules("standard")) in play(["h", "q"])[0]


def test_suggestions():
    standard = find_rules("standard")
    assert suggestion(standard, grid("110 220 000").squares, 1).splitlines() == [
        "2 0: a win, 1 moves from now",
        "2 1: a draw",
        *(f"{x} 2: a loss, 2 moves from now" for x in range(3)),
    ]
    said = suggestion(standard, grid("220 000 110").squares, 1)
    assert said.startswith("2 2: a win, 1 moves from now\n2 0: a win, 3 moves from now\n")
    assert suggestion(standard, (0,) * 9, 1) in play(["s", "q"])[0]
    assert "No suggestion" in suggestion(in_a_row(10, 10, 5, players=3), (0,) * 100, 1)


def test_a_board_that_is_too_large_has_no_suggestion():
    said, _ = play(["s", "q"], in_a_row(10, 10, 5))
    assert "No suggestion: '10x10 with 5' is too large to be solved" in said


def test_peeking_into_the_others():
    class Open:
        def __call__(self, board, rng):
            return board.index(0)

        def peek(self):
            return "I think of nothing."

    assert "nobody here to look into" in play(["p", "q"])[0]
    assert "I think of nothing." in play(["p", "q"], others=[lambda rules, number: Open()])[0]
    assert peek([Open(), Open()]).count("nothing") == 2


def test_two_persons_and_a_third():
    ask, say, said = typed(["0 0", "1 0", "q"])
    rules = in_a_row(3, 1, 3, players=3)
    play_in_terminal(rules, [human(ask, say)] * 3, None, say=say)
    assert all(("TURN" in line) == ("You are player" in line) for line in said)
    assert "".join(said).count("TURN #1") == 3 and "You are player 3." in said[-3]


# The command.


def command(capsys, monkeypatch, arguments, lines=()):
    """(exit code, what was printed, errors) of `fogel ttt ...` with these lines typed."""
    ask, _, _ = typed(lines)
    monkeypatch.setattr("builtins.input", lambda prompt="": ask(prompt))
    try:
        code = main(["ttt", *arguments])
    except SystemExit as stop:
        code = stop.code
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_the_command_plays_a_shipped_game_and_a_file(capsys, monkeypatch, tmp_path):
    code, out, _ = command(capsys, monkeypatch, ["play", "standard", "--seed", "1"], ["1 1", "q"])
    assert code == 0
    assert out.startswith("-----") and out.endswith("Random_2 (0)    ***\n") and PROMPT in out
    path = tmp_path / "mine.rul"
    path.write_text("mine\n4 1\n0 0 0 0\n1\n2 1\n1 1\n")
    #  three seats make it a game for three
    three = ["play", str(path), "human", "random", "random"]
    code, out, _ = command(capsys, monkeypatch, three, ["0 0", "q"])
    assert code == 0 and "mine: 0|0|0|0" in out and "Random_3" in out
    code, out, _ = command(capsys, monkeypatch, ["play", "three-players"], ["q"])
    assert code == 0 and "Random_2 (0)    Random_3 (0)" in out


def test_the_command_without_persons_prints_the_tally_alone(capsys, monkeypatch):
    line = "play standard random champion --games 20 --first-player turn --seed 3"
    arguments = line.split()
    code, out, _ = command(capsys, monkeypatch, arguments)
    assert code == 0 and out.count("\n") == 1 and out.startswith("*** Wins:  Draws (")
    assert command(capsys, monkeypatch, arguments)[1] == out


def test_ttt_alone_lists_its_commands(capsys, monkeypatch):
    code, out, _ = command(capsys, monkeypatch, [])
    assert code == 0 and "play" in out and "usage: fogel ttt" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("nothing", "RULES: 'nothing' is neither a rule file nor one of crooked, five-by-four"),
        ("{folder}", "RULES: .*: not a regular file"),
        ("{bad}", "RULES: .*bad.rul: line 1: the width and height"),
        ("standard nobody", "PLAYER: must be one of human, random, .*, not 'nobody'"),
        ("standard human nobody", "PLAYER: must be one of human, random, perfect"),
        ("four-of-four human champion", "PLAYER: 'four-of-four' is not the standard game"),
        ("standard random random", "--games: is required, since there is no human player to quit"),
        ("standard --games -1", "--games"),
    ],
)
def test_wrong_arguments_end_in_one_line(arguments, words, capsys, monkeypatch, tmp_path):
    (tmp_path / "bad.rul").write_text("bad")
    places = {"folder": tmp_path, "bad": tmp_path / "bad.rul"}
    filled = [text.format(**places) for text in arguments.split()]
    code, out, err = command(capsys, monkeypatch, ["play", *filled])
    assert code == 2 and not out and err.count("\n") == 1
    assert err.startswith("fogel ttt play: ") and re.search(f"argument {words}", err)
