"""Functions as opponents: their answers as data, exact or estimated, and what a champion is worth
against them.
"""

import inspect
import json
import re
import shlex
import warnings
from collections import Counter
from fractions import Fraction
from functools import lru_cache, partial
from pathlib import Path

import numpy as np
import pytest
from systems import MISSING

import fogel
from fogel import engine
from fogel.anygame import against as module
from fogel.anygame import curve, exact, tables
from fogel.anygame.against import MOST_CALLS, REPEATS, against, sample
from fogel.anygame.players import seen
from fogel.anygame.settings import GameSettings, find_game
from fogel.cli import main
from fogel.rules.rules import open_squares, outcome, place, to_move
from fogel.rules.solve import best_moves
from fogel.tools.experiment import CurveJob

FEW = {"generations": 3, "parents": 6, "rivals": 5}
SMALL_GAME = "000 000; win 111; lose 11"
GAMES = ("standard", "misere", "hooks", "head-start", SMALL_GAME, "0000 0000; win 111; win 12 21")


def lowest(board):
    return int(np.flatnonzero(board == 0)[0])


def highest(board):
    return int(np.flatnonzero(board == 0)[-1])


def by_chance(board, rng):
    squares = np.flatnonzero(board == 0)
    return int(squares[rng.integers(len(squares))])


def perfect(game):
    """A function that makes the perfect player's lowest move."""
    rules = find_game(game)

    @lru_cache(None)
    def best(marks):
        return best_moves(rules, marks, to_move(rules, marks))[0]

    return lambda board: best(tuple(int(mark) % 3 for mark in board))  # -1 becomes 2


def ends(champion, function):
    """(wins, ties, losses) of a champion against a function that always gives the same answer, by
    the readable rules.

    Where the settings have the function slip, every open square has its part of the slip.
    """
    rules, counts = champion.settings.rules, Counter()
    numbers, slip = tables.PLAYERS[champion.settings.seat], Fraction(str(champion.settings.slip))

    def go(board, number, chance):
        me = to_move(rules, board)
        if me == number:
            chances = {champion.choose(seen(board, number)): Fraction(1)}
        else:
            squares = open_squares(board)
            chances = dict.fromkeys(squares, slip / len(squares))
            chances[function(np.array(seen(board, 1), dtype=np.int8))] += 1 - slip
        for square, part in chances.items():
            if part == 0:
                continue
            then = place(rules, board, square, me)
            decided = outcome(rules, then, me)
            if decided is None:
                go(then, number, chance * part)
            else:
                counts[decided[number - 1]] += chance * part

    for number in numbers:
        go(rules.start.squares, number, Fraction(1, len(numbers)))
    return [float(counts[result]) for result in (1, 0, -1)]


def assert_sampled(shares, chances, games):
    """Shares of so many games are within five standard deviations of the chances."""
    for share, chance in zip(shares, chances, strict=True):
        assert share == pytest.approx(
            chance, abs=5 * (chance * (1 - chance) / games) ** 0.5 + 1e-12
        )


@pytest.mark.parametrize("seat", ["first", "second", "both"])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("function", [lowest, highest])
def test_a_function_that_always_answers_alike_is_evaluated_exactly(function, game, seat):
    champion = fogel.evolve_player(game, opponent=function, seat=seat, **FEW)
    found = fogel.evaluate(champion)
    assert (found.evaluation, champion.settings.slip, champion.sampled) == ("exact", 0, None)
    assert [found.win, found.tie, found.loss] == pytest.approx(ends(champion, function), abs=1e-12)
    assert found.interval == (found.expected_payoff, found.expected_payoff)


@pytest.mark.parametrize("seat", ["first", "second"])
def test_a_function_slips_where_the_caller_says_so(seat):
    champion = fogel.evolve_player(SMALL_GAME, opponent=lowest, seat=seat, slip=0.25, **FEW)
    found = fogel.evaluate(champion)
    assert [found.win, found.tie, found.loss] == pytest.approx(ends(champion, lowest), abs=1e-12)


@pytest.mark.parametrize("seat", ["first", "second", "both"])
@pytest.mark.parametrize("game", ["standard", "misere", "head-start"])
def test_the_perfect_player_as_a_function_is_the_built_in_one_bit_for_bit(game, seat):
    own = fogel.evolve_player(game, opponent=perfect(game), seat=seat, **FEW)
    built_in = fogel.evolve_player(
        game, opponent="perfect", perfect_ties="first", slip=0, seat=seat, **FEW
    )
    assert own.weights.tobytes() == built_in.weights.tobytes() and own.payoff == built_in.payoff
    assert fogel.evaluate(own) == fogel.evaluate(built_in)


def test_the_same_function_and_settings_give_the_same_bits():
    for function in (lowest, by_chance):
        one, other = (fogel.evolve_player(SMALL_GAME, opponent=function, **FEW) for _ in range(2))
        assert one.to_text() == other.to_text()


def test_a_function_is_asked_once_more_only_where_it_can_be_asked():
    asked = Counter()

    def counted(board):
        asked[board.tobytes()] += 1
        return lowest(board)

    settings = GameSettings(game="standard")
    met = against(counted, settings.change(slip=0.0)).opponent.answers
    assert {*asked.values()} == {2} and len(asked) == len(met) - met.count("-") < 200
    for changes in ({"slip": 0.1}, {"slip": 0.0, "forced_replies": True}):
        asked.clear()
        everywhere = against(counted, settings.change(**changes)).opponent.answers
        assert len(asked) == len(everywhere) - everywhere.count("-") == 2097


def test_a_random_function_is_estimated_and_its_champion_sampled(tmp_path):
    """By chance alone is what the package's random player does, so the exact numbers are known."""
    champion = fogel.evolve_player(SMALL_GAME, opponent=by_chance, seat="second", **FEW)
    settings, found = champion.settings, fogel.evaluate(champion)
    assert settings.opponent.evaluation == "estimated" and found.evaluation == "sampled"
    assert sum(champion.sampled.values()) == found.games == 10_000 and "sampled" in str(found)
    by_chance_alone = settings.game_tables(random=True)
    (chances,) = engine.compute_chances([champion], by_chance_alone, settings.numbers)
    assert_sampled((found.win, found.loss, found.tie), chances, 10_000)
    low, high = found.interval
    assert low < found.expected_payoff < high
    assert found.to_dict()["expected_payoff_interval"] == [low, high]
    view = tables.seated(settings.rules, 2)
    odds = tables.compute_odds(settings.rules, view, settings.opponent, None)
    asked = odds.sum(axis=1) == REPEATS
    assert asked.mean() > 0.9
    assert np.abs(odds[asked][0] / REPEATS - 1 / 6).max() < 5 * (5 / 36 / REPEATS) ** 0.5
    estimated = exact.exact_evaluation(champion, settings)
    assert estimated.evaluation == "estimated" and "estimated" in str(estimated)
    fogel.save_champion(tmp_path / "mine.json", champion)
    assert fogel.evaluate(fogel.load_champion(tmp_path / "mine.json")) == found


def test_a_sample_has_the_exact_chances_of_a_function_that_always_answers_alike():
    settings = against(lowest, GameSettings(game="hooks", seat="both", slip=0.25))
    champion = curve.curve.run_trial(settings.change(**FEW)).champion
    found = sample(champion, lowest, settings, np.random.default_rng(1), 4000)
    assert found.games == 4000
    assert_sampled([count / 4000 for count in found[:3]], ends(champion, lowest), 4000)


def test_too_many_calls_are_refused_before_they_are_made():
    calls = Counter()

    def slow(board, rng):
        calls["all"] += 1
        return by_chance(board, rng)

    words = r"opponent slow .* 200 times .* more than 1,000,000 calls"
    with pytest.raises(ValueError, match=words):
        fogel.evolve_player("four-by-three", opponent=slow, **FEW)
    assert calls["all"] < MOST_CALLS / 2


def crash(board):
    raise RuntimeError("my own mistake")


class Turned:
    """A player that is an object."""

    def __call__(self, board, rng=None):
        return highest(board)


def cheat(board):
    board[:] = 0
    return 0


UNKNOWN = {"nobody": "'nobody'", "random": "'random'", 7: "7", (): r"\(\)", True: "True"}
NO_OPPONENT = r"^opponent must be one of near-perfect, perfect, quick, or a function.*:choose', not"


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (crash, r"the player crash failed on the board \[.*\] with RuntimeError: my own mistake"),
        (cheat, "the player cheat failed on the board"),  # it can't change the board
        (lambda board: 0, r"the player <lambda> named square 0 on the board \[1, .*taken"),
        (lambda board: None, r"answered None to the board \["),
        (lambda board: 4.5, r"answered 4\.5 to the board \["),
        (lambda board: 99, r"answered 99 to the board \[.*from 0 to 8"),
        (lambda one, two, three: 0, r"^opponent takes \(one, two, three\)"),
        (int, r"^opponent must be a function, .* not int"),
        ("nowhere.py:choose", r"^opponent nowhere.py"),
        ("fogel.network:nothing", r"^opponent fogel.network has no function 'nothing'"),
        (np.zeros(9), rf"{NO_OPPONENT} array\(\[0., .*$"),
        *((one, f"{NO_OPPONENT} {shown}$") for one, shown in UNKNOWN.items()),
    ],
)
def test_a_function_that_fails_is_one_clear_error(function, words):
    with pytest.raises(ValueError, match=words):
        fogel.evolve_player("standard", opponent=function, **FEW)


def test_anything_that_can_be_called_is_a_function(tmp_path):
    (tmp_path / "mine.py").write_text(
        "def last(board):\n    return len(board) - 1 - [*board][::-1].index(0)\n"
    )
    text = f"{tmp_path / 'mine.py'}:last"
    players = [highest, Turned(), Turned, lambda board: highest(board), text]
    champions = [fogel.evolve_player("hooks", opponent=one, **FEW) for one in players]
    assert len({champion.weights.tobytes() for champion in champions}) == 1
    names = [str(one.settings.opponent) for one in champions]
    assert names == ["highest", "Turned", "Turned", "<lambda>", "mine.py:last"]


def test_a_champion_remembers_who_the_function_was(tmp_path):
    champion = fogel.evolve_player("four-by-three", opponent=lowest, seat="second", **FEW)
    fogel.save_champion(tmp_path / "mine.json", champion)
    again = fogel.load_champion(tmp_path / "mine.json")
    assert again.settings == champion.settings and again.settings.opponent.name == "lowest"
    assert fogel.evaluate(again) == fogel.evaluate(champion)
    assert again.to_text() == champion.to_text()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda one: one.pop("name"), "must be an object with the texts name"),
        (lambda one: one.update(name=7), "must be an object with the texts name"),
        (lambda one: one.update(name="\x07"), "name must be 1 to 200 printable characters"),
        (lambda one: one.update(evaluation="maybe"), "evaluation must be one of exact, estimated"),
        (lambda one: one.update(answers="012"), "answers must be one for each of the"),
        (lambda one: one.update(answers=one["answers"][:-1] + "9"), "answers must fit the boards"),
        (lambda one: one.update(evaluation="estimated"), "answers must be one for each"),
    ],
)
def test_a_damaged_opponent_is_refused_by_its_field(change, words, tmp_path):
    champion = fogel.evolve_player("000 000; win 111", opponent=lowest, **FEW)
    data = json.loads(champion.to_text())
    change(data["settings"]["opponent"])
    (tmp_path / "wrong.json").write_text(json.dumps(data))
    with pytest.raises(ValueError, match=f"settings: opponent: {words}"):
        curve.load_any(tmp_path / "wrong.json")


# The command line.

SMALL = "--generations 3 --parents 6 --rivals 5"
EVOLVE = f"evolve {SMALL} --game '000 000; win 111'"
MINE = """\
print("a file may print")
def lowest(board):
    return list(board).index(0)
def chance(board, rng):
    return int(rng.choice([i for i in range(len(board)) if not board[i]]))
def crash(board):
    raise KeyError("no")
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    (tmp_path / "mine.py").write_text(MINE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(module, "GAMES", 500)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "words"),
    [("lowest", "always gives the same answer, exactly"), ("chance", "sampled games")],
)
def test_evolve_and_audit_against_a_function(name, words, here, command):
    said = command(f"{EVOLVE} --opponent mine.py:{name} --out one.json")
    assert f"Against the function mine.py:{name}" in said and words in said
    assert "a file may print" not in said
    found = command.json("audit one.json")
    assert found["opponent"] == f"mine.py:{name}"
    assert found["evaluation"] == ("exact" if name == "lowest" else "sampled")
    assert ("sampled_games" in found) == (name == "chance")
    words = f"against the function mine.py:{name}, which slips with probability 0.\n"
    assert words in command("audit one.json")


@pytest.mark.parametrize("opponent", ["lowest", "chance"])
@pytest.mark.parametrize("name", ["lowest", "chance"])
def test_an_audit_of_a_function_against_a_function_says_what_is_estimated(
    name, opponent, here, command
):
    typed = f"audit '000 000; win 111' mine.py:{name} --opponent mine.py:{opponent}"
    said = command(typed)
    assert ("exactly" in said.replace("exactly, but", "")) == (opponent == "lowest")
    assert ("so this is exact" in said) == (name == opponent == "lowest")
    assert ("estimated" in said) == (opponent == "chance")
    assert f"mine.py:{name} opens" in said and "the network" not in said
    found, kind = command.json(typed), "exact" if opponent == "lowest" else "estimated"
    assert found["evaluation"] == ("sampled" if name == "chance" else kind)
    assert found.get("opponent_evaluation", kind) == kind


@pytest.mark.parametrize("name", ["lowest", "chance"])
@pytest.mark.parametrize(
    ("typed", "file"),
    [
        (f"{EVOLVE.replace('evolve', 'curve --trials 2')} --out run", "run/run.json"),
        (f"{EVOLVE} --out x", "x"),
    ],
    ids=["curve", "evolve"],
)
def test_a_result_against_a_function_comes_out_again_without_it(typed, file, name, here, command):
    said = command(f"{typed} --opponent mine.py:{name}").replace("Against", "against")
    assert f"against the function mine.py:{name}" in said
    (here / "mine.py").unlink()
    said = command(f"reproduce {file}")
    assert "the same to the last bit" in said
    words = "games against the function itself were not played again"
    assert (words in said) == ((name, file) == ("chance", "x"))


def test_more_generations_against_a_function(here, command):
    command(f"{EVOLVE.replace('evolve', 'curve --trials 2')} --opponent mine.py:chance --out run")
    assert "against the function mine.py:chance" in command("curve --more 1 --out run")


@pytest.mark.parametrize(
    ("opponent", "words"),
    [
        (
            "nobody",
            "must be one of near-perfect, perfect, quick, or a function such as my_player.py",
        ),
        ("mine.py:nothing", "mine.py has no function 'nothing'"),
        ("nowhere.py:lowest", f"nowhere.py: {MISSING}"),
        ("mine.py:crash", "the player mine.py:crash failed on the board"),
    ],
)
def test_a_wrong_function_is_refused_in_one_line(opponent, words, here, command):
    code, _, err = command.call(f"evolve --game misere --opponent {opponent} {SMALL}")
    said = err.replace("a file may print\n", "")
    assert (code, said.count("\n")) == (2, 1) and f"argument --opponent: {words}" in said


def test_what_the_page_of_commands_and_the_docstring_say(here, capsys):
    page = Path(__file__).parents[2] / "notebooks" / "commands.md"
    _, _, text = page.read_text(encoding="utf-8").partition("## A player of your own")
    source, own = text.split("### Evolve against")
    (here / "my_player.py").write_text(re.search(r"```python\n(.*?)```", source, re.S)[1])
    example, printed, command = re.findall(r"```(?:python|text|bash)\n(.*?)```", own, re.S)[:3]
    exec(example, {})
    assert capsys.readouterr().out == printed
    assert main([*shlex.split(command)[1:], "--out", "mine.json"]) == 0
    docstring = inspect.getdoc(fogel.evolve_player)
    example = "".join(
        f"{line[4:]}\n" for line in docstring.splitlines() if line.startswith("    ") or not line
    )
    evolve = partial(fogel.evolve_player, **FEW)
    exec(example, {"evolve_player": evolve, "evaluate": fogel.evaluate})
    assert "expects" in capsys.readouterr().out


def test_how_often_a_rare_departure_passes_is_as_the_page_says():
    def choose(board):
        return 4 if board[4] == 0 else lowest(board)

    page = (Path(__file__).parents[2] / "notebooks" / "commands.md").read_text(encoding="utf-8")
    opens = np.diff(tables.grown(find_game("standard")).first)
    for seat, who in (("first", "the network"), ("second", "the function")):
        answers = against(choose, GameSettings(seat=seat, slip=0.0)).opponent.answers
        asked = opens[[answer != "-" for answer in answers]]
        chances = [np.prod(1 - (1 - 1 / asked) / often) ** 2 for often in (50, 200, 1000)]
        shares = " | ".join(f"{chance * 100:.0f} %" for chance in chances)
        assert f"| {who} begins | {len(asked)} | {shares} |" in page


@pytest.mark.parametrize("game", ["000 000 000; win 111 111", "00 00; lose 11 11"])
def test_a_game_that_nobody_can_win_gives_no_warning(game, tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        job = CurveJob(GameSettings(game=game, trials=2, **FEW))
        run = job.run(tmp_path, workers=1)
        assert not run.best_payoff.any() and job.summary(run)


@pytest.mark.parametrize(
    ("name", "value"), [("seat", "second"), ("slip", 0.5), ("forced_replies", True)]
)
def test_settings_keep_what_a_function_was_asked_for(name, value):
    """On other boards nobody knows its answers."""
    settings = against(lowest, GameSettings(game="misere", slip=0.0))
    assert settings.change(generations=7, slip=0.0).opponent == settings.opponent
    with pytest.raises(ValueError, match=f"^{name} must stay"):
        settings.change(**{name: value})
    assert settings.change(opponent="perfect", **{name: value}).opponent == "perfect"


def test_a_function_that_draws_from_random_is_asked_alike_twice(here, command):
    (here / "mine.py").write_text(
        "import random\ndef choose(board):\n    return random.choice([i for i in range(9) if not"
        " board[i]])\n"
    )
    size = "--generations 2 --parents 4 --rivals 2"
    typed = f"evolve {size} --game standard --opponent mine.py:choose --out"
    one, two = (command(typed, name).replace(name, "") for name in ("one.json", "two.json"))
    assert one == two and (here / "one.json").read_bytes() == (here / "two.json").read_bytes()
