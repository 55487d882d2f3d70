"""Knobs: turned in a browser by pointer and keys, with the package's numbers; linked to; hidden
where they can't.
"""

import json
import re
from itertools import product

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import wait_until
from turning import SIZES, each, frame_of, given, moved_to, shown, shown_once, told

from fogel import Settings, selection
from fogel.encoding import IN_PROGRESS, X_TO_MOVE, encode, positions, to_move, winner
from fogel.network import random_network, sigmoid
from fogel.opponent import deciding_rule, reply_probabilities
from fogel.replication import change_structure, replicate_weights
from fogel.web import knobs

# The others see no colour.
RULES = {"light": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], "dark": ["color-contrast"]}
# What can be pressed and is too small for a finger, which needs 44 pixels.
PRESSED = """[...document.querySelectorAll('button, input, select, a[href]')].filter((one) => one.checkVisibility())
    .map((one) => [one.outerHTML, one.getBoundingClientRect()])
    .filter(([, box]) => Math.min(box.width, box.height) < 44).map(([html]) => html)"""


# Where what can be pressed stands on a page, and what answers: the picture and the sentence. [top,
# bottom] of each.
PLACES = """(() => {
    const places = (all) => [...all].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect())
        .map(({ top, bottom }) => [top, bottom])
    const answers = document.querySelectorAll("#told, #knob > .answer")
    return { turned: places(document.querySelectorAll("#knob :is(button, input, select)")), answers: places(answers) }
})()"""

HEADER = 56  # pixels of the book's line of buttons, which stays above the text

every_knob = pytest.mark.parametrize("name", knobs.names())


# What all knobs have in common.


@every_knob
def test_a_knob_is_small_and_asks_nobody(name):
    frame = shown_once(name)
    assert len(frame.encode()) < knobs.LARGEST
    assert "default-src 'none'" in frame and not re.search(r"(src|href)=&quot;http", frame)
    assert frame == shown(name)


@every_knob
def test_its_colours_are_the_palettes(name):
    text = knobs.page(name, *given(name)).split("</style>")
    own = text[0].split("/* The base of every page")[1] + text[1]
    assert not re.search(r"#[0-9a-f]{3,8}\b(?=[;\s\"'`])|\brgb|\bhsl", own, re.I)


@every_knob
def test_what_is_turned_and_what_answers_are_on_one_phone_screen(name, tab, turned):
    frame = turned(name)
    tab.set_viewport_size(SIZES["phone"])
    boxes = frame.evaluate(PLACES)
    tab.set_viewport_size(SIZES["desk"])
    tops, bottoms = zip(*boxes["turned"], *boxes["answers"], strict=True)
    assert boxes["turned"] and max(bottoms) - min(tops) <= SIZES["phone"]["height"] - HEADER, boxes


def test_a_notebook_that_is_not_trusted_says_how_to_turn_it(chromium):
    """Such a notebook shows neither style sheets nor frames."""
    page, shown = chromium.new_page(), knobs.show("encoding")._repr_html_()
    page.set_content(shown)
    words = page.get_by_text("Run this cell to turn the knob.")
    assert words.is_hidden()
    page.set_content(re.sub(r"<(style|iframe)\b.*?</\1>", "", shown, flags=re.S))
    assert words.is_visible()
    page.close()


MOVING = "replication drift selection curve audit perfect league relapse lookahead school taste"
MOVING = [*MOVING.split(), "checkers"]


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_knob_plays_once_when_it_is_seen_and_never_unasked_where_less_motion_is_wanted(
    motion, chromium, address
):
    page = chromium.new_page(viewport=SIZES["desk"], reduced_motion=motion)
    page.goto(address)
    frames = {name: frame_of(page, name) for name in MOVING}
    for name, frame in frames.items():
        before = frame.evaluate("motion.times")
        page.query_selector(f"#knob-{name}").scroll_into_view_if_needed()
        if motion == "reduce":
            frame.evaluate("turn({}, true)")
            page.wait_for_timeout(100)
            assert frame.evaluate("motion.times") == 0
            frame.click("#play")
        wait_until(frame, "motion.times === 1")
        assert before <= 1
        frame.evaluate("motion.stop()")
    page.query_selector("#knob-encoding").scroll_into_view_if_needed()
    page.query_selector("#knob-replication").scroll_into_view_if_needed()
    page.wait_for_timeout(200)
    assert all(frame.evaluate("motion.times") == 1 for frame in frames.values())
    assert frames["replication"].locator("#play").is_visible()
    assert frame_of(page, "encoding").is_hidden("#play")
    page.close()


def test_a_motion_ends_in_the_still_picture_and_a_turn_breaks_it_off(chromium, address):
    page = chromium.new_page(viewport=SIZES["desk"], reduced_motion="reduce")
    page.goto(address)
    frame = frame_of(page, "school")
    still = frame.inner_html("#picture")
    frame.evaluate("motion.play(0.2)")
    wait_until(frame, "motion.running === 0")
    assert frame.inner_html("#picture") == still
    frame.evaluate("motion.play(100)")
    wait_until(frame, "$('picture').innerHTML.length > 0 && motion.running > 0")
    frame.click("#back")
    assert frame.evaluate("motion.running") == 0 and frame.locator("#picture .error").count() == 0
    page.close()


def test_an_unknown_knob_is_refused():
    words = r"^a knob must be one of anygame, audit, bugs, .*, not 'nothing'$"
    with pytest.raises(ValueError, match=words):
        knobs.show("nothing")


@pytest.mark.parametrize("kind", ["js", "css"])
def test_a_knob_without_its_script_or_style_is_refused_by_name(kind, tmp_path, monkeypatch):
    for file in ("lost.py", "lost.js", "lost.css"):
        (tmp_path / file).touch()
    (tmp_path / f"lost.{kind}").unlink()
    monkeypatch.setattr(knobs, "HERE", tmp_path)
    words = rf"^the knob 'lost' has no lost\.{kind} beside its lost\.py$"
    with pytest.raises(ValueError, match=words):
        knobs.show("lost")


def test_a_knob_is_three_files_of_one_name():
    files = [path for path in knobs.HERE.iterdir() if path.is_file() and path.name != "__init__.py"]
    kinds = product(knobs.names(), ("py", "js", "css"))
    assert {path.name for path in files} == {f"{name}.{kind}" for name, kind in kinds}


def test_knobs_come_in_the_order_of_their_chapters():
    chapters = [knobs.find(name).chapter for name in knobs.names()]
    assert chapters == sorted(chapters) and knobs.names()[:2] == ["encoding", "network"]


@every_knob
def test_everybody_can_turn_it(name, tab):
    frame = frame_of(tab, name)
    assert told(frame) and frame.inner_text("#trouble") == ""
    for size in SIZES.values():
        tab.set_viewport_size(size)
        scrolls = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        assert not frame.evaluate(scrolls)
        assert frame.evaluate(PRESSED) == []
        assert frame.evaluate(CUT) == [], "words that leave their picture"
    for theme, rules in RULES.items():
        tab.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
        wait_until(frame, "theme => document.documentElement.dataset.theme === theme", theme)
        options = {"runOnly": rules, "resultTypes": ["violations"]}
        found = Axe().run(frame, options=options).response["violations"]
        assert not [(rule["id"], node["html"]) for rule in found for node in rule["nodes"]]
    tab.evaluate("delete document.documentElement.dataset.theme")
    high = "document.body.getBoundingClientRect().height"
    wait_until(frame, f"() => Math.abs(window.innerHeight - {high}) < 2")
    tab.set_viewport_size(SIZES["desk"])


CUT = """() => [...document.querySelectorAll('svg text')].filter((words) => {
    const [its, picture] = [words, words.ownerSVGElement].map((one) => one.getBoundingClientRect())
    const above = picture.top - its.top - its.height / 5 // no letter is as high as its line
    const leaves = Math.max(picture.left - its.left, its.right - picture.right, above)
    return its.width && getComputedStyle(words.ownerSVGElement).overflow !== 'visible' && leaves > 1
}).map((words) => words.textContent)"""
REACHABLE = """[...document.querySelectorAll('button, input, select, a[href], [tabindex]')]
    .filter((one) => one.checkVisibility() && one.tabIndex >= 0 && !one.disabled)"""


@every_knob
def test_the_tab_key_reaches_all_of_it(name, turned):
    frame = turned(name)
    count = frame.evaluate(f"{REACHABLE}.length")
    frame.evaluate(f"{REACHABLE}[0].focus()")
    for at in range(count):
        assert frame.evaluate(f"{REACHABLE}.indexOf(document.activeElement)") == at
        frame.page.keyboard.press("Tab")


@pytest.mark.parametrize("scripts", [True, False])
def test_paper_and_a_page_without_scripts_show_no_knob(scripts, chromium, address):
    page = chromium.new_page(java_script_enabled=scripts)
    page.goto(address)
    if scripts:
        assert page.locator(".fogel-knob:visible").count() == len(knobs.names())
        page.emulate_media(media="print")
    assert page.locator(".fogel-knob:visible").count() == 0
    page.close()


# What each one answers.


VERDICTS = """texts => JSON.stringify(texts.split(" ").map((text) => {
    const board = boardField(text).start
    return [canOccur(board), verdict(board)]
}))"""


def test_encoding_knows_which_boards_occur(turned):
    boards = [*product((0, 1, -1), repeat=9)]
    occur = {tuple(board) for board in positions().tolist()}
    letters = {1: "X", -1: "O", 0: "."}
    texts = " ".join("".join(letters[mark] for mark in board) for board in boards)
    found = turned("encoding").evaluate(VERDICTS, texts)
    for board, (can, words) in zip(boards, json.loads(found), strict=True):
        assert can == (board in occur)
        if not can:
            assert words.startswith("Impossible")
            assert ("doesn’t see" in words) == (sum(board) in (0, 1))
        elif winner(board):
            assert words == f"{letters[winner(board)]} has won."
        else:
            assert words == (f"{letters[to_move(board)]} to move." if 0 in board else words)
            assert "won" not in words


def test_encoding_by_pointer_keys_and_link(turned, tab, chromium, address):
    frame = turned("encoding")
    assert told(frame) == "X to move."
    frame.click("#board .square >> nth=8")
    assert told(frame) == "X has won." and frame.inner_text("#sum") == "Their sum is 1."
    numbers = frame.get_attribute("#numbers", "aria-label")
    assert numbers == "The nine numbers: 1, −1, 0, 0, 1, −1, 0, 0, 1"
    frame.focus("#board .square[tabindex='0']")
    for key in ("ArrowDown", "ArrowLeft", "o"):
        frame.page.keyboard.press(key)
    assert frame.get_attribute("#board .square >> nth=6", "aria-label") == "square 6, O"
    words = "Impossible, and the sum of 0 doesn’t see it: O has moved after X had won."
    assert told(frame) == words
    wait_until(tab, "location.hash === '#knob-encoding?board=XO..XOO.X'")
    address = tab.evaluate("location.href")  # Playwright's own, `tab.url`, follows later
    assert frame.get_attribute("#link", "href") == address

    other = chromium.new_page()
    other.goto(address)
    copy = frame_of(other, "encoding")
    assert told(copy) == told(frame)
    assert copy.evaluate("state.board") == frame.evaluate("state.board")
    other.evaluate("location.hash = '#knob-encoding?board=XOX'")
    wait_until(copy, "$('trouble').textContent !== ''")
    assert 'board must be nine of X, O and ".", not "XOX".' in copy.inner_text("#trouble")
    other.close()
    frame.click("#reset")
    assert told(frame) == "X to move."
    wait_until(tab, "location.hash === '#knob-encoding'")


def press(frame, *keys):
    for key in keys:
        frame.page.keyboard.press(key)


def test_network_adds_up_and_bends(turned, tab):
    frame = turned("network")
    assert told(frame) == "The node is awake, with an activation above ½, on a."
    texts = {"a": "XX. ... OO.", "b": "X.. O.. ...", "c": "O.. .X. ...", "d": "... XX. OO."}

    def check(weights, bias):
        awake = []
        for name, text in texts.items():
            total = int(weights @ encode(text)) + bias
            words = f"sum {total}, activation {sigmoid(np.float64(total)):.3f}".replace("-", "−")
            assert frame.inner_text(f"#board-{name} .said") == words
            awake += [name] * (total > 0)
        return awake

    assert check(np.array([4, 4, 4, 0, 0, 0, 0, 0, 0]), -6) == ["a"]
    for square, weight in enumerate([0, 0, 0, 0, 0, 0, -4, -4, -4]):
        frame.locator(f"#weight-{square}").fill(str(weight))
    assert check(np.array([0, 0, 0, 0, 0, 0, -4, -4, -4]), -6) == ["a", "d"]
    assert told(frame) == "The node is awake, with an activation above ½, on a and d."
    frame.focus("#bias")
    press(frame, "ArrowRight", "ArrowRight")
    assert frame.get_attribute("#bias", "aria-valuetext") == "−4"
    assert check(np.array([0, 0, 0, 0, 0, 0, -4, -4, -4]), -4) == ["a", "d"]
    wait_until(tab, "location.hash === '#knob-network?weights=0_0_0_0_0_0_-4_-4_-4&bias=-4'")
    tab.evaluate("location.hash = '#knob-network?weights=0_9'")
    trouble = "weights must be 9 numbers from -8 to 8, not 2."
    wait_until(frame, f"$('trouble').textContent.includes('{trouble}')")


def test_opponent_has_the_packages_chances(turned):
    frame, boards = turned("opponent"), positions()[:IN_PROGRESS].tolist()
    for slip in (0, 10, 100):
        all_of_them = "slip => JSON.stringify(positions().map((board) => replyOn({ board, slip })))"
        found = json.loads(frame.evaluate(all_of_them, slip))
        settings = Settings(slip=slip / 100)
        assert found[:X_TO_MOVE] == [None] * X_TO_MOVE
        for board, reply in zip(boards[X_TO_MOVE:], found[X_TO_MOVE:], strict=True):
            assert reply["chances"] == reply_probabilities(board, settings).tolist()
            assert reply["rule"] == deciding_rule(board, settings)[0]


def test_opponent_by_pointer_and_keys(turned):
    frame = turned("opponent")
    assert told(frame) == "Rule 2 decides: 91.7 % on square 3."
    label = frame.get_attribute("#board .square >> nth=3", "aria-label")
    assert label == "square 3, open, chance 91.7 %"
    frame.focus("#slip")
    press(frame, "Home")
    assert told(frame) == "Rule 2 decides: 100 % on square 3."
    for _ in range(2):  # to O, to empty
        frame.click("#board .square >> nth=0")
    assert told(frame) == "X is to move. Give it one more mark, and the opponent is asked."
    frame.click("#board .square >> nth=1")
    assert told(frame) == "Rule 3 decides: 20.0 % each on squares 0, 2, 3, 7 and 8."
    assert frame.inner_text("#rules [aria-current=true]").startswith("a line holds")
    frame.focus("#board .square >> nth=8")
    press(frame, "x")
    assert told(frame).startswith("The opponent is never asked here")


def test_encoding_ties_a_square_to_its_number(turned):
    frame = turned("encoding")
    frame.hover("#numbers .cell >> nth=7")
    place = "[...one.parentElement.children].indexOf(one)"
    assert each(frame, "[data-tied]", place) == [7, 7]
    assert frame.locator("#thread path").get_attribute("d").startswith("M")
    frame.click("#numbers .cell >> nth=7")
    assert frame.get_attribute("#board .square >> nth=7", "aria-label") == "square 7, X"
    frame.page.mouse.move(1, 1)
    assert each(frame, "[data-tied]", place) == []


def draws_of(number):
    return np.random.default_rng(np.random.SeedSequence(knobs.SEED, spawn_key=(number,)))


def parents_weights():
    """The weights of the parent of four nodes that the knob of replication shows."""
    four = Settings(min_hidden=4, max_hidden=4)
    parent = random_network(np.random.default_rng(knobs.SEED), four)
    return parent.hidden_weights, parent.output_weights


def test_replication_has_the_packages_children(turned):
    frame, (hidden, output) = turned("replication"), parents_weights()
    numbers = [*range(1, 41)]
    found = frame.evaluate("all => all.map((child) => [childOf(child), draw({ child })])", numbers)
    fates = set()
    for number, (child, words) in zip(numbers, found, strict=True):
        there = replicate_weights(hidden, output, draws_of(number), Settings().numbers)
        assert [child["hidden"], child["output"]] == [weights.tolist() for weights in there]
        rng = draws_of(number)
        noisy = (hidden + rng.normal(0, 0.05, hidden.shape)).tolist()
        kept = [k for k in range(4) if noisy[k] in child["hidden"]]
        largest = np.abs(np.array(noisy)[kept] - hidden[kept]).max()
        lost = [f"lost node {k + 1}" for k in range(4) if k not in kept]
        fate = "gained" if len(there[0]) == 5 else [*lost, "kept"][0]
        assert words.startswith(f"Child {number} has {fate}")
        count, most = re.search(r"of its (\d+) weights is (.+)\.$", words).groups()
        assert int(count) == (66 if "lost" in fate else 85)
        assert float(most) >= round(largest, 3)
        fates.add(fate)
    assert {"gained", "kept"} < fates and len(fates) > 3
    frame.click("#reset")
    frame.get_by_role("button", name="Have another child").press("Enter")
    assert told(frame) == found[1][1]


def test_replication_shows_all_weights_and_all_noise(turned):
    frame, (hidden, output) = turned("replication"), parents_weights()
    rows = np.hstack([hidden, output[:, :4].T])
    assert frame.locator("#parent rect:is(.plus, .minus)").count() == rows.size + 9 == 85
    rng = draws_of(1)
    noise = rng.normal(0, 0.05, hidden.shape), rng.normal(0, 0.05, output.shape)
    full = np.hstack([noise[0], noise[1][:, :4].T])
    for share, part in ((0.2, 0), (0.55, 0.5), (1, 1)):
        found = frame.evaluate("share => onTheWay(fateOf(1), share)", share)
        assert np.allclose(found["nodes"], rows + part * full, atol=1e-12)
        assert np.allclose(found["biases"], output[:, 4] + part * noise[1][:, 4], atol=1e-12)
    numbers = [*range(1, 41)]
    fates = frame.evaluate("all => all.map(fateOf)", numbers)
    gained = next(number for number, fate in zip(numbers, fates, strict=True) if fate["gained"])
    lost = next(number for number, fate in zip(numbers, fates, strict=True) if fate["lost"] >= 0)
    frame.evaluate("child => turn({ child })", gained)
    assert frame.locator("#child .fate").text_content() == "new: all 0"
    assert frame.locator("#child rect:is(.plus, .minus)").count() == 85 + 19
    frame.evaluate("child => turn({ child })", lost)
    assert frame.locator("#child .fate").text_content() == "gone"
    assert frame.locator("#child rect:is(.plus, .minus)").count() == 85 - 19


def test_selection_draws_one_rival_after_another(turned):
    frame = turned("selection")
    payoffs = np.array(frame.evaluate("PAYOFFS"))
    row = payoffs.tolist().index(-110)
    rivals = selection.draw_rivals(100, draws_of(1), Settings().numbers)[row].tolist()
    for count in range(11):
        script = f"share => drawnBy(share, {row}, round(1).rivals[{row}])"
        found, score = frame.evaluate(script, count / 10), (payoffs[rivals[:count]] < -110).sum()
        assert found == {"drawn": rivals[:count], "score": score}
        moved_to(frame, count / 10)
        assert frame.locator("#line .below").count() == found["score"]
        assert frame.locator("#line .below, #line .above").count() == count


def test_drift_is_replication_and_a_hat(turned):
    frame, rules = turned("drift"), Settings().numbers
    equal = np.zeros(100, dtype=np.int64)
    for population in (1, 2):
        rng = draws_of(population)
        nodes = [int(rng.integers(1, 11)) for _ in range(50)]
        means = []
        for _ in range(40):
            empty = ((np.zeros((one, 10)), np.zeros((9, one + 1))) for one in nodes)
            children = [len(change_structure(*weights, rng, rules)[0]) for weights in empty]
            everybody = nodes + children
            means.append(sum(everybody) / 100)
            rows = selection.survivors(equal, selection.rank(equal, rng, rules), rules)
            nodes = [everybody[row] for row in rows]
        assert frame.evaluate("population => meansOf(population).slice(0, 40)", population) == means
    assert frame.locator("#runs path").count() == 1 and " shown " not in told(frame)
    frame.click("#another")
    assert frame.locator("#runs path").count() == 2 and "Of the 2 shown " in told(frame)
    frame.click("#ten")
    assert frame.locator("#runs path").count() == 10
    assert told(frame).startswith("Population 12 ends with ")
    ends = np.array(frame.evaluate("range(10).map((at) => meansOf(at + 3).at(-1))"))
    far = f"Of the 10 shown {(ends < 4.5).sum()} end below 4.5 and {(ends > 6.5).sum()} above 6.5"
    assert told(frame).endswith(f"{far}, between {min(ends):.1f} and {max(ends):.1f}.")


def test_selection_counts_a_networks_fate(turned, tab):
    frame, rules = turned("selection"), Settings().numbers
    payoffs = np.array(frame.evaluate("PAYOFFS"))
    row = payoffs.tolist().index(-110)
    assert frame.get_attribute("#place", "aria-valuetext") == "B: place 18, payoff −110"
    on, scores_of = 0, []
    for number in range(1, 23):
        rng = draws_of(number)
        rivals = selection.draw_rivals(100, rng, rules)
        scores = selection.second_round(payoffs, rivals, rules)
        rows = selection.survivors(scores, selection.rank(scores, rng, rules), rules).tolist()
        shown = frame.evaluate("k => ({ ...round(k), surviving: [...round(k).surviving] })", number)
        assert shown == {"rivals": rivals.tolist(), "scores": scores.tolist(), "surviving": rows}
        on, scores_of = on + (row in rows), [*scores_of, int(scores[row])]
    frame.click("#again")
    assert told(frame).endswith("of 2 draws.")
    frame.locator("#often").press("Enter")
    assert told(frame).startswith("It survives: " if row in rows else "It is out: ")
    lower = f"{scores_of[-1]} of its ten rivals have a lower payoff."
    assert told(frame).endswith(f"{lower} It survived in {on} of 22 draws.")
    counts = np.bincount(scores_of, minlength=11).tolist()
    assert [times for times, _ in frame.evaluate("tally(ORDER[17], 22)")] == counts
    frame.focus("#place")
    press(frame, "Home")
    assert frame.get_attribute("#place", "aria-valuetext") == "A: place 1, payoff −39"
    wait_until(tab, "location.hash === '#knob-selection?place=1&draws=22'")
