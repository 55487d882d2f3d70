"""League agents as adversaries: naming a taken square disqualifies them everywhere."""

import json
import re
from itertools import product

import numpy as np
import pytest

pytest.importorskip(
    "ipywidgets", reason="the board in a notebook is not installed: pip install -e .[all]"
)

from fogel import audit
from fogel.cli import main
from fogel.core.players import (
    ADVERSARIES,
    AGENTS,
    Adversary,
    adversary,
    by_table,
    load_player,
    read_player,
)
from fogel.encoding import IN_PROGRESS, O, X, open_squares, positions, put
from fogel.league import LeagueSettings, load_agent, run_league, run_leagues
from fogel.league.exact import exact_result, make_table
from fogel.league.job import EARLY, LATE, ship
from fogel.league.league import play_match
from fogel.league.twin import compute_squares
from fogel.lookahead.players import names as ttt_names
from fogel.play import Match, play_in_terminal
from fogel.web.play.widget import Board

NAMES = [name for name, one in ADVERSARIES.items() if one.agent]
BREAKER = "agent-10"
BOARDS = [tuple(board) for board in positions()[:IN_PROGRESS].tolist()]
OTHERS = ("near-perfect", "random", "perfect")


def agent(name):
    """The agent with its neurons."""
    return load_agent(ADVERSARIES[name].agent)


def without_versions(one):
    return {name: value for name, value in one.to_dict().items() if name != "versions"}


# The files.


def test_both_agents_come_with_the_package():
    assert [f"agent-{LATE}", f"agent-{EARLY}"] == NAMES and BREAKER in NAMES
    assert {path.stem for path in AGENTS.iterdir()} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_its_table_is_what_its_neurons_say(name):
    """By the objects and by their compiled twin."""
    boards, named = positions()[:IN_PROGRESS], agent(name).to_dict()["squares"]
    stored = json.loads(ADVERSARIES[name].agent.read_text())["squares"]
    assert stored == named == "".join(map(str, compute_squares(agent(name)))), "run: make champions"
    assert [adversary(name)(board) for board in boards] == [int(square) for square in named]
    assert any(board[int(square)] for board, square in zip(boards, named, strict=True))


@pytest.mark.parametrize("name", NAMES)
def test_the_shipped_agents_are_the_best_of_their_league(name):
    shipped = agent(name)
    assert f"agent-{shipped.epoch}" == name
    assert shipped.settings == LeagueSettings(epochs=shipped.epoch)
    best = run_league(shipped.settings, shipped.league, with_chances=False).best
    assert without_versions(best) == without_versions(shipped), "run: make champions"


def test_the_early_agent_is_of_the_same_league():
    assert agent(NAMES[0]).league == agent(NAMES[1]).league


def test_what_is_shipped(tmp_path):
    run = run_leagues(
        LeagueSettings(leagues=3, epochs=EARLY + 2, agents=30, survivors=15, hidden=6)
    )
    assert run.best.league == 1
    ship(tmp_path, run)
    late, early = (load_agent(tmp_path / f"{name}.json") for name in NAMES)
    assert without_versions(late) == without_versions(run.best)
    assert (early.epoch, early.league) == (EARLY, run.best.league) and late.epoch == EARLY + 2
    assert load_player(tmp_path / f"{BREAKER}.json")(np.zeros(9)) == early(np.zeros(9))


@pytest.mark.parametrize(
    ("squares", "words"),
    [
        (
            None,
            (
                "squares must be a text of digits, one a board in progress; without it nobody can"
                " play it"
            ),
        ),
        ([0] * IN_PROGRESS, "squares must be a text of digits"),
        ("0" * 100, "squares must be 4,520 numbers, one a board in progress, not 100"),
        (
            "0" * (IN_PROGRESS - 1) + "9",
            "squares must be numbers from 0 to 8, and number 4519, '9', is none",
        ),
    ],
)
def test_a_file_whose_squares_are_none(squares, words, tmp_path, capsys):
    data = {**json.loads(ADVERSARIES[BREAKER].agent.read_text()), "squares": squares}
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(data))
    for read in (load_player, load_agent):
        with pytest.raises(ValueError) as error:
            read(path)
        assert str(error.value).startswith(f"{path}: {words}") and "\n" not in str(error.value)
    with pytest.raises(SystemExit):
        main(["play", "--against", str(path)])
    assert words in capsys.readouterr().err


def test_a_file_without_squares_is_an_agent_that_nobody_can_play():
    data = json.loads(ADVERSARIES[BREAKER].agent.read_text())
    del data["squares"]
    with pytest.raises(ValueError, match="squares must be a text of digits"):
        read_player(json.dumps(data))
    with pytest.raises(ValueError, match="version must be 1, not 2"):
        read_player(json.dumps({**data, "version": 2}))


def test_a_table_may_name_taken_squares_if_it_is_told():
    table = "4" * IN_PROGRESS
    with pytest.raises(ValueError, match="squares must be open ones"):
        by_table(table)
    assert by_table(table, taken=True)(positions()[100]) == 4


def test_games_of_any_shape_have_no_agents():
    """Their referee turns repeated illegal moves into a pass, which these players don't know."""
    assert "champion" in ttt_names() and not set(NAMES) & set(ttt_names())


# A match.


def test_one_whole_game():
    game = Match(BREAKER)
    #  O | O | 2
    #  3 | 4 | X     the agent begins
    #  X | 7 | 8
    assert game.squares == [5] and not game.over
    assert game.move(0) and game.squares == [5, 0, 6] and game.disqualified is None
    assert game.move(1) and game.squares == [5, 0, 6, 1]  # where it names square 0, which O holds
    assert game.disqualified == 0 and game.over and game.result == "wins"
    assert game.tally == {"wins": 1, "ties": 0, "losses": 0}
    assert not any(game.move(square) for square in range(9))
    assert game.hint() == {}
    assert game.peek() is None
    assert len(game.boards) == 5 and game.boards[-1].tolist() == [-1, -1, 0, 0, 0, 1, 1, 0, 0]
    game.new_game(after=2)  # from an earlier board it answers as it did
    assert game.squares == [5, 0, 6] and game.disqualified is None and not game.over
    game.move(1)
    assert game.tally["wins"] == 2
    game.new_game(after=4)  # that game is over: another one
    assert game.squares == [5] and game.disqualified is None
    game.move(0)
    game.move(1)
    game.choose("champion")
    assert game.disqualified is None and game.squares == [6] and game.tallies[BREAKER]["wins"] == 3


@pytest.mark.parametrize(("name", "person_begins"), [*product(NAMES, (False, True))])
def test_a_match_plays_what_a_league_plays(name, person_begins):
    """Fifty games against random moves: the same squares and ends, and every kind of end."""
    ends = set()
    for seed in range(50):
        rng = np.random.default_rng(seed)
        game = Match(name, person_begins)
        while not game.over:
            game.move(int(rng.choice(open_squares(game.board))))
        rng = np.random.default_rng(seed)

        def person(board, rng):
            return int(rng.choice(open_squares(board)))

        pair = (person, agent(name)) if person_begins else (agent(name), person)
        match = play_match(*pair, rng)
        assert tuple(game.squares) == match.squares
        assert (game.disqualified is not None) == (match.disqualified != 0)
        mark = X if person_begins else O
        won = -match.disqualified or match.winner
        assert game.result == {0: "ties", 1: "wins", -1: "losses"}[won * mark]
        assert game.tally[game.result] == 1
        ends.add((match.disqualified * mark, match.winner * mark))
    assert (-1, 0) in ends and (0, 1) in ends


# The terminal.


def said(lines, match):
    found = []
    play_in_terminal(match, lines, found.append)
    return "\n".join(found)


def test_a_disqualification_in_the_terminal():
    words = said(["0", "1", "2", "peek", "hint", "new"], Match(BREAKER))
    assert words.startswith(f"You play {ADVERSARIES[BREAKER].words}.")
    assert (
        "(O)| O | 2\n---+---+---\n 3 | 4 | X\n---+---+---\n X | 7 | 8\nDisqualified: it named"
        " square 0, " in words
    )
    assert "which was taken. You win. 'new' for another game." in words and words.count("(O)") == 1
    assert "The game is over" in words and "There is no network to look into here." in words
    assert words.endswith("You: 1 win, 0 ties, 0 losses.")


@pytest.mark.parametrize("file", [False, True])
def test_the_command(file, capsys, monkeypatch):
    lines = iter(["0", "1", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    name = str(ADVERSARIES[BREAKER].agent) if file else BREAKER
    assert main(["play", "--against", name]) == 0
    out = capsys.readouterr().out
    assert f"You play {'agent-10.json' if file else ADVERSARIES[BREAKER].words}." in out
    assert "Disqualified: it named square 0, which was taken. You win." in out


# The audit.


@pytest.mark.parametrize(("name", "against", "mark"), [*product(NAMES, OTHERS, (X, O))])
def test_exact_results_are_those_of_the_league(name, against, mark):
    tables = make_table(agent(name)), make_table(against)
    exact = exact_result(*(tables if mark == X else tables[::-1]))
    assert audit.results(name, against, mark) == pytest.approx(exact.of(mark), abs=1e-12)
    assert audit.results(agent(name), against, mark) == audit.results(name, against, mark)
    out = exact.x_disqualified if mark == X else exact.o_disqualified
    assert audit.disqualified(name, against, mark) == pytest.approx(out, abs=1e-12)
    reverse = audit.results(against, name, -mark)
    assert reverse[::-1] == pytest.approx(audit.results(name, against, mark), abs=1e-12)
    assert audit.disqualified(against, name, -mark) == 0.0
    assert sum(audit.results(name, against, mark, exact=True)) == 1
    assert not audit.never_loses(name, mark)


def test_the_report_of_an_agent(capsys):
    found = audit.report(BREAKER)
    for against in OTHERS:
        key = against.replace("-", "_")
        assert 0 < found["disqualified"][key] <= found["against"][key]["loss"]
        assert found["win"] + found["loss"] == 1
        assert found["disqualified"][key] == audit.disqualified(BREAKER, against)
    games = list(audit.games(adversary(BREAKER)))
    assert found["lines"] == len(games)
    assert found["losing_lines"] == sum(won == O for _, won in games)
    assert ((5, 0, 6, 1), O) in games and not found["never_loses"]
    assert "disqualified" not in audit.report("champion")
    assert main(["audit", BREAKER]) == 0
    out = capsys.readouterr().out
    assert f"({found['disqualified']['random']:.4%} disqualified)" in out
    assert "  5 0 6 1, and disqualified\n" in out
    assert main(["audit", str(ADVERSARIES[BREAKER].agent), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "evaluation": "exact",
        **json.loads(json.dumps(found)),
    }
    assert main(["audit", "champion"]) == 0 and "disqualified" not in capsys.readouterr().out


def test_who_can_only_be_disqualified_can_lose():
    """Nobody beats the one hidden node, but here it names a taken square on one board."""
    player, start = adversary("one-node"), (0,) * 9
    board = put(put(start, player(start), X), open_squares(put(start, player(start), X))[0], O)
    spoilt = by_table(
        [board.index(O) if one == board else player(one) for one in BOARDS], taken=True
    )
    assert audit.never_loses(player) and not audit.never_loses(spoilt)
    assert audit.report(player)["never_loses"] and not audit.report(spoilt)["never_loses"]
    assert audit.losing_lines(spoilt) == [(board.index(X), board.index(O))]
    assert 0 < audit.disqualified(spoilt, "random") == audit.results(spoilt, "random").loss


@pytest.fixture
def stubborn(tmp_path, monkeypatch):
    """An agent that names square 0, whatever stands there."""
    path = tmp_path / "stubborn.json"
    path.write_text(
        json.dumps({"format": "fogel-league-agent", "version": 1, "squares": "0" * IN_PROGRESS})
    )
    one = Adversary(name="stubborn", words="an agent that names square 0", agent=path)
    monkeypatch.setitem(ADVERSARIES, "stubborn", one)


def test_against_an_agent(stubborn):
    """Its disqualification is a win for the network that begins, and the ceiling knows that."""
    assert audit.compute_results([adversary("champion")], against="stubborn") == [(1.0, 0.0, 0.0)]
    best = audit.ceiling(against="stubborn")
    assert best.payoff == 32 and set(best.first_moves.values()) == {32}
    match = Match("stubborn", person_begins=True)
    assert match.move(0)
    assert match.disqualified == 0
    assert match.squares == [0]
    assert match.result == "wins"


def test_eight_branches_of_an_agent_are_one_game():
    branches = audit.branch_results(BREAKER, audit.Settings(slip=0.3, forced_replies=True)).values()
    whole = audit.results(BREAKER, settings=audit.Settings(slip=0.3, forced_replies=True))
    assert np.mean(list(branches), axis=0) == pytest.approx(whole, abs=1e-12) and whole.loss > 0.5


# The board in a notebook.


def words(part):
    """What an HTML widget says, without its tags."""
    return re.sub("<[^>]*>", "", part.value)


def test_a_disqualification_on_the_board():
    board = Board(Match(BREAKER))
    assert board.adversary.label == ADVERSARIES[BREAKER].words
    assert board.begins.layout.display is None
    board.show_head.value = True
    assert "Only Fogel&#x27;s networks have a head" in words(board.head).replace("'", "&#x27;")
    for square in (0, 1):
        assert "fogel-named" not in board.picture.value
        board.click(square)
    assert words(board.status) == "Disqualified: it named square 0, which was taken. You win."
    assert '<rect class="fogel-named fogel-x" x="8" y="8"' in board.picture.value
    assert [button.tooltip for button in board.squares[:3]] == [
        "square 0, O, which it named",
        "square 1, O",
        "square 2, open",
    ]
    assert board.tally.value.startswith("<span><b>1</b> wins</span>")
    assert len(board.strip_buttons.children) == 5
    assert all("fogel-taken" in b._dom_classes for b in board.squares)
    board.look_at(3)
    assert "fogel-named" not in board.picture.value and words(board.status) == "After 3 of 4 moves."
    board.look_at(4)
    assert "fogel-named" in board.picture.value
    board.click(2)
    assert board.match.squares == [5, 0, 6, 1] and board.match.tally["wins"] == 1
    board.look_at(2)
    board._play_on()
    assert board.match.squares == [5, 0, 6] and "fogel-named" not in board.picture.value


def test_an_agents_file_on_the_board():
    board, content = Board(Match("champion")), ADVERSARIES[BREAKER].agent.read_bytes()
    board._do(lambda: board._load("file mine.json", content))
    assert board.adversary.label == "the network in mine.json" and board.match.squares == [5]
    board.adversary.value = "random"
    board.adversary.value = "file mine.json"
    board.click(0)
    board.click(1)
    assert board.match.disqualified == 0 and "Disqualified" in words(board.status)
    match = Match("random")
    match.load(ADVERSARIES[BREAKER].agent)
    assert Board(match).adversary.label == "the network in agent-10.json"
