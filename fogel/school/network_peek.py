"""The report's peek screens: all activations, and one node with its links (chapter 15)."""

from collections.abc import Callable

from fogel.school.network import NeuNet, Node

GAP = " " * 5
HALF = "{:<10}  {:4.2f} * {:5.2f} = {:5.2f}"
WIDTH = len(HALF.format("", 0, 0, 0)) + 1


def activations_text(net: NeuNet) -> str:
    """The activations of all nodes, a column a layer."""
    columns = [[f"{node.activation:5.2f}" for node in layer.nodes] for layer in net.layers]
    numbers = range(len(columns))
    rows = [
        f"   {node:<6}"
        + " ".join(column[node] if node < len(column) else GAP for column in columns)
        for node in range(max(map(len, columns)))
    ]
    heads = [f"{number:^5}" for number in numbers]
    lines = [
        "            L A Y E R S",
        f"  {'Node':<7}" + " ".join(heads),
        "  ----   " + " ".join("-----" for _ in numbers),
    ]
    return "\n".join(line.rstrip() for line in [*lines, *rows])


def node_text(net: NeuNet, layer: int, number: int) -> str:
    """A node's activation and its links, each with the activation and the weight whose product it
    contributes.

    Raises ValueError if there is no such node.
    """
    names = _names(net)
    node = node_at(net, layer, number)
    inputs = [
        (names[link.source], link.source.activation, link.weight, link.contribution)
        for link in node.inputs
    ]
    outputs = [
        (names[link.dest], node.activation, link.weight, link.contribution) for link in node.outputs
    ]
    halves = [[HALF.format(*row) for row in rows] for rows in (inputs, outputs)]
    title = f"{layer}.{number} level/activation = {node.activation:.6f}"
    lines = [
        "       I N P U T   L I N K S             O U T P U T  L I N K S",
        "     Node     Level  Weight Contrib       Node     Level  Weight Contrib",
        "  ----------  -----  ------ -------    ----------  -----  ------ -------",
    ]
    for row in range(max(map(len, halves))):
        left, right = (half[row] if row < len(half) else "" for half in halves)
        lines.append(f"  {left:<{WIDTH + 4}}{right}".rstrip())
    return "\n".join([title, *lines])


def node_at(net: NeuNet, layer: int, number: int) -> Node:
    """A node by its layer and its number there; raises ValueError with what there is."""
    if not 0 <= layer < len(net.layers):
        raise ValueError(f"layer must be 0 to {len(net.layers) - 1}, not {layer}")
    nodes = net.layers[layer].nodes
    if not 0 <= number < len(nodes):
        raise ValueError(f"node must be 0 to {len(nodes) - 1} in layer {layer}, not {number}")
    return nodes[number]


def _names(net):
    return {
        node: f"{row}.{place}"
        for row, layer in enumerate(net.layers)
        for place, node in enumerate(layer.nodes)
    }


def peek(net: NeuNet, ask: Callable[[str], str], say: Callable[[str], object]) -> None:
    """Lets a person look at a network: its activations, then nodes by layer and number, until `q`
    is typed twice.

    `ask` and `say` work as Python's `input` and `print` do.
    """
    say("#" * 63 + "\nPEEK: NeuNet's current state:\n\n" + activations_text(net))
    say("\nChoose a layer and a node - I'll show you the node's links...")
    while (layer := _number(ask, say, "layer", len(net.layers))) is not None:
        while (node := _number(ask, say, "node", len(net.layers[layer].nodes))) is not None:
            say(node_text(net, layer, node))


def _number(ask, say, what, count):
    """A number from 0 to count - 1 that is typed, None for `q` or the end of what is typed."""
    while True:
        try:
            word = ask(f"  Enter {what} [0-{count - 1}] or 'q' to quit: ").strip().lower()
        except EOFError:
            return None
        if word in ("q", "quit"):
            return None
        if word.isascii() and word.isdigit() and len(word) < 5 and int(word) < count:
            return int(word)
        say(f"Not a {what}: {word[:40]!r}.")
