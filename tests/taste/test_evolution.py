"""Games that evolve: survivors of each kind, and what is written of them."""

import pytest

from fogel.rules.rule_files import about, find_rules, read_rules, shipped
from fogel.rules.rules import Rules, grid
from fogel.taste.evolution import Found, TasteJob, TasteSettings, evolve, select
from fogel.taste.measures import GameMeasures
from fogel.taste.variation import signature
from fogel.taste.wishes import Span, Taste, Wish, find_taste, judge

SMALL = TasteSettings(generations=6, parents=12, children=20, squares=6, seed=2)
WISHES = {"balance": Wish(Span(1, 1), 0.2), "length": Wish(Span(5, 9), 1.0)}
LIVELY = Taste("lively", "", {"completion": Span(0.3, 1)}, WISHES)


@pytest.fixture(scope="module")
def evolution():
    return evolve([LIVELY], SMALL)


def test_survivors_are_the_best_of_their_kinds(evolution):
    scores = [one.score for one in evolution.survivors]
    assert scores == sorted(scores, reverse=True) and 1 < len(scores) <= 12
    kinds = [(one.cell, signature(one.rules)) for one in evolution.survivors]
    assert [len(set(one)) for one in zip(*kinds, strict=True)] == [len(kinds)] * 2
    for one in evolution.survivors:
        verdict = judge([LIVELY], GameMeasures(one.rules))
        assert verdict == (one.score, one.satisfactions, None)
        assert len(one.rules.start.squares) <= 6


def test_generations_are_counted(evolution):
    best = [record["best"] for record in evolution.history]
    assert best == sorted(best) and best[-1] > best[0] and evolution.generation == 6
    for record in evolution.history:
        assert record["measured"] + sum(record["refused"].values()) == 20
    assert max(one.born[0] for one in evolution.survivors) > 0
    reasons = set().union(*(record["refused"] for record in evolution.history))
    assert {"lively: completion", "no rules", "the board is too large"} <= reasons


def test_another_seed_gives_other_games(evolution):
    other = evolve([LIVELY], SMALL.change(seed=3, generations=1))
    assert other.history[0] != evolution.history[0]


def found(rules, score, born=(0, 0)):
    return Found(rules, score, {}, born)


def test_select():
    """The best of each cell, the elder of equals, and of twins in two cells only one."""
    plain, bent = Rules("a", grid("000"), (grid("11"),)), Rules("b", grid("000"), (grid("101"),))
    twin = Rules("c", grid("000"), (grid("11"), grid("11")))
    two = Rules("d", grid("0000"), (grid("11"),))
    assert select([found(plain, 0.2), found(bent, 0.3)], 5) == [found(bent, 0.3)]
    assert select([found(bent, 0.2, (1, 0)), found(plain, 0.2)], 5) == [found(plain, 0.2)]
    assert select([found(twin, 0.1), found(plain, 0.2)], 5) == [found(plain, 0.2)]
    assert [one.rules.name for one in select([found(two, 0.1), found(plain, 0.2)], 5)] == ["a", "d"]
    assert [one.rules.name for one in select([found(two, 0.1), found(plain, 0.2)], 1)] == ["a"]


def test_the_cheapest_game_is_the_reports():
    """One square, on which the first move ends the game: what the report foresees its referee would
    like best (4.3).
    """
    cheapest = evolve([find_taste("cheapest")], TasteSettings(generations=40, children=40, seed=1))
    best = cheapest.survivors[0]
    assert best.score == 1 and best.rules.start.squares == (0,)
    assert len(GameMeasures(best.rules).policies.tree.square) == 1


def test_a_table_of_two(evolution):
    both = evolve([LIVELY, find_taste("cheapest")], SMALL.change(generations=2))
    assert set(both.survivors[0].satisfactions) == {"lively", "cheapest"}


def test_what_is_written(evolution):
    files = TasteJob([LIVELY], SMALL, best=2).contents(evolution)
    games = [f"{place}-lively.{kind}" for place in ("01", "02") for kind in ("png", "rul", "txt")]
    assert {*files} == {*games, "taste.csv"}
    best = evolution.survivors[0]
    rules = read_rules(files["01-lively.rul"])
    assert signature(rules) == signature(best.rules) and rules.name == "01-lively"
    text = files["01-lively.txt"]
    assert f"score {best.score:.3f}" in text and "balance" in text
    assert "a game between players of the level expert" in text


def test_the_table_holds_the_measures_and_the_tastes(evolution, tmp_path):
    job = TasteJob([LIVELY], SMALL, ["expert", "average"])
    job.write(tmp_path, evolution)
    table = TasteJob.read(tmp_path / "taste.csv")
    assert table.job.tastes == job.tastes and table.job.jury == ("expert", "average")
    assert [row[1] for row in table.rows] == [one.score for one in evolution.survivors]
    measured = GameMeasures(evolution.survivors[0].rules, job.jury)
    assert table["length"][0] == float(measured["length"].value)


def test_nothing_passes_an_impossible_gate(tmp_path):
    strict = Taste("strict", "", {"squares": Span(50, 60)}, {"length": Wish(Span(5, 9), 1.0)})
    job = TasteJob([strict], SMALL.change(generations=2))
    nothing = job.run(tmp_path)
    assert nothing.survivors == [] and nothing.history[1]["best"] == 0
    assert len(TasteJob.read(tmp_path / "taste.csv")) == 0
    words = job.describe({**job.to_dict(), **job.summary(nothing), "out": ""})
    assert "40 games, of which 40 were refused" in words and "No game passed all gates." in words


# The options by which the shipped games were found, as their files have them.
THREE = "--patterns 3 --seed 0"
CLEAR = (
    "--any-orientation --no-other-marks --fitting-patterns --no-head-start --children 60"
    " --parents 20 --seed 0"
)
AS_CLEAR = TasteSettings(
    patterns=2,
    any_orientation=True,
    other_marks=False,
    fitting_patterns=True,
    head_start=False,
    children=60,
    parents=20,
)


@pytest.mark.parametrize(
    ("taste", "settings", "options", "games"),
    [
        ("upsets", TasteSettings(patterns=3), THREE, {"vee": (4, 7), "head-start": (4, 60)}),
        ("fair", TasteSettings(patterns=3), THREE, {"zigzag": (10, 94)}),
        ("clear", AS_CLEAR, CLEAR, {"hooks": (10, 28)}),
    ],
)
def test_shipped_games_are_found_again(taste, settings, options, games):
    """Their files say how they were found, and in which generation."""
    settings = settings.change(generations=1 + max(generation for generation, _ in games.values()))
    survivors = evolve([find_taste(taste)], settings).survivors
    again = {signature(one.rules): one.born for one in survivors}
    for name, born in games.items():
        assert again[signature(find_rules(name))] == born
        assert options in about(shipped()[name].read_text())


@pytest.mark.parametrize("name", ["crooked", "zigzag", "thicket", "vee", "head-start", "hooks"])
def test_shipped_games_can_be_played(name):
    measured = GameMeasures(find_rules(name))
    for name, least in {"completion": 0.7, "decisions": 0.8, "skill": 0.1}.items():
        assert measured[name].value > least
