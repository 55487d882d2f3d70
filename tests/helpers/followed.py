"""Trials of the page and of the package side by side, generation by generation, to the last bit;
and what a reader does and sees on the page.
"""

import json

import numpy as np
from browser import wait_until

from fogel import Audit, Keep, Settings, run_trial
from fogel.play import Match
from fogel.web.evolve.page import program

# What happened in each generation of a trial, as JSON.
FOLLOW = """(values, trial, generations) => {
  const one = fastTrial(checkedSettings(values), trial, compiledModule());
  return range(generations).map(() => {
    one.evolve();
    const { arrays, networks, best, counts } = one;
    const [payoffs, scores] = [arrays.payoffs, arrays.scores].map((values) => [...values.slice(0, networks)]);
    const survivors = [...arrays.survivors.slice(0, counts[0])];
    const slots = [...arrays.slots.slice(0, networks)];
    const [numbers, nodes] = [arrays.numbers, arrays.nodes].map((values) => slots.map((slot) => values[slot]));
    const [weights, exact] = [one.weights(best), one.expectedPayoff(best)];
    return { payoffs, scores, survivors, best, numbers, nodes, weights, exact };
  });
}"""
MANY = f"runs => runs.map(run => ({FOLLOW})(...run))"


def expected(settings, trial):
    """The same of the package's trial."""
    generations = range(1, settings.generations + 1)
    found = run_trial(settings, trial, observers=[Keep(generations), Audit()])
    return [
        {
            "payoffs": one.payoffs.tolist(),
            "scores": one.scores.tolist(),
            "survivors": one.survivors.tolist(),
            "best": one.best,
            "numbers": one.numbers.tolist(),
            "nodes": [network.hidden_nodes for network in one.networks],
            "weights": one.networks[one.best].weights.tolist(),
            "exact": found.exact[number - 1, 0],
        }
        for number, one in found.kept.items()
    ]


def random_settings(rng):
    """Settings of any reading and of odd sizes, which a test has time for."""
    low, high = sorted(rng.integers(1, 11, 2).tolist())
    forced, repeat, parents = rng.random() < 0.3, rng.random() < 0.3, int(rng.integers(1, 12))
    pick = rng.choice
    return Settings(
        generations=int(rng.integers(2, 6)),
        parents=parents,
        games=int(rng.integers(1, 4) * 8 if forced else rng.integers(1, 20)),
        seed=int(rng.integers(0, 2 ** int(rng.integers(1, 53)))),
        min_hidden=low,
        max_hidden=high,
        weight_range=float(pick([0.0, 0.5, rng.uniform(0, 3), 100.0])),
        bias=bool(rng.random() < 0.7),
        noise=float(pick([0.0, 0.05, rng.uniform(0, 2)])),
        change_probability=float(pick([0.0, 0.5, 1.0, rng.random()])),
        change_first=bool(rng.random() < 0.5),
        delete_newest=bool(rng.random() < 0.5),
        slip=float(pick([0.0, 0.1, 1.0, rng.random()])),
        marker=str(pick(["network", "own"])),
        line_choice=str(pick(["squares", "lines", "first"])),
        forced_replies=bool(forced),
        evaluation="exact" if rng.random() < 0.2 else "games",
        win_payoff=int(rng.integers(-3, 12)),
        tie_payoff=int(rng.integers(-3, 3)),
        loss_payoff=int(rng.integers(-12, 3)),
        replay_parents=bool(rng.random() < 0.7),
        rivals=int(rng.integers(1, 30 if repeat else 2 * parents)),
        repeat_rivals=bool(repeat),
        equal_is_beaten=bool(rng.random() < 0.5),
        survivors=str(pick(["best", "best", "highest-score"])),
        rank_ties=str(pick(["random", "parents", "children"])),
    )


def as_arguments(runs):
    return [[settings.to_dict(), trial, settings.generations] for settings, trial in runs]


def check(call, runs):
    for (settings, trial), found in zip(runs, call(MANY, as_arguments(runs)), strict=True):
        both = zip(expected(settings, trial), found, strict=True)
        for number, (here, there) in enumerate(both, 1):
            for name, value in here.items():
                assert there[name] == value, (name, number, trial, settings)


def in_browser(browser, function, *arguments, handed=None):
    """The same as `in_node`, in a page that has nothing else."""
    page = browser.new_page()
    page.add_script_tag(content=program(handed))
    page.evaluate("unpack()")
    call = f"text => JSON.stringify(({function})(...JSON.parse(text)))"
    found = page.evaluate(call, json.dumps(arguments))
    page.close()
    return json.loads(found)


# The page.


def said(tab, place):
    """The text of an element, with plain minus signs."""
    return tab.inner_text(place).strip().replace("−", "-")


def recorded(tab):
    """The page, when the workers are done."""
    done = "state.recording && state.recording.length === state.settings.generations"
    wait_until(tab, done)
    return tab


def evolved(tab):
    """The page, when all has evolved; it stands still at the end."""
    tab.click("#evolve")
    recorded(tab).evaluate("state.playing = false; goTo(state.settings.generations)")
    return tab


def check_run(tab, package):
    """The best players' payoffs are the package's, seen and exact."""
    found = "['payoffs', 'exact'].map((name) => state.recording.trials.map((one) => one[name]))"
    assert tab.evaluate(found) == [package.best_payoff.tolist(), package.exact_picked.tolist()]


def play_to_the_end(tab, champion):
    """Plays a champion on the page and in the package, on the first open square each time."""
    ours = Match("champion", False)
    ours.meet("kept", champion)
    while not ours.over:
        square = int(np.flatnonzero(ours.board == 0)[0])
        ours.move(square)
        tab.locator("#board button").nth(square).click()
    assert tab.evaluate("match.over && match.moves") == ours.squares
