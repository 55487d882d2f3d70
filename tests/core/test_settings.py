import dataclasses
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fogel
from fogel import Settings
from fogel.anygame.settings import GameSettings
from fogel.checkers.settings import CheckersSettings
from fogel.core.settings import DEFAULT_FIELDS, DEFAULTS, PRESETS, RULES, Numbers, accepted, checked
from fogel.league.settings import LeagueSettings
from fogel.school.network import Arch
from fogel.school.pupil import Habits
from fogel.school.school import SchoolSettings, TeachingSettings
from fogel.school.seeds import ScriptSettings
from fogel.sweep.robustness import RobustnessSettings
from fogel.taste.evolution import TasteSettings
from fogel.taste.variation import Limits
from fogel.thousand.comparison import ComparisonSettings
from fogel.thousand.table import ThousandSettings

KINDS = [
    Settings,
    GameSettings,
    LeagueSettings,
    CheckersSettings,
    ComparisonSettings,
    ThousandSettings,
]
KINDS += [RobustnessSettings, SchoolSettings, ScriptSettings, TeachingSettings]
KINDS += [TasteSettings, Arch, Habits, Limits]


def test_the_default_is_the_chapter():
    settings = Settings()
    assert settings == Settings.preset("chapter")
    assert (settings.trials, settings.generations, settings.parents, settings.games) == (
        20,
        800,
        50,
        32,
    )
    assert (settings.win_payoff, settings.tie_payoff, settings.loss_payoff) == (1, 0, -10)
    assert (settings.slip, settings.noise, settings.change_probability, settings.weight_range) == (
        0.1,
        0.05,
        0.5,
        0.5,
    )
    assert (settings.min_hidden, settings.max_hidden, settings.rivals) == (1, 10, 10)


def test_all_settings_are_known_here():
    texts = [path.read_text(encoding="utf-8") for path in Path(fogel.__file__).parent.rglob("*.py")]
    bases = dict(
        pair for text in texts for pair in re.findall(r"^class (\w+)\((\w+)\)", text, re.M)
    )
    names = {"Choices"}
    while further := {name for name, base in bases.items() if base in names} - names:
        names |= further
    assert sorted(names - {"Choices"}) == sorted(kind.__name__ for kind in KINDS)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_default_fits_and_is_not_looked_at_again(kind):
    for item in dataclasses.fields(kind):
        if item.metadata and item.default is not dataclasses.MISSING:
            value = checked(item.name, item.default, kind)
            assert value == item.default and type(value) is type(item.default), item.name


def test_the_paper_as_later_accounts_tell_it():
    paper = Settings.preset("paper-1993")
    assert paper.differences() == {
        "trials": 30,
        "forced_replies": True,
        "marker": "own",
        "equal_is_beaten": True,
    }
    assert Settings.preset("paper-1993", trials=5).trials == 5


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("trials", 0),
        ("trials", 2.5),
        ("generations", "many"),
        ("parents", True),
        ("slip", 1.01),
        ("slip", float("nan")),
        ("noise", -0.1),
        ("noise", float("inf")),
        ("marker", "nobody's"),
        ("marker", np.zeros(9)),
        ("evaluation", "guessed"),
        ("best_player", "luckiest"),
        ("champion", "highest-payoff"),
        ("bias", 1),
        ("max_hidden", 11),
        ("seed", -1),
        ("games", None),
    ],
)
def test_a_wrong_value_names_its_field_and_range(name, value):
    with pytest.raises(ValueError) as error:
        Settings(**{name: value})
    assert str(error.value) == f"{name} must be {accepted(name)}, not {value!r}"


def test_the_words_for_exact_payoffs():
    assert accepted("evaluation") == "one of games, exact"
    assert accepted("best_player") == "one of highest-payoff, highest-exact"
    assert accepted("champion") == "one of fresh-games, highest-exact, trial-0"
    exact = Settings(evaluation="exact", best_player="highest-exact", champion="highest-exact")
    assert Settings.from_dict(exact.to_dict()) == exact and exact.numbers == Settings().numbers


def test_fields_that_depend_on_each_other():
    with pytest.raises(ValueError, match="rivals must be 1 to 9 with 5 parents"):
        Settings(parents=5)
    assert Settings(parents=5, repeat_rivals=True).rivals == 10
    with pytest.raises(ValueError, match="max_hidden must be 4"):
        Settings(min_hidden=4, max_hidden=3)
    with pytest.raises(ValueError, match="games must be a multiple of 8"):
        Settings(forced_replies=True, games=33)
    for name in ("paper", None, []):
        with pytest.raises(ValueError, match="preset must be one of chapter, paper-1993"):
            Settings.preset(name)


def test_numpys_numbers_are_numbers():
    settings = Settings(trials=np.int64(3), slip=np.float64(0.25))
    assert settings == Settings(trials=3, slip=0.25) and type(settings.trials) is int


def test_settings_are_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Settings().seed = 3


@pytest.mark.parametrize("name", PRESETS)
def test_settings_survive_json(name):
    settings = Settings.preset(name)
    assert Settings.from_dict(settings.to_dict()) == settings
    with pytest.raises(ValueError, match="tempo is not a setting"):
        Settings.from_dict({**settings.to_dict(), "tempo": 3})


@pytest.mark.parametrize("values", [None, [], ["slip"], b"slip", "slip", 3])
def test_settings_are_made_of_a_dict(values):
    with pytest.raises(ValueError) as error:
        Settings.from_dict(values)
    assert str(error.value) == f"settings must be a dict of names and values, not {values!r}"


def test_unknown_names_of_any_type():
    with pytest.raises(ValueError, match=r"^3 is not a setting$"):
        Settings.from_dict({"tempo": 1, 3: 1, None: 1})


@given(st.integers(-600, 600))
def test_a_page_that_reads_doubles_accepts_the_same_seeds(above):
    most = DEFAULT_FIELDS["seed"].metadata["most"]
    seed = most + above
    assert (seed <= most) == (float(seed) <= float(most))


@given(st.sampled_from(sorted(set(Numbers._fields) & set(DEFAULTS) - {"rank_ties"})))
def test_numbers_have_the_settings_values(name):
    assert getattr(Settings().numbers, name) == DEFAULTS[name]


def test_numbers_are_what_compiled_functions_read():
    """Each marked setting is read by one of them, and no other is, in whatever branch."""
    package = Path(fogel.__file__).parent
    modules = ("replication", "selection", "engine/games", "engine/generations")
    text = "".join((package / f"{module}.py").read_text() for module in modules)
    assert {*re.findall(r"\brules\.(\w+)", text)} == {*Numbers._fields}
    assert {name for name, rule in RULES.items() if name != rule} == {"survivors"}


def test_words_become_numbers():
    assert [
        Settings(rank_ties=word).numbers.rank_ties for word in ("random", "parents", "children")
    ] == [0, 1, 2]
    assert Settings(survivors="highest-score").numbers.only_highest_score
    assert not Settings().numbers.only_highest_score
