"""Files of networks of every kind: what holds for all of them, and the fields of each."""

import json
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from places import ROOT

import fogel
from fogel.anygame.settings import GameSettings
from fogel.checkers.files import CheckersChampion, is_champion
from fogel.checkers.files import load_champion as load_checkers
from fogel.checkers.settings import CheckersSettings
from fogel.core.champion import Champion, load_champion, save_champion, with_changes
from fogel.core.network_files import COUNTS, KINDS, origin_fields
from fogel.core.players import load_player
from fogel.core.settings import MOST_SEED, Settings
from fogel.league import AddingNeuron, Agent, LeagueSettings, NeuralNetwork, load_agent
from fogel.league.agent import new_agent
from fogel.network import Network, random_network

SHIPPED = [*ROOT.glob("fogel/*/champions/*.json"), *ROOT.glob("fogel/*/agents/*.json")]
CLASSES = {"fogel-league-agent": Agent, "fogel-checkers-champion": CheckersChampion}
SMALL = LeagueSettings(hidden=1)
GAME = GameSettings(game="000 000; win 111; win 1 1", seat="second", max_hidden=2)
CHECKERS = CheckersSettings(rows=6, columns=4, men=2, first_hidden=2, second_hidden=2)


def make_origin(network, settings):
    """Return a value for each field of the origin of a kind of network."""
    values = settings, 3, 4, 5, -12.5, {"fogel": "0.1.0"}
    return dict(zip(network.origin, values, strict=False))


def make_champion(settings):
    network = random_network(np.random.default_rng(1), settings)
    return with_changes(network, **make_origin(Champion, settings))


def make_agent():
    agent = new_agent(SMALL)
    agent.mutate(SMALL, np.random.default_rng(1))
    return Agent(agent.network, **make_origin(Agent, SMALL))


def make_checkers_champion():
    weights = np.linspace(-1, 1, CHECKERS.shape.weights)
    return CheckersChampion(weights, 1.5, **make_origin(CheckersChampion, CHECKERS))


# By the class of the settings, as in KINDS: a network, and what loads it.
NETWORKS = {
    "Settings": (make_champion(Settings(slip=0.2)), load_champion),
    "GameSettings": (make_champion(GAME), fogel.load_champion),
    "LeagueSettings": (make_agent(), load_agent),
    "CheckersSettings": (make_checkers_champion(), load_checkers),
}
VALUES = {name: json.loads(network.to_text()) for name, (network, _) in NETWORKS.items()}
every_kind = pytest.mark.parametrize("name", KINDS)


def changed(name, path, value):
    """The text of a kind's file with another value at a path of names and numbers."""
    *path, last = [int(part) if part.isdecimal() else part for part in path.split()]
    data = place = json.loads(json.dumps(VALUES[name]))
    for part in path:
        place = place[part]
    place[last] = value
    return json.dumps(data)


@pytest.fixture
def refused(tmp_path):
    """A function (name, text): what a kind's loader says of a file, without the file's name."""

    def refuse(name, text):
        path = tmp_path / "file.json"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        with pytest.raises(ValueError) as error:
            NETWORKS[name][1](path)
        place, words = str(error.value).split(": ", 1)
        assert place == str(path) and "\n" not in words and len(words) < 1000
        return words

    return refuse


# What holds for every kind.


@every_kind
def test_a_network_comes_back_bit_for_bit(name, tmp_path):
    network, load = NETWORKS[name]
    network.save(tmp_path / "one.json")
    again = load(tmp_path / "one.json")
    assert [path.name for path in tmp_path.iterdir()] == ["one.json"]  # nothing is left beside it
    assert (tmp_path / "one.json").read_text() == network.to_text() == again.to_text()
    assert all(getattr(again, field) == getattr(network, field) for field in network.origin)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_file_is_written_as_it_was_read(path):
    """Apart from settings that are younger than the file."""
    data = json.loads(path.read_text())
    network = CLASSES.get(data["format"], Champion).load(path)
    data["settings"] = network.settings and network.settings.to_dict()
    assert network.to_text() == json.dumps(data, indent=1) + "\n"


@every_kind
@pytest.mark.parametrize("found", KINDS)
def test_a_file_of_another_kind_is_named_with_its_loader(name, found, refused, tmp_path):
    if found == name or (name, found) == ("GameSettings", "Settings"):  # which are both read
        return
    kind = KINDS[found]
    words = f"this is {kind.words} ({kind.format}); load it with {kind.loader}"
    assert refused(name, json.dumps(VALUES[found])) == words
    assert is_champion(tmp_path / "file.json") == (found == "CheckersSettings")
    if found in ("GameSettings", "CheckersSettings"):  # the others are players
        with pytest.raises(ValueError, match=re.escape(words)):
            load_player(tmp_path / "file.json")


COUNT, OBJECT = "a whole number from 0 to {}, or null, not", "an object, or null, not"
WRONG = [  # in the order of the fields
    ([[1], 0], OBJECT),
    (["x", True, -1, 2**63, 10**400], COUNT.format(MOST_SEED)),
    ([-1, 0.5, [1]], COUNT.format(COUNTS["trial"])),
    ([2**53 + 2, float("inf"), "1"], COUNT.format(2**53)),
    (["high", True, [1.5], float("nan"), float("-inf"), 10**400], "a finite number, or null, not"),
    ([[1], "1"], OBJECT),
]


@every_kind
@pytest.mark.parametrize("place", range(len(WRONG)))
def test_each_field_of_the_origin_is_refused_by_name(name, place, refused):
    field = [*NETWORKS[name][0].origin][place]
    for value in WRONG[place][0]:
        words = f"{field} must be {WRONG[place][1]}"
        assert refused(name, changed(name, field, value)).startswith(words)


DAMAGED = [
    ("format", "chess", "format must be 'fogel-.*', not 'chess', so this is not a .* file"),
    ("format", ["chess"], "format must be"),
    ("version", 2, "version must be 1, not 2"),
    ("version", True, "version must be 1, not True"),
    ("version", "x" * 900_000, "version must be 1, not 'xxx"),
    ("settings tempo", 7, "settings: tempo is not a setting"),
    ("settings seed", 10**400, "settings: seed must be"),
    ("versions numpy", float("nan"), "versions must hold finite numbers alone"),
    ("versions a", [{"b": [10**400]}], "versions must hold finite numbers alone"),
    ("note", [float("-inf")], "note must hold finite numbers alone"),
]


@every_kind
def test_a_damaged_file_is_named_with_its_field(name, refused):
    for path, value, words in DAMAGED:
        assert re.match(words, refused(name, changed(name, path, value)))


@every_kind
def test_what_is_no_file_of_a_network(name, refused, tmp_path):
    text = json.dumps(VALUES[name])
    for damaged in (text[:99], "", "[" * 100_000, text.replace("[", "[" + "9" * 5000)):
        assert refused(name, damaged).startswith("not JSON")
    assert refused(name, "[1, 2]").startswith("format must be")
    assert "file has at most 1,000,000 bytes" in refused(name, text + " " * 2_000_000)
    assert refused(name, b"\xff\xfe\x00") == "not text in UTF-8"
    with pytest.raises(FileNotFoundError):
        NETWORKS[name][1](tmp_path / "none.json")


@every_kind
@pytest.mark.parametrize(
    ("place", "written", "read"),
    [
        (1, 3.0, 3),
        (1, MOST_SEED, MOST_SEED),
        (2, 1e15, 10**15),
        (3, 2**53, 2**53),
        (3, 2**53 + 1, 2**53 + 1),  # for the page, 2^53
        (3, -0.0, 0),
        (4, 29.640738333333333, 29.640738333333333),  # an expectation
        (4, 22, 22),
    ],
)
def test_a_count_is_any_whole_number_of_a_double(name, place, written, read, tmp_path):
    network, load = NETWORKS[name]
    field = [*network.origin][place]
    (tmp_path / "one.json").write_text(changed(name, field, written))
    found = getattr(load(tmp_path / "one.json"), field)
    assert found == read and type(found) is type(read)


@every_kind
def test_what_could_not_be_read_again_is_not_written(name, tmp_path):
    for place, value in {3: 10**400, 1: -1, 4: float("nan"), 5: {"a": float("inf")}}.items():
        network = type(NETWORKS[name][0]).from_dict(VALUES[name], type(NETWORKS[name][0].settings))
        field = [*network.origin][place]
        vars(network)[field] = value
        with pytest.raises(ValueError, match=f"^{field} must"):
            network.save(tmp_path / "one.json")
    assert not any(tmp_path.iterdir())


def test_no_other_field_is_remembered():
    assert [*origin_fields()] == ["settings", *COUNTS, "payoff", "versions"]
    with pytest.raises(TypeError, match="a Champion has no tempo"):
        Champion(np.zeros((1, 10)), np.zeros((9, 2)), tempo=1)


# The fields of each kind.

FIELDS = {
    "Settings": [
        ("output_weights", None, "output_weights is missing"),
        ("hidden_weights", [[0.0] * 10] * 11, "hidden_weights must be 1 to 10 rows of 10"),
        ("hidden_weights", [], "hidden_weights must"),
        ("hidden_weights", 3, "hidden_weights must be rows of numbers"),
        ("hidden_weights 0 0", "1", "hidden_weights must be rows of numbers, and '1' is none"),
        ("hidden_weights 0 0", "x" * 900_000, "hidden_weights must be rows of numbers, and 'xxx"),
        ("output_weights 0 0", True, "output_weights must be rows of numbers, and True is none"),
        ("output_weights", [[0.0] * 99] * 9, "output_weights must be 9 rows of"),
        ("hidden_weights 0", [0.0], "hidden_weights must be rows of numbers, all of one length"),
        ("hidden_weights 0 0", float("nan"), "hidden_weights must hold finite numbers"),
        ("hidden_weights 0 0", 10**400, "hidden_weights must hold finite numbers"),
        ("hidden_weights 0 0", 1e300, "hidden_weights must hold finite numbers"),
        ("settings slip", 10**400, "settings: slip must be a number from 0.0 to 1.0"),
    ],
    "GameSettings": [
        ("settings", None, "settings must be there: they say which game it is"),
        ("settings game", "nim", "settings: game must be the text of a rule file, or one of"),
        ("settings seat", "third", "settings: seat must be one of first, second, both"),
        ("hidden_weights", [[0.0] * 13], "hidden_weights must be 1 to 10 rows of 7, not"),
        *(
            ("sampled", games, "sampled must be an object with whole numbers of games")
            for games in (7, {}, {"win": 1}, *({"win": n, "tie": n, "loss": 0} for n in (0, -1)))
        ),
    ],
    "LeagueSettings": [
        ("layers", None, "layers is missing"),
        ("layers", [], "layers must be a list of 1 to 10 layers"),
        ("layers 0", [], "layers[0] must be an object with weights and biases"),
        ("layers 0 weights", 3, "layers[0].weights must be rows of numbers"),
        ("layers 0 weights", [], "layers[0].weights must be 1 to 100 rows, one a neuron, not 0"),
        ("layers 0 weights 0", [0.0], "layers[0].weights must be rows of 27, one an input"),
        ("layers 0 weights 0 0", "1", "layers[0].weights must be rows of numbers, and '1' is"),
        ("layers 0 weights 0 0", 1e101, "layers[0].weights must hold finite numbers alone, from"),
        ("layers 0 biases", [], "layers[0].biases must be 1 numbers, one a neuron, not 0"),
        ("layers 0 biases 0", -1e101, "layers[0].biases must hold finite numbers alone, from"),
        ("layers 1 weights", [[0.0]] * 8, "layers[1].weights must be 9 rows, one a neuron, not 8"),
        ("masking", 1, "masking must be true or false, not 1"),
        ("settings survivors", 0, "settings: survivors must be a whole number from 1"),
        ("squares", "0" * 100, "squares must be 4,520 numbers"),
    ],
    "CheckersSettings": [
        ("weights", None, "weights is missing"),
        ("settings", None, "settings is missing"),
        ("weights", [1.0], f"weights must be {CHECKERS.shape.weights} numbers"),
        ("weights 0", True, "weights must be rows of numbers, and True is none"),
        ("king", 9.0, "king must be a number from 1.0 to 3.0, not 9.0"),
        ("settings rows", 5, "settings: rows must be an even number from 4 to 10, not 5"),
    ],
}


@every_kind
def test_each_field_of_a_kind_is_refused_by_name(name, refused):
    for path, value, words in FIELDS[name]:
        assert refused(name, changed(name, path, value)).startswith(words)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda values: (
        st.lists(values, max_size=3) | st.dictionaries(st.text(max_size=5), values, max_size=3)
    ),
    max_leaves=8,
)


@every_kind
@given(st.data())
def test_whatever_a_file_holds_one_error_names_it(name, data):
    path, place = [], {**VALUES[name], "squares": None}
    while not path or (isinstance(place, (dict, list)) and place and data.draw(st.booleans())):
        keys = [*place] if isinstance(place, dict) else range(len(place))
        path.append(data.draw(st.sampled_from(keys)))
        place = place[path[-1]]
    text = changed(name, " ".join(map(str, path)), data.draw(ANYTHING))
    network = NETWORKS[name][0]
    try:
        again = type(network).read(text, type(network.settings))
    except ValueError as error:
        # Weights may be too many for other settings.
        assert "\n" not in str(error) and (path[0] in str(error) or path[0] == "settings")
    else:
        assert json.dumps(again.to_dict(), allow_nan=False)


def test_any_network_can_be_saved(tmp_path):
    network, path = random_network(np.random.default_rng(2)), tmp_path / "mine.json"
    save_champion(path, Network(network.hidden_weights, network.output_weights), seed=5)
    loaded = load_champion(path)
    assert loaded.seed == 5 and loaded.settings is None
    assert (loaded.weights == network.weights).all()
    with pytest.raises(ValueError, match="champion must be a Network"):
        save_champion(path, "network")
    for sizes in ([9], [2, 3, 9]):
        Agent(NeuralNetwork(sizes, 27), masking=True).save(path)
        loaded = load_agent(path)
        assert loaded.masking and loaded.settings is None
        assert [len(layer.neurons) for layer in loaded.network.layers] == sizes
    adding = LeagueSettings(adding=True)
    Agent(new_agent(adding).network, settings=adding).save(path)
    assert isinstance(load_agent(path).network.neurons[0], AddingNeuron)
