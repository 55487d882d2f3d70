import copy

import pytest
from scipy.optimize import linprog

from fogel import Settings, proof
from fogel.encoding import encode

READINGS = [{"marker": m, "line_choice": c} for m in ("network", "own") for c in ("squares", "lines", "first")]


@pytest.mark.parametrize("changes", READINGS, ids=lambda changes: "-".join(changes.values()))
def test_one_node_is_too_few_in_every_reading(changes):
    settings = Settings(**changes)
    steps = proof.check(proof.load(settings), settings)
    assert steps["contradiction"] >= 4 and steps["beginning"] in (4, 8)


def leaves(tree):
    if "contradiction" in tree:
        yield tree
    for branches in (tree.get("move"), tree.get("steeper"), {"": tree["then"]} if "then" in tree else None):
        for branch in (branches or {}).values():
            yield from leaves(branch)


def test_contradictions_have_no_solution():
    """A solver for linear inequalities agrees: no u makes all differences of a leaf positive."""
    for leaf in leaves(proof.load()["tree"]):
        differences = [encode(c).astype(float) - encode(a).astype(float) for _, _, a, c, _ in leaf["contradiction"]]
        found = linprog([0.0] * 9, A_ub=differences, b_ub=[-1.0] * len(differences), bounds=[(None, None)] * 9)
        assert found.status == 2  # infeasible
        if len(differences) > 1:  # and all of them are needed
            fewer = linprog(
                [0.0] * 9, A_ub=differences[1:], b_ub=[-1.0] * (len(differences) - 1), bounds=[(None, None)] * 9
            )
            assert fewer.status == 0


def tampered():
    """The same proof with one thing wrong, in many ways."""
    right = proof.load(Settings(line_choice="lines"))
    for number in range(sum(1 for _ in leaves(right["tree"]))):
        for change in ("drop", "times", "swap", "board"):
            wrong = copy.deepcopy(right)
            leaf = list(leaves(wrong["tree"]))[number]["contradiction"]
            if change == "drop":
                leaf.pop()
            elif change == "times":
                leaf[0][4] += 1
            elif change == "swap":
                leaf[0][0], leaf[0][1] = leaf[0][1], leaf[0][0]
            else:
                leaf[0][2] = leaf[0][3]
            yield pytest.param(wrong, id=f"{change}-{number}")
    for change in ("say", "branch", "empty"):
        wrong = copy.deepcopy(right)
        tree = wrong["tree"]["then"]
        if change == "say":
            wrong["tree"]["then"] = {"say": [3, 4], "then": tree}
        elif change == "branch":
            del tree["steeper"]["6"]
        else:
            next(leaves(tree))["contradiction"].clear()
        yield pytest.param(wrong, id=change)


@pytest.mark.parametrize("wrong", list(tampered()))
def test_a_tampered_proof_is_refused(wrong):
    with pytest.raises(proof.ProofError):
        proof.check(wrong, Settings(line_choice="lines"))


def test_a_proof_of_another_reading_is_refused():
    with pytest.raises(proof.ProofError, match="is not tried"):
        proof.check(proof.load(), Settings(line_choice="lines"))
    with pytest.raises(proof.ProofError, match="never slips"):
        proof.check(proof.load(), Settings(slip=0.0))
