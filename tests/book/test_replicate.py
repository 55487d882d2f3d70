"""Claims are run again with fresh seeds: in a toy book with planted claims, and in this one."""

import ast
import json

import numpy as np
import pytest
import replicate
from replicate_run import names, shown
from tables import draws_of

FRESH = (1, 2, 3, 4)
TOY = """---
kernelspec:
  name: python3
---

# 1 · Dice

**The first roll is {first}.** **No roll is above six.** **The mean roll
is near 3.5.** It rained. **The first roll is low.** **This roll is {first}.**

```{{code-cell}}
import os
import numpy as np
from os import path as drawing

fixed = np.array([1, 2])
stored = np.loadtxt("stored/first-payoffs.csv", delimiter=",", skiprows=2)[0]
setting = open("../fogel/taste/tastes/fair.json").read()
low = stored[0]
opened = os.read(os.open("stored/ends.csv", os.O_RDONLY), 7)
rolls = np.random.default_rng(1993).integers(1, 7, 600)
lookup = {{{first}: "there"}}
ragged = [[rolls[0]], [1, 2]]
stack = [rolls[1], rolls[0]]
assert stack.pop() == {first}  # no claim, and yet it takes one away


def mean(values):
    assert values[0] == {first}  # no claim
    return values.mean()
```

```{{code-cell}}
:tags: [hide-input]

with drawing.chart("a picture") as axes:
    total = rolls.sum()
with drawing.chart("a comparison") as axes:
    axes.plot(rolls, stored)
```

```{{code-cell}}
found = lookup[tuple(rolls[:3])[0]]
for value in [lookup[rolls[0]]]:
    print(value)
# claim: The first roll is {first}
assert rolls[0] == {first}
# by definition: No roll is above six
assert rolls.max() <= 6
# claim: The mean roll is near
assert 3 < mean(rolls) < 4
# claim ({share}): The first roll is low
assert rolls[0] < 4
# claim: What needs no seed is
assert fixed[0] == 1
# claim: What is read from a file
assert stored[0] != rolls[0] + 6
# claim: What is opened in another way
assert opened == b"# fogel" and rolls[0]
# claim: A file of settings holds no results
assert len(setting) > rolls.min()
# claim: It needs what is not there
assert found
# claim: What is ragged can be
assert ragged == [[rolls[0]], [1, 2]]
# claim: What is taken away is gone
assert stack.pop() == rolls[1] and not stack
# because: It is a die
assert all(roll in range(1, 7) for roll in rolls)
# here: This roll is {first}
assert rolls[0] == {first}
# claim: What a picture adds up is
assert total > 600
# claim: A loop has variables of its own
for value in rolls.tolist():
    assert 1 <= value <= 6
tops = {{}}
for value in (1, 2):
    low = rolls[value]
    tops[value] = low
# claim: A loop sets a name before it reads it
assert min(tops.values()) > 0
# claim: A loop binds a name anew
for value in rolls:
    opened = value
    assert opened < 7
# claim: It fails once in a loop
for value in (0, 1):
    assert value
# here: It holds with all of
assert rolls.mean() < 5
```
"""


def rolls_of(fresh):
    return np.random.default_rng(1993 + replicate.STEP * fresh).integers(1, 7, 600)


FIRST = rolls_of(0)[0]
LOW = sum(rolls_of(fresh)[0] < 4 for fresh in FRESH)
SAME = sum(rolls_of(fresh)[0] == FIRST for fresh in FRESH)


@pytest.fixture(scope="module")
def toy(tmp_path_factory):
    path = tmp_path_factory.mktemp("book") / "01_dice.md"
    path.write_text(TOY.format(first=FIRST, share=f"{LOW} of {len(FRESH)}"), encoding="utf-8")
    return replicate.Chapter(path)


@pytest.fixture(scope="module")
def results(toy):
    return replicate.replicate(toy, FRESH)


@pytest.mark.parametrize(
    "words, said, count",
    [
        (f"The first roll is {FIRST}", "failed", SAME),
        ("No roll is above six", "held", 4),
        ("The mean roll is near", "held", 4),
        ("The first roll is low", "held", LOW),
        ("What needs no seed is", "fixed", 4),
        ("What is read from a file", "stored", 4),
        ("What is opened in another way", "stored", 4),
        ("A file of settings holds no results", "held", 4),
        ("It needs what is not there", "failed", SAME),
        ("What is ragged can be", "held", 4),
        ("What is taken away is gone", "held", 4),
        ("It is a die", "held", 4),
        ("What a picture adds up is", "held", 4),
        ("A loop has variables of its own", "held", 4),
        ("A loop sets a name before it reads it", "held", 4),
        ("A loop binds a name anew", "held", 4),
        ("It fails once in a loop", "failed", 0),
    ],
)
def test_a_planted_claim_is_judged(toy, results, words, said, count):
    assert 0 < LOW < 4 > SAME
    pairs = zip(toy.claims, results["claims"], strict=True)
    claim, runs = next((claim, one["runs"]) for claim, one in pairs if claim.words == words)
    assert replicate.verdict(claim, runs) == (said, count)


def test_a_share_that_is_not_reached_fails(toy, results):
    claim = next(claim for claim in toy.claims if claim.words == "The first roll is low")
    runs = results["claims"][toy.claims.index(claim)]["runs"]
    assert claim.share == LOW / 4
    claim.share += 0.01
    assert replicate.verdict(claim, runs)[0] == "failed"
    claim.share -= 0.01


def test_a_failure_is_reported_with_sentence_place_and_numbers(toy, results):
    lines = "\n".join(replicate.table(toy, results))
    at = toy.text[: toy.text.index("# claim: The first")].count("\n") + 1
    assert f"{toy.path}:{at} (claim)\n  The first roll is {FIRST}.\n" in lines
    other = next(fresh for fresh in FRESH if rolls_of(fresh)[0] != FIRST)
    seen = rolls_of(other)[0]
    assert f"seed {other}: rolls[0] == {FIRST}\n      rolls[0] = {seen}\n" in lines
    assert "KeyError at 'found = lookup[" in lines
    assert "The mean roll is near 3.5.\n" not in lines  # it holds
    assert all(f"4 of 4          {kind}" in lines for kind in ("claim", "because", "by definition"))
    assert "  here  " not in lines and lines.endswith(
        "held with all seeds: 'It holds with all of'."
    )
    assert toy.sentence(toy.claims[2]) == "The mean roll is near 3.5."


def test_each_result_is_that_of_its_seed(results):
    for fresh in FRESH:
        found = results["claims"][0]["runs"][str(fresh)]["asserts"][f"rolls[0] == {FIRST}"]
        assert found["numbers"] == {"rolls[0]": str(rolls_of(fresh)[0])}
    ragged = next(one for one in results["claims"] if one["words"] == "What is ragged can be")
    for run in ragged["runs"].values():
        assert "ragged" in run["asserts"]["ragged == [[rolls[0]], [1, 2]]"]["numbers"]


@pytest.mark.parametrize(
    "values, origins", [(("0.5", "0.5"), set()), (("0.5", "0.6"), {"seed"}), (("1", "1"), {"seed"})]
)
def test_what_has_the_same_fractions_with_all_seeds_comes_from_none(values, origins):
    runs = {
        str(seed): {
            "origins": ["seed"],
            "asserts": {"x > 0.2": {"held": True, "numbers": {"x": value}}},
        }
        for seed, value in enumerate(values)
    }
    assert replicate.origins(runs) == origins


@pytest.mark.parametrize(
    "value, text",
    [
        (0.12346, "0.1235"),
        ([1, 0.5], "[1, 0.5]"),
        (range(3), "range(0, 3)"),
        (np.arange(13), "(13,) from 0 to 12"),
        ([("a", "b")], "[('a', 'b')]"),
    ],
)
def test_a_value_becomes_a_short_text(value, text):
    assert shown(value) == text


@pytest.mark.parametrize(
    "loop, reads",
    [
        ("for a in b:\n    c = a\n    d = c", {"b"}),
        ("for a in b:\n    c = c + a", {"b", "c"}),
        ("for a in b:\n    d = c\n    for e in a:\n        c = e", {"b", "c"}),
    ],
)
def test_a_loop_reads_what_it_does_not_set_first(loop, reads):
    assert names(ast.parse(loop).body[0])[0] == reads


def test_a_loop_that_changes_parts_changes_the_whole():
    loop = "for a, b in zip(c, d.items()):\n    b.append(1)"
    assert names(ast.parse(loop).body[0])[2] == {"b", "c", "d"}


def test_with_the_book_s_own_seed_a_run_is_that_of_the_book(toy):
    found = zip(toy.claims, replicate.run(toy, 0), strict=True)
    failed = [claim.words for claim, result in found if not replicate.holds(result)]
    assert failed == ["It fails once in a loop"]


def test_results_of_other_code_are_stale(toy, results, tmp_path):
    replicate.store(toy, results, tmp_path)
    assert replicate.load(toy, tmp_path) == json.loads(json.dumps(results))
    for old, new, is_stale in (("It rained.", "It snowed.", False), ("600", "601", True)):
        changed = tmp_path / "01_dice.md"
        changed.write_text(toy.text.replace(old, new), encoding="utf-8")
        assert (replicate.load(replicate.Chapter(changed), tmp_path) is None) == is_stale


CHAPTERS = [replicate.Chapter(path) for path in sorted(replicate.SOURCE.glob("**/*.md"))]
CHAPTERS = [chapter for chapter in CHAPTERS if chapter.claims]
STORED = [chapter for chapter in CHAPTERS if replicate.stored_file(chapter).exists()]


def test_stored_results_belong_to_chapters():
    files = {*replicate.STORED.glob("**/*.json")}
    assert files == {replicate.stored_file(chapter) for chapter in STORED}


@pytest.mark.parametrize("chapter", STORED, ids=lambda chapter: chapter.name)
def test_stored_results_are_those_of_the_chapter_as_it_is(chapter):
    found = replicate.load(chapter)
    assert found, f"run: make replicate {chapter.name}"
    assert tuple(found["seeds"]) == replicate.SEEDS


@pytest.mark.parametrize("part", range(2))
def test_random_results_come_out_again(part):
    rng = draws_of(replicate.stored_file(STORED[0]))
    chapter = STORED[rng.permutation(len(STORED))[part % len(STORED)]]
    seed = int(draws_of(replicate.stored_file(chapter)).choice(replicate.SEEDS))
    stored = [claim["runs"][str(seed)]["asserts"] for claim in replicate.load(chapter)["claims"]]
    found = [result["asserts"] for result in replicate.run(chapter, seed)]
    assert found == stored, f"run: make replicate {chapter.name}"
