"""One word, one meaning: the glossary, and the words that it holds the whole project to."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

GLOSSARY = (ROOT / "notebooks/glossary.md").read_text(encoding="utf-8")
ENTRIES = dict(re.findall(r"^## (.+)\n((?:(?!## ).*\n?)*)", GLOSSARY, re.M))

# The book's own terms. Each has an entry that says what the field calls it.
HOME_MADE = [
    "blind order",
    "ceiling",
    "climber",
    "flattery",
    "knob",
    "peek",
    "reading",
    "rival",
    "score",
    "seat",
    "second round",
    "share",
    "sight",
    "slip",
    "sphexish",
    "stored table",
]

# Words that are no longer used for what stands beside them: {pattern: what to write instead}.
RETIRED = {
    r"\blaws? of (a|the|its|their) (total|payoff|match)|\blaw_of\b|\btotal_law\b": "distribution",
    r"\bworths\b|\b(its|their|his|whose|the) worth\b": "expected payoff, or value",
    r"\breflex(es)?\b": "rule-based baseline",
    r"\b(who|rows that|networks that) (goes|go|went) on\b|\b(odds|chance) of going on\b": "survives",
    r"\bFALLS\b|\b(read|write)_falls\b|\bleague-falls\b": "relapse",
    r"\bby lot\b": "at random",
    r"\bspoils\b": "blunders, blunder rate",
    r"\bpiece (count|difference)\b|\bpiece_count|\bpieceCount": "material, material difference",
    r"\bwin boards?\b": "win pattern",
    r"\bclause [1-4]\b": "rule 1 to 4",
    r"\bstanding_of\b|\bstandings\b": "evaluate, rate, ratings",
    r"`fogel card`": "fogel measure",
    r"\b(near_perfect|perfect|random|lookahead)_weights\b": "odds",
    r"\bmean_and_interval\b|\bdifference_and_interval\b": "mean_and_half_width",
    r"\b(zygote|keeper)s?\b": "forkserver, supervisor",
    r"(?<=\s)--(others|careful|any-way|second-move|most|limit|at|early|worse|goal|advice|turned"
    r"|scored|link|least|per|hopeless|descent|fresh|open|opening)\b(?!-)": "options that explain themselves",
}
FILES = [
    path
    for top in ("fogel", "classroom", "notebooks", "tests", "README.md", "CONTRIBUTING.md")
    for path in ([ROOT / top] if (ROOT / top).is_file() else sorted((ROOT / top).rglob("*")))
    if path.suffix in (".py", ".md", ".js", ".html", ".yml")
    if not {"node_modules", "api"} & {*path.parts}
    if path.name != "test_terms.py"
]
TEXTS = {path: path.read_text(encoding="utf-8") for path in FILES}


def test_the_glossary_is_in_the_order_of_the_alphabet_and_has_each_term_once():
    names = re.findall(r"^## (.+)$", GLOSSARY, re.M)
    assert names == sorted(set(names), key=str.casefold)


@pytest.mark.parametrize("term", HOME_MADE)
def test_a_term_of_our_own_has_an_entry_with_the_fields_word(term):
    assert re.search(r"In the field: .+", ENTRIES[term]), term


@pytest.mark.parametrize("pattern", RETIRED)
def test_a_word_that_was_replaced_is_not_used(pattern):
    found = {
        f"{path.relative_to(ROOT)}: {hit[0]}"
        for path, text in TEXTS.items()
        for hit in re.finditer(pattern, text)
    }
    assert not found, f"write {RETIRED[pattern]} instead: {sorted(found)[:9]}"
