import numpy as np
import pytest
from boards import BAD_FILES
from hypothesis import given
from hypothesis import strategies as st

from fogel import load_champion
from fogel.cli import main
from fogel.core.game import Value
from fogel.core.players import ADVERSARIES, adversary, shipped
from fogel.curve import ancestors, ship
from fogel.encoding import O, X, open_squares, play_game, winner
from fogel.play import Match, play_in_terminal
from fogel.web.play.advice import Age, ages_words, hint_words

NAMES = list(ADVERSARIES)


def match(*about, seed=1):
    return Match(*about, rng=np.random.default_rng(seed))


def play_out(game, choose):
    while not game.over:
        assert game.move(choose(game))
    return game.result


LEGAL = [name for name, one in ADVERSARIES.items() if not (one.is_person or one.agent)]


@given(st.integers(0, 2**32), st.sampled_from(LEGAL), st.booleans())
def test_a_match_plays_what_play_game_plays(seed, name, person_begins):
    def person(board, rng):
        return open_squares(board)[-1]

    game = Match(name, person_begins, np.random.default_rng(seed))
    result = play_out(game, lambda game: open_squares(game.board)[-1])
    pair = (person, adversary(name)) if person_begins else (adversary(name), person)
    won_by, squares = play_game(*pair, np.random.default_rng(seed))
    assert squares == game.squares
    assert result == {0: "ties", 1: "wins", -1: "losses"}[won_by * (X if person_begins else O)]


def test_what_is_several_is_said_as_several():
    ages = [Age(1, 4, None), Age(10, 2, "win"), Age(50, 2, "win"), Age(100, 2, "block")]
    assert ages_words([*ages, Age(800, 0, "win")]) == (
        "Into square 0: generation 800. Into square 2: generations 10, 50 and 100. Into square"
        " 4: generation 1. A win is missed by generations 10, 50 and 800. A block is missed by"
        " generation 100."
    )
    results = {0: 1, 2: -1, 4: -1, 6: 0, 7: 0, 8: 0}
    assert hint_words({square: Value(one, None) for square, one in results.items()}) == (
        "You can force a win with 0. You can force a tie with 6, 7 and 8. With 2 and 4 a perfect"
        " player beats you."
    )
    assert ages_words([]) == hint_words({}) == ""


def test_a_look_into_its_head():
    game = match("champion")
    network = adversary("champion")
    thought = game.peek()
    assert thought.square == game.squares[0] and not thought.board.any()
    game.move(0)
    thought = game.peek()
    assert thought.square == game.squares[2] == network.choose(thought.board)
    assert thought.board.tolist() == [-1, 0, 0, 0, 0, 0, 1, 0, 0]
    total = 0.0
    for node in range(network.hidden_nodes):
        into = thought.links_in(node)
        assert np.isclose(1 / (1 + np.exp(-into[:, 2].sum())), thought.activations[node])
        total = total + thought.links_out(node)[:, 2]
    assert np.allclose(total + network.output_weights[:, -1], thought.sums)
    game.begin(True)
    assert game.peek() is None
    game.move(4)
    assert game.peek().board.tolist() == [0, 0, 0, 0, -1, 0, 0, 0, 0]  # it sees its own marks as 1


def test_the_shipped_networks_are_those_of_the_experiment(paper_experiment, tmp_path):
    ship(tmp_path, paper_experiment)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert {path.name for path in shipped("champion").parent.iterdir()} >= set(names), (
        "run: make champions"
    )
    for name in names:
        new, old = load_champion(tmp_path / name), load_champion(shipped("champion").parent / name)
        about_new, about_old = new.to_dict(), old.to_dict()
        for about in (about_new, about_old):
            about.pop("versions")
        assert about_new == about_old, f"{name}; run: make champions"
    assert (adversary("champion").weights == paper_experiment.champion.weights).all()


def test_every_ancestor_is_the_parent_of_the_next(paper_experiment):
    settings, trial = paper_experiment.settings, paper_experiment.champion.trial
    lived = ancestors(settings, trial, (1, 2, 3, 800))
    parent_of = paper_experiment.trials[trial].parent_of
    assert lived[800].payoff == paper_experiment.champion.payoff and sorted(lived) == [1, 2, 3, 800]
    assert len(parent_of) == 50 * 801 and lived[1].generation == 1


def test_a_champion_file_of_ones_own(tmp_path):
    game = match("random")
    game.load(shipped("generation-1"))
    assert game.adversary == "generation-1.json" and game.player.generation == 1
    game.load_text(shipped("generation-10").read_text(), "mine.json")
    assert game.adversary == "mine.json" and game.player.generation == 10


@pytest.mark.parametrize("kind", [kind for kind in BAD_FILES if kind != "no text"])
def test_a_damaged_file_changes_nothing(kind, tmp_path, capsys):
    path, (content, words) = tmp_path / "mine.json", BAD_FILES[kind]
    path.write_bytes(content)
    game = match("champion")
    game.move(0)
    before = game.adversary, game.player, list(game.squares), dict(game.tally)
    with pytest.raises(ValueError, match=words):
        game.load(path)
    with pytest.raises(ValueError, match=words):
        game.load_text(content.decode(), "mine.json")
    assert (game.adversary, game.player, game.squares, game.tally) == before
    with pytest.raises(SystemExit):
        main(["play", "--against", str(path)])
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and words in error


# The terminal.


def said(lines, game):
    found = []
    play_in_terminal(game, lines, found.append)
    return "\n".join(found)


def test_a_game_in_the_terminal():
    words = said(["0", "0", "z9", "", "B2", "7", "5", "4", "new", "quit", "1"], match("champion"))
    assert "You play the champion of chapter 6." in words
    assert "'0' is not a legal move; choose one of 1, 2, 3, 4, 5, 7;" in words
    assert "'z9' is not a legal move" in words and "A tie." in words and "The game is over" in words
    assert words.endswith("You: 0 wins, 1 tie, 0 losses.")


def test_a_look_into_its_head_in_the_terminal():
    words = said(["peek"], match("champion"))
    assert "Its outputs, square by square; it chose 6:" in words
    assert "There is no network" in said(["peek"], match("random"))


def test_fogel_play(capsys, monkeypatch):
    lines = iter(["0", "quit", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    assert main(["play", "--against", "random", "--begin", "--seed", "5"]) == 0
    out = capsys.readouterr().out
    assert "You play a player that moves at random." in out and "You: 0 wins" in out
    assert main(["play", "--against", str(shipped("generation-1"))]) == 0
    assert "You play generation-1.json." in capsys.readouterr().out


def test_the_end_of_the_input_is_the_end(monkeypatch, capsys):
    def nothing(prompt):
        raise EOFError

    monkeypatch.setattr("builtins.input", nothing)
    assert main(["play"]) == 0 and "You: 0 wins" in capsys.readouterr().out


def test_every_adversary_can_be_played(capsys, monkeypatch):
    for name in NAMES:
        game = match(name)
        play_out(game, lambda game: open_squares(game.board)[0])
        assert winner(game.board) or not open_squares(game.board) or game.disqualified is not None
