"""The knobs of chapters 8 to 19: turned in a browser, and held against the package's
own numbers.
"""

import numpy as np
import pytest
from browser import wait_until
from turning import SIZES, each, given, moved_to, told

from fogel import Settings, anygame, audit, bugs, league, rules, school
from fogel.checkers.matches import elo
from fogel.core.intervals import difference_and_half_width
from fogel.core.players import ADVERSARIES, adversary
from fogel.core.texts import listed, plural
from fogel.curve import run_trial
from fogel.encoding import to_move
from fogel.league.agent import encode_board, load_agent
from fogel.lookahead.deathmatch import STANDARD
from fogel.lookahead.foresight import make_foresight
from fogel.network import Network
from fogel.perfect.annealer import STEEP
from fogel.perfect.cards import answers_to, make_cards, move_by
from fogel.school import pupil
from fogel.taste import measures, wishes
from fogel.taste.summary import sample_game
from fogel.web import knobs
from fogel.web.knobs import audit as audit_knob
from fogel.web.knobs import school as school_knob
from fogel.web.knobs import taste as taste_knob

# A state that is not the one at the beginning, as it stands in an address.
LINKS = {
    "audit": "crowd=10&rounds=3&bet=-20",
    "perfect": "question=p...m...m&least=0&no=571829364&yes=213647859&tried=3",
    "sweep": "version=one-rival&trials=100&draws=3",
    "bugs": "program=points-added&check=result-ceiling&bet=lowest&filled=yes",
    "league": "o=agent-10&first=4&move=3",
    "school": "x=1&punished=2",
    "curve": "shown=2&generation=40",
    "lookahead": "moves=2&cuts=no",
    "relapse": "league=2",
    "taste": "taste=upsets&upsets=0_3_1",
    "anygame": "game=crooked&player=seeing",
    "checkers": "way=games&generation=30&exact=yes",
}


@pytest.mark.parametrize("name", LINKS)
def test_a_link_restores_what_was_shown(name, turned):
    frame = turned(name)
    at_first, hash = told(frame), f"#knob-{name}?{LINKS[name]}"
    # Again, if what the reset wrote soon after undid it.
    follow = "hash => { HOST.location.hash = hash; return %s; }"
    wait_until(frame, follow % "hashOf() === hash", hash)
    assert told(frame) != at_first and frame.inner_text("#trouble") == ""
    field = LINKS[name].split("=")[0]
    wait_until(frame, follow % "$('trouble').textContent !== ''", f"#knob-{name}?{field}=nonsense")
    assert f"{field} must be" in frame.inner_text("#trouble")
    frame.click("#reset")
    assert told(frame) == at_first


def play_round(number):
    """Each network's 32 games, which network is picked, and its next 32 games."""
    rng, unit = np.random.default_rng(number), 10**6
    chances = audit_knob.data()["crowds"]["800"]["chances"]
    crowd = [np.cumsum([win, loss, unit - win - loss]) / unit for win, loss in chances]

    def play(sums):
        return [(1, -10, 0)[np.searchsorted(sums, rng.random(), side="right")] for _ in range(32)]

    games = [play(sums) for sums in crowd]
    picked = int(np.argmax([sum(some) + rng.random() for some in games]))
    return games, picked, play(crowd[picked])


def test_audit_plays_as_the_package_would(turned):
    frame = turned("audit")
    exact = frame.locator("#rows td:last-child")
    frame.click("#often")
    assert exact.all_inner_texts() != ["?"] * 3
    means = []
    for number in range(1, 12):
        games, picked, after = play_round(number)
        means.append((sum(games[picked]), sum(after)))
    best, then = means[-1]
    words = f"Round 11: network {picked} is picked for {best} and makes {then} in its next 32 games"
    assert told(frame).replace("−", "-").startswith(f"{words}.")
    shown = [row.split("\t") for row in frame.inner_text("#rows").replace("−", "-").split("\n")]
    assert [row[2] for row in shown[:2]] == [f"{mean:.1f}" for mean in np.mean(means, axis=0)]
    expected = audit.picked([audit.distribution(audit.Results(0.5, 0.5, 0.0))] * 100)
    frame.select_option("#crowd", "callers")
    assert told(frame).startswith("Round 1: caller ")
    assert exact.all_inner_texts() == ["?"] * 3 and frame.locator("#picture .exact").count() == 0
    seen = frame.inner_text("#rows") + frame.get_attribute("#picture", "aria-label")
    assert f"{expected.payoff:.1f}" not in seen
    frame.locator("#guess").fill("20")
    assert exact.all_inner_texts() == ["?"] * 3
    frame.click("#bet")
    total, payoff = f"{expected.total:.1f}", f"{expected.payoff:.1f}"
    assert exact.all_inner_texts() == [total, payoff, payoff]
    assert told(frame).endswith(f"You bet 20; exactly it is {expected.payoff:.1f}.")
    assert frame.is_hidden("#betting") and frame.locator("#picture .exact").count() == 2


def test_audit_plays_the_next_games_one_by_one(turned):
    frame, (games, picked, after) = turned("audit"), play_round(1)
    both = games[picked] + after
    for played in (0, 8, 20, 32):
        share = 0.5 + 0.5 * played / 32
        found = frame.evaluate("share => (frame(share), playedBy(roundOf('800', 1), share))", share)
        assert found == [sum(both[at : at + 32]) for at in range(played + 1)]
        assert frame.text_content("#picture .told >> nth=0").replace("−", "-") == str(found[-1])


def test_curve_counts_the_families_of_its_trials(turned):
    frame = turned("curve")
    for shown, trial in ((0, 7), (1, 0)):
        if shown:
            frame.click("#another")
        nothing = {"win_payoff": 0, "tie_payoff": 0, "loss_payoff": 0}
        for way, changes in {"selected": {}, "random": nothing}.items():
            founders = [*range(51)]
            for parent in run_trial(Settings(generations=60, **changes), trial).parent_of[50:]:
                founders.append(founders[parent])
            # Its row 0: the founders.
            left = [len(set(row)) for row in np.array(founders[1:]).reshape(-1, 50).tolist()]
            last = frame.evaluate("lastOf(shownTrial())")
            assert frame.get_attribute("#generation", "max") == str(last)
            for generation in (2, 13, 31, 60):
                moved_to(frame, (generation - 1) / (last - 1) if generation < last else 1)
                families = "one family" if left[generation] == 1 else f"{left[generation]} families"
                said = frame.locator(f"#left-{way}").text_content()
                assert generation >= last or said.endswith(f": {families} left")
    assert told(frame).startswith("Trial 0, generation 20: of fifty families ")


def test_relapse_shows_where_the_packages_leagues_relapse(turned):
    frame, (versions,) = turned("relapse"), given("relapse")
    first = {words: some.share_valid[:, :600] for words, some in versions.items()}
    counts = {words: league.study.count_relapses(shares) for words, shares in first.items()}
    assert list(counts) == ["keeps its moves", "gets nothing"]
    for row in range(8):
        frame.evaluate("league => turn({ league })", row)
        for words, some in versions.items():
            share = 100 * some.share_valid[row, :600]
            shown = frame.evaluate("rule => sharesOf(rule)", words)
            assert shown == pytest.approx(share, abs=0.0501)
            epochs = frame.evaluate("rule => DATA.relapses[rule][state.league]", words)
            assert len(epochs) == counts[words][row]
            assert all(share[epoch - 1] < 1 <= share[epoch - 2] for epoch in epochs)
            when = f"({'epochs' if len(epochs) > 1 else 'epoch'} {listed(epochs)})"
            said = f"{plural(len(epochs), 'relapse')} {when}," if epochs else "no relapse,"
            assert f"{words[0].upper()}{words[1:]}: {said}" in told(frame)
        for epoch in (1, 300, 600):
            moved_to(frame, (epoch - 1) / 599)
            lines = each(frame, "#lines path", "one.getAttribute('d').split('L').length")
            relapses = "Object.values(DATA.relapses).flatMap((all) => all[state.league])"
            fallen = sum(one <= epoch for one in frame.evaluate(relapses))
            assert lines == [epoch, epoch] and frame.locator("#lines circle").count() == fallen
    assert sum(counts["gets nothing"]) > 5 and not any(counts["keeps its moves"])


def test_lookahead_has_the_packages_values_and_cuts_what_cannot_matter(turned):
    frame, board, hopes = turned("lookahead"), (1, 0, 2, 0, 2, 0, 0, 0, 1), set()
    for moves in (1, 2, 3, 4):
        frame.locator("#moves").fill(str(moves))
        nodes = frame.evaluate(f"treeOf({moves})")
        scores = make_foresight(STANDARD).scores(board, 1, moves)
        first = {node["square"]: node for node in nodes if node["depth"] == 1}
        assert {square: node["value"] for square, node in first.items()} == scores
        best = max(scores.values())
        assert first[max(scores, key=scores.get)]["cuts"]["sign"] == (best > 0) - (best < 0)
        for node in nodes[1:]:
            known, sign = node["cuts"], (node["value"] > 0) - (node["value"] < 0)
            assert known["rank"] < 0 or known["sign"] in (None, sign)
        ranks = sorted(node["cuts"]["rank"] for node in nodes if node["cuts"]["rank"] >= 0)
        assert ranks == [*range(len(ranks))] and (len(ranks) < len(nodes)) == (moves > 1)
        said = f"with cuts: {len(ranks) - 1} of {len(nodes) - 1} boards are looked at"
        assert said in told(frame)
        square, *others = [square for square, score in scores.items() if score == best]
        hope = "wins" if best > 0 else "loses last" if best < 0 else "doesn’t lose within sight"
        end = "are all the same to X." if others else f"and square {square} {hope}."
        assert told(frame).endswith(end)
        hopes.add(hope)
    assert len(hopes) > 1
    frame.click("#cuts")
    assert f"without cuts: {len(nodes) - 1} of {len(nodes) - 1} boards" in told(frame)
    frame.evaluate("frame(0.5)")
    looked = len(nodes) // 2
    # The board itself is looked at first.
    assert frame.locator("#nodes circle:not(.unseen)").count() == looked - 1


def network_of(cards):
    """The network of one steep node whose cards a knob shows."""
    no, yes = (-np.array(cards[answer], dtype=float) for answer in ("no", "yes"))
    hidden = STEEP * np.array([[*cards["question"], 0.5 - cards["least"]]])
    return Network(hidden, np.column_stack([yes - no, no]))


def test_perfect_judges_any_cards_exactly(turned):
    frame = turned("perfect")
    assert told(frame).startswith("These cards can’t be beaten")
    assert frame.inner_text("#which") == "Their likeliest game:"
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
    assert cards["least"] == 0
    assert cards["question"][8] == 1 and cards["no"][:5] != list(range(1, 6))
    results, lost = audit.results(network), audit.losing_lines(network)
    exact_payoff = audit.expected_payoff(results)
    texts = [frame.inner_text(f"#{name}") for name in ("wins", "ties", "losses")]
    assert texts == [f"{100 * share:.2f} %" for share in results]
    assert f"in {len(lost)} of {len(list(audit.games(network)))} games" in told(frame)
    words = f"On average they make {exact_payoff:.2f} points in 32 games"
    assert words.replace("-", "−") in told(frame)
    assert lost
    shortest = min(map(len, lost))
    moves = frame.get_attribute("#beaten", "aria-label").removeprefix("A lost game: ").split(", ")
    line = tuple(int(move[2:]) for move in moves)
    assert line in lost and len(line) == shortest


def test_perfect_counts_the_exchanges_that_its_cards_can_stand(turned):
    frame = turned("perfect")
    frame.click("#try")
    changed = frame.evaluate("state")
    before = {answer: frame.evaluate(f"start().{answer}") for answer in ("no", "yes")}
    moved = [(a, at) for a in before for at in range(9) if before[a][at] != changed[a][at]]
    assert len(moved) == 2 and len({answer for answer, _ in moved}) == 1
    frame.click("#try-all")
    assert frame.is_disabled("#try") and frame.inner_text("#losses") == "0.00 %"
    every = [{**cards} for cards in frame.evaluate("range(72).map(exchanged)")]
    assert len({str(cards) for cards in every}) == 72
    stood = sum(audit.never_loses(network_of(cards)) for cards in every)
    assert told(frame).endswith(f"Of 72 exchanges they stand {stood}.") and 0 < stood < 72


def test_perfect_reads_its_cards_move_by_move(turned):
    frame, own = turned("perfect"), make_cards(adversary("one-node"))
    moves = frame.evaluate("gameOf(state)")
    for at in range(0, len(moves), 2):
        moved_to(frame, (at + 0.3) / len(moves))
        board = audit.START
        for number, square in enumerate(moves[:at]):
            board = audit.put(board, square, 1 if number % 2 == 0 else -1)
        answer = "yes" if answers_to(own, board)[0] else "no"
        assert move_by(own, board) == moves[at]
        assert frame.inner_text("#reading").endswith(f"{answer}. X takes square {moves[at]}.")
        assert frame.locator(f"#card-{answer}[data-read] .number[data-read]").count() == 1


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
        if trials == 100:
            frame.click("#all")
        for case, (gap, half) in table.differences(trials=trials).items():
            frame.click(f".version:has-text('{case}')")
            which = "the first 20 trials" if trials == 20 else "all 100 trials"
            words = f"{case}, {which}: {gap:+.1f} ± {half:.1f}.".replace(": -", ": −")
            assert told(frame).startswith(words)
            assert ("A star" in told(frame)) == (abs(gap) > half)
            assert frame.locator("#picture circle").count() == 2 * trials


def test_sweep_draws_another_twenty_and_counts_the_stars(turned):
    frame, (table,) = turned("sweep"), given("sweep")
    frame.click("#another")
    frame.click("#often")
    base, *cases = table.cases
    stars = dict.fromkeys(cases, 0)
    for draw in range(1, 13):
        rows = np.arange(100)
        rng = np.random.default_rng(np.random.SeedSequence(knobs.SEED, spawn_key=(draw,)))
        for place in range(20 if draw > 1 else 0):
            drawn = place + int(rng.random() * (100 - place))
            rows[[place, drawn]] = rows[[drawn, place]]
        own = {case: table.values("exact_payoff", case=case)[rows[:20]] for case in table.cases}
        found = {case: difference_and_half_width(own[case], own[base]) for case in cases}
        order = frame.evaluate("NAMES")
        shown = frame.evaluate("draw => differencesOf(draw)", draw)
        assert np.allclose(shown, [found[case] for case in order], atol=0.005)
        stars = {case: stars[case] + (abs(gap) > half) for case, (gap, half) in found.items()}
    shown = frame.locator(".version .stars").all_inner_texts()
    assert [text.split()[-1] for text in shown] == [f"{stars[case]}/12" for case in order]
    assert 0 < min(stars[case] for case in order if stars[case]) < 12


def test_bugs_is_a_bet_on_an_empty_matrix(turned, tab):
    frame, (zoo,) = turned("bugs"), given("bugs")
    assert frame.locator("[role=gridcell].unknown").count() == len(bugs.CHECKS) * len(bugs.BUGS) - 1
    assert frame.is_hidden("#reading") and frame.is_hidden("#play")
    caught = zoo.caught()
    fewest = min((count, at) for at, count in enumerate(caught.sum(axis=0)) if at)
    frame.select_option("#bet", [*bugs.BUGS][fewest[1]])
    frame.click("#fill")
    assert "as you bet, the fewest" in told(frame) and frame.is_hidden("#bets")
    assert frame.evaluate("document.activeElement.role") == "gridcell"
    for columns in (0, 7, 19):
        moved_to(frame, columns / 19)
        unknown = sum(each(frame, "[role=gridcell]", "one.classList.contains('unknown')"))
        assert caught.size - unknown == columns * len(bugs.CHECKS) + (columns < 3)
    for width in (1200, 1280, 375):
        tab.set_viewport_size({"width": width, "height": 900})
        assert frame.locator("[role=gridcell]:visible").count() == caught.size
    tab.set_viewport_size(SIZES["desk"])


def test_bugs_reads_every_alarm(turned):
    frame, (zoo,) = turned("bugs"), given("bugs")
    frame.click("#fill")
    filled = each(frame, "[role=gridcell]", "one.ariaLabel.endsWith('alarm')")
    assert np.array_equal(np.reshape(filled, (len(bugs.CHECKS), len(bugs.BUGS))), zoo.caught())
    programs, checks = [*bugs.BUGS], [*bugs.CHECKS]
    some = {"one loop": checks[0], "lowest": "live run: log added up", "right": checks[5]}
    for program, check in some.items():
        place = checks.index(check) * len(programs) + programs.index(program)
        frame.click(f"[role=gridcell] >> nth={place}")
        (alarm,) = zoo.where(program=program)[check]
        nothing = f"“{check}” says nothing of “{program}”."
        assert told(frame) == (f"Alarm: {alarm}." if alarm else nothing)
        assert frame.input_value("#program") == program and frame.input_value("#check") == check
    frame.focus("[role=gridcell][tabindex='0']")
    for key in ("ArrowDown", "ArrowRight", "ArrowRight"):
        frame.page.keyboard.press(key)
    assert told(frame) == f"“{checks[6]}” says nothing of “{programs[2]}”."
    frame.select_option("#check", checks[1])
    assert told(frame) == f"Alarm: {zoo.where(program=programs[2])[checks[1]][0]}."


def test_league_plays_the_agents_games(turned):
    frame = turned("league")
    agents = {name: load_agent(ADVERSARIES[name].agent) for name in ("agent-600", "agent-10")}
    for x, o in (("agent-600", "agent-600"), ("agent-10", "agent-600")):
        frame.select_option("#x", x)
        frame.select_option("#o", o)
        match, board = league.play_match(agents[x], agents[o], None), audit.START
        while frame.is_enabled("#back"):
            frame.click("#back")
        named = [*match.squares] + [None] * (match.disqualified != 0)
        for at, square in enumerate(named):
            mark = to_move(board)
            outputs = agents[x if mark == 1 else o].network.calculate_output(encode_board(board))
            texts = frame.locator("#outputs text").all_text_contents()
            assert texts == [f"{round(1000 * output) / 1000:.3f}" for output in outputs]
            sizes = each(frame, "#outputs circle", "Number(one.getAttribute('r'))")
            assert sizes == pytest.approx(36 * np.sqrt(outputs), abs=0.1 + 36 * 0.0005**0.5)
            if square is not None:
                assert f"of square {square}" in told(frame)
                board = audit.put(board, square, mark)
            if at < len(named) - 1:
                frame.click("#next")
        assert frame.is_disabled("#next")
        for said in ("is disqualified", f"after {len(match.squares)} legal moves"):
            assert (said in told(frame)) == (match.disqualified != 0)


def test_school_punishes_as_the_package_does(turned):
    frame = turned("school")
    handed = school_knob.data()["nets"]["small"]
    arch = school.network.Arch(hidden=tuple(handed["sizes"][1:-1]))
    weights = tuple(zip(handed["weights"], handed["adjust"], strict=True))
    three = rules.Rules("three squares", rules.grid("000"), (rules.grid("111"),), ())
    player = pupil.Pupil(arch=arch, weights=weights)(three, 2)
    player.new_match(None)
    player.new_game()
    frame.click("#back")
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


def test_school_shows_the_error_going_backwards(turned):
    frame = turned("school")
    before, after = frame.evaluate("[0, 1].map((times) => seenAfter(boardWith(0), times).weights)")
    handed = school_knob.data()["nets"]["small"]
    assert before == list(handed["weights"])
    inner = handed["sizes"][0] * handed["sizes"][1]  # links that lead into hidden nodes
    script = "share => weightsAt(share, seenAfter(boardWith(0), 1))"
    weights = {share: frame.evaluate(script, share) for share in (0, 0.4, 0.73, 1)}
    assert weights[0] == weights[0.4] == before and weights[1] == pytest.approx(after, abs=1e-15)
    assert weights[0.73][:inner] == before[:inner]
    assert weights[0.73][inner:] == pytest.approx(after[inner:], abs=1e-15)
    for share, count in ((0.6, 9), (0.86, 3), (1, 0)):
        moved_to(frame, share)
        assert frame.locator("#picture .error").count() == count


def test_taste_judges_as_the_package_does(turned):
    frame = turned("taste")
    # The others take long to measure.
    some = ("head-start", "misere", "one-square", "standard", "thicket", "vee")
    cards = {name: measures.GameMeasures(rules.find_rules(name)) for name in some}
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


def test_taste_plays_a_game_of_the_one_that_comes_first(turned):
    frame = turned("taste")
    assert frame.locator("#games .thumbnail").count() == len(taste_knob.data()["games"])
    first = frame.inner_text("#games b >> nth=0")
    chosen = rules.find_rules(first)
    game = sample_game(chosen)
    board = chosen.start.squares
    for number, (player, square) in enumerate([(0, None), *game.moves]):
        board = board if square is None else rules.rules.place(chosen, board, square, player)
        moved_to(frame, (number + 0.5) / (len(game.moves) + 1))
        mark = "one.querySelector('.x') ? 1 : one.querySelector('.o') ? 2 : 0"
        marks = each(frame, "#board g:has(> rect)", mark)
        assert tuple(marks) == board
    assert tuple(marks) == game.board
    assert f"{len(game.moves)} moves" in frame.inner_text("#course")
    assert frame.locator("#patterns svg").count() == len(chosen.wins) + len(chosen.losses)


def test_taste_counts_what_its_sliders_say(turned):
    frame = turned("taste")
    for at, key in enumerate(("Home", "End", "Home", "Home")):
        frame.focus(f"#fair-{at}")
        frame.page.keyboard.press(key)
    assert frame.evaluate("state.fair") == [0, 5, 0, 0]
    fair = taste_knob.data()["tastes"]["fair"]
    found = zip(fair["wishes"][1]["satisfactions"], fair["refused"], strict=True)
    best = max(satisfaction for satisfaction, refused in found if not refused)
    assert f"with {best:.3f}, held back most by completion" in told(frame)
    frame.focus("#fair-1")
    frame.page.keyboard.press("Home")
    assert told(frame).startswith("Nothing counts") and frame.locator("#games li").count() == 0


def test_anygame_shows_what_each_first_move_leaves(turned):
    frame = turned("anygame")
    for game, blind, seeing in (("misere", [1, 3, 5, 7], [4]), ("standard", [0, 2, 6, 8], [4])):
        frame.select_option("#game", game)
        settings = anygame.GameSettings(game=game, opponent="perfect")
        whole = anygame.compute_measures(settings)
        for player, squares in (("blind", blind), ("seeing", seeing)):
            frame.click(f"#{player}")
            shares = frame.evaluate(f"DATA.games['{game}']['{player}']")
            for square in (0, 1, 4):
                left = anygame.compute_measures(settings.opened(square))
                value = left.blind.exact_payoff if player == "blind" else left.ceiling
                share = (value - whole.random) / (whole.ceiling - whole.random)
                assert shares[square] == pytest.approx(share, abs=6e-5)
            marked = each(frame, "#openings g", "one.classList.contains('best')")
            assert [at for at, best in enumerate(marked) if best] == squares
            texts = frame.locator("#openings text").all_text_contents()
            assert texts == [f"{share:.2f}" if share >= 0 else f"−{-share:.2f}" for share in shares]
            assert f"for {max(shares):.2f} of the way" in told(frame)
    assert "opens elsewhere" in frame.inner_text("#other")


CHECKERS_WAYS = {"material": "the material player", "games": "each other", "values": "exact values"}


def of_generation(table, way, generation):
    """The rows of a way's 24 trials; before anything is selected, those of random networks with the
    sum.
    """
    player = way if generation else "linked"
    own = table[(table["men"] == 2) & (table["player"] == player)]
    return own[own["generation"] == generation]


def best_of(columns):
    """The way whose column is better than each other one by more than the interval of the
    difference.
    """
    for way, own in columns.items():
        others = [other for name, other in columns.items() if name != way]
        gaps = [difference_and_half_width(own, other) for other in others]
        if all(gap - half > 0 for gap, half in gaps):
            return way
    return None


def test_checkers_says_who_is_best_by_the_match_and_by_the_blunder_rate(turned):
    frame, (table,) = turned("checkers"), given("checkers")
    frame.click("#uncover")
    answers = set()
    for generation in (0, 1, *range(6, 61, 6)):
        frame.evaluate("generation => turn({ generation })", str(generation))
        rows = {way: of_generation(table, way, generation) for way in CHECKERS_WAYS}
        best = [best_of({way: its["points"] for way, its in rows.items()})]
        best.append(best_of({way: -its["blunders"] for way, its in rows.items()}))
        answers.add(tuple(best))
        verdicts = told(frame).removesuffix(".").split(". ", 1)[1]
        for way, words in zip(best, verdicts.split("; by their blunder rate, "), strict=True):
            said = f"bred by {CHECKERS_WAYS[way]}" if way else "none is best beyond luck"
            assert said in words
        for way, its in rows.items():
            assert len(its) == 24
            said = f"bred by {CHECKERS_WAYS[way]}: Elo {elo(its['points'].mean()):+.0f},"
            blundered = f"they blunder {100 * its['blunders'].mean():.1f} ±"
            parts = frame.get_attribute("#picture", "aria-label").split("; ")
            part = next(one for one in parts if CHECKERS_WAYS[way] in one)
            assert said.replace("-", "−") in part and blundered in part
    assert ("material", "values") in answers and (None, None) in answers


def test_checkers_hides_the_blunder_rate_until_it_is_asked_for(turned):
    frame, (table,) = turned("checkers"), given("checkers")
    heights = each(frame, "#players .trial", "Number(one.getAttribute('cy'))")
    assert len({*heights}) == 3  # a row for each way
    assert "blunder" not in frame.get_attribute("#picture", "aria-label")
    assert frame.locator("#shares").is_hidden()
    frame.click("#way-values")
    assert frame.get_attribute("#way-values", "aria-pressed") == "true"
    assert "Elo −26, −37 to −16. " in told(frame)
    frame.focus("#uncover")
    frame.page.keyboard.press("Enter")
    assert frame.locator("#shares").is_visible() and "they blunder 5.8 ± 0.2 %" in told(frame)
    for generation in (60, 18):
        moved_to(frame, (0, 1, *range(6, 61, 6)).index(generation) / 11)
        for way in CHECKERS_WAYS:
            rows = of_generation(table, way, generation)
            place = "['cx', 'cy'].map((name) => Number(one.getAttribute(name)))"
            across, down = np.array(each(frame, f"#players .{way} .trial", place)).T
            ratings = [elo(points) for points in rows["points"]]
            assert np.allclose((across - 44) / 544 * 320 - 110, ratings, atol=0.6)
            assert np.allclose((down - 40) / 320 * 16 + 2, 100 * rows["blunders"], atol=0.06)
    frame.evaluate("frame(1)")
    frame.focus("#generation")
    frame.page.keyboard.press("Home")
    assert frame.get_attribute("#generation", "aria-valuetext") == "0, random"
    assert frame.is_hidden("#play")
    ruler = table[(table["men"] == 2) & np.char.startswith(table["player"], "material-player-")]
    steps = [row.removeprefix("material-player-") for row in ruler["player"]]
    assert frame.locator("#players .ruler text.step").all_text_contents() == steps
