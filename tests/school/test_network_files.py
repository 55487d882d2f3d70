"""Architecture and weights files: the report's, written back, and damaged in every line."""

import numpy as np
import pytest

from fogel.rules.rule_files import find_rules
from fogel.school.network import Arch
from fogel.school.network_files import (
    load_arch,
    load_weights,
    loss_rate,
    read_arch,
    read_weights,
    write_arch,
    write_weights,
)
from fogel.school.pupil import Pupil, compute_sizes, new_net

REPORTED = """\
///////////////////////////////////////////////////////////////////////
//
// default.cfg
//
// Default NeuNet configuration
//
///////////////////////////////////////////////////////////////////////

// number of hidden layers //
1

// number of nodes for layer 1 //
20

// learning rate //
0.3

// momentum //
0.9

// encouragement //
0.1

// min link wt //
-1.0

// max link weight //
1.0

// activation function parameters //

//
// numerator
1.0

//
// added
0.0

///////////////////////////////////////////////////////////////////////
"""
WEIGHTS = """\
// z/29.wts    (loss rate was 2%)
// Number of layers (verification) //
3
// Number of nodes in Layer 0 //
2
// Number of links from Node 0.0 //
1
  -2.91067   -0.00000   [0.0 -> 1.0]
// Number of links from Node 0.1 //
1
   1.61953    0.00000   [0.1 -> 1.0]
// Number of nodes in Layer 1 //
1
// Number of links from Node 1.0 //
2
   0.5   1e-3   [1.0 -> 2.0]
   -1   -2.5   [1.0->2.1]
2
"""
SIZES = (2, 1, 2)
PAIRS = [(-2.91067, 0.0), (1.61953, 0.0), (0.5, 1e-3), (-1.0, -2.5)]


def test_the_reports_default_file():
    assert read_arch(REPORTED) == Arch()
    assert write_arch(Arch(), "default.cfg", "Default NeuNet configuration") == REPORTED


@pytest.mark.parametrize(
    "arch",
    [
        Arch(hidden=()),
        Arch(hidden=(43, 7), learning_rate=0.0888, min_weight=-2.95),
        Arch(act_add=0.25, act_numerator=0.5),
    ],
)
def test_an_architecture_is_written_back_equal(arch, tmp_path):
    path = tmp_path / "z.cfg"
    path.write_text(write_arch(arch), encoding="utf-8")
    assert load_arch(path) == arch


WRONG = [
    (("\n1\n", "\n11\n"), "line 10: the number of hidden layers, .* 0 to 10, expected, not '11'"),
    (("\n20\n", "\n0\n"), "line 13: the nodes of layer 1, .* from 1 to 1000, expected, not '0'"),
    (("\n0.3\n", "\n0,3\n"), r"line 16: the .* \(learning_rate\), .* 0 to 100, .* not '0,3'"),
    (("\n0.9\n", "\nnan\n"), "line 19: the momentum"),
    (("\n-1.0\n", "\n2\n"), "line 28: max_weight must be 2.0 .* not 1.0"),
    (("numerator\n1.0", "numerator\n0.5"), None),
    (("added\n0.0", "added\n0.1"), "line 38: act_add must be 0 to 0"),
    (("added\n0.0\n", "added\n"), "line 40: the added .* expected, but the file ends here"),
    (("added\n0.0\n", "added\n0.0\n7\n"), "line 39: the end of the file expected, not '7'"),
    (("\n1\n", "\n2\n"), "line 16: the nodes of layer 2, a whole number .* expected, not '0.3'"),
]


@pytest.mark.parametrize(("change", "words"), WRONG)
def test_a_wrong_architecture_file_is_refused_by_its_line(change, words, tmp_path):
    path = tmp_path / "bad.cfg"
    path.write_text(REPORTED.replace(*change), encoding="utf-8")
    if words is None:
        assert load_arch(path).act_numerator == 0.5
    else:
        with pytest.raises(ValueError, match=f"bad.cfg: {words}"):
            load_arch(path)


def test_the_reports_weights_and_their_loss_rate():
    assert read_weights(WEIGHTS, SIZES) == PAIRS
    assert loss_rate(WEIGHTS) == 2 and loss_rate("2\n// (loss rate was low)\n") is None
    text = write_weights(PAIRS, SIZES, "z/29.wts", 29, 1000, digits=5)
    assert "// z/29.wts    (loss rate was 2%)\n" in text and loss_rate(text) == 2
    assert "  -2.91067    0.00000   [0.0 -> 1.0]\n" in text
    counts = [line for line in text.splitlines() if line and line[0] in "123"]
    assert counts == [*"3211122"]


def test_a_net_is_written_back_to_the_last_bit(tmp_path):
    rules, arch = find_rules("standard"), Arch(hidden=(5, 3), min_weight=-3.0)
    net = new_net(rules, arch)
    net.randomize_weights(np.random.default_rng(1))
    net.run([1.0] * 18)
    net.reinforce([0.1] * 9)
    sizes = compute_sizes(rules, arch)
    path = tmp_path / "29.wts"
    path.write_text(write_weights(net.weights(), sizes), encoding="utf-8")
    pairs = load_weights(path, sizes)
    assert np.array(pairs).tobytes() == np.array(net.weights()).tobytes()
    again = Pupil(arch, weights=tuple(pairs))(rules, 2)
    assert again.net.run([1.0] * 18) == net.run([1.0] * 18)
    assert write_weights(pairs, sizes) == path.read_text(encoding="utf-8")


def test_weights_of_another_architecture_are_refused(tmp_path):
    path = tmp_path / "29.wts"
    path.write_text(WEIGHTS, encoding="utf-8")
    for sizes, words in (
        ((2, 2), "line 3: the number of layers, 2 in this architecture, expected, not '3'"),
        ((3, 1, 2), "line 5: the number of nodes in layer 0, 3 in this .*, expected, not '2'"),
        ((2, 2, 2), "line 7: the number of links from node 0.0, 2 in this .*, expected, not '1'"),
    ):
        with pytest.raises(ValueError, match=f"29.wts: {words}"):
            load_weights(path, sizes)
    for change, words in (
        (("[0.1 -> 1.0]", "[0.0 -> 1.0]"), r"line 11: .* \[0.1 -> 1.0\] expected, not '1.61953 "),
        (("1.61953", "inf"), "line 11: .* a weight from -1000 to 1000, expected"),
        (("1e-3", "nan"), "line 16: .* an adjustment expected"),
        (("\n2\n", "\n2\n2\n"), "line 6: the number of links from node 0.0, 1 in this"),
    ):
        with pytest.raises(ValueError, match=words):
            read_weights(WEIGHTS.replace(*change), SIZES)
    with pytest.raises(ValueError, match="line 19: the end of the file expected, not '2'"):
        read_weights(WEIGHTS + "2\n", SIZES)


def test_a_damaged_file_is_refused_or_is_another_number():
    """Thousands of damages: a character changed, a line lost or doubled. Nothing else than
    ValueError, with a line.
    """
    rng, refused = np.random.default_rng(1), 0
    lines = WEIGHTS.splitlines(keepends=True)
    for _ in range(3000):
        place = int(rng.integers(1, len(lines)))
        kind = rng.integers(3)
        damaged = list(lines)
        if kind < 2:
            damaged[place : place + 1] = [] if kind else [lines[place]] * 2
        else:
            text = lines[place]
            at = int(rng.integers(len(text)))
            damaged[place] = text[:at] + chr(int(rng.integers(32, 400))) + text[at + 1 :]
        try:
            found = read_weights("".join(damaged), SIZES)
        except ValueError as problem:
            refused += 1
            assert str(problem).startswith("line ")
        else:
            assert [len(pair) for pair in found] == [2] * 4 and np.isfinite(found).all()
            assert sum(one != two for one, two in zip(found, PAIRS, strict=True)) <= 1
    assert refused > 1500


def test_weights_say_of_which_architecture_they_are():
    arch = Arch(hidden=(1,), min_weight=-5.0, max_weight=5.0)
    text = write_weights(PAIRS, SIZES, "a.wts", arch=arch)
    assert read_weights(text, SIZES, arch) == read_weights(text, SIZES) == PAIRS
    for changes in ({"learning_rate": 0.31}, {"max_weight": 5.5}, {"act_numerator": 0.5}):
        other = arch.change(**changes)
        with pytest.raises(ValueError, match="line 7: these weights are of another architecture"):
            read_weights(text, SIZES, other)
        lines = text.splitlines(keepends=True)
        without = "".join(line for line in lines if "of the architecture" not in line)
        assert read_weights(without, SIZES, other) == PAIRS


def test_weights_stay_within_the_limits_of_their_architecture():
    most = max(weight for weight, _ in PAIRS)
    least = min(weight for weight, _ in PAIRS)
    rounded = Arch(hidden=(1,), min_weight=least, max_weight=most - 0.000004)
    assert read_weights(WEIGHTS, SIZES, rounded) == PAIRS
    for limits in ((least, most - 0.001), (least + 0.001, most)):
        narrow = Arch(hidden=(1,), min_weight=limits[0], max_weight=limits[1])
        with pytest.raises(ValueError, match=r"a weight from .* expected, not"):
            read_weights(WEIGHTS, SIZES, narrow)
