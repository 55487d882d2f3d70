"""The page of the standard game: its arithmetic is Python's bit for bit, and so are its players, its
match and what it shows of a network.
"""

import base64
import contextlib
import itertools
import json
import math
import re
import warnings
from collections import Counter
from html.parser import HTMLParser
from io import BytesIO

import numpy as np
import pytest
from board_pages import Recorded, labels, notes, play, played, tally, violations
from boards import BAD_FILES
from browser import wait_until
from damage import damaged
from matplotlib.image import imread

from fogel.core.champion import read_champion
from fogel.core.players import (
    ADVERSARIES,
    AGENTS,
    adversary,
    lineage,
    networks,
    others,
    players,
    read_player,
    shipped,
)
from fogel.core.settings import Settings
from fogel.encoding import (
    IN_PROGRESS,
    X_TO_MOVE,
    decode,
    encode,
    is_final,
    open_squares,
    positions,
    to_move,
    winner,
)
from fogel.network import Network, exponential, random_network, sigmoid
from fogel.opponent import probabilities, reply_probabilities
from fogel.play import Match, Thought
from fogel.web import frame, page, save_page
from fogel.web.play.advice import Age, ages_on, ages_words, hint_words
from fogel.web.play.flow import flow_svg

GOOD = json.loads(shipped("generation-10").read_text())
AGENT = AGENTS / "agent-10.json"
BOARDS = positions()[:IN_PROGRESS].tolist()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    save_page(folder / "page.html")
    return folder


# The arithmetic, and the players.


def test_the_exponential_has_the_same_bits(script):
    rng = np.random.default_rng(1)
    extreme = [0.0, 708.0, -708.0, 1e308, -1e308, 5e-324]
    values = [
        *rng.uniform(-720, 720, 50_000).tolist(),
        *rng.normal(0, 3, 49_990).tolist(),
        *extreme,
    ]
    assert script("values => values.map(exponential)", values) == list(map(exponential, values))
    assert script("values => values.map(sigmoid)", values) == list(map(sigmoid, values))
    powers = list(range(-1022, 1024))
    assert script("powers => powers.map(powerOf2)", powers) == [2.0**k for k in powers]


def extreme_networks():
    """Huge and tiny weights, and no weight at all."""
    rng = np.random.default_rng(2)
    for scale in (1e100, 1e30, 1e3, 1e-30, 1e-310, 0.0):
        network = random_network(rng)
        yield Network(scale * network.hidden_weights, scale * network.output_weights)
    yield Network(rng.choice([-1e100, 1e-100], (10, 10)), rng.choice([-1e100, 1.0], (9, 11)))


NETWORKS_TESTED = {
    **{name: [adversary(name)] for name in networks()},
    "random": [random_network(rng) for rng in [np.random.default_rng(3)] for _ in range(50)],
    "extreme": list(extreme_networks()),
}
FORWARD = """(hidden, output, boards) => {
  const network = new Network(hidden, output);
  const runs = boards.map((board) => network.run(seenBy(toMove(board), board)));
  const bytes = new Uint8Array(Float64Array.from(runs.flat(2)).buffer);
  const texts = range(bytes.length / 8).map((at) => String.fromCharCode(...bytes.subarray(8 * at, 8 * at + 8)));
  return [btoa(texts.join("")), boards.map((board) => network.move(board))];
}"""


@pytest.mark.parametrize("name", NETWORKS_TESTED)
def test_networks_have_the_same_bits_and_choose_the_same_squares(name, script):
    """On all boards, shared among them where there are several networks."""
    several = NETWORKS_TESTED[name]
    for number, network in enumerate(several):
        boards = BOARDS[number % 7 :: min(7, len(several))]
        weights = network.hidden_weights.tolist(), network.output_weights.tolist()
        runs, squares = script(FORWARD, *weights, boards)
        expected = [network.run([to_move(board) * mark for mark in board]) for board in boards]
        assert base64.b64decode(runs) == np.array([a + s for a, s in expected]).tobytes()
        assert squares == [network(board) for board in boards]


def test_the_tables_are_in_the_order_of_the_boards(script):
    assert script("positions") == BOARDS


BY_RULE = [name for name in players() if name in others()]
DECIDE = """(name, boards, draws) => boards.map((board, at) => {
  const player = PLAYERS[name];
  return [player.probabilities?.(board) ?? null, player.move(board, () => draws[at])];
})"""


def test_all_players_by_rule_are_there(script):
    assert script("() => Object.keys(PLAYERS).filter((name) => PLAYERS[name])") == BY_RULE


@pytest.mark.parametrize("name", BY_RULE)
def test_players_by_rule_have_the_same_chances_and_draw_the_same_squares(name, script):
    one, player, settings, rng = (
        ADVERSARIES[name],
        adversary(name),
        Settings(),
        np.random.default_rng(4),
    )
    draws = [*rng.random(len(BOARDS) - 2).tolist(), 0.0, math.nextafter(1, 0)]
    chances, squares = map(list, zip(*script(DECIDE, name, BOARDS, draws), strict=True))
    assert squares == [player(board, Recorded([u])) for board, u in zip(BOARDS, draws, strict=True)]
    if one.agent:
        return
    slip = one.slip(settings)
    for board, found in zip(BOARDS, chances, strict=True):
        assert found == probabilities(board, one.move_odds(board, settings, to_move(board)), slip)
    if name == "near-perfect":
        expected = [reply_probabilities(board).tolist() for board in BOARDS[X_TO_MOVE:]]
        assert chances[X_TO_MOVE:] == expected


def test_the_rules_of_the_game_are_the_same_on_every_board(script):
    boards = [list(board) for board in itertools.product((-1, 0, 1), repeat=9)]
    judge = "boards => boards.map((board) => [winner(board), isFinal(board), openSquares(board)])"
    expected = [[winner(board), is_final(board), open_squares(board)] for board in boards]
    assert script(judge, boards) == expected


# The model of a match.

FILES = [AGENT.read_text(), json.dumps(GOOD), shipped("champion").read_text()]
ACTIONS = {
    "move": 0.7,
    "new_game": 0.1,
    "choose": 0.06,
    "swap": 0.04,
    "begin": 0.05,
    "load_text": 0.05,
}
MAKE = "({ names }, rng) => new Match(BOARD_GAME, names, seated, { rng })"
SEEN = """(game) => {
  const { moves, fault, tally, person, over, position, result, tallies } = game;
  const counts = Object.fromEntries([...tallies].map(([name, { counts }]) => [name, [...counts]]));
  const hint = over ? {} : Object.fromEntries(BOARD_GAME.values(position));
  const mark = person ? markOf(person) : over ? X : toMove(position);
  const thought = peek(game);
  const inside = thought && [thought.activations, thought.sums, thought.outputs, thought.square];
  return [moves, fault, [...tally], counts, hint, result && result[(person ?? 1) - 1], mark, inside];
}"""
RESULT = {"ties": 0, "wins": 1, "losses": -1}


def some_actions(rng, opponent, begins):
    """30 actions, each as Python's match takes it and as the page's does, which is told who sits where."""
    for what in rng.choice([*ACTIONS], 30, p=[*ACTIONS.values()]).tolist():
        number, name = int(rng.integers(11)), str(rng.choice([*ADVERSARIES]))
        about = {
            "move": [number - 1],
            "new_game": [number],
            "begin": [number < 5],
            "load_text": [FILES[number % 3], f"file {number % 3}"],
            "swap": ["champion" if name == "human" else name],
        }.get(what, [name])
        begins = about[0] if what == "begin" else begins
        opponent = opponent if what in ("move", "new_game", "begin") else about[-1]
        seats = ["human", opponent] if begins else [opponent, "human"]
        if what in ("move", "new_game"):
            yield [what, *about], ["newGame" if what == "new_game" else what, *about]
        else:
            yield [what, *about], ["swap" if what == "swap" else "seat", seats]


def counted(one):
    """A tally as the page has it."""
    return [one[name] for name in RESULT]


def seen(match):
    """What the page shows of a match."""
    counts = {name: counted(one) for name, one in match.tallies.items()}
    hint = {str(square): value.result for square, value in match.hint().items()}
    now = [match.squares, match.disqualified, counted(match.tally), counts, hint]
    inside = None
    if thought := match.peek():
        parts = thought.activations, thought.sums, thought.outputs
        inside = [*(part.tolist() for part in parts), thought.square]
    return [*now, RESULT.get(match.result), match.person, inside]


def test_matches_go_as_in_python_whatever_is_done(script):
    rng, games, ours = np.random.default_rng(5), [], []
    for number in range(400):
        start = str(rng.choice([*ADVERSARIES])), bool(number % 2)
        actions, theirs = zip(*some_actions(rng, *start), strict=True)
        draws = rng.random(300).tolist()
        ours.append((Match(*start, rng=Recorded(draws)), actions))
        names = ["human", start[0]] if start[1] else [start[0], "human"]
        games.append({"names": names, "draws": draws, "actions": theirs})
    load_all = "files => files.map((text, at) => loaded.set(`file ${at}`, readPlayer(text)).size)"
    assert script(load_all, FILES) == [1, 2, 3]
    over = out = 0
    for (match, actions), (steps, left) in zip(
        ours, script(played(MAKE, SEEN), games), strict=True
    ):
        for (what, *about), (answer, *shown) in zip(actions, steps, strict=True):
            assert getattr(match, what)(*about) == answer
            assert shown == seen(match)
            out += match.disqualified is not None
        over += sum(sum(one.values()) for one in match.tallies.values())
        assert len(match.rng.draws) == left
    assert over > 400 and out > 20


# Champion files.


def load(tab, text, name="mine.json"):
    data = text if isinstance(text, bytes) else text.encode()
    tab.set_input_files("#file", {"name": name, "mimeType": "application/json", "buffer": data})


def test_a_bad_file_gets_one_sentence_and_the_game_goes_on(tab):
    play(tab, 0)
    before = squares(tab)
    for text, words in BAD_FILES.values():
        load(tab, text)
        wait_until(tab, "words => $('trouble').textContent.includes(words)", arg=words)
        sentence = tab.inner_text("#trouble")
        assert sentence.startswith("mine.json: ")
        assert sentence.endswith("; you still play the champion of chapter 6.")
        assert len(sentence) < 250 and "\n" not in sentence
        assert squares(tab) == before
    assert tab.input_value("#adversary") == "champion"
    play(tab, 4)
    assert len(squares(tab)) == len(before) + 2
    assert tab.inner_text("#trouble") == ""


def open_head(tab):
    """Opens the look into the network, with its numbers."""
    tab.evaluate("$('head').open = $('numbers').open = true")


def test_a_good_file_is_an_adversary(tab):
    name, label = "<b>mine</b>.json", "the network in <b>mine</b>.json"
    load(tab, json.dumps(GOOD), name)
    wait_until(tab, "adversaryNow().startsWith('file: ')")
    assert chosen(tab) == label
    assert squares(tab) == [adversary("generation-10").choose([0] * 9)]
    assert not tab.is_visible("#ages")
    open_head(tab)
    assert tab.is_visible("#outputs")
    tab.select_option("#adversary", "random")
    tab.select_option("#adversary", label=label)
    turned = (-np.array(GOOD["output_weights"])).tolist()
    load(tab, json.dumps({**GOOD, "output_weights": turned}), name)
    wait_until(tab, "match.moves[0] === 2")
    assert tab.locator("#adversary > option").count() == 1


NUMBERS = [1.0, 8.0, -0.0, -1.0, 1.5, 1e15, 1e100, 1e308, math.nan, math.inf, -math.inf]
NUMBERS += [10**400, -(10**400), 10**308, *(2**53 + more for more in (-1, 0, 1, 2))]
NUMBERS += [2**63 - less for less in (1024, 513, 512, 1, 0)]
VALUES = '[null, true, "1", -1, 1.5, 0, 7, [], {}, [[]], [[1], 2], [[1], [2, 3]], [[true]], "Infinity", [[null]]]'
SETTINGS = [
    {"rivals": 3, "parents": 2},
    {"rivals": 4, "parents": 2},
    {"forced_replies": True, "games": 12},
    {"min_hidden": 5, "max_hidden": 4},
    {"__proto__": 1},
]


def changed(**fields):
    return {**GOOD, **fields}


def variants():
    """Champion files, most of them wrong in one place."""
    for field in GOOD:
        yield {name: value for name, value in GOOD.items() if name != field}
        for value in json.loads(VALUES):
            if (field, value) != ("version", True):  # for Python, True is 1
                yield changed(**{field: value})
    for value in (math.nan, math.inf, -math.inf, 1e101, -1e101, 1e100):
        yield changed(hidden_weights=[[value] * 10] * 4)
        yield changed(output_weights=[[value] * 5] * 9)
    for nodes in (0, 1, 4, 10, 11):
        hidden, output = [[0.5] * 10] * nodes, [[0.5] * (nodes + 1)] * 9
        yield changed(hidden_weights=hidden)
        yield changed(hidden_weights=hidden, output_weights=output)
        yield changed(output_weights=[[0.5] * 5] * nodes)
    for name, value in Settings().to_dict().items():
        for other in (None, True, "x", -1, 0, 0.5, 1e9, math.nan, [], value):
            yield changed(settings={**GOOD["settings"], name: other})
    yield from (changed(settings=settings) for settings in SETTINGS)
    for number in NUMBERS:
        for field in ("seed", "trial", "generation", "payoff", "version", "mine"):
            yield changed(**{field: number})
        for field in ("seed", "games", "slip"):
            yield changed(settings={field: number})
        yield changed(versions={"NaN": 'a "NaN" \\', "Infinity": number})
        yield changed(versions={"python": [{"deep": [number]}]})
        yield changed(mine=[[number, "NaN"]])
    yield from ([], 1, None, "champion", math.nan)


def texts_of_files():
    yield from map(json.dumps, variants())
    yield from ("", "[" * 2000, "\ufeff{}", "NaN", "-Infinity", json.dumps(GOOD) + "x")
    yield json.dumps(GOOD).replace(",", ",,")
    for seed in range(25):
        for _, content in damaged(json.dumps(GOOD, indent=seed % 2 or None).encode(), seed):
            with contextlib.suppress(UnicodeDecodeError):
                text = content.decode()
                if "9" * 5000 not in text:  # for Python's JSON, too many digits are an error
                    yield text


def field_of(sentence):
    """The field that a sentence names."""
    return re.match(r"(settings: \S*|\w+)", sentence.replace('"', ""))[1]


def test_files_are_judged_as_in_python(script):
    judge = """texts => texts.map((text) => {
      try {
        const network = readChampion(text);
        return [network.hiddenWeights, network.outputWeights];
      } catch (problem) {
        return problem instanceof ValueError ? problem.message : `not expected: ${problem.stack}`;
      }
    })"""
    texts, good = [*texts_of_files()], 0
    for text, found in zip(texts, script(judge, texts), strict=True):
        try:
            network = read_champion(text)
        except ValueError as problem:
            assert isinstance(found, str), (text[:200], problem)
            assert field_of(found) == field_of(str(problem)), (text[:200], found, problem)
        else:
            expected = [network.hidden_weights.tolist(), network.output_weights.tolist()]
            assert found == expected, (text[:200], found)
            good += 1
    assert len(texts) > 1600 and good > 200


def test_a_long_string_takes_no_time(script):
    """Of a file of the greatest size, a slow search would take minutes."""
    texts = ["[" + '"\\' * 450_000, '"' * 900_000 + "NaN", '["' + "a" * 900_000 + '", NaN]']
    read = "(text) => { try { readChampion(text) } catch (problem) { return problem.message } }"
    for words in script(f"texts => texts.map({read})", texts):
        assert re.match("not JSON|format", words)


# Games by clicking.


def squares(tab):
    """The squares of the game so far."""
    return tab.evaluate("match.moves")


def shown(tab):
    """The board that the page shows, in the letters of its labels."""
    found = [re.fullmatch(r"square (\d), (\w+).*", label).groups() for label in labels(tab)]
    assert [square for square, _ in found] == [*"012345678"]
    return encode("".join(held.replace("open", ".") for _, held in found)).tolist()


def chosen(tab):
    return tab.evaluate("$('adversary').selectedOptions[0].textContent")


def check(tab, match):
    """The page shows the same game."""
    assert squares(tab) == match.squares and shown(tab) == match.board.tolist()
    assert tally(tab) == [match.tally[name] for name in ("wins", "ties", "losses")]


def click(tab, match, *squares):
    """Moves on the page and in Python, and each time the page shows the same game."""
    for square in squares:
        play(tab, square)
        match.move(square)
        check(tab, match)


@pytest.mark.parametrize(
    ("name", "begins", "moves", "result", "words"),
    [
        ("champion", False, [0, 1], "losses", "You lose: it has "),
        ("champion", False, [0, 3, 7, 2], "ties", "A tie."),
        ("generation-1", False, [0, 1, 2], "wins", "You win with "),
        ("generation-1", True, [0, 1, 2], "wins", "You win with "),
        ("generation-100", True, [0, 1, 3, 5], "losses", "You lose: it has "),
    ],
)
def test_a_whole_game(name, begins, moves, result, words, tab):
    tab.select_option("#adversary", name)
    if begins:
        tab.click("label[for=you-begin]")
    assert tab.is_visible("#untrained") == begins
    match = Match(name, begins)
    for square in moves:
        assert tab.inner_text("#status").endswith(f"Your move, {'X' if begins else 'O'}.")
        click(tab, match, square)
    assert words in tab.inner_text("#status") and match.tally[result] == 1
    is_won = result != "ties"
    assert tab.locator("#strike path").count() == is_won
    assert tab.locator("#board button[data-won]").count() == 3 * is_won
    click(tab, match, 0, 8)
    tab.click("#new-game")
    match.new_game()
    check(tab, match)
    assert tab.locator("#strike path").count() == 0


@pytest.mark.parametrize("source", ["chosen", "loaded"])
def test_a_disqualification(source, tab):
    """The agent names a square that the person holds: the page says which, shows it and counts a
    win.
    """
    if source == "chosen":
        tab.select_option("#adversary", AGENT.stem)
    else:
        load(tab, AGENT.read_text())
        wait_until(tab, "adversaryNow() === 'file: mine.json'")
    assert not tab.is_visible("#head") and "Only Fogel's networks" in tab.inner_text("#no-head")
    match, named = Match(AGENT.stem), tab.locator("[data-named]")
    for square in (0, 1):
        assert named.count() == 0
        click(tab, match, square)
    assert match.squares == [5, 0, 6, 1]
    assert tab.evaluate("match.fault") == match.disqualified == 0
    assert tab.inner_text("#status") == "Disqualified: it named square 0, which was taken. You win."
    assert named.count() == 1 and named.get_attribute("data-named") == "X"
    assert named.get_attribute("aria-label") == "square 0, O, which it named"
    assert "dashed" in named.evaluate("square => getComputedStyle(square, '::after').border")
    assert tally(tab) == [1, 0, 0]
    click(tab, match, 2)
    assert violations(tab) == []
    tab.locator("#strip button").nth(3).click()
    assert named.count() == 0 and tab.inner_text("#status") == "After 3 of 4 moves."
    tab.click("#play-on")
    assert squares(tab) == match.squares[:3] and not tab.evaluate("match.over")


@pytest.mark.parametrize(
    ("right", "change"),
    [
        (AGENT, {"version": 2}),
        (AGENT, {"squares": None}),
        (AGENT, {"squares": "0" * 100}),
        (AGENT, {"squares": "9" + "0" * (IN_PROGRESS - 1)}),
        (shipped("generation-10"), {"version": 2}),
        (shipped("generation-10"), {"hidden_weights": [[1.0] * 9] * 4}),
        (shipped("generation-10"), {"output_weights": [[1.0] * 5] * 8}),
        (shipped("generation-10"), {"output_weights": [[math.nan] * 5] * 9}),
        (shipped("generation-10"), {"settings": {"slip": 2}}),
    ],
)
def test_a_wrong_file_is_refused_in_the_words_of_the_package(right, change, script):
    text = json.dumps({**json.loads(right.read_text()), **change})
    with pytest.raises(ValueError) as problem:
        read_player(text)
    read = "text => { try { readPlayer(text) } catch (problem) { return problem.message } }"
    assert script(read, text).startswith(str(problem.value))


def test_agents_are_a_group_of_their_own(tab):
    groups = (
        "[...document.querySelectorAll('optgroup')].map((g) => [...g.children].map((o) => o.value))"
    )
    agents = [name for name, one in ADVERSARIES.items() if one.agent]
    rest = [name for name in others() if name not in agents]
    assert tab.evaluate(groups) == [list(networks()), agents, rest]


def test_another_adversary_in_the_middle_of_a_game(tab):
    open_head(tab)
    play(tab, 0)
    for name in ADVERSARIES:
        tab.select_option("#adversary", name)
        assert chosen(tab) == ADVERSARIES[name].words
        assert len(squares(tab)) == (name != "human")
        play(tab, open_squares(shown(tab))[0])
        network = adversary(name) if name in networks() else None
        assert tab.is_visible("#thought") == (network is not None)
        assert tab.is_visible("#no-head") == (network is None)
        # Those of chapter 9 are nobody's ancestors.
        has_ages = network is not None and network.generation is not None
        assert tab.is_visible("#ages") == has_ages
        if network:
            assert tab.locator("#nodes li:visible").count() == network.hidden_nodes
        if has_ages:
            assert tab.evaluate("AGES[$('generation').value].generation") == network.generation
    assert tally(tab) == [0, 0, 0]


def test_two_humans(tab):
    tab.select_option("#adversary", "human")
    assert not tab.is_visible("#order") and tab.is_visible("#counted")
    #  X | O | X      Both win a line of their own only in the next game;
    #  O | X | O      here X holds two at once.
    #  X | 7 | X
    for square in (0, 1, 2, 3, 6, 5, 8, 7):
        assert tab.inner_text("#status") == f"{'XO'[len(squares(tab)) % 2]} to move."
        play(tab, square)
    play(tab, 4)
    assert tab.inner_text("#status") == "X wins with 0, 4, 8 and 2, 4, 6."
    assert tab.locator("#strike path").count() == 2
    tab.click("#new-game")
    play(tab, 0, 3, 1, 4, 8, 5)
    assert tab.inner_text("#status") == "O wins with 3, 4, 5."
    assert tally(tab) == [1, 0, 1]


def test_the_slider_swaps_the_champion_for_its_ancestor(tab):
    slider = tab.locator("#generation")
    slider.focus()
    assert slider.get_attribute("aria-valuetext") == "generation 800"
    tab.keyboard.press("Home")
    assert chosen(tab) == "its ancestor in generation 1"
    tab.keyboard.press("ArrowRight")
    assert tab.evaluate("adversaryNow()") == "generation-10"
    assert slider.get_attribute("aria-valuetext") == "generation 10"
    assert squares(tab) == [adversary("generation-10").choose([0] * 9)]


def ages_shown(tab):
    """What is below in each square: [(text, what is missed)]."""
    read = """buttons().map((one) => [...one.lastChild.children].map((note) => {
      return [note.textContent, note.dataset.missed ?? null];
    }))"""
    return [[tuple(note) for note in square] for square in tab.evaluate(read)]


def test_the_slider_keeps_the_position_and_shows_every_generation(tab):
    match, missed = Match("champion"), set()
    click(tab, match, 4, 0)
    assert notes(tab) == []  # nothing, until it is asked for
    for age, name in ((2, "generation-50"), (0, "generation-1"), (6, "champion")):
        tab.locator("#generation").fill(str(age))
        match.swap(name)
        # The same board, another answer.
        assert squares(tab) == match.squares and len(match.squares) == 5
        ages = ages_on(match.peek().board)
        of_squares = [[age for age in ages if age.square == at] for at in range(9)]
        expected = [[(str(age.generation), age.missed) for age in some] for some in of_squares]
        assert ages_shown(tab) == expected
        assert tab.inner_text("#ages-words") == ages_words(ages)
        assert tab.locator("[data-now]").inner_text() == str(match.player.generation)
        missed |= {age.missed for age in ages}
    assert len(missed) > 1  # this board has something to miss
    tab.uncheck("#all-ages")
    assert notes(tab) == [] and tab.inner_text("#ages-words") == ""
    tab.check("#all-ages")
    strip = tab.locator("#strip button")
    strip.nth(1).click()
    assert tab.inner_text("#ages-words") == ages_words(ages_on([0] * 9))
    assert (
        strip.nth(1).get_attribute("aria-label") == f"after move 1: X on square {squares(tab)[0]}"
    )


def test_every_generation_on_every_board_is_as_in_python(script):
    boards = [board for board in BOARDS if to_move(board) == 1][::7]
    ask = "boards => boards.map((board) => [agesOn(board, AGES), agesWords(agesOn(board, AGES), words)])"
    missed = Counter()
    for board, (ages, said) in zip(boards, script(ask, boards), strict=True):
        ours = ages_on(board)
        assert [Age(**age) for age in ages] == ours and said == ages_words(ours)
        missed.update((age.generation, age.missed) for age in ours if age.missed)
    # On boards it seldom meets, too.
    assert all(missed[age, duty] for age in (1, 800) for duty in ("win", "block"))


def test_hints(tab):
    match = Match("champion")
    assert not tab.inner_text("#hint-words")
    while not match.over:
        tab.click("#hint")
        hint = match.hint()
        assert tab.inner_text("#hint-words") == hint_words(hint)
        assert tab.get_attribute("#hint", "aria-pressed") == "true"
        words = {1: "win", 0: "tie", -1: "loss"}
        expected = [[(words[hint[at].result], None)] if at in hint else [] for at in range(9)]
        assert ages_shown(tab) == expected
        click(tab, match, max(hint, key=lambda at: (hint[at].result, -at)))
        assert notes(tab) == [] and tab.inner_text("#hint-words") == ""
    assert match.result == "ties" and tab.get_attribute("#hint", "aria-disabled") == "true"
    tab.click("#hint", force=True)
    assert tab.inner_text("#hint-words") == ""


def test_a_tally_for_each_adversary(tab):
    assert tab.is_hidden("#tallies")
    for name in ("human", "random"):
        tab.select_option("#adversary", name)
        while not tab.evaluate("match.over"):
            play(tab, tab.evaluate("openSquares(match.position)[0]"))
    against_random = tally(tab)
    tab.select_option("#adversary", "human")
    tab.evaluate("[0, 3, 1, 4, 2].forEach(press)")
    assert tally(tab) == [2, 0, 0] and sum(against_random) == 1
    rows = tab.locator("#tallies tbody tr").all_inner_texts()
    labels = [ADVERSARIES[name].words for name in ("human", "random")]
    counts = ["2\t0\t0", "\t".join(map(str, against_random))]
    assert rows == [f"{label}\t{count}" for label, count in zip(labels, counts, strict=True)]


def test_the_network_comes_before_its_numbers(open_page):
    tab = open_page(size="book", reduced_motion="no-preference")
    assert tab.is_hidden("#thought")  # closed, until it is asked for
    play(tab, 0)
    tab.evaluate(
        "window.begun = 0; addEventListener('animationstart', () => (window.begun += 1)); null"
    )
    tab.click("#head > summary")
    tab.locator("#flow svg").wait_for()
    assert tab.is_hidden("#outputs")
    match = Match("champion")
    match.move(0)
    drawn = "text => { const made = element('div'); made.innerHTML = text; return made.innerHTML }"
    assert tab.evaluate("$('flow').innerHTML") == tab.evaluate(drawn, flow_svg(match.peek(), 1))
    wait_until(tab, "window.begun > 50")
    standing = tab.evaluate_handle("$('flow').firstChild")
    tab.click("#numbers > summary")
    assert tab.evaluate("(one) => one === $('flow').firstChild", standing)  # nothing begins again
    assert tab.is_visible("#outputs")
    still = open_page(reduced_motion="reduce")
    still.click("#head > summary")
    still.wait_for_selector("#flow svg")
    assert still.evaluate("document.getAnimations().length") == 0


def test_signals_are_drawn_as_in_python(script):
    rng = np.random.default_rng(5)
    boards = [board for board in BOARDS if to_move(board) == 1]
    chosen = [(name, rng.integers(0, len(boards), 12)) for name in lineage().values()]
    cases = [(name, boards[at]) for name, places in chosen for at in places]
    draw = "cases => cases.map(([name, board]) => flowSvg(new Thought(adversary(name), board)))"
    for (name, board), found in zip(cases, script(draw, cases), strict=True):
        assert found == flow_svg(Thought(adversary(name), board))


def test_its_head(tab):
    open_head(tab)
    match = Match("champion")
    click(tab, match, 0, 4)
    thought = match.peek()
    cells = tab.locator("#outputs > div")
    expected = [
        f"{output:.3f}" if held == 0 else ""
        for output, held in zip(thought.outputs, thought.board, strict=True)
    ]
    assert cells.all_text_contents() == expected
    is_chosen = "cells => cells.flatMap((cell, at) => ('chosen' in cell.dataset ? [at] : []))"
    assert cells.evaluate_all(is_chosen) == [thought.square]
    assert f"into square {thought.square}," in tab.inner_text("#saw")
    nodes = tab.locator("#nodes button:visible")
    said = [button.inner_text().split()[-1] for button in nodes.all()]
    assert said == [f"{activation:.2f}" for activation in thought.activations]
    for node in (3, 9):
        nodes.nth(node).click()
        assert nodes.nth(node).get_attribute("aria-pressed") == "true"
        assert tab.locator("#nodes [aria-pressed=true]").count() == 1
        check_node(tab, thought, node)
    tab.locator("#strip button").nth(1).click()
    assert shown(tab) == match.boards[1].tolist() and "empty board" in tab.inner_text("#saw")
    tab.select_option("#adversary", "generation-1")
    assert tab.inner_text("#node") == "Hidden node 4"  # the last that it has
    tab.click("label[for=you-begin]")
    assert tab.locator("#thought").is_hidden() and "has not moved yet" in tab.inner_text("#saw")
    play(tab, 4)
    assert "sees its own marks as 1" in tab.inner_text("#saw")


def check_node(tab, thought, node):
    """A hidden node's weights and links, as they are shown."""
    heard, said = thought.links_in(node), thought.links_out(node)
    activation = thought.activations[node]
    expected = {
        "#node": [f"Hidden node {node + 1}"],
        "#looks-for > div": two_digits(heard[:9, 1]),
        "#bias": [f"bias {two_digits(heard[9:, 1])[0]}"],
        "#says > div": two_digits(said[:, 1]),
        "#links-in tr:not(.end) td": [text for row in heard for text in in_words(row, 0)],
        "#links-out td": [text for row in said for text in in_words(row, 2)],
        "#links-in .end td:last-child": two_digits([heard[:, 2].sum(), activation]),
    }
    for selector, texts in expected.items():
        found = tab.locator(selector).all_text_contents()
        assert [text.replace("−", "-") for text in found] == texts
    assert ("minus" in tab.get_attribute("#bias", "class")) == (heard[9, 1] < 0)


def two_digits(values, digits=2):
    return [re.sub(r"^-(0\.0*)$", r"\1", f"{value + 0.0:.{digits}f}") for value in values]


def in_words(row, digits):
    return two_digits(row[:1], digits) + two_digits(row[1:])


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("player=nobody&player=human", "there is no player called nobody"),
        ("player=human", "there must be 2 players, not 1"),
        ("player=human&player=champion&moves=4.0.4", "there is no move 4 after 2"),
        ("player=human&player=champion&moves=x", "there is no move NaN after 0"),
        ("player=champion&player=human&opens=never", 'opens must be one of .*, not "never"'),
        ("player=champion&player=human&opened=3", 'opened must be a number from 1 to 2, not "3"'),
    ],
)
def test_an_address_that_names_no_game_is_said_to(address, words, tab):
    tab.evaluate("hash => { location.hash = hash }", address)
    wait_until(tab, "$('trouble').textContent !== ''")
    assert re.search(f"The address of this page: {words}", tab.inner_text("#trouble"))
    assert tab.evaluate("match.waits")


# What a reader sees.


CONTRAST = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const light = (colour) => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const parts = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => part / 255);
    const linear = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const ratio = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const ground = getComputedStyle(document.body).backgroundColor;
  const [cell, digit] = [$("says").firstChild, document.querySelector(".digit")];
  const ratios = [ratio(getComputedStyle(digit).color, ground)];
  for (const kind of ["plus", "minus"]) {
    for (let amount = 0; amount <= 1; amount += 0.05) {
      set(cell, { class: `cell ${kind}`, style: `--amount: ${amount}` });
      ratios.push(ratio(getComputedStyle(cell).color, getComputedStyle(cell).backgroundColor));
    }
  }
  const marks = ["x", "o"].map((mark) => getComputedStyle(document.querySelector(`.square .${mark} path`)).stroke);
  return [Math.min(...ratios), Math.min(...marks.map((mark) => ratio(mark, ground)))];
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_numbers_and_marks_stand_out(scheme, tab):
    """axe leaves out texts as short as these, and pictures."""
    tab.emulate_media(color_scheme=scheme)
    text, marks = tab.evaluate(CONTRAST)
    assert text >= 4.5 and marks >= 3


COLORS = {"light": ("rgb(0, 114, 178)", "rgb(213, 94, 0)")}
COLORS["dark"] = ("rgb(86, 180, 233)", "rgb(230, 159, 0)")


@pytest.mark.parametrize("theme", [None, "light", "dark"])
@pytest.mark.parametrize("scheme", COLORS)
def test_colours_are_those_of_the_book(scheme, theme, tab):
    """The page around it comes before the system."""
    tab.emulate_media(color_scheme=scheme)
    tab.evaluate("theme => set(document.documentElement, { 'data-theme': theme })", theme)
    colour = "mark => getComputedStyle(document.querySelector(`.square .${mark} path`)).stroke"
    assert tuple(tab.evaluate(colour, mark) for mark in "xo") == COLORS[theme or scheme]


def kind_of(picture):
    """The mark in a picture of one square, by its colours where an X has its arms and an O its
    ring; "." if none.
    """
    height, width = picture.shape[:2]

    def colours(*points):
        found = {
            tuple(picture[y * height // 100, x * width // 100, :3].tolist()) for x, y in points
        }
        return {
            "blue" if blue - red > 0.16 else "orange" if red - blue > 0.16 else None
            for red, _, blue in found
        }

    arms, middle = colours((40, 40), (60, 40), (40, 60), (60, 60)), colours((50, 50))
    ring = colours((50, 23), (50, 77), (23, 50), (77, 50))
    marks = {("blue", "blue", None): "X", (None, None, "orange"): "O", (None, None, None): "."}
    (arm,), (centre,), (side,) = arms, middle, ring
    return marks[arm, centre, side]


def drawn_in(locator, squares=1):
    """The marks that a picture of one square, or of a whole board, shows, as text."""
    rows = np.array_split(imread(BytesIO(locator.screenshot())), squares)
    return "".join(kind_of(part) for row in rows for part in np.array_split(row, squares, axis=1))


def test_what_is_drawn_is_what_is_on_the_board(open_page):
    """Every place where the page draws marks: the board, the boards before, and the squares in its
    head.
    """
    tab = open_page(reduced_motion="reduce")
    open_head(tab)
    larger = ".digit { visibility: hidden } #strip { grid-template-columns: 1fr 1fr !important }"
    tab.evaluate("words => document.head.append(element('style', {}, words))", larger)
    for begins, moves in ((False, (0, 4)), (True, (4, 0))):
        tab.evaluate("begins => { choose('champion'); begin(begins) }", begins)
        match = Match("champion", begins)
        for square in moves:
            play(tab, square)
            match.move(square)
        tab.mouse.move(0, 0)
        texts = [decode(board).replace("\n", "") for board in match.boards]
        assert texts[-1].count("X") > 1 and texts[-1].count("O") > 1
        assert "".join(map(drawn_in, tab.locator("#board button").all())) == texts[-1]
        strip = tab.locator("#strip button:visible svg").all()
        assert [drawn_in(board, 3) for board in strip] == texts
        seen = match.peek().board * -match.person  # what it saw, in the marks of the board
        cells = tab.locator("#outputs > div").all()
        taken = {at: drawn_in(cells[at].locator("svg")) for at in range(9) if seen[at]}
        assert taken == {at: {1: "X", -1: "O"}[seen[at]] for at in taken} and len(taken) >= 2
    for moves, colour in zip(([0, 3, 1, 4, 2], [0, 3, 1, 4, 8, 5]), COLORS["light"], strict=True):
        tab.evaluate("moves => { choose('human'); moves.forEach(press) }", moves)
        strike = "getComputedStyle(document.querySelector('#strike path')).stroke"
        assert tab.evaluate(strike) == colour


def test_marks_move_unless_that_is_not_wanted(open_page):
    moving = "press(0), document.getAnimations().length"
    assert open_page(reduced_motion="no-preference").evaluate(moving) > 0
    assert open_page(reduced_motion="reduce").evaluate(moving) == 0


def test_focus_can_be_seen(tab):
    seen = """(() => {
      const { activeElement: at } = document;
      const { outlineStyle, outlineWidth } = getComputedStyle(at.type === "radio" ? at.nextElementSibling : at);
      return at === document.body ? "" : `${outlineStyle} ${outlineWidth}`;
    })()"""
    found = []
    while not found or found[-1]:
        assert len(found) < 40
        tab.keyboard.press("Tab")
        found.append(tab.evaluate(seen))
    # chooser, square, new game, undo, hint, time, strip, slider, tick, radio, load, head
    assert found == ["solid 3px"] * (6 + 2 + 5) + [""]


def test_a_frame_of_another_origin_keeps_its_height(open_page, folder):
    around = frame(300).replace("<iframe", '<iframe sandbox="allow-scripts"')
    (folder / "sandbox.html").write_text(f"<!doctype html>{around}", encoding="utf-8")
    tab = open_page("sandbox")
    tab.frames[1].locator("#board button").nth(0).click()
    assert tab.evaluate("document.querySelector('iframe').getBoundingClientRect().height") == 300


# The file.


def test_own_networks_and_titles(open_page, folder):
    own = {
        "</script><b>one": random_network(np.random.default_rng(6)),
        "two": adversary("generation-50"),
    }
    title = '</title><i>{data} & "quotes"'
    save_page(folder / "own.html", own, title=title)
    tab = open_page("own")
    assert tab.title() == tab.inner_text("h1") == title
    assert chosen(tab) == "</script><b>one"
    assert tab.evaluate("DATA.networks.map(({ name }) => name)") == list(own)
    assert not tab.is_visible("#ages")
    save_page(folder / "none.html", {})
    assert open_page("none").evaluate("adversaryNow()") == next(iter(others()))
    with pytest.raises(ValueError, match="human"):
        page({"human": own["two"]})


def test_a_frame_can_stand_in_a_notebook():
    display = pytest.importorskip("IPython.display")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        shown = display.HTML(frame(700)).data
    assert shown == frame(700) and "height: 700px" in shown
    assert 'loading="lazy"' in shown and ' title="Play' in shown
    tags = []
    reader = HTMLParser()
    reader.handle_starttag = lambda tag, held: tags.append((tag, dict(held)))
    reader.feed(shown)
    assert [tag for tag, _ in tags[-2:]] == ["div", "iframe"] and tags[-1][1]["srcdoc"] == page()
