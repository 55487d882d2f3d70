"""The whole experiment in a browser: the same numbers as the package's at every generation, to the
last bit.
"""

import base64
import importlib.util
import json
import math
import re
import struct
from functools import partial

import numpy as np
import pytest
from board_pages import SIZES, violations
from browser import wait_until
from followed import (
    check,
    check_run,
    evolved,
    in_browser,
    play_to_the_end,
    random_settings,
    recorded,
    said,
)
from page_limits import check_limit

from fogel import Audit, Keep, Settings, run_trial, run_trials
from fogel.cli import main
from fogel.core.champion import load_champion
from fogel.core.players import shipped
from fogel.core.settings import PRESETS
from fogel.curve import exact_payoffs
from fogel.web.evolve import page as evolving
from fogel.web.experiment import module

SHIPPED = {"default": (Settings(generations=2), 0)} | {
    name: (Settings.preset(name, generations=2, parents=20), 19) for name in PRESETS
}


def many(count, seed=1993):
    """Runs of random settings: [(settings, trial)]."""
    rng = np.random.default_rng(seed)
    return [(random_settings(rng), int(rng.integers(0, 40))) for _ in range(count)]


# Random numbers.

SEEDS = [
    (0, [0]),
    (1993, [0]),
    (1993, [19]),
    (2**32, [3]),
    (2**40 + 7, [2**33]),
    (2**53 - 1, [0, 5]),
    (7, []),
]


def numpy_of(seed, key):
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=key))


DRAW = """(seed, key, count, ranges) => {
  const rng = new Generator(seed, key, DATA.ziggurat);
  const normals = range(count).map(() => rng.normal());
  const mixed = ranges.map(([least, most]) => [rng.integer(least, most), rng.uniform(-0.5, 0.5), rng.random()]);
  return [normals, mixed];
}"""


def test_draws_are_numpys_tails_and_halves_too(anywhere):
    count, tail, seen = 7_000, 3.6541528853610088, []
    ranges = [(1, 10), (5, 5), (0, 2), (1, 10), (0, 2**21 - 5), (3, 9)] * 50
    ranges += [(0, 2_096_128)] * 2_000  # of which one in 2,050 is drawn again
    for seed, key in SEEDS:
        normals, mixed = anywhere(DRAW, seed, key, count, ranges)
        rng = numpy_of(seed, key)
        assert normals == [rng.normal(0, 1) for _ in range(count)]
        for (least, most), found in zip(ranges, mixed, strict=True):
            assert found == [rng.integers(least, most + 1), rng.uniform(-0.5, 0.5), rng.random()]
        seen += [value for value in normals if abs(value) > tail]
    assert min(seen) < 0 < max(seen)  # both tails were met


# A generator of each kind, put before each of these states in turn: the next normal number.
FROM_STATES = """(seed, states) => {
  const rng = new Generator(seed, [], DATA.ziggurat);
  const { exported } = fastTrial(checkedSettings({ parents: 1, rivals: 1, generations: 1 }), 0, compiledModule());
  return states.map(([state, ...words]) => {
    exported.seed(...words.map(BigInt));
    return [Object.assign(rng, { state: BigInt(state) }).normal(), exported.normal()];
  });
}"""
MULTIPLIER, SIZE = 0x2360ED051FC65DA44385DF649FCCF645, 2**128


def before_tails(count, increment):
    """States of PCG64 whose next word is of strip 0 and outside of it: {state: the four words that
    seed it}.
    """
    back, rng = pow(MULTIPLIER, -1, SIZE), np.random.default_rng(5)
    inside = json.loads(module.ZIGGURAT.read_text())["ki"][0]
    places = rng.integers(inside, 2**52, count).tolist()
    highs = rng.integers(0, 2**64, count, np.uint64).tolist()
    states = {}
    for at, (place, high) in enumerate(zip(places, highs, strict=True)):
        word, turn = place << 9 | (at & 1) << 8, high >> 58
        low = high ^ ((word << turn | word >> (64 - turn)) & (2**64 - 1))
        before = ((high << 64 | low) - increment) * back % SIZE
        seed, sequence = ((before - increment) * back - increment) % SIZE, increment >> 1
        states[before] = [*divmod(seed, 2**64), *divmod(sequence, 2**64)]
    return states


def test_tails_differ_from_numpys_by_no_more_than_c_libraries_do(anywhere):
    rng = numpy_of(7, [])
    pcg = rng.bit_generator.state
    states = before_tails(20_000, pcg["state"]["inc"])
    told = [[str(state), *map(str, words)] for state, words in states.items()]
    found = anywhere(FROM_STATES, 7, told)
    expected = []
    for state in states:
        pcg["state"]["state"] = state
        rng.bit_generator.state = pcg
        expected.append(rng.normal())
    readable, fast, expected = *np.array(found).T, np.array(expected)
    assert (readable == fast).all() and abs(expected).min() > 3.654 and abs(expected.mean()) < 0.1
    assert (abs(readable - expected) <= np.spacing(abs(expected))).all()
    # 0.4 expected on Linux with fused multiply-add, none without.
    assert (readable != expected).sum() <= 10


# Whole trials.


def test_shipped_settings_in_a_browser(browser):
    check(partial(in_browser, browser), [*SHIPPED.values(), *many(3, seed=4)])


def test_a_long_trial_and_forty_random_settings(anywhere):
    check(anywhere, [(Settings(generations=60, parents=30), 3), *many(40)])


# The compiled module.


def test_the_module_is_that_of_its_source():
    assert module.is_up_to_date(), "evolve.c was edited: make wasm"


def test_an_edited_source_is_noticed(monkeypatch, tmp_path):
    edited = tmp_path / "evolve.c"
    edited.write_bytes(module.SOURCE.read_bytes() + b"\n")
    monkeypatch.setattr(module, "SOURCE", edited)
    assert not module.is_up_to_date()


@pytest.mark.skipif(
    not importlib.util.find_spec("ziglang"), reason="the compiler is an extra: fogel[wasm]"
)
def test_the_compiler_makes_the_same_module():
    assert module.compiled() == module.MODULE.read_bytes()


def test_the_strips_of_the_ziggurat_have_equal_areas():
    """Its last bits are NumPy's, as the draws above show."""
    strips = json.loads(module.ZIGGURAT.read_text())
    ki, wi, fi = (np.array(strips[name]) for name in ("ki", "wi", "fi"))
    x = wi * 2**52
    tail = math.sqrt(math.pi / 2) * math.erfc(x[-1] / math.sqrt(2))
    area = x[-1] * fi[-1] + tail
    assert fi[1:] == pytest.approx(np.exp(-(x[1:] ** 2) / 2))
    assert x[0] * fi[-1] == pytest.approx(area)
    assert x[1:] * -np.diff(fi) == pytest.approx(area)
    assert ki[2:] * 2.0**-52 == pytest.approx(x[1:-1] / x[2:]) and ki[1] == 0 and fi[0] == 1
    assert ki[0] * 2.0**-52 == pytest.approx(x[-1] / x[0])


# The page, which a reader clicks.

SMALL = Settings(seed=11, trials=3, generations=40, parents=10, rivals=5)
AT_SMALL = "#seed=11&trials=3&generations=40&parents=10&rivals=5"  # the page with these settings


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The page, as the command writes it."""
    folder = tmp_path_factory.mktemp("evolve")
    assert main(["page", "--evolve", "--out", str(folder / "page.html")]) == 0
    return folder


@pytest.fixture
def open_page(open_page):
    return lambda rest=AT_SMALL, **options: open_page(rest=rest, **options)


@pytest.fixture(scope="module")
def package():
    """What the package makes of those settings."""
    return run_trials(SMALL, observers=[Audit()])


def test_evolving_to_the_end_gives_the_packages_run(open_page, package):
    tab = open_page()
    tab.evaluate("() => { state.speed = SPEEDS.length - 1 }")
    tab.click("#evolve")
    wait_until(tab, "state.at === 40 && !state.playing")
    check_run(tab, package)
    mean, half = package.at(40)
    assert tab.evaluate("state.recording.means.at(-1)") == pytest.approx(mean)
    assert tab.evaluate("state.recording.halves.at(-1)") == pytest.approx(half)
    assert said(tab, "#told") == f"Done: generation 40: best payoff {mean:.1f} ± {half:.1f}."
    assert tab.inner_text("#now") == "Generation 40 of 40" and tab.inner_text("#pause") == "Again"
    heard = tab.get_attribute("#curve", "aria-label").replace("−", "-").split(". ")
    means = [package.best_payoff[:, at - 1].mean() for at in (1, 11, 21, 30, 40)]
    found = [float(words.split(": ")[1].rstrip(".")) for words in heard[1:]]
    assert found == [round(mean, 1) for mean in means]
    shown = package.trials[0].champion
    assert said(tab, "#picked") == str(shown.payoff)
    assert said(tab, "#exact-payoff") == f"{package.exact_picked[0, -1]:.1f}"
    assert tab.locator("#stencils > div:visible").count() == shown.hidden_nodes
    best = package.exact_picked.argmax(axis=0).tolist()
    found = tab.evaluate("range(40).map((at) => state.recording.bestTrial(at + 1))")
    assert found == best and len({*best}) > 1
    tab.click("#best-trial")
    assert tab.input_value("#trial") == str(best[-1])


def test_families_are_those_of_the_package(open_page):
    tab = evolved(open_page())
    for trial in range(SMALL.trials):
        found = run_trial(SMALL, trial, observers=[Keep((1, 5, 40))])
        for number, generation in found.kept.items():
            counts = [0] * SMALL.parents
            for one in generation.numbers.tolist():
                while parent := int(found.parent_of[one - 1]):
                    one = parent
                counts[one - 1] += 1
            shown = f"Array.from(state.recording.trials[{trial}].families[{number - 1}])"
            assert tab.evaluate(shown) == counts


def test_pause_step_rewind_and_pace(open_page):
    tab = open_page("#seed=3&trials=2&generations=500&parents=4&rivals=3")
    # A generation a second: a slow machine doesn't come to the end.
    tab.evaluate("() => { state.speed = 0 }")
    tab.click("#fold > summary")
    tab.locator("#seed").press("Enter")  # as good as the button
    wait_until(tab, "shownGeneration() > 0")
    tab.click("#pause")
    at = tab.evaluate("shownGeneration()")
    assert at < 500
    assert said(tab, "#told").startswith(f"Paused at generation {at}: best payoff")
    recorded(tab)  # the workers went on
    assert tab.evaluate("shownGeneration()") == at
    payoff = tab.inner_text("#mean")
    tab.click("#step")
    assert tab.inner_text("#now") == f"Generation {at + 1} of 500"
    tab.click("#back")
    assert (tab.inner_text("#now"), tab.inner_text("#mean")) == (f"Generation {at} of 500", payoff)
    tab.locator("#generation").fill("77")
    assert tab.inner_text("#now") == "Generation 77 of 500"
    tab.click("#rewind")
    assert tab.inner_text("#now") == "Generation 1 of 500" and not tab.evaluate("state.playing")
    tab.evaluate("() => { state.speed = 3; render() }")
    paces = [tab.inner_text("#speed")]
    for button in ("#faster", "#faster", "#slower"):
        tab.locator(button).press("Enter")
        paces.append(tab.inner_text("#speed"))
    assert paces == ["60 a second", "240 a second", "1,000 a second", "240 a second"]
    tab.evaluate("() => { state.speed = 0; goTo(500) }")
    tab.click("#pause")  # now it says "Again", and plays from the beginning
    assert tab.evaluate("state.playing && state.at < 500")
    tab.click("#start-over")
    assert tab.evaluate("state.recording") is None and tab.is_hidden("#transport")


PENDING = """() => {
  const pending = new Set();
  const [ask, cancel] = [requestAnimationFrame, cancelAnimationFrame].map((one) => one.bind(window));
  window.requestAnimationFrame = (call) => {
    const id = ask((now) => (pending.delete(id), call(now)));
    return pending.add(id), id;
  };
  window.cancelAnimationFrame = (id) => (pending.delete(id), cancel(id));
  play(), play(), pause(), play();
  return pending.size;
}"""


def test_one_generation_and_a_curve_to_drag_across(open_page):
    tab = open_page("#trials=2&generations=1&parents=4&rivals=3")
    tab.click("#evolve")
    wait_until(tab, "state.at === 1 && !state.playing")
    assert tab.inner_text("#now") == "Generation 1 of 1" and tab.evaluate("ticks(1, 1, 5)") == [1]
    tab.evaluate("() => { location.hash = 'generations=40&trials=2&parents=4&rivals=3' }")
    wait_until(tab, "$('generations').value === '40'")
    evolved(tab)
    assert tab.evaluate(PENDING) == 1  # however often it is started
    box, scale = tab.locator("#curve").bounding_box(), tab.evaluate("shownScale")
    tab.mouse.move(box["x"] + (scale["left"] + scale["right"]) / 2, box["y"] + 50)
    tab.mouse.down()
    assert tab.inner_text("#now") in ("Generation 20 of 40", "Generation 21 of 40")
    tab.mouse.move(box["x"] + box["width"] + 9, box["y"] + 50)
    tab.mouse.up()
    assert tab.inner_text("#now") == "Generation 40 of 40" and not tab.evaluate("state.playing")
    low = "payoffRange(state.settings, { means: [5], exactMeans: [-900] }, [], null)"
    assert tab.evaluate(low) == [-900, 32]
    assert tab.evaluate("payoffRange(state.settings, null, [null, -90], 40)") == [-90, 32]
    usual = tab.evaluate("payoffRange(checkedSettings({}), null, [], null)")
    assert usual == [pytest.approx(-70, abs=0.1), 32]  # and nothing is wasted on what is never seen


def test_presets_are_the_command_lines(open_page):
    tab = open_page("")
    assert tab.is_hidden("#preset")  # the chart and one button come first
    tab.click("#fold > summary")
    assert tab.input_value("#preset") == "chapter" and said(tab, "#command") == "fogel curve"
    for name in PRESETS:
        tab.select_option("#preset", name)
        assert Settings.from_dict(tab.evaluate("state.settings")) == Settings.preset(name)
    assert tab.inner_text("#command").split() == ["fogel", "curve", "--preset", "paper-1993"]
    tab.fill("#seed", "7")
    tab.locator("#seed").press("Tab")
    assert tab.input_value("#preset") == "" and tab.evaluate("state.settings.marker") == "own"
    tab.select_option("#preset", "chapter")
    assert Settings.from_dict(tab.evaluate("state.settings")) == Settings()


CHAMPION = shipped("champion")
UNFIT = {
    "{": "x.json: not JSON",
    '{"format": "fogel-league-agent"}': "x.json: format must be",
    '{"format": "fogel-champion", "version": 1}': "x.json: hidden_weights is missing",
}
DROP = """text => {
  const event = new Event("drop", { bubbles: true, cancelable: true });
  event.dataTransfer = { files: [new File([text], "x.json")], types: ["Files"] };
  document.dispatchEvent(event);
}"""


def test_a_champion_file_is_read_judged_and_played(open_page):
    tab, champion = open_page(""), load_champion(CHAMPION)
    tab.click("#fold > summary")
    assert tab.is_hidden("#best")
    tab.set_input_files("#file", CHAMPION)
    wait_until(tab, "state.guest !== null && !$('best').hidden")
    assert said(tab, "#best-title") == "The player in champion.json" and tab.is_hidden("#lineage")
    for slip in (0.1, 0.25):  # its expected payoff is that in the experiment that is chosen
        tab.fill("#slip", str(slip))
        tab.locator("#slip").press("Tab")
        due = exact_payoffs([champion], Settings(slip=slip))[0]
        assert tab.evaluate("state.guest.exact") == due
    assert tab.inner_text("#picked") == str(champion.payoff)
    assert tab.locator("#stencils > div:visible").count() == champion.hidden_nodes
    tab.click("#play-it")
    assert tab.inner_text("#who") == "You play the player in champion.json."
    assert tab.evaluate("match.moves") == [champion(np.zeros(9))]
    for text, words in UNFIT.items():
        tab.evaluate(DROP, text)
        wait_until(tab, f"$('file-trouble').textContent.startsWith({words!r})")
        assert "Choose a file that was kept on this page" in tab.inner_text("#file-trouble")
    small = shipped("two-nodes")
    tab.evaluate(DROP, small.read_text())
    wait_until(tab, "state.guest.file === 'x.json' && $('file-trouble').textContent === ''")
    due = exact_payoffs([load_champion(small)], Settings(slip=0.25))[0]
    assert tab.evaluate("state.guest.exact") == due
    few = "{ trials: 1, generations: 2, parents: 3, rivals: 2 }"
    tab.evaluate(f"choose(checkedSettings({few}))")
    evolved(tab)
    assert tab.inner_text("#best-title") == "The best player of this generation"
    tab.select_option("#trial", "guest")
    assert said(tab, "#best-title") == "The player in x.json" and tab.is_hidden("#keep-it")
    tab.click("#start-over")
    assert tab.is_visible("#best") and tab.input_value("#trial") == "guest"


def test_a_link_is_the_run_and_errors_say_what_to_do(open_page):
    tab = open_page("#seed=5&slip=0.25&marker=own&bias=false&loss-payoff=3")
    assert '"loss-payoff" is not a setting' in tab.inner_text("#trouble")
    assert tab.evaluate("state.settings.seed") == 1993
    tab.evaluate("location.hash = '#seed=5&slip=0.25&marker=own&bias=false&loss_payoff=-3'")
    wait_until(tab, "state.settings.seed === 5")
    assert tab.inner_text("#trouble") == "" and tab.inner_text("#changed") == "(5 changed)"
    tab.click("#fold > summary")
    assert tab.inner_text("#changed-more") == "(3 changed)"
    tab.click("#more summary")
    values = tab.evaluate("checkedSettings(pageSettings(chosen()))")
    due = Settings(seed=5, slip=0.25, marker="own", bias=False, loss_payoff=-3)
    assert Settings.from_dict(values) == due
    words = tab.inner_text("#command").split()
    assert words[:2] == ["fogel", "curve"]
    command = "curve --seed 5 --no-bias --slip 0.25 --marker own --loss-payoff=-3"
    assert sorted(words[1:]) == sorted(command.split())
    tab.fill("#games", "7")
    tab.locator("#games").press("Tab")
    address = tab.evaluate("location.href")  # Playwright's own, `tab.url`, follows later
    assert "games=7" in address and "slip=0.25" in address
    copy = open_page(address[address.index("#") :])
    assert copy.evaluate("state.settings") == tab.evaluate("checkedSettings(chosen())")


WRONG = {
    "slip=2": ("slip", "slip must be a number from 0.0 to 1.0, not 2."),
    "seed=9007199254740993": (
        "seed",
        "seed must be a whole number from 0 to 9007199254740991, not 9007199254740992.",
    ),
    "trials=51": ("trials", "trials must be a whole number from 1 to 50, not 51."),
    "rivals=10&parents=2": ("rivals", "rivals must be 1 to 3 with 2 parents."),
    "trials=50&generations=801": (
        "generations",
        "generations must be at most 800 with 50 trials, not 801",
    ),
    "games=10000&generations=2000": (
        "games",
        "games must be at most 500 in an experiment of this size, not 10,000",
    ),
    "noise=": ("noise", 'noise must be a number from 0.0 to 1000.0, not "".'),
}


def test_wrong_settings_are_refused_before_it_starts(open_page):
    tab = open_page("")
    for hash, (name, words) in WRONG.items():
        tab.evaluate("choose(checkedSettings({}))")
        for pair in hash.split("&"):
            field, value = pair.split("=")
            tab.evaluate("([field, value]) => ($(field).value = value)", [field, value])
        tab.evaluate("evolve()")
        assert words in tab.inner_text("#trouble")
        assert tab.evaluate("document.activeElement.id") == name and tab.is_visible(f"#{name}")
        tab.evaluate("$('fold').open = false")
        assert tab.get_attribute(f"#{name}", "aria-invalid") == "true"
        assert tab.evaluate("state.recording") is None
        tab.evaluate("hash => (location.hash = hash)", hash)
        wait_until(tab, "$('trouble').textContent.startsWith('The address')")
        assert words.rstrip(".") in tab.inner_text("#trouble")
    tab.evaluate("location.hash = 'games=10000&generations=2000&forced_replies=true'")
    # Eight go together.
    wait_until(tab, "$('trouble').textContent.includes('games must be at most 496 in')")
    tab.evaluate("location.hash = 'games=1000&generations=2000&replay_parents=false'")
    # Founders play once more.
    wait_until(tab, "$('trouble').textContent.includes('games must be at most 999 in')")
    tab.evaluate("location.hash = 'champion=trial-0'")
    wait_until(tab, "$('trouble').textContent.includes(\"champion can't be chosen here\")")


def test_as_much_as_a_limit_says_is_accepted(open_page):
    tab, long = open_page(""), {"games": 10_000, "generations": 2000}
    check_limit(tab, {"trials": 50, "generations": 801}, "generations")
    check_limit(tab, long, "games")
    check_limit(tab, {**long, "replay_parents": False}, "games")
    check_limit(tab, {**long, "forced_replies": True}, "games", 8)


BROKEN = {
    "packed": (
        r"""$('data').textContent = $('data').textContent.replace(/"packed":"[^"]*"/, '"packed":"AAAA"')"""
    ),
    "no room": "$('worker').textContent = 'throw new Error(`no room`)'",
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_goes_wrong_in_a_worker_is_said(name, open_page):
    tab = open_page()
    tab.evaluate(f"() => {{ {BROKEN[name]} }}")
    tab.click("#evolve")
    wait_until(tab, "$('trouble').textContent.startsWith('The experiment stopped: ')")
    assert not tab.evaluate("state.playing")
    assert name != "no room" or "no room" in tab.inner_text("#trouble")
    tab.click("#start-over")
    assert tab.inner_text("#trouble") == "" and tab.evaluate("state.recording") is None


def test_a_guess_by_pointer_and_by_keys(open_page):
    tab = open_page()
    tab.locator("#plot").scroll_into_view_if_needed()
    box = tab.locator("#curve").bounding_box()
    scale = tab.evaluate("shownScale")
    tab.mouse.move(box["x"] + scale["left"], box["y"] + scale["bottom"])
    tab.mouse.down()
    # In one leap: no gap is left.
    tab.mouse.move(box["x"] + scale["right"], box["y"] + scale["top"])
    tab.mouse.up()
    wait_until(tab, "state.guess.every((value) => value !== null)")
    guess = tab.evaluate("state.guess")
    assert np.allclose(np.diff(guess, 2), 0, atol=1e-6) and guess == sorted(guess)
    handle = tab.get_by_role("slider", name="your guess at generation 40")
    now = int(handle.get_attribute("aria-valuenow"))
    handle.press("ArrowDown")
    assert int(handle.get_attribute("aria-valuenow")) < now
    handle.press("ArrowLeft")
    reached = tab.evaluate("document.activeElement.getAttribute('aria-label')")
    assert reached == "your guess at generation 37"
    evolved(tab)
    assert tab.is_hidden("#handles")
    curve, means = tab.evaluate("[filled(state.guess), state.recording.means]")
    at = [int(1.5 + point / 12 * 39) - 1 for point in range(13)]
    gap = np.mean([abs(value - means[k]) for value, k in zip(curve, at, strict=True)])
    assert f"off by {gap:.0f} points on average" in tab.evaluate("verdict()")


def test_a_guess_stays_in_the_address_and_the_link_is_handed_over(open_page):
    tab = open_page("#seed=5&guess=-40......10......20")
    assert tab.evaluate("state.guess.filter((value) => value !== null)") == [-40, 10, 20]
    handle = tab.get_by_role("slider", name="your guess at generation 1", exact=True)
    handle.press("ArrowDown")
    lower = int(handle.get_attribute("aria-valuenow"))
    address = tab.evaluate("location.href")
    assert lower < -40 and address.endswith(f"#seed=5&guess={lower}......10......20")
    tab.click("#copy-link")
    wait_until(tab, "$('told').textContent.includes('link')")
    assert tab.input_value("#address") == address
    assert tab.evaluate("document.activeElement.id") == "address"
    assert tab.evaluate("getSelection().toString()") == address
    refused = "guess must be 13 whole numbers, or nothing, with dots between them"
    guesses = {"1.2.x": True, f"{10**9 + 1}{'.' * 12}": True, f"{-(10**9)}{'.' * 12}": False}
    for seed, (guess, wrong) in enumerate(guesses.items(), 6):
        tab.evaluate("hash => (location.hash = hash)", f"#seed={seed}&guess={guess}")
        wait_until(tab, f"state.settings.seed === {seed}")
        assert (refused in tab.inner_text("#trouble")) == wrong


def carried(champion, version=1):
    """A player in an address, as the page writes it: every byte of it said here anew."""
    weights = champion.weights
    known = (champion.generation, champion.payoff)
    ends = [math.nan if value is None else value for value in known]
    body = struct.pack(f">BB{2 + len(weights)}d", version, champion.hidden_nodes, *ends, *weights)
    check = 0x811C9DC5
    for byte in body:
        check = (check ^ byte) * 0x01000193 % 2**32
    return base64.urlsafe_b64encode(body + check.to_bytes(4, "big")).decode().rstrip("=")


def test_a_link_carries_a_player_who_is_judged_and_played(open_page):
    champion = load_champion(CHAMPION)
    text = carried(champion)
    tab = open_page(f"#slip=0.25&trials=2&generations=3&parents=4&rivals=3&player={text}")
    wait_until(tab, "!$('challenge').hidden")
    settings = Settings(slip=0.25, trials=2, generations=3, parents=4, rivals=3)
    exact_payoff = exact_payoffs([champion], settings)[0]
    assert tab.evaluate("state.guest.exact") == exact_payoff
    assert f"worth {exact_payoff:.1f} of 32 points" in tab.inner_text("#challenge")
    weights = "[state.guest.network.hiddenWeights, state.guest.network.outputWeights]"
    due = [champion.hidden_weights.tolist(), champion.output_weights.tolist()]
    assert tab.evaluate(weights) == due
    assert said(tab, "#best-title") == "The player in this link"
    assert said(tab, "#picked") == str(champion.payoff)
    # It has begun, and takes nobody's focus.
    assert tab.evaluate("document.activeElement === document.body")
    tab.click("#accept")
    assert said(tab, "#who") == "You play the player in this link."
    assert tab.evaluate("document.activeElement.className") == "square"
    play_to_the_end(tab, champion)
    evolved(tab).evaluate("() => { state.playing = true; goTo(3) }")
    best = run_trials(settings, observers=[Audit()]).exact_picked[:, -1].max()
    compared = f"{best:.1f}, and that in this link {exact_payoff:.1f}: it is still ahead."
    assert compared in said(tab, "#told")
    assert f"player={text}" in tab.evaluate("location.href")  # a reload brings it back
    tab.click("#start-over")
    assert tab.is_visible("#challenge")


def test_the_link_that_the_page_makes_is_that_of_its_player(open_page):
    tab = evolved(open_page())
    tab.select_option("#trial", "1")
    tab.click("#copy-player")
    wait_until(tab, "$('copied').textContent !== ''")
    made = tab.input_value("#player-address")
    shown = run_trials(SMALL).champions[1]
    assert made.endswith(f"&player={carried(shown)}") and len(made) < 2_600
    exact_payoff = exact_payoffs([shown], SMALL)[0]
    assert f"worth {exact_payoff:.1f}" in said(tab, "#copied")
    there = open_page(made[made.index("#") :])
    wait_until(there, "state.guest !== null")
    assert there.evaluate("state.guest.exact") == exact_payoff


def test_a_damaged_player_is_refused_in_one_line(open_page):
    text = carried(load_champion(CHAMPION))
    other = carried(load_champion(shipped("two-nodes")))
    swapped = text[:99] + ("A" if text[99] != "A" else "B") + text[100:]
    tab = open_page("")
    damaged = ("", "!", text[:-1], text[:-7], text + "AAAA", swapped, other[:40] + text[40:])
    refused = dict.fromkeys(damaged, "a part of it is missing or changed")
    refused[carried(load_champion(CHAMPION), version=2)] = "it is of another version of this page"
    for broken, words in refused.items():
        tab.evaluate("hash => (location.hash = hash)", f"seed=3&player={broken}")
        wait_until(tab, "$('trouble').textContent !== ''")
        shown = f"The player in this link can’t be shown: {words}. Ask for the link again."
        assert said(tab, "#trouble") == shown
        assert tab.evaluate("state.guest") is None and tab.is_hidden("#challenge")
        assert tab.evaluate("state.settings.seed") == 3
        tab.evaluate("location.hash = ''")
        wait_until(tab, "$('trouble').textContent === ''")


def test_one_enter_begins_and_the_next_one_pauses(open_page):
    tab = open_page("#trials=5&generations=300&parents=4&rivals=3")
    # A generation a second: it isn't over before the second one.
    tab.evaluate("() => { state.speed = 0 }")
    tab.locator("#evolve").focus()
    tab.keyboard.press("Enter")
    began = tab.evaluate_handle("state.recording")
    assert tab.evaluate("document.activeElement.id") == "pause"
    tab.keyboard.press("Enter")
    assert tab.evaluate("one => one === state.recording && !state.playing", began)


def test_an_interval_is_drawn_where_trials_are_enough(open_page):
    areas = """() => {
      let count = 0;
      const { fill } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.fill = function (...all) { count += 1; return fill.apply(this, all) };
      drawCurve($("curve"), state, 8);
      CanvasRenderingContext2D.prototype.fill = fill;
      return count;
    }"""
    drawn = {1: (1, "what they were seen to make"), 4: (1, "mean of the trials"), 5: (2, "95 %")}
    for trials, (filled, words) in drawn.items():
        tab = evolved(open_page(f"#trials={trials}&generations=8&parents=4&rivals=3"))
        assert tab.evaluate(areas) == filled  # the point at the end, and the band
        legend = tab.inner_text("#legend-mean")
        assert words in legend and ("95 %" in legend) == (trials > 4)


def test_on_a_phone_the_chart_is_first_and_the_run_stays_in_reach(open_page):
    tab = open_page("#trials=2&generations=30&parents=4&rivals=3", size="phone")
    bottoms = "['curve', 'evolve'].map((id) => $(id).getBoundingClientRect().bottom)"
    assert max(tab.evaluate(bottoms)) <= SIZES["phone"][1]
    evolved(tab)
    below = "document.elementFromPoint(innerWidth / 8, innerHeight - 30).id"
    for place in (0, 900, 10_000):
        tab.evaluate("place => scrollTo(0, place)", place)
        assert tab.evaluate(below) == "pause"
    assert tab.evaluate("innerHeight - 150 > $('choose-file').getBoundingClientRect().bottom")


def test_a_player_is_played_and_kept(open_page, package, tmp_path):
    tab = evolved(open_page())
    tab.select_option("#trial", "2")
    with tab.expect_download() as found:
        tab.click("#keep-it")
    name = "seed_11_trial_2_generation_40.json"
    assert found.value.suggested_filename == name and name in tab.inner_text("#told")
    found.value.save_as(tmp_path / name)
    kept, there = load_champion(tmp_path / name), package.champions[2]
    assert kept.weights.tolist() == there.weights.tolist() and kept.settings == package.settings
    assert (kept.seed, kept.trial, kept.generation, kept.payoff) == (11, 2, 40, there.payoff)
    tab.click("#play-it")
    play_to_the_end(tab, kept)
    assert sum(tab.evaluate("Object.values(match.tally)")) == 1
    tab.click("label[for=you-begin]")
    assert tab.inner_text("#status") == "Your move, X."
    assert "generation 40, trial 2" in tab.inner_text("#who")


@pytest.mark.parametrize(("size", "scheme"), [("desktop", "dark"), ("phone", "light")])
def test_the_page_is_readable_for_everybody(size, scheme, open_page):
    tab = open_page(size=size, color_scheme=scheme, reduced_motion="reduce")
    tab.evaluate("$('fold').open = $('more').open = true")
    tab.set_input_files("#file", CHAMPION)
    wait_until(tab, "state.guest !== null")
    steps = ["copyPlayer()", "copyLink()", "playIt(); click(0)", "$('slip').value = 3; evolve()"]
    small = """[...document.querySelectorAll("button, select, summary, input, [role=slider], #order label")]
      .filter((one) => one.checkVisibility() && one.type !== "radio" && !one.readOnly)
      .map((one) => [one.id || one.className, one.getBoundingClientRect()])
      .filter(([, box]) => box.width < 24 || box.height < 24 || box.right > innerWidth)"""
    for step in steps:
        if step.startswith("playIt"):
            evolved(tab)
        tab.evaluate(f"() => {{ {step} }}")
        assert tab.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
        assert tab.evaluate(small) == []
    assert violations(tab) == []


def test_the_page_is_one_small_file(folder):
    file = folder / "page.html"
    text = file.read_text(encoding="utf-8")
    assert text == evolving.evolve_page() and file.stat().st_size < 185_000
    outside = r"""(src|href)=["'](?!data:)|https?://(?!www\.w3\.org/2000/svg)|@import|url\("""
    assert not re.search(outside, text)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1]
    assert "default-src 'none'" in policy
    assert "'unsafe-eval'" not in policy and "connect-src" not in policy


def test_it_evolves_at_once_where_an_address_asks_for_it(open_page, package):
    check_run(recorded(open_page(f"?run{AT_SMALL}")), package)
