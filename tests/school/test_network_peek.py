"""The peek screens, character for character where the report prints them."""

import numpy as np
import pytest

from fogel.rules.rule_files import find_rules
from fogel.school.network import Arch, NeuNet
from fogel.school.network_peek import activations_text, node_at, node_text, peek
from fogel.school.pupil import Pupil
from fogel.web.board.terminal import human, play_in_terminal

HIDDEN = [
    0.61,
    0.69,
    0.52,
    0.39,
    0.25,
    0.86,
    0.61,
    0.17,
    0.10,
    0.90,
    0.150844,
    0.07,
    0.66,
    0.72,
    0.04,
    0.78,
    0.35,
    0.75,
]
HIDDEN += [0.49, 0.88]
OUTPUTS = [0.16, 0.15, 0.18, 0.81, 0.35, 0.08, 0.40, 0.58, 0.32]
INTO = [
    -0.22,
    0.31,
    -0.29,
    0.69,
    0.17,
    0.43,
    -0.82,
    -0.31,
    0.36,
    0.53,
    0.81,
    0.44,
    -0.37,
    0.81,
    -0.46,
    0.03,
    -0.91,
    -0.56,
]
OUT_OF = [0.68, -0.22, 0.16, -0.99, 0.76, -0.40, 0.19, 0.03, -0.60]
LEVELS = """\
            L A Y E R S
  Node     0     1     2
  ----   ----- ----- -----
   0      1.00  0.61  0.16
   1      0.00  0.69  0.15
   2      1.00  0.52  0.18
   3      0.00  0.39  0.81
   4      1.00  0.25  0.35
   5      0.00  0.86  0.08
   6      1.00  0.61  0.40
   7      0.00  0.17  0.58
   8      1.00  0.10  0.32
   9      0.00  0.90
   10     1.00  0.15
   11     0.00  0.07
   12     1.00  0.66
   13     0.00  0.72
   14     1.00  0.04
   15     0.00  0.78
   16     1.00  0.35
   17     0.00  0.75
   18           0.49
   19           0.88"""
NODE = """\
1.10 level/activation = 0.150844
       I N P U T   L I N K S             O U T P U T  L I N K S
     Node     Level  Weight Contrib       Node     Level  Weight Contrib
  ----------  -----  ------ -------    ----------  -----  ------ -------
  0.0         1.00 * -0.22 = -0.22     2.0         0.15 *  0.68 =  0.10
  0.1         0.00 *  0.31 =  0.00     2.1         0.15 * -0.22 = -0.03
  0.2         1.00 * -0.29 = -0.29     2.2         0.15 *  0.16 =  0.02
  0.3         0.00 *  0.69 =  0.00     2.3         0.15 * -0.99 = -0.15
  0.4         1.00 *  0.17 =  0.17     2.4         0.15 *  0.76 =  0.11
  0.5         0.00 *  0.43 =  0.00     2.5         0.15 * -0.40 = -0.06
  0.6         1.00 * -0.82 = -0.82     2.6         0.15 *  0.19 =  0.03
  0.7         0.00 * -0.31 = -0.00     2.7         0.15 *  0.03 =  0.00
  0.8         1.00 *  0.36 =  0.36     2.8         0.15 * -0.60 = -0.09
  0.9         0.00 *  0.53 =  0.00
  0.10        1.00 *  0.81 =  0.81
  0.11        0.00 *  0.44 =  0.00
  0.12        1.00 * -0.37 = -0.37
  0.13        0.00 *  0.81 =  0.00
  0.14        1.00 * -0.46 = -0.46
  0.15        0.00 *  0.03 =  0.00
  0.16        1.00 * -0.91 = -0.91
  0.17        0.00 * -0.56 = -0.00"""


def reported_net():
    """A network with the activations and the weights that the report's screens show, as far as
    their digits go.
    """
    net = NeuNet(Arch(), 18, 9)
    for layer, activations in zip(net.layers, ([1.0, 0.0] * 9, HIDDEN, OUTPUTS), strict=True):
        for node, activation in zip(layer.nodes, activations, strict=True):
            node.activation = activation
    node = net.layers[1].nodes[10]
    for links, weights in ((node.inputs, INTO), (node.outputs, OUT_OF)):
        for link, weight in zip(links, weights, strict=True):
            link.weight = weight
    return net


def test_the_reported_screens():
    """The weights have two digits, so that one contribution differs: 0.76 times 0.150844 is printed
    as 0.12.
    """
    assert activations_text(reported_net()) == LEVELS
    assert node_text(reported_net(), 1, 10) == NODE


def test_there_is_no_bias():
    """The node's activation is what its inputs add up to, and nothing more, as far as two digits
    can tell.
    """
    net = reported_net()
    node = net.layers[1].nodes[10]
    node.compute_activation()
    assert abs(sum(link.contribution for link in node.inputs) - (-1.728)) < 0.05
    assert node.activation == pytest.approx(0.150844, abs=0.006)


def test_a_session_of_peeking():
    waiting, said = iter(["x", "3", "1", "20", "10", "q", "2", "0", "q", "q"]), []
    peek(reported_net(), lambda prompt: said.append(prompt) or next(waiting), said.append)
    text = "\n".join(said)
    assert (
        LEVELS in text
        and NODE in text
        and "Not a layer: 'x'." in text
        and "Not a layer: '3'." in text
    )
    assert (
        "Not a node: '20'." in text
        and "Enter node [0-8]" in text
        and "2.0 level/activation = 0.160000" in text
    )
    assert next(waiting, "nothing left") == "nothing left"

    def nothing(prompt):
        raise EOFError

    peek(reported_net(), nothing, said.append)


def test_what_a_player_shows_of_itself():
    player = Pupil()(find_rules("standard"), 2)
    player((0,) * 9, None)
    assert player.peek() == activations_text(player.net)


def test_peeking_in_a_game_and_around_a_reinforcement():
    """From the first peek on, the person is asked before and after each reinforcement."""
    dull = Pupil(weights=((0.0, 0.0),) * 540)  # its first answer is square 0, which is taken
    waiting, said = iter(["p", "q", "0 0", "y", "q", "no", "n", "n"]), []

    def ask(prompt):
        said.append(prompt)
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    play_in_terminal(
        find_rules("standard"),
        [human(ask, said.append), dull],
        np.random.default_rng(1),
        say=said.append,
    )
    text = "\n".join(said)
    assert text.count("PEEK: NeuNet's current state:") == 2
    assert "Peek at the network before the reinforcement? (y/n) " in said
    assert "Peek at the network after the reinforcement? (y/n) " in said


def test_other_shapes_and_wrong_numbers():
    net = NeuNet(Arch(hidden=(2, 12)), 3, 1)
    text = activations_text(net).splitlines()
    assert text[1] == "  Node     0     1     2     3" and len(text) == 15
    assert text[-1] == "   11                 0.00"
    assert node_text(net, 0, 2).splitlines()[4].startswith(" " * 39 + "1.0 ")
    with pytest.raises(ValueError, match="layer must be 0 to 3, not 4"):
        node_at(net, 4, 0)
    with pytest.raises(ValueError, match="node must be 0 to 1 in layer 1, not 2"):
        node_at(net, 1, 2)
