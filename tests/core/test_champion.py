import json

import numpy as np
import pytest

from fogel import Champion, Settings, load_champion, save_champion
from fogel.core.settings import DEFAULT_FIELDS
from fogel.network import random_network


@pytest.fixture
def good(tmp_path):
    network = random_network(np.random.default_rng(1))
    origin = {
        "settings": Settings(slip=0.2),
        "seed": 7,
        "trial": 3,
        "generation": 800,
        "payoff": -12,
    }
    champion = Champion(network.hidden_weights, network.output_weights, **origin)
    path = tmp_path / "champion.json"
    save_champion(path, champion)
    return path, champion


def test_a_champion_comes_back_bit_for_bit(good):
    path, champion = good
    loaded = load_champion(path)
    assert loaded.weights.tobytes() == champion.weights.tobytes()
    for name in ("settings", "seed", "trial", "generation", "payoff"):
        assert getattr(loaded, name) == getattr(champion, name)
    # Nothing is left beside it.
    assert [path.name for path in path.parent.iterdir()] == ["champion.json"]


def test_any_network_can_be_saved(tmp_path):
    network = random_network(np.random.default_rng(2))
    save_champion(tmp_path / "mine.json", network, seed=5)
    loaded = load_champion(tmp_path / "mine.json")
    assert (
        loaded.seed == 5 and loaded.settings is None and (loaded.weights == network.weights).all()
    )


@pytest.mark.parametrize("payoff", [29.640738333333333, -0.1, 0.0, 22])
def test_a_payoff_may_be_an_expectation(tmp_path, payoff):
    network = random_network(np.random.default_rng(2))
    save_champion(tmp_path / "exact.json", network, payoff=payoff)
    loaded = load_champion(tmp_path / "exact.json").payoff
    assert loaded == payoff and type(loaded) is type(payoff)


def damaged(text, **changes):
    return json.dumps({**json.loads(text), **changes})


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda text: text[: len(text) // 2], "not JSON"),
        (lambda text: "", "not JSON"),
        (lambda text: "[" * 100_000, "not JSON"),
        (lambda text: "[1, 2]", "format must be 'fogel-champion'"),
        (lambda text: damaged(text, format="other"), "format must be 'fogel-champion'"),
        (lambda text: damaged(text, version=2), "version must be 1, not 2"),
        (lambda text: text.replace("output_weights", "outputs"), "output_weights is missing"),
        (
            lambda text: damaged(text, hidden_weights=[[0.0] * 10] * 11),
            "hidden_weights must be 1 to 10 rows of 10",
        ),
        (lambda text: damaged(text, hidden_weights=[]), "hidden_weights must"),
        (lambda text: damaged(text, hidden_weights=3), "hidden_weights must be rows of numbers"),
        (
            lambda text: damaged(text, hidden_weights=[["1"] * 10]),
            "hidden_weights must be rows of numbers, and '1' is none",
        ),
        (
            lambda text: damaged(text, output_weights=[[True] * 2] * 9),
            "output_weights must be rows of numbers, and True is none",
        ),
        (
            lambda text: damaged(text, output_weights=[[0.0] * 99] * 9),
            "output_weights must be 9 rows of",
        ),
        (
            lambda text: damaged(text, hidden_weights=[[float("nan")] * 10]),
            "hidden_weights must hold finite numbers",
        ),
        (
            lambda text: damaged(text, hidden_weights=[[1e400] * 10]),
            "hidden_weights must hold finite numbers",
        ),
        (
            lambda text: damaged(text, hidden_weights=[[10**400] * 10]),
            "hidden_weights must be rows of numbers",
        ),
        (
            lambda text: damaged(text, hidden_weights=[[1e300] * 10]),
            "hidden_weights must hold finite numbers",
        ),
        (lambda text: text.replace("[", "[" + "9" * 5000 + ", ", 1), "not JSON"),
        (
            lambda text: damaged(text, seed="x"),
            "seed must be a whole number from 0 to 9223372036854775295, or null, not 'x'",
        ),
        (lambda text: damaged(text, seed=2**63), "seed must be"),
        (lambda text: damaged(text, seed=True), "seed must be"),
        (lambda text: damaged(text, seed=10**400), "seed must be"),
        (
            lambda text: damaged(text, trial=-1),
            "trial must be a whole number from 0 to 9007199254740992, or null, not -1",
        ),
        (lambda text: damaged(text, trial=0.5), "trial must be"),
        (lambda text: damaged(text, generation=2**53 + 2), "generation must be"),
        (lambda text: damaged(text, generation=float("inf")), "generation must be"),
        (lambda text: damaged(text, payoff=10**400), "payoff must be a finite number, or null"),
        (lambda text: damaged(text, versions=[1]), "versions must be an object, or null, not [1]"),
        (
            lambda text: damaged(text, versions={"numpy": float("nan")}),
            "versions must hold finite numbers alone",
        ),
        (
            lambda text: damaged(text, versions={"a": [{"b": [10**400]}]}),
            "versions must hold finite numbers alone",
        ),
        (lambda text: damaged(text, note=[float("-inf")]), "note must hold finite numbers alone"),
        (lambda text: damaged(text, settings={"seed": 2**63}), "settings: seed must be"),
        (lambda text: damaged(text, settings={"slip": 10**400}), "settings: slip must be"),
        (
            lambda text: damaged(text, payoff="high"),
            "payoff must be a finite number, or null, not 'high'",
        ),
        (
            lambda text: damaged(text, payoff=True),
            "payoff must be a finite number, or null, not True",
        ),
        (
            lambda text: damaged(text, payoff=[1.5]),
            "payoff must be a finite number, or null, not [1.5]",
        ),
        (
            lambda text: damaged(text, payoff=float("nan")),
            "payoff must be a finite number, or null, not nan",
        ),
        (
            lambda text: damaged(text, payoff=float("-inf")),
            "payoff must be a finite number, or null, not -inf",
        ),
        (
            lambda text: text.replace(": -12,", ": 1e999,"),
            "payoff must be a finite number, or null, not inf",
        ),
        (
            lambda text: damaged(text, settings={"slip": 7}),
            "settings: slip must be a number from 0.0 to 1.0",
        ),
        (lambda text: damaged(text, settings={"tempo": 7}), "settings: tempo is not a setting"),
        (lambda text: text + " " * 2_000_000, "file has at most 1,000,000 bytes"),
        (lambda text: damaged(text, version="x" * 900_000), "version must be 1, not 'xxx"),
        (lambda text: damaged(text, hidden_weights=[["x" * 900_000]]), "x' is none"),
    ],
)
def test_a_damaged_file_is_named_with_its_field(good, damage, message):
    path, _ = good
    path.write_text(damage(path.read_text()))
    with pytest.raises(ValueError) as error:
        load_champion(path)
    assert str(error.value).startswith(f"{path}: ") and message in str(error.value)
    assert "\n" not in str(error.value) and len(str(error.value)) < 1000


@pytest.mark.parametrize(
    ("name", "written", "read"),
    [
        ("seed", 3.0, 3),
        ("seed", 2**63 - 513, 2**63 - 513),  # the greatest of the settings
        ("trial", 1e15, 10**15),
        ("generation", 2**53, 2**53),
        ("generation", 2**53 + 1, 2**53 + 1),  # for the page, 2^53
        ("generation", -0.0, 0),
    ],
)
def test_a_count_is_any_whole_number_of_a_double(good, name, written, read):
    path, _ = good
    path.write_text(damaged(path.read_text(), **{name: written}))
    loaded = getattr(load_champion(path), name)
    assert loaded == read and type(loaded) is int


def test_a_champion_of_any_seed_comes_back(good, tmp_path):
    seed = DEFAULT_FIELDS["seed"].metadata["most"]
    save_champion(tmp_path / "last.json", good[1], settings=Settings(seed=seed), seed=seed)
    loaded = load_champion(tmp_path / "last.json")
    assert loaded.seed == loaded.settings.seed == seed


@pytest.mark.parametrize(
    ("origin", "field"),
    [
        ({"payoff": float("nan")}, "payoff"),
        ({"seed": -1}, "seed"),
        ({"generation": 10**400}, "generation"),
        ({"versions": {"numpy": float("inf")}}, "versions"),
    ],
)
def test_what_could_not_be_read_again_is_not_written(good, origin, field):
    path, champion = good
    before = path.read_bytes()
    with pytest.raises(ValueError, match=f"^{field} must"):
        save_champion(path, champion, **origin)
    assert path.read_bytes() == before


def test_a_binary_file(good):
    path, _ = good
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ValueError, match=r"champion\.json: not text in UTF-8"):
        load_champion(path)


def test_a_missing_file(tmp_path):
    with pytest.raises(FileNotFoundError):
        load_champion(tmp_path / "none.json")
