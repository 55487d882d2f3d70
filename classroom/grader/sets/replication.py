"""Problem set 4: a network has a child."""

# Long: the tasks of a set, their texts, their solutions and the mistakes in them are read and
# changed together.

from functools import cache
from itertools import islice

import numpy as np

from fogel.checks import what_is_wrong
from fogel.checks.shapes import Number, Numbers, Weights
from fogel.checks.variant import student_rng, variant
from fogel.plots import drawing, style
from grader.answers import said, trouble
from grader.mistakes import mistake
from grader.tasks import FunctionTask, Part, ProblemSet, ValueTask, WrittenTask

LEAST, MOST = 1, 10  # hidden nodes
SURE = 22.0  # a right program strays as far as that with a probability below e^-22, about 3e-10
SURER = 28.0  # the same where some hundred things are looked at
BOOK = variant(0)


def new_place(variant, nodes):
    """Where a new node stands among the `nodes` that there were: last in the book, first in every
    other class.
    """
    return nodes if variant.number == 0 else 0


# P4.1 The structure, with the luck handed in.


def changed(variant, hidden, output, draws):
    """The weights after three numbers from 0 to 1 have changed the structure, or not."""
    nodes, (first, second, third) = len(hidden), draws
    if first < variant.change:
        if second < 0.5 and nodes < MOST:
            place = new_place(variant, nodes)
            return np.insert(hidden, place, 0.0, axis=0), np.insert(output, place, 0.0, axis=1)
        if second >= 0.5 and nodes > LEAST:
            node = int(third * nodes)
            return np.delete(hidden, node, axis=0), np.delete(output, node, axis=1)
    return hidden, output


def some_network(nodes, rng):
    """(hidden weights, output weights) with a few weights that are 0."""
    hidden, output = (
        rng.normal(0, 1, (nodes, 10)).round(3),
        rng.normal(0, 1, (9, nodes + 1)).round(3),
    )
    hidden[nodes // 2, 3] = output[4, nodes // 2] = output[7, -1] = 0.0
    return hidden, output


def structure_cases(variant):
    """Every size, every node that can go, both limits, and draws on both sides of the class's
    probability, of one half and of the borders of the nodes, and just on them.
    """
    rng = np.random.default_rng(41)
    yes, no = variant.change, 1 - variant.change
    found = []
    for nodes in range(1, 11):
        for add in (True, False):
            second = 0.25 if add else 0.75
            edge = nodes == (MOST if add else LEAST)
            part = "limits" if edge else "a node more" if add else "a node less"
            for node in range(nodes):
                for inside in (0.0, 0.02, 0.5, 0.98):
                    draws = (
                        rng.uniform(0.02, 0.95) * yes,
                        second + rng.uniform(-0.2, 0.2),
                        (node + inside) / nodes,
                    )
                    found.append((part, (*some_network(nodes, rng), np.array(draws))))
    for nodes in (1, 2, 9, 10):
        for second in (0.3, 0.7):
            draws = np.array([0.5 * yes, second, rng.random()])
            found.append(("limits", (*some_network(nodes, rng), draws)))
    change, none = (0.0, yes - 0.02, yes - 0.002), (yes, yes + 0.002, yes + 0.02, yes + 0.5 * no)
    for nodes in (1, 2, 5, 9, 10):
        for first in (*(() if nodes in (LEAST, MOST) else change), *none, 0.999):
            for second in (0.0, 0.497, 0.5, 0.503, 0.999):
                draws = np.array([first, second, rng.random()])
                found.append(("how often", (*some_network(nodes, rng), draws)))
    return found


def structure_examples(variant):
    """A node more, a node less, and no change."""
    rng = np.random.default_rng(4)
    yes = variant.change
    draws = {
        2: (yes / 2, 0.2, 0.7),
        4: (yes / 2, 0.8, 0.3),
        3: (yes / 2 + 0.5, 0.2, 0.7),
        1: (yes / 2, 0.6, 0.7),
    }
    return [(*some_network(nodes, rng), np.array(some).round(3)) for nodes, some in draws.items()]


# What several mistakes change.
PLACE = '<<"0" if v.number else "nodes">>'
NEW_COLUMN = "np.insert(output, place, 0, axis=1)"
NODE = "int(draws[2] * nodes)"
OLD_COLUMN = "np.delete(output, node, axis=1)"
DELETING = ("a node less", "limits", "how often")
ADDING = ("a node more", "limits", "how often")

STRUCTURE = FunctionTask(
    name="structure",
    number="P4.1",
    title="a node more, a node less",
    function="changed",
    shape=Weights(within=1e-6),
    parts=(
        Part("a node more", 2, "a silent node in its place"),
        Part("a node less", 2, "the right node gone, with its row and its column"),
        Part("limits", 1, "parents with few and with many nodes"),
        Part("how often", 1, "draws on both sides of your class's probability, and of one half"),
    ),
    cases=structure_cases,
    right=changed,
    examples=structure_examples,
    pure=True,
    wrong={
        "The structure stays as it is here, and should change.": mistake(
            ("draws[0] < <<v.change>>", "False")
        ),
        "The new node stands at the wrong end of the others; the rules of your class say where.": (
            mistake((PLACE, '<<"nodes" if v.number else "0">>'), costs=ADDING)
        ),
        "The new node's output column stands behind the bias column, which has to stay the last.": (
            mistake((NEW_COLUMN, "np.hstack([output, np.zeros((9, 1))])"), costs=ADDING)
        ),
        "The new node has a row of the hidden weights, but no column of the output weights.": (
            mistake((NEW_COLUMN, "output"), costs=ADDING)
        ),
        "The new node's weights are not 0.": mistake(
            ("hidden, place, 0,", "hidden, place, 1,"),
            ("output, place, 0,", "output, place, 1,"),
            costs=ADDING,
        ),
        "The bias column goes instead of the deleted node's own.": mistake(
            (OLD_COLUMN, "output[:, :-1]"), costs=DELETING
        ),
        "The column of another node goes: always that of the last.": mistake(
            (OLD_COLUMN, "np.delete(output, -2, axis=1)"), costs=DELETING
        ),
        "The column of another node goes: always the first.": mistake(
            (OLD_COLUMN, "output[:, 1:]"), costs=DELETING
        ),
        "The deleted node keeps its column of the output weights.": mistake(
            (OLD_COLUMN, "output"), costs=DELETING
        ),
        "The last node is always the one that goes; the third number is to decide.": mistake(
            (NODE, "nodes - 1"), costs=DELETING
        ),
        "The first node is always the one that goes; the third number is to decide.": mistake(
            (NODE, "0"), costs=DELETING
        ),
        "The third number is rounded; its decimals are to be dropped. Rounding makes the ends go "
        "half as often.": mistake((NODE, "round(draws[2] * (nodes - 1))"), costs=DELETING),
        "The third number is multiplied by one less than the number of nodes, and so the last "
        "node never goes.": mistake((NODE, "int(draws[2] * (nodes - 1))"), costs=DELETING),
        "A change that is aborted is replaced by the opposite one here; the child should keep "
        "what it has.": mistake(
            ("draws[1] < 0.5", "nodes == 1 or (draws[1] < 0.5 and nodes < 10)"), costs=("limits",)
        ),
        "Here the structure always changes, whatever the first number.": mistake(
            ("draws[0] < <<v.change>>", "True"), costs=("how often",)
        ),
        "The structure changes as often as in the book; your class has another probability.": (
            mistake(("<<v.change>>", "0.5"), costs=("how often",))
        ),
        "The first number is read the other way round: a number below the probability means a "
        "change.": mistake(("draws[0] <", "draws[0] >")),
        "The second number is read the other way round: below 0.5 it means a node more.": mistake(
            ("draws[1] <", "draws[1] >=")
        ),
        "The second number is compared with your class's probability; adding and deleting are "
        "equally likely.": mistake(("draws[1] < 0.5", "draws[1] < <<v.change>>"), costs=ADDING),
        "The limit is one node too low here: parents with nine nodes may gain one.": mistake(
            ("nodes < 10", "nodes < 9"), costs=ADDING
        ),
        "The limit is one node too high here: parents with two nodes may lose one.": mistake(
            ("nodes > 1", "nodes > 2"), costs=DELETING
        ),
        "There is no upper limit here: parents with ten nodes gain one.": mistake(
            ("nodes < 10", "True"), costs=("limits",)
        ),
    },
    package=(
        "from fogel import Settings, replication\n\n"
        "def changed(hidden, output, draws):\n"
        "    class Handed:\n"
        "        random = iter(draws.tolist()).__next__\n\n"
        "    return replication.change_structure(hidden, output, Handed, Settings().numbers)\n"
    ),
)


# What many random answers say.


def divergence(share, chance):
    """The Kullback-Leibler divergence of a share from a probability: of `n` draws e^(-n times it)
    bounds the tail.
    """
    total = 0.0
    for a, b in ((share, chance), (1 - share, 1 - chance)):
        if a > 0:
            total += a * np.log(a / b) if b > 0 else np.inf
    return total


def strays(count, total, chance, sure=SURE):
    """Whether so many of `total` are out of all reason where each has this probability (Chernoff's
    bound).
    """
    return total * divergence(count / total, chance) > sure


def spread_strays(mean_square, total, deviation, sure=SURE):
    """Whether the mean square of so many normal draws is out of all reason for this standard
    deviation.
    """
    ratio = mean_square / deviation**2
    return ratio <= 0 or total / 2 * (ratio - 1 - np.log(ratio)) > sure


def size_complaint(variant, changes):
    """What is wrong with the size and the form of noise, all of whose draws are given; "" if
    nothing is.
    """
    noise, independent = variant.noise, len(np.unique(changes.round(9)))
    mean, mean_square = changes.mean(), (changes**2).mean()
    if spread_strays(mean_square, independent, noise):
        told = (
            f"The noise has a standard deviation of {np.sqrt(mean_square):.3g}; in your class it is"
            f" {noise:g}."
        )
        return (
            f"{told} {_what_size(noise, mean_square, independent, np.abs(changes).max())}".strip()
        )
    if independent * mean**2 / (2 * noise**2) > SURE:
        return (
            f"The noise has a mean of {mean:.3g}; it should be 0, with as many weights going up as"
            " down."
        )
    for deviations, chance in ((1, 0.682689), (2, 0.0455003)):
        share = (
            (np.abs(changes) < noise).mean()
            if deviations == 1
            else (np.abs(changes) > 2 * noise).mean()
        )
        if strays(share * independent, independent, chance):
            return "The noise has the right standard deviation, but it isn't normally distributed."
    return ""


def _what_size(noise, mean_square, independent, largest):
    known = {
        "That is the variance: rng.normal asks for the standard deviation.": noise**2,
        "That is the square root: the number in your rules is a standard deviation already.": (
            np.sqrt(noise)
        ),
        "That is the noise of the book.": BOOK.noise,
        "That comes of adding the noise twice.": np.sqrt(2) * noise,
    }
    if largest <= noise and not spread_strays(mean_square, independent, noise / np.sqrt(3)):
        return "No change is larger than that, so these numbers are uniform; they should be normal."
    return next(
        (
            words
            for words, size in known.items()
            if not spread_strays(mean_square, independent, size)
        ),
        "",
    )


def unreadable(answer):
    """Why an answer is none, in words; "" if it is one. Inputs that it changed are
    another matter.
    """
    return "" if "value" in answer else said(trouble(answer))


def weights_of(answer):
    """(hidden weights, output weights, "") of an answer, or (None, None, what is wrong with it)."""
    words = unreadable(answer)
    if words:
        return None, None, words
    value = answer["value"]
    if isinstance(value, list) and len(value) == 2 and value[0] == []:
        return None, None, "it returned a network without hidden nodes"
    words = what_is_wrong(value, None, Weights())
    if words:
        return None, None, words
    hidden, output = (np.array(weights, dtype=float) for weights in value)
    shapes = f"hidden weights {_by(hidden)} and output weights {_by(output)}"
    if hidden.shape[1] != 10 or output.shape != (9, len(hidden) + 1):
        return None, None, f"{shapes} don't fit together: (H, 10) and (9, H + 1) are asked for"
    return hidden, output, ""


def _by(weights):
    return " by ".join(map(str, weights.shape))


def some_unchanged(changes):
    """Whether more weights stayed the same than rounding, such as to single precision, would
    explain.
    """
    return np.mean(np.concatenate([np.ravel(some) for some in changes]) == 0) > 0.002


def flat(hidden, output):
    """All weights of a network in a row."""
    return np.concatenate([np.ravel(hidden), np.ravel(output)])


def on_some(some, total):
    """A complaint of several answers: how many, and the first."""
    return f"Wrong on {len(some):,} of {total:,} calls. The first: {some[0]}." if some else ""


IN_PLACE = "It changed the parent, in place."


# P4.2 The noise.

CALLS, LARGE = 500, 6  # most calls are of one parent, with so many hidden nodes


@cache
def noise_parent(nodes):
    """A network with small and large weights, and some that are 0."""
    rng = np.random.default_rng(42 + nodes)
    hidden, output = some_network(nodes, rng)
    hidden[:, ::4] *= 10
    return hidden, output


def noise_cases(variant):
    """Many children of one parent, some of others, and three from the same generator."""
    many = [("size", (*noise_parent(LARGE), {"rng": 100 + k})) for k in range(CALLS)]
    other = [
        ("each weight", (*noise_parent(nodes), {"rng": 700 + k}))
        for nodes in (1, 2, 4, 10)
        for k in range(15)
    ]
    return many + other + [("each weight", (*noise_parent(3), {"rng": 42})) for _ in range(3)]


def noise_verdict(variant, student, cases, answers):
    """Size, independence, and the parent, from the changes of all weights."""
    changes, some = [], []
    for (_, (hidden, output, _)), answer in zip(cases, answers, strict=True):
        mine = weights_of(answer)
        words = mine[2]
        if not words and mine[0].shape != hidden.shape:
            words = (
                f"hidden weights: {_by(hidden)} numbers are asked for; you returned {_by(mine[0])}"
            )
        if words:
            some.append(words)
        else:
            changes.append(flat(*mine[:2]) - flat(hidden, output))
    if some:
        return dict.fromkeys(("size", "each weight", "parent"), on_some(some, len(cases)))
    table = np.array(changes[:CALLS])
    if not table.any():
        return dict.fromkeys(
            ("size", "each weight", "parent"), "No weight of the child differs from the parent's."
        )
    in_place, others = (
        any(a.get("changed_inputs") for a in answers),
        np.concatenate(changes[CALLS:]),
    )
    return {
        "size": table_size_complaint(variant, table)
        or size_complaint(variant, others[others != 0]),
        "each weight": each_complaint(table, changes[-3:], changes),
        "parent": IN_PLACE if in_place else "",
    }


def table_size_complaint(variant, table):
    """What is wrong with the noise's size in a table of (calls, weights); weights that never change
    don't count.
    """
    weights = flat(*noise_parent(LARGE))
    if np.abs(table + weights).max() < np.abs(weights).max() / 4:
        return (
            "Nothing of the parent's weights is left in the child's; the noise is to be added to"
            " them."
        )
    live = table[:, table.any(axis=0)]
    complaint = size_complaint(variant, live)
    same_always = (np.abs(table - table[0]) < 1e-9).all()
    by_weight = (live**2).mean(axis=0)
    if (
        any(spread_strays(size, len(live), variant.noise, SURER) for size in by_weight)
        and not same_always
    ):
        low, high = np.sqrt(by_weight.min()), np.sqrt(by_weight.max())
        if high > 2 * low:
            words = f"Its standard deviation is {low:.2g} in some weights and {high:.2g} in others."
            return f"The noise is not alike in all weights. {words}"
    return complaint


def each_complaint(table, again, changes):
    """Why the weights have no noise of their own, each; "" if they have."""
    hidden, output = noise_parent(LARGE)
    never = ~table.any(axis=0)
    never_hidden, never_output = np.split(never, [hidden.size])
    never_hidden, never_output = (
        never_hidden.reshape(hidden.shape),
        never_output.reshape(output.shape),
    )
    if never.any():
        if not (never & (flat(hidden, output) != 0)).any():
            return "A weight that is 0 never changes: the noise is to be added, not multiplied."
        if never_hidden.all() or never_output.all():
            return f"The {'hidden' if never_hidden.all() else 'output'} weights get no noise."
        bias = [
            name
            for name, some in (("hidden nodes", never_hidden), ("outputs", never_output))
            if some[:, -1].all()
        ]
        if bias and never.sum() <= len(hidden) + 9:
            return f"The bias weights of the {' and of the '.join(bias)} get no noise."
        return f"{never.sum()} of {never.size} weights never change."
    if some_unchanged(changes):
        return "In some children not every weight has changed."
    if (np.abs(table - table[0]) < 1e-9).all():
        return "All children get the same noise. Draw it from the generator that is handed in."
    if (np.ptp(table, axis=1) < 1e-9).all():
        return "One number is added to all weights; each weight needs one of its own."
    related = related_complaint(table, hidden)
    if related:
        return related
    if (np.abs(np.array(again) - again[0]) > 1e-9).any():
        return (
            "The same generator gives other noise the second time. Draw from the one that is handed"
            " in alone."
        )
    return ""


def related_complaint(table, hidden):
    """Which two weights have noise in common, in a table of (calls, weights); "" if none have."""
    related = np.abs(np.corrcoef(table.T) - np.eye(table.shape[1]))
    if related.max() <= 0.4:
        return ""
    first, second = map(int, np.unravel_index(related.argmax(), related.shape))
    words = f"such as {_named(first, hidden)} and {_named(second, hidden)}"
    return (
        f"Some weights get the same noise, or related noise, {words}. Each needs a draw of its own."
    )


def _named(number, hidden):
    """Which weight that is, in the words of the notebook."""
    if number < hidden.size:
        return f"hidden[{number // 10}, {number % 10}]"
    number -= hidden.size
    return f"output[{number // (len(hidden) + 1)}, {number % (len(hidden) + 1)}]"


def parents_and_seeds(*sizes):
    """Inputs for an example of each size."""
    return [(*some_network(nodes, np.random.default_rng(nodes)), {"rng": nodes}) for nodes in sizes]


def the_parent(variant, hidden, output, rng):
    """What the visible check compares a child with: it is near its parent."""
    return hidden, output


NOISE = FunctionTask(
    name="noise",
    number="P4.2",
    title="noise in every weight",
    function="with_noise",
    shape=lambda variant: Weights(within=8 * variant.noise),
    parts=(
        Part("size", 2, "normal noise of your class's standard deviation"),
        Part("each weight", 2, "each weight gets noise of its own, the bias weights too"),
        Part("parent", 1, "the parent stays as it was"),
    ),
    cases=noise_cases,
    right=the_parent,
    examples=lambda variant: parents_and_seeds(1, 3),
    verdict=noise_verdict,
    pure=True,
    package=(
        "from fogel import Settings, replication\n\ndef with_noise(hidden, output, rng):\n   "
        " return replication.replicate_weights(hidden, output, rng,"
        " Settings(change_probability=0.0).numbers)\n"
    ),
)


# P4.3 A child.

ENOUGH = 200  # children by which noise that two weights share is told from chance
MIDDLE = 3  # hidden nodes of a parent that is far from both limits
FAMILIES = {MIDDLE: 1600, 1: 300, 10: 250, 2: 130, 9: 130}  # children by the nodes of their parent


@cache
def far_apart(nodes):
    """A parent whose nodes can be told from each other in a child, however large the noise."""
    rng = np.random.default_rng(43 + nodes)
    return rng.uniform(-40, 40, (nodes, 10)).round(2), rng.uniform(-40, 40, (9, nodes + 1)).round(2)


def child_cases(variant):
    """Children of parents with 3, 1, 10, 2 and 9 nodes."""
    parts = {MIDDLE: "how often", 1: "limits", 10: "limits", 2: "limits", 9: "limits"}
    return [
        (parts[nodes], (*far_apart(nodes), {"rng": 10_000 * nodes + k}))
        for nodes, count in FAMILIES.items()
        for k in range(count)
    ]


def nodes_of(answer):
    """How many hidden nodes a child has, None if that can't be read."""
    value = answer.get("value")
    rows = value[0] if isinstance(value, list) and len(value) == 2 else None
    return (
        len(rows) if isinstance(rows, list) and all(isinstance(row, list) for row in rows) else None
    )


def child_verdict(variant, student, cases, answers):
    """How often and how the structure changes, and the noise, from many children."""
    families = families_of(answers)
    unread = {
        nodes: [weights_of(a)[2] for a in some if nodes_of(a) is None]
        for nodes, some in families.items()
    }
    edges = [words for nodes, some in unread.items() if nodes != MIDDLE for words in some]
    total = FAMILIES[MIDDLE]
    often = on_some(unread[MIDDLE], total) or often_complaint(variant, families[MIDDLE])
    limits = on_some(edges, sum(FAMILIES.values()) - total) or limits_complaint(
        variant, families, not often
    )
    children = [weights_of(answer) for answer in families[MIDDLE]]
    by_size = {
        step: [c[:2] for c in children if not c[2] and len(c[0]) == MIDDLE + step]
        for step in (-1, 0, 1)
    }
    more, gained = more_complaint(variant, by_size[1])
    less, lost = less_complaint(by_size[-1])
    changes = gained + lost + [flat(*child) - flat(*far_apart(MIDDLE)) for child in by_size[0]]
    in_place = any(answer.get("changed_inputs") for answer in answers)
    return {
        "how often": often,
        "limits": limits,
        "new node": on_some(misfits(families[MIDDLE], children, MIDDLE + 1), total) or more,
        "deleted node": on_some(misfits(families[MIDDLE], children, MIDDLE - 1), total) or less,
        "noise": (
            IN_PLACE
            if in_place
            else child_noise_complaint(variant, changes, children, len(by_size[0]))
            or aborted_complaint(families)
        ),
    }


def families_of(answers):
    """{hidden nodes of the parents: the answers about their children}."""
    one_by_one = iter(answers)
    return {nodes: list(islice(one_by_one, count)) for nodes, count in FAMILIES.items()}


def misfits(answers, children, nodes):
    """What is wrong with the children of so many nodes whose weights, read as `weights_of` does,
    don't fit together.
    """
    pairs = zip(answers, children, strict=True)
    return [words for answer, (*_, words) in pairs if words and nodes_of(answer) == nodes]


def often_complaint(variant, answers):
    """Whether children lose, keep and gain a node as often as they should."""
    steps = [nodes_of(answer) - MIDDLE for answer in answers]
    total, lost, kept, gained = len(steps), *(steps.count(step) for step in (-1, 0, 1))
    if lost + kept + gained < total:
        return (
            f"A child of a parent with {MIDDLE} hidden nodes has"
            f" {MIDDLE + next(s for s in steps if abs(s) > 1)}."
        )
    half = variant.change / 2
    if not any(
        strays(n, total, chance)
        for n, chance in ((lost, half), (kept, 1 - 2 * half), (gained, half))
    ):
        return ""
    who = f"Of {total:,} children of a parent with {MIDDLE} nodes"
    seen = f"{who} {lost:,} lost one, {kept:,} kept all and {gained:,} gained one"
    most, few = total * (1 - 2 * half), total * half
    told = f"{seen}; about {few:,.0f}, {most:,.0f} and {few:,.0f} are to be expected."
    return f"{told} {_what_happened(variant, lost, kept, gained, total)}".strip()


def _what_happened(variant, lost, kept, gained, total):
    moved = lost + gained
    if moved == 0:
        return "The structure never changes."
    if kept == 0:
        return "The structure always changes."
    if lost == 0 or gained == 0:
        return f"No child {'loses' if lost == 0 else 'gains'} a node."
    if strays(lost, moved, 0.5):
        return "Adding and deleting should be equally likely."
    for words, chance in (
        ("The probability is there for both together, not for each.", min(1.0, 2 * variant.change)),
        (
            "The probability is that of a change, not of a child that stays as it is.",
            1 - variant.change,
        ),
        ("The structure changes half as often as it should.", variant.change / 2),
        ("That is how often it happens in the book.", BOOK.change),
    ):
        if not strays(moved, total, chance):
            return words
    return ""


def limits_complaint(variant, families, hint=True):
    """Whether changes beyond the limits are aborted, and no others; with a hint where the rest is
    right.
    """
    half = variant.change / 2
    for nodes in (1, 10, 2, 9):
        sizes = [nodes_of(answer) for answer in families[nodes]]
        who = f"{len(sizes)} children of parents with {nodes} hidden node{'s' * (nodes > 1)}"
        beyond = [size for size in sizes if not LEAST <= size <= MOST or abs(size - nodes) > 1]
        if beyond:
            return f"Of {who} {len(beyond)} have {beyond[0]}."
        inwards = 1 if nodes in (1, 2) else -1
        step, back = ("gained", "lost") if inwards == 1 else ("lost", "gained")
        if nodes in (2, 9) and nodes - inwards not in sizes and strays(0, len(sizes), half):
            return f"Of {who} none {back} one. Is the limit one node off?"
        count = sizes.count(nodes + inwards)
        if strays(count, len(sizes), half):
            told = f"Of {who} {count} {step} one; about {len(sizes) * half:.0f} are to be expected."
            if hint and nodes in (1, 10) and not strays(count, len(sizes), variant.change):
                told += (
                    " A change that is aborted leaves the child as it is; the opposite change is"
                    " not tried instead."
                )
            return told
    return ""


@cache
def others(count):
    """(count, count - 1): for each of so many rows the numbers of the others."""
    return np.array([np.delete(np.arange(count), row) for row in range(count)])


def best_without(rows, parent):
    """Which row has to go so that the others come nearest to the parent's, and how far they still
    are.
    """
    gaps = np.abs(rows[others(len(rows))] - parent).max(axis=(1, 2))
    return int(gaps.argmin()), gaps.min()


def more_complaint(variant, children):
    """(what is wrong with the new nodes of these children, the changes of all other weights)."""
    if not children:
        return "No child gained a node, so there is none to judge.", []
    hidden, output = far_apart(MIDDLE)
    complaints, changes = [], []
    for mine, outputs in children:
        (row, far), (column, away) = best_without(mine, hidden), best_without(outputs.T, output.T)
        if max(far, away) > 10:
            complaints.append(
                "The old nodes don't have their weights any more, or stand in another order."
            )
            continue
        changes.append(
            flat(np.delete(mine, row, axis=0) - hidden, np.delete(outputs, column, axis=1) - output)
        )
        complaints.append(
            new_complaint(variant, row, column, np.concatenate([mine[row], outputs[:, column]]))
        )
    return next(filter(None, complaints), ""), changes


def new_complaint(variant, row, column, weights):
    """What is wrong with a new node that has this row and column, and these weights."""
    if column == MIDDLE + 1:
        return (
            "The new node's output column stands behind the bias column, which has to stay the"
            " last."
        )
    if row != column:
        return (
            f"The new node has row {row} of the hidden weights, but column {column} of the output"
            " weights."
        )
    if row != new_place(variant, MIDDLE):
        return "The new node stands in another place than the rules of your class say."
    if weights.all() and np.abs(weights).max() < 8 * variant.noise:
        return (
            "The new node's weights are not exactly 0. The noise comes first, and the structure"
            " after it."
        )
    return "The new node's weights are not all exactly 0." if weights.any() else ""


def less_complaint(children):
    """(what is wrong with the nodes that these children lost, the changes of all other weights)."""
    if not children:
        return "No child lost a node, so there is none to judge.", []
    hidden, output = far_apart(MIDDLE)
    complaints, changes, deleted = [], [], np.zeros(MIDDLE, dtype=int)
    for mine, outputs in children:
        (row, far), (column, away) = best_without(hidden, mine), best_without(output.T, outputs.T)
        if max(far, away) > 10:
            complaints.append(
                "The nodes that are left don't have their weights any more, or stand in another"
                " order."
            )
            continue
        changes.append(
            flat(mine - np.delete(hidden, row, axis=0), outputs - np.delete(output, column, axis=1))
        )
        deleted[row] += 1
        if column == MIDDLE:
            complaints.append("The bias column is gone instead of the deleted node's own.")
        elif row != column:
            complaints.append(
                f"Row {row} of the hidden weights is gone, but column {column} of the output"
                " weights."
            )
    total = int(deleted.sum())
    if not complaints and any(strays(n, total, 1 / MIDDLE) for n in deleted):
        gone = ", ".join(map(str, deleted))
        words = f"each should go about {total / MIDDLE:.0f} times"
        complaints.append(f"Nodes 0 to {MIDDLE - 1} were deleted {gone} times; {words}.")
    return next(iter(complaints), ""), changes


def child_noise_complaint(variant, changes, children, kept):
    """What is wrong with the noise in the old weights of the children; the last `kept` have its
    structure.
    """
    if not changes:
        some = [words for *_, words in children if words]
        return (
            on_some(some, len(children))
            or "Nothing of the parent's weights is left in the child's."
        )
    if not any(some.any() for some in changes):
        return "The child's old weights have no noise."
    if some_unchanged(changes):
        return "In some children not every old weight has changed."
    if all(np.ptp(some) < 1e-9 for some in changes):
        return "One number is added to all weights; each weight needs one of its own."
    alike = np.array(changes[-kept:]) if kept > ENOUGH else None
    if (
        alike is not None
        and alike.any(axis=0).all()
        and (related := related_complaint(alike, far_apart(MIDDLE)[0]))
    ):
        return related
    return size_complaint(variant, np.concatenate(changes))


def aborted_complaint(families):
    """What is wrong with the noise of children that are as large as their parents, at a limit; ""
    if nothing is.
    """
    for nodes in (LEAST, MOST):
        parent, children = flat(*far_apart(nodes)), map(weights_of, families[nodes])
        kept = [flat(*c[:2]) - parent for c in children if not c[2] and len(c[0]) == nodes]
        if kept and some_unchanged(kept):
            return (
                f"In some children of parents with {nodes} hidden node{'s' * (nodes > 1)} not every"
                " weight has changed. A change that is aborted takes no noise away."
            )
    return ""


def nothing_to_show(variant, hidden, output, rng):
    """Children are random: the visible check looks at the form alone."""


CHILD = FunctionTask(
    name="child",
    number="P4.3",
    title="a child",
    function="child",
    shape=Weights(),
    parts=(
        Part("how often", 2, "how many children lose, keep and gain a node"),
        Part("limits", 1, "children of parents with 1, 2, 9 and 10 nodes"),
        Part("new node", 1, "a new node is silent and in its place"),
        Part("deleted node", 1, "any node alike is deleted, row and column"),
        Part("noise", 1, "noise in every old weight, and the parent as it was"),
    ),
    cases=child_cases,
    right=nothing_to_show,
    examples=lambda variant: parents_and_seeds(1, 4, 10),
    verdict=child_verdict,
    by_many=True,
    pure=True,
    package=(
        "from fogel import Settings, replication\n\n"
        "def child(hidden, output, rng):\n"
        "    return replication.replicate_weights(hidden, output, rng, Settings().numbers)\n"
    ),
)


# P4.4 Find the bug: a litter that walks away.

ANY_NUMBERS = Numbers(within=np.inf)
# Children and weights of each.
LITTERS = [(50, 28)] * 30 + [(5, 104)] * 10 + [(2, 199), (1, 199)] * 5


@cache
def litter_parent(weights):
    """All weights of a network in one array."""
    return np.random.default_rng(weights).normal(0, 1, weights).round(3)


def litter_cases(variant):
    """Litters of several sizes."""
    return [
        ("children", (litter_parent(size), count, {"rng": 44 + k}))
        for k, (count, size) in enumerate(LITTERS)
    ]


def litter_verdict(variant, student, cases, answers):
    """Whether all of a litter are children of the parent, and whether the parent is as it was."""
    some = []
    for (_, (weights, count, _)), answer in zip(cases, answers, strict=True):
        words = unreadable(answer)
        some.append(
            words or what_is_wrong(answer["value"], np.tile(weights, (count, 1)), ANY_NUMBERS)
        )
    if any(some):
        return dict.fromkeys(("children", "parent"), on_some([*filter(None, some)], len(cases)))
    tables = [
        np.array(a["value"], dtype=float) - inputs[0]
        for (_, inputs), a in zip(cases, answers, strict=True)
    ]
    if some_unchanged(tables):
        return dict.fromkeys(
            ("children", "parent"), "Some weights are still the parent's; each needs noise."
        )
    in_place = any(answer.get("changed_inputs") for answer in answers)
    return {"children": litter_complaint(variant, tables), "parent": IN_PLACE if in_place else ""}


def litter_complaint(variant, tables):
    """What is wrong with the children of the litters; "" if nothing is."""
    large = np.array([table for table in tables if table.shape == LITTERS[0]])
    by_child = (large**2).mean(axis=(0, 2))
    if by_child[-1] > 10 * by_child[0]:
        return (
            "The later a child is born, the less it is like the parent: each is made from the one"
            " before."
        )
    if np.abs(large[:, 1:] - large[:, :-1]).max() < 1e-9:
        return "All children of a litter are the same."
    draws = large.shape[0] * large.shape[2]
    first, second = large[:, :-1].ravel(), large[:, 1:].ravel()
    if abs(np.corrcoef(first, second)[0, 1]) > 0.1:
        return "Sisters and brothers have noise in common; each needs its own."
    if any(spread_strays(size, draws, variant.noise, SURER) for size in by_child):
        return (
            size_complaint(variant, large.ravel())
            or "Not all children of a litter have noise of the same size."
        )
    return size_complaint(variant, np.concatenate([table.ravel() for table in tables]))


LITTER = FunctionTask(
    name="litter",
    number="P4.4",
    title="find the bug: a litter that walks away",
    kind="bug",
    function="litter",
    shape=lambda variant: Numbers(within=20 * variant.noise),
    parts=(
        Part("children", 2, "all are children of the parent"),
        Part("parent", 1, "the parent stays as it was"),
    ),
    cases=litter_cases,
    right=lambda variant, weights, count, rng: np.tile(weights, (count, 1)),
    examples=lambda variant: [(litter_parent(28), count, {"rng": count}) for count in (1, 3)],
    verdict=litter_verdict,
    pure=True,
)

GAP_OF = 10  # children in the litter of P4.5


def gaps(variant, student):
    """The standard deviation of the last child minus the first, with the bug and without."""
    return (np.sqrt(GAP_OF - 1) * variant.noise, np.sqrt(2) * variant.noise)


GAP = ValueTask(
    name="gap",
    number="P4.5",
    title="what a measurement would have shown",
    kind="bug",
    values=("gap_with_bug", "gap_mended"),
    shapes=lambda variant: tuple(Number(within=0.02 * float(gap)) for gap in gaps(variant, "")),
    parts=(
        Part("with the bug", 1, "the last child minus the first, with the bug"),
        Part("mended", 1, "the last child minus the first, mended"),
    ),
    right=gaps,
    wrong={
        "That is the last child minus the parent, as it was before.": mistake(
            ("9**0.5", "10**0.5"), ("2**0.5", "1")
        ),
        "Of independent numbers the variances add up, not the standard deviations.": mistake(
            ("9**0.5", "9"), ("2**0.5", "2")
        ),
        "That is the variance; its square root is asked for.": mistake(
            ("* 9**0.5", "**2 * 9"), ("* 2**0.5", "**2 * 2")
        ),
        "That is what it would be with the noise of the book.": mistake(
            ("<<v.noise>> * 9", "0.05 * 9"), ("<<v.noise>> * 2", "0.05 * 2")
        ),
    },
)


# P4.6 and P4.7 A line of descent.

GUESS = ValueTask(
    name="guess",
    number="P4.6",
    title="predict",
    kind="predict",
    values=("my_guess",),
    shapes=(Number(least=1, most=10),),
    parts=(Part("guess", 1, "a number from 1 to 10"),),
    right=lambda variant, student: (None,),
)


def my_line(variant, student):
    """(start, goal, generations) of a student, as the notebook draws them."""
    rng = student_rng(variant.number, student, "line")
    return int(rng.integers(1, 4)), int(rng.integers(2, 5)), int(rng.integers(10, 30))


def line(variant, student):
    """(probability of the goal, expected nodes, expected aborted changes) of a student's line of
    descent.
    """
    start, goal, count = my_line(variant, student)
    half, nodes = variant.change / 2, np.arange(MOST + 1)
    chances, aborted = 1.0 * (nodes == start), 0.0
    for _ in range(count):
        aborted += half * (chances[LEAST] + chances[MOST])
        after = (1 - 2 * half) * chances
        for step in (1, -1):
            np.add.at(after, np.clip(nodes + step, LEAST, MOST), half * chances)
        chances = after
    return float(chances[goal]), float(chances @ nodes), float(aborted)


def with_change(chance):
    """The edits that put in another probability of a change, wherever the solution has it."""
    places = ("aborted += ", "(1 - ", "+ 1, 10)] += ", "- 1, 1)] += ")
    return [(f"{before}<<v.change>>", f"{before}{chance}") for before in places]


LINE = ValueTask(
    name="line",
    number="P4.7",
    title="your line of descent",
    kind="personal",
    values=("my_chance", "my_mean", "my_aborted"),
    shapes=(Number(within=0.0006, least=0, most=1), Number(within=0.006), Number(within=0.006)),
    parts=(
        Part("chance", 2, "the probability that your line ends with my_goal nodes"),
        Part("mean", 1, "how many nodes it has in the end, on average"),
        Part("aborted", 2, "how many of its changes are aborted, on average"),
    ),
    right=line,
    wrong={
        "That is what it would be with the book's probability of a change.": mistake(
            *with_change("0.5")
        ),
        "That is what it would be with your class's probability for a node more, and once more "
        "for a node less.": mistake(*with_change("min(2 * <<v.change>>, 1)")),
        "That is what it would be if nothing stopped a line at 1 and at 10.": mistake(
            ("zeros(11)  # entry H", "zeros(100)  # entry H, also of negative H"),
            ("range(1, 11)", "range(-40, 41)"),
            ("min(nodes + 1, 10)", "nodes + 1"),
            ("max(nodes - 1, 1)", "nodes - 1"),
            ("chances @ np.arange(11)", "my_start"),
            ("round(aborted, 2)", "0"),
        ),
        "That is what it would be if a change that is aborted became the opposite one.": mistake(
            ("min(nodes + 1, 10)", "nodes + 1 if nodes < 10 else 9"),
            ("max(nodes - 1, 1)", "nodes - 1 if nodes > 1 else 2"),
        ),
        "That is one generation too many.": mistake(("my_generations", "my_generations + 1")),
        "That is one generation too few.": mistake(("my_generations", "my_generations - 1")),
    },
)

WHY = WrittenTask(
    name="why",
    number="P4.8",
    title="in your own words",
    parts=(Part("why", 3, "what a new node that is not silent would do to a line of descent"),),
)


# The pictures.


def right_child(variant, hidden, output, rng):
    """A child, in the rules of the class."""
    noisy = (
        hidden + rng.normal(0, variant.noise, hidden.shape),
        output + rng.normal(0, variant.noise, output.shape),
    )
    return changed(variant, *noisy, rng.random(3))


@style.styled
def changes_figure(variant):
    """The changes in 200 children of a parent with ten nodes, and the normal density."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(style.PAGE, 3.0))
    axes, noise = figure.subplots(), variant.noise
    edges = np.linspace(-4 * noise, 4 * noise, 41)
    changes = np.random.default_rng(4).normal(0, noise, 200 * 199)
    axes.hist(changes, edges, density=True, color=drawing.FAINT, rwidth=0.92)
    x = np.linspace(-4 * noise, 4 * noise, 400)
    axes.plot(x, np.exp(-0.5 * (x / noise) ** 2) / (noise * np.sqrt(2 * np.pi)), color=drawing.BLUE)
    axes.set(xlabel="change of a weight in 200 children", ylabel="density")
    return figure


@style.styled
def families_figure(variant):
    """How many of 300 children lost, kept and gained a node, for parents of each size."""
    from matplotlib.figure import Figure

    figure, rng = Figure(figsize=(style.PAGE, 3.0)), np.random.default_rng(4)
    axes = figure.subplots()
    for nodes in range(1, 11):
        parent, floor = (np.zeros((nodes, 10)), np.zeros((9, nodes + 1))), 0
        steps = [len(right_child(variant, *parent, rng)[0]) - nodes for _ in range(300)]
        for step, colour in ((-1, drawing.ORANGE), (0, drawing.FAINT), (1, drawing.GREEN)):
            axes.bar(nodes, steps.count(step), bottom=floor, color=colour)
            floor += steps.count(step)
    label_families(axes, variant.change)
    return figure


def label_families(axes, change):
    """The words beside the bars."""
    for name, height in (("lost", 75 * change), ("kept", 150), ("gained", 300 - 75 * change)):
        axes.text(10.7, height, name, va="center")
    axes.set(
        xlabel="hidden nodes of the parent",
        ylabel="of 300 children",
        xticks=range(1, 11),
        xlim=(0.4, 12.3),
    )
    axes.set_yticks(range(0, 301, 100))


SET = ProblemSet(
    "04_replication",
    "A network has a child",
    80,
    (STRUCTURE, NOISE, CHILD, LITTER, GAP, GUESS, LINE, WHY),
    {"changes": changes_figure, "families": families_figure},
)
