import dataclasses
import re

import pytest

from fogel import Keep, Settings, Watch, run_trial
from fogel.engine import logbook

PARENTS = 10
VARIANTS = [
    {},
    {"equal_is_beaten": True},
    {"repeat_rivals": True},
    {"survivors": "highest-score"},
    {"games": 8, "loss_payoff": -1},
]


def log_of(**changes):
    settings = Settings(parents=PARENTS, generations=4, **changes)
    return run_trial(settings, observers=[Watch(logbook.Logbook)]).observer.log


@pytest.fixture(scope="module")
def log():
    return log_of()


@pytest.mark.parametrize("changes", [*VARIANTS, {"evaluation": "exact"}])
def test_reading_back_gives_what_was_printed(changes):
    log = log_of(**changes)
    text = logbook.write(log)
    assert logbook.read(text) == log
    assert logbook.write(logbook.read(text)) == text


def test_the_sources_template(log):
    text = logbook.write(log)
    head = "HYPERPARAMETERS\n   Networks per generation: 20\n   Selection percentage: 0.5\n"
    assert text.startswith(head)
    for line in (
        "ABBREVIATIONS",
        "   star (*) if selected",
        "   H = number of non-bias neurons in hidden layer",
        "   [min weight, mean weight, max weight]",
        "   (wins : losses : ties)",
        "   (IDs won against | IDs lost against | IDs tied against)",
        "GENERATION 1",
        "GENERATION 4",
    ):
        assert f"\n{line}\n" in text
    entry = re.compile(
        r"[* ] NN \d+ \((parent|child of \d+), H=\d+, \[-?\d\.\d\d, -?\d\.\d\d, -?\d\.\d\d\]\)\n"
        r"    payoff -?\d+  \(\d+:\d+:\d+\)\n    score \d+  \([\d,]*\|[\d,]*\|[\d,]*\)\n"
    )
    assert len(entry.findall(text)) == 4 * 20


@pytest.mark.parametrize("changes", VARIANTS)
def test_a_log_agrees_with_itself(changes):
    settings = Settings(parents=PARENTS, generations=4, **changes)
    log = log_of(**changes)
    alive, highest = set(), 0
    for number, entries in log.generations.items():
        payoffs = {entry.number: entry.payoff for entry in entries}
        assert list(payoffs) == sorted(payoffs)
        children = [entry.number for entry in entries if entry.parent]
        if number == 1:
            assert list(payoffs) == list(range(1, 21))
        else:
            assert {entry.number for entry in entries if not entry.parent} == alive
            assert children == list(range(highest + 1, highest + 1 + len(children)))
        alive, highest = {entry.number for entry in entries if entry.selected}, max(payoffs)
        for entry in entries:
            wins, losses, ties = entry.results
            assert wins + losses + ties == settings.games
            assert entry.payoff == wins + settings.loss_payoff * losses
            met = entry.won + entry.lost + entry.tied
            assert len(met) == min(10, len(entries) - 1) and entry.number not in met
            assert settings.repeat_rivals or len(set(met)) == len(met)
            assert all(payoffs[rival] < entry.payoff for rival in entry.won)
            assert all(payoffs[rival] > entry.payoff for rival in entry.lost)
            assert all(payoffs[rival] == entry.payoff for rival in entry.tied)
            assert entry.score == len(entry.won) + settings.equal_is_beaten * len(entry.tied)


def test_exact_payoffs_have_two_digits():
    log = log_of(evaluation="exact")
    for entry in (entry for entries in log.generations.values() for entry in entries):
        wins, losses, ties = entry.results
        assert wins + losses + ties == pytest.approx(32, abs=0.02)
        assert entry.payoff == pytest.approx(wins - 10 * losses, abs=0.06)
        assert entry.payoff == round(entry.payoff, 2)
    results = ":".join([r"\d+\.\d\d?"] * 3)
    assert re.search(rf"payoff -\d+\.\d\d?  \({results}\)\n", logbook.write(log))


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda text: text.replace("HYPERPARAMETERS", "PARAMETERS"), "line 1: "),
        (lambda text: text.replace("ABBREVIATIONS", "WORDS"), "line 6 does not fit"),
        (lambda text: text.replace("GENERATION 1", "GENERATION one"), "line 13 .*GENERATION one"),
        (lambda text: text.replace("score 0 ", "score=0 ", 1), "does not fit"),
        (lambda text: text + "and so on\n", "does not fit the template of a log: 'and so on'"),
    ],
)
def test_what_is_no_log_is_named_by_its_line(log, damage, message):
    with pytest.raises(ValueError, match=message):
        logbook.read(damage(logbook.write(log)))


def test_a_score_is_the_number_of_those_beaten(log):
    text = logbook.write(log)
    score = re.search(r"score (\d+)  \(", text)
    line = text.count("\n", 0, score.start()) + 1
    number = next(iter(log.generations[1])).number
    words = rf"^line {line}: network {number} beat {score[1]} rivals, .* not 99$"
    with pytest.raises(ValueError, match=words):
        logbook.read(text[: score.start(1)] + "99" + text[score.end(1) :])
    tied = log_of(equal_is_beaten=True)  # by whose settings those tied against count too
    assert any(entry.tied and entry.score > len(entry.won) for entry in tied.generations[4])
    with pytest.raises(ValueError, match=r"^line \d+: network \d+ beat"):
        logbook.read(logbook.write(tied).replace("equal_is_beaten=True", "equal_is_beaten=False"))


def test_a_generation_stands_in_a_log_once(log):
    text = logbook.write(log)
    line = text[: text.index("GENERATION 2")].count("\n") + 1
    with pytest.raises(ValueError, match=f"^line {line}: there is a GENERATION 1 already$"):
        logbook.read(text.replace("GENERATION 2", "GENERATION 1"))


@pytest.mark.parametrize("number", ["9" * 400, "9" * 5000, "007", "٣", "1.234", "1e999"])
def test_numbers_of_a_log_are_plain(log, number):
    text = logbook.write(log)
    for before in ("payoff ", "score ", "GENERATION ", "H="):
        start = text.index(before) + len(before)
        end = re.compile(r"\d+").search(text, start).end()
        with pytest.raises(ValueError, match=r"^line \d+ does not fit the template"):
            logbook.read(text[:start] + number + text[end:])


class Counted(str):
    """A text that counts how many characters are looked at by what looks at all of it."""

    looked_at = 0

    def split(self, *arguments):
        Counted.looked_at += len(self)
        return super().split(*arguments)

    def count(self, *arguments):
        Counted.looked_at += len(self)
        return super().count(*arguments)


def test_reading_takes_time_in_proportion_to_the_text(log):
    text = Counted(logbook.write(log) + "\n" * 3000)
    line = text.rstrip().count("\n") + 2
    for more, number, shown in (("", line, ""), ("x\n", line + 3000, "x")):
        words = f"^line {number} does not fit the template of a log: '{shown}'$"
        with pytest.raises(ValueError, match=words):
            logbook.read(Counted(text + more))
    assert Counted.looked_at < 10 * len(text)


def test_an_entry_is_what_happened():
    trial = run_trial(Settings(parents=PARENTS, generations=1), observers=[Keep((1,))])
    generation = trial.kept[1]
    entry = logbook.entry(generation, 12)
    weights = generation.networks[12].weights
    numbers = weights.min(), weights.mean(), weights.max()
    assert entry.weights == tuple(f"{number:.2f}" for number in numbers)
    assert (entry.number, entry.parent, entry.payoff) == (13, 3, generation.payoffs[12])
    assert dataclasses.asdict(entry)["selected"] == (12 in generation.survivors)
