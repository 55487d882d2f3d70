"""The peek screens, character for character where the report prints them."""

import numpy as np
import pytest

from fogel.rules.rule_files import find_rules
from fogel.school.network import Arch, NeuNet
from fogel.school.network_peek import activations_text, node_at, node_text, peek
from fogel.school.pupil import Pupil
from fogel.web.board.terminal import human, play_in_terminal

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
    for number, layer in enumerate(net.layers):
        for node, row in zip(layer.nodes, LEVELS.splitlines()[3:], strict=False):
            node.activation = float(row[9 + 6 * number :][:5])
    node = net.layers[1].nodes[10]
    node.activation = 0.150844
    halves = [[row[:40], row[40:]] for row in NODE.splitlines()[4:]]
    for links, half in zip((node.inputs, node.outputs), zip(*halves, strict=True), strict=True):
        for link, words in zip(links, half, strict=False):
            link.weight = float(words.split("*")[1].split("=")[0])
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
    assert LEVELS in text and NODE in text and "2.0 level/activation = 0.160000" in text
    for words in ("layer: 'x'", "layer: '3'", "node: '20'"):
        assert f"Not a {words}." in text
    assert "Enter node [0-8]" in text
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

    players, rng = [human(ask, said.append), dull], np.random.default_rng(1)
    play_in_terminal(find_rules("standard"), players, rng, say=said.append)
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
