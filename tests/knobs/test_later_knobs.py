"""The knobs of chapters 8 to 17: turned in a browser, and held against the package's own numbers."""

import numpy as np
import pytest
from browser import wait_until
from turning import given, told

from fogel import audit, bugs, league, ttt
from fogel.encoding import to_move
from fogel.knobs import audit as audit_knob
from fogel.knobs import school as school_knob
from fogel.knobs import taste as taste_knob
from fogel.league.agent import encode_board
from fogel.league.files import load_agent
from fogel.network import Network
from fogel.perfect.annealer import STEEP
from fogel.players import ADVERSARIES, adversary
from fogel.ttt.school import pupil
from fogel.ttt.taste import wishes

# A state that is not the one at the beginning, as it stands in an address.
LINKS = {
    "audit": "crowd=10&rounds=3",
    "perfect": "question=p...m...m&least=0&no=571829364&yes=213647859",
    "sweep": "version=one-rival&trials=100",
    "bugs": "program=points-added&check=result-ceiling",
    "league": "o=agent-10&first=4&move=3",
    "school": "x=1&punished=2",
    "taste": "taste=upsets&upsets=0_3_1",
}


@pytest.mark.parametrize("name", LINKS)
def test_a_link_restores_what_was_shown(name, turned, tab):
    frame = turned(name)
    at_first, hash = told(frame), f"#knob-{name}?{LINKS[name]}"
    tab.evaluate("hash => (location.hash = hash)", hash)
    wait_until(frame, "hash => hashOf() === hash", hash)
    assert told(frame) != at_first and frame.inner_text("#trouble") == ""
    field = LINKS[name].split("=")[0]
    tab.evaluate("hash => (location.hash = hash)", f"#knob-{name}?{field}=nonsense")
    wait_until(frame, "$('trouble').textContent !== ''")
    assert f"{field} must be" in frame.inner_text("#trouble")
    frame.click("#reset")
    assert told(frame) == at_first


def test_audit_plays_as_the_package_would(turned):
    frame = turned("audit")
    frame.click("#pick")
    frame.click("#often")
    crowd, means = audit_knob.data()["crowds"]["800"], []
    for number in range(1, 12):
        rng = np.random.default_rng(number)
        laws = [np.cumsum([win, loss, 10**6 - win - loss]) / 10**6 for win, loss in crowd["chances"]]

        def play(law, rng=rng):
            return sum((1, -10, 0)[np.searchsorted(law, rng.random(), side="right")] for _ in range(32))

        totals = [play(law) for law in laws]
        picked = int(np.argmax([total + rng.random() for total in totals]))
        means.append((totals[picked], play(laws[picked])))
    best, then = means[-1]
    words = f"Round 11: network {picked} is picked for {best} and makes {then} in its next 32 games."
    assert told(frame).replace("−", "-").startswith(words)
    shown = [row.split("\t") for row in frame.inner_text("#rows").replace("−", "-").split("\n")]
    assert [row[2] for row in shown[:2]] == [f"{mean:.1f}" for mean in np.mean(means, axis=0)]
    expected = audit.picked([audit.law(audit.Results(0.5, 0.5, 0.0))] * 100)
    frame.select_option("#crowd", "callers")
    assert told(frame).startswith("Nobody has played yet")
    assert frame.locator("#rows td:last-child").all_inner_texts() == [
        f"{value:.1f}" for value in (expected.total, expected.payoff, expected.payoff)
    ]


def network_of(cards):
    """The network of one steep node whose cards a knob shows."""
    no, yes = (-np.array(cards[answer], dtype=float) for answer in ("no", "yes"))
    hidden = STEEP * np.array([[*cards["question"], 0.5 - cards["least"]]])
    return Network(hidden, np.column_stack([yes - no, no]))


def test_perfect_judges_any_cards_exactly(turned):
    frame = turned("perfect")
    assert told(frame).startswith("These cards can’t be beaten")
    own = adversary("one-node")
    shown = network_of(frame.evaluate("state"))
    assert audit.results(shown) == audit.results(own)
    for card, squares in (("no", (0, 4)), ("yes", (2, 7)), ("question", (8,)), ("no", (2, 8))):
        for square in squares:
            frame.click(f"#card-{card} .number >> nth={square}")
    frame.focus("#least")
    frame.page.keyboard.press("ArrowLeft")
    cards = frame.evaluate("state")
    network = network_of(cards)
    assert cards["least"] == 0 and cards["question"][8] == 1 and cards["no"][:5] != list(range(1, 6))
    results, lost = audit.results(network), audit.losing_lines(network)
    worth = audit.expected_payoff(results)
    texts = [frame.inner_text(f"#{name}") for name in ("wins", "ties", "losses")]
    assert texts == [f"{100 * share:.2f} %" for share in results]
    assert f"in {len(lost)} of {len(list(audit.games(network)))} games" in told(frame)
    assert f"worth {worth:.2f} of 32".replace("-", "−") in told(frame) and lost
    shortest = min(map(len, lost))
    moves = frame.get_attribute("#beaten", "aria-label").removeprefix("A lost game: ").split(", ")
    assert tuple(int(move[2:]) for move in moves) in [line for line in lost if len(line) == shortest]


def test_perfect_puts_a_number_down_again(turned):
    frame = turned("perfect")
    before = told(frame)
    frame.focus("#card-yes .number >> nth=3")
    frame.page.keyboard.press("Enter")
    assert told(frame).startswith("Number ")
    frame.page.keyboard.press("Escape")
    assert told(frame) == before


def test_sweep_has_the_tables_differences(turned):
    frame, (table,) = turned("sweep"), given("sweep")
    for trials in (20, 100):
        frame.click(f"#trials-{trials}")
        for case, (gap, half) in table.differences(trials=trials).items():
            frame.click(f".version:has-text('{case}')")
            words = f"{case}, {trials} trials: {gap:+.1f} ± {half:.1f}.".replace(": -", ": −")
            assert told(frame).startswith(words)
            assert ("matters" in told(frame)) == (abs(gap) > half)
            assert frame.locator("#picture circle").count() == 2 * trials


def test_bugs_reads_every_alarm(turned):
    frame, (zoo,) = turned("bugs"), given("bugs")
    rows = frame.evaluate("[...document.querySelectorAll('[role=gridcell]')].map(one => one.ariaLabel)")
    filled = [label.endswith("alarm") for label in rows]
    assert np.array_equal(np.reshape(filled, (len(bugs.CHECKS), len(bugs.BUGS))), zoo.caught())
    programs, checks = [*bugs.BUGS], [*bugs.CHECKS]
    for program, check in (("one loop", checks[0]), ("lowest", "live run: log added up"), ("right", checks[5])):
        place = checks.index(check) * len(programs) + programs.index(program)
        frame.click(f"[role=gridcell] >> nth={place}")
        alarm = zoo.alarms[program][check]
        assert told(frame) == (f"Alarm: {alarm}." if alarm else f"“{check}” says nothing of “{program}”.")
        assert frame.input_value("#program") == program and frame.input_value("#check") == check
    frame.focus("[role=gridcell][tabindex='0']")
    for key in ("ArrowDown", "ArrowRight", "ArrowRight"):
        frame.page.keyboard.press(key)
    assert told(frame) == f"“{checks[6]}” says nothing of “{programs[2]}”."
    frame.select_option("#check", checks[1])
    assert told(frame) == f"Alarm: {zoo.alarms[programs[2]][checks[1]]}."


def test_league_plays_the_agents_games(turned):
    frame = turned("league")
    agents = {name: load_agent(ADVERSARIES[name].agent) for name in ("agent-600", "agent-10")}
    for x, o in (("agent-600", "agent-600"), ("agent-10", "agent-600")):
        frame.select_option("#x", x)
        frame.select_option("#o", o)
        match, board = league.play_match(agents[x], agents[o], None), audit.START
        named = [*match.squares] + [None] * (match.disqualified != 0)
        for at, square in enumerate(named):
            mark = to_move(board)
            outputs = agents[x if mark == 1 else o].network.calculate_output(encode_board(board))
            texts = frame.locator("#outputs > div").all_inner_texts()
            assert [text.strip() for text in texts] == [f"{round(1000 * output) / 1000:.3f}" for output in outputs]
            if square is not None:
                assert f"of square {square}" in told(frame)
                board = audit.put(board, square, mark)
            if at < len(named) - 1:
                frame.click("#next")
        assert frame.is_disabled("#next")
        assert ("is disqualified" in told(frame)) == (match.disqualified != 0)
        assert (f"after {len(match.squares)} legal moves" in told(frame)) == (match.disqualified != 0)


def test_school_punishes_as_the_package_does(turned):
    frame = turned("school")
    handed = school_knob.data()["nets"]["small"]
    arch = ttt.school.network.Arch(hidden=tuple(handed["sizes"][1:-1]))
    weights = tuple(zip(handed["weights"], handed["adjust"], strict=True))
    three = ttt.Rules("three squares", ttt.grid("000"), (ttt.grid("111"),), ())
    player = pupil.Pupil(arch=arch, weights=weights)(three, 2)
    player.new_match(None)
    player.new_game()
    board, punished = (1, 0, 0), 0
    while board[player(board, None)]:
        before = [weight for weight, _ in player.net.weights()]
        player.punish()
        punished += 1
        frame.click("#punish")
        after = [weight for weight, _ in player.net.weights()]
        found = frame.evaluate(f"seenAfter(boardWith(0), {punished}).weights")
        assert found == pytest.approx(after, abs=1e-14)
        moved = sum(one != other for one, other in zip(before, after, strict=True))
        assert f"{moved} of {len(after)} weights moved" in told(frame) and moved == 12
        assert frame.locator("#moved tr").count() == moved
    assert frame.is_disabled("#punish") and punished == 4
    assert f"names square {player.chosen}, which is open" in told(frame)
    frame.click(".place >> nth=2")
    assert "which is open" in told(frame) and frame.locator("#details").is_hidden()


def test_taste_judges_as_the_package_does(turned):
    frame = turned("taste")
    some = ("head-start", "misere", "one-square", "standard", "thicket", "vee")  # the others take long to measure
    cards = {name: ttt.taste.measures.Card(ttt.find_rules(name)) for name in some}
    for name in wishes.shipped():
        frame.select_option("#taste", name)
        taste = wishes.find_taste(name)
        found = {one["game"]: one for one in frame.evaluate(f"judged('{name}', state['{name}'])")}
        for game, card in cards.items():
            verdict = taste.judge(card)
            assert found[game]["score"] == pytest.approx(verdict.score, abs=1e-12)
            assert bool(found[game]["refused"]) == bool(verdict.refused)
        scores = [one["score"] for one in found.values()]
        assert scores == sorted(scores, reverse=True)
        assert frame.locator("#games b").all_inner_texts() == [*found]


def test_taste_counts_what_its_sliders_say(turned):
    frame = turned("taste")
    for at, key in enumerate(("Home", "End", "Home", "Home")):
        frame.focus(f"#fair-{at}")
        frame.page.keyboard.press(key)
    assert frame.evaluate("state.fair") == [0, 5, 0, 0]
    wish = taste_knob.data()["tastes"]["fair"]["wishes"][1]
    refused = taste_knob.data()["tastes"]["fair"]["refused"]
    best = max(content for content, out in zip(wish["contents"], refused, strict=True) if not out)
    assert f"with {best:.3f}, held back most by completion" in told(frame)
    frame.focus("#fair-1")
    frame.page.keyboard.press("Home")
    assert told(frame).startswith("Nothing counts") and frame.locator("#games li").count() == 0
