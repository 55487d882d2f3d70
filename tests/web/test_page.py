"""The board as a web page: its arithmetic is Python's bit for bit, and whatever one clicks, the
game stays legal.
"""

import base64
import itertools
import json
import math
import re
import warnings
from collections import Counter
from contextlib import suppress
from functools import cache
from html.parser import HTMLParser
from io import BytesIO

import numpy as np
import pytest
from board_pages import violations
from browser import wait_until
from matplotlib.image import imread
from same import sigmoids

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
    place,
    positions,
    to_move,
    winner,
)
from fogel.network import Network, exponential, layer, random_network, sigmoid
from fogel.opponent import probabilities, reply_probabilities
from fogel.play import Match, Thought
from fogel.web import frame, page, save_page
from fogel.web.play.advice import Age, ages_on, ages_words, hint_words
from fogel.web.play.flow import flow_svg
from fogel.web.play.page import HERE

GOOD = json.loads(shipped("generation-10").read_text())
AGENT = AGENTS / "agent-10.json"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    save_page(folder / "page.html")
    return folder


# The arithmetic.

BOARDS = positions()[:IN_PROGRESS].tolist()


def test_the_exponential_has_the_same_bits(script):
    rng = np.random.default_rng(1)
    values = [
        *rng.uniform(-720, 720, 50_000),
        *rng.normal(0, 3, 49_990),
        *map(float, ["0", "708", "-708", "1e308", "-1e308", "5e-324"]),
    ]
    values = [float(value) for value in values]
    assert script("values => values.map(exponential)", values) == list(map(exponential, values))
    assert script("values => values.map(sigmoid)", values) == list(map(sigmoid, values))
    powers = list(range(-1022, 1024))
    assert script("powers => powers.map(powerOf2)", powers) == [2.0**k for k in powers]


def forward(network, boards):
    """The activations and the sums of a network on many boards at once, by the package's own
    functions.
    """
    columns = list(np.array(boards, dtype=float).T)
    hidden_links, output_links = network.links
    activations, sums = [0.0] * network.hidden_nodes, [0.0] * 9
    layer(hidden_links, columns, activations)
    activations = [sigmoids(column) for column in activations]
    layer(output_links, activations, sums)
    return np.array(activations).T, np.array(sums).T


def extreme_networks():
    """Huge and tiny weights, and no weight at all."""
    rng = np.random.default_rng(2)
    for scale in (1e100, 1e30, 1e3, 1e-30, 1e-310, 0.0):
        nodes = int(rng.integers(1, 11))
        yield Network(
            scale * rng.uniform(-1, 1, (nodes, 10)), scale * rng.uniform(-1, 1, (9, nodes + 1))
        )
    yield Network(rng.choice([-1e100, 1e-100], (10, 10)), rng.choice([-1e100, 1.0], (9, 11)))


NETWORKS_TESTED = {
    **{name: [adversary(name)] for name in networks()},
    "random": [random_network(rng) for rng in [np.random.default_rng(3)] for _ in range(50)],
    "extreme": list(extreme_networks()),
}
FORWARD = """(hidden, output, boards) => {
  const network = new Network(hidden, output);
  const runs = boards.map((board) => network.run(seenBy(toMove(board), board)));
  const bytes = new Uint8Array(Float64Array.from(runs.flatMap(([activations, sums]) => [...activations, ...sums])).buffer);
  const texts = range(bytes.length / 8).map((at) => String.fromCharCode(...bytes.subarray(8 * at, 8 * at + 8)));
  return [btoa(texts.join("")), boards.map((board) => network.move(board))];
}"""


@pytest.mark.parametrize("name", NETWORKS_TESTED)
def test_networks_have_the_same_bits_and_choose_the_same_squares(name, script):
    seen = [[to_move(board) * mark for mark in board] for board in BOARDS]
    assert (len(BOARDS), X_TO_MOVE) == (2423 + 2097, 2423)
    for network in NETWORKS_TESTED[name]:
        runs, squares = script(
            FORWARD, network.hidden_weights.tolist(), network.output_weights.tolist(), BOARDS
        )
        activations, sums = forward(network, seen)
        assert base64.b64decode(runs) == np.hstack([activations, sums]).tobytes()
        # The lowest of equals.
        assert squares == np.where(np.array(seen) == 0, sums, -np.inf).argmax(axis=1).tolist()
        for at in range(0, len(BOARDS), 500):
            assert network.run(seen[at]) == (activations[at].tolist(), sums[at].tolist())
            assert network(BOARDS[at]) == squares[at]


BY_RULE = [name for name in players() if name in others()]


def test_the_tables_are_in_the_order_of_the_boards(script):
    assert script("positions") == BOARDS


def test_players_by_rule_have_the_same_chances(script):
    settings = Settings()
    assert script("() => Object.keys(PLAYERS).filter((name) => PLAYERS[name])") == BY_RULE
    for name in BY_RULE:
        one = ADVERSARIES[name]
        if one.agent:
            continue
        expected = [
            probabilities(board, one.move_odds(board, settings, to_move(board)), one.slip(settings))
            for board in BOARDS
        ]
        found = script(
            "(name, boards) => boards.map((board) => PLAYERS[name].probabilities(board))",
            name,
            BOARDS,
        )
        assert found == expected
        if name == "near-perfect":
            assert found[X_TO_MOVE:] == [
                reply_probabilities(board).tolist() for board in BOARDS[X_TO_MOVE:]
            ]


def test_players_by_rule_draw_the_same_squares(script):
    class Draw:
        def random(self):
            return self.u

    rng, draw = np.random.default_rng(4), Draw()
    draws = [*rng.random(len(BOARDS) - 2).tolist(), 0.0, math.nextafter(1, 0)]
    for name in BY_RULE:
        player, expected = adversary(name), []
        for board, draw.u in zip(BOARDS, draws, strict=True):
            expected.append(player(board, draw))
        moves = (
            "(name, boards, draws) => boards.map((board, i) => PLAYERS[name].move(board, () =>"
            " draws[i]))"
        )
        assert script(moves, name, BOARDS, draws) == expected


def test_the_rules_of_the_game_are_the_same_on_every_board(script):
    boards = [list(board) for board in itertools.product((-1, 0, 1), repeat=9)]
    found = script(
        "boards => boards.map((board) => [winner(board), isFinal(board), openSquares(board)])",
        boards,
    )
    assert found == [[winner(board), is_final(board), open_squares(board)] for board in boards]


def test_the_script_names_no_player_and_no_line():
    """What the package knows of players and lines it hands over; the script only asks whether there
    is a player.
    """
    script = "".join(
        (HERE / name).read_text(encoding="utf-8") for name in ("page.js", "players.js")
    )
    for name in ADVERSARIES:
        assert not re.search(rf"""["'`]{name}["'`]""", script), name
    assert not re.search(r"\[\s*0,\s*1,\s*2\s*\]", script)


# The model of a match.

SEQUENCES = """(seed, sequences, files) => {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (number) => Math.floor(random() * number);
  const names = [...Object.keys(NETWORKS), ...Object.keys(PLAYERS)];
  const lines = names.filter((name) => adversary(name) !== null); // of these one takes another's place
  const some = () => {
    const dice = random();
    if (dice < 0.7) return ["move", below(11) - 1];
    if (dice < 0.8) return ["newGame", below(11)];
    if (dice < 0.86) return ["choose", names[below(names.length)]];
    if (dice < 0.9) return ["swap", lines[below(lines.length)]];
    return dice < 0.95 ? ["begin", random() < 0.5] : ["load", below(files.length)];
  };
  return range(sequences).map(() => {
    const [draws, steps] = [[], []];
    const start = [names[below(names.length)], random() < 0.5];
    let [opponent, begins] = start;
    loaded.clear();
    const options = { rng: () => (draws.push(random()), draws.at(-1)) };
    const game = new Match(BOARD_GAME, pair(opponent, begins), seated, options);
    const act = (what, about) => {
      if (what === "move" || what === "newGame") return game[what](about) ?? null;
      if (what === "begin") begins = about;
      if (what === "choose" || what === "swap") opponent = about;
      if (what === "load") {
        try {
          loaded.set("a file", readPlayer(files[about]));
        } catch (problem) {
          if (!(problem instanceof ValueError)) throw problem;
          return null;
        }
        opponent = "a file";
      }
      game[what === "swap" ? "swap" : "seat"](pair(opponent, begins));
      return null;
    };
    for (let step = 0; step < 30; step++) {
      const action = some();
      const returned = act(...action);
      const { moves, fault, tally, person, over, position, result, tallies } = game;
      const counts = Object.fromEntries([...tallies].map(([name, { counts }]) => [name, [...counts]]));
      const told = { tally: [...tally], counts, hint: over ? {} : Object.fromEntries(BOARD_GAME.values(position)) };
      const mark = person ? markOf(person) : over ? X : toMove(position);
      const head = peek(game)?.square ?? null;
      steps.push([action, returned, moves, fault, told, result && result[(person ?? 1) - 1], mark, over, head]);
    }
    return { start, draws, steps };
  });
}"""
RESULT = {None: None, 0: "ties", 1: "wins", -1: "losses"}


def counted(tally):
    """A tally as the page has it: ties, wins, losses."""
    return [tally[name] for name in ("ties", "wins", "losses")]


class Recorded:
    """A generator that gives the numbers that another one gave."""

    def __init__(self, draws):
        self.draws = iter(draws)

    def random(self):
        return next(self.draws)


def acted(match, what, about, files):
    """The same action in Python."""
    if what != "load":
        names = {"newGame": "new_game"}
        return getattr(match, names.get(what, what))(about)
    with suppress(ValueError):
        match.load_text(files[about], "a file")


@cache
def reached(squares):
    """The board, a tuple, after these squares; an error if they are no legal game."""
    if not squares:
        return (0,) * 9
    before = reached(squares[:-1])
    assert not is_final(before)
    return tuple(place(before, squares[-1]).tolist())


def test_no_sequence_of_actions_reaches_an_illegal_state(script):
    files = [
        json.dumps(GOOD),
        shipped("champion").read_text(),
        "{}",
        "",
        json.dumps({**GOOD, "hidden_weights": [[1]]}),
    ]
    files += [AGENT.read_text(), json.dumps({"format": "fogel-league-agent", "version": 1})]
    played = script(SEQUENCES, 5, 2000, files)
    over = out = 0
    for sequence in played:
        games = 0
        for _, _, squares, named, told, result, person, is_over, _ in sequence["steps"]:
            board = reached(tuple(squares))
            assert is_over == (is_final(board) or named is not None) == (result is not None)
            assert named is None or (named in squares and not is_final(board) and result == 1)
            out += named is not None
            assert is_over or person == to_move(board)
            count = sum(map(sum, told["counts"].values()))
            assert games <= count <= games + 1
            games = count
        over += games
    assert over > 2500 and out > 100
    for sequence in played[:250]:  # and Python's Match does the same
        match = Match(*sequence["start"], rng=Recorded(sequence["draws"]))
        for (what, about), returned, squares, named, told, result, person, _, thought in sequence[
            "steps"
        ]:
            assert acted(match, what, about, files) == returned
            assert (match.squares, match.disqualified) == (squares, named)
            assert counted(match.tally) == told["tally"]
            assert {name: counted(one) for name, one in match.tallies.items()} == told["counts"]
            assert {str(square): value.result for square, value in match.hint().items()} == told[
                "hint"
            ]
            assert (match.result, match.person) == (RESULT[result], person)
            peek = match.peek()
            assert (peek and peek.square) == thought
        assert list(match.rng.draws) == []


def test_what_is_in_a_head(script):
    match = Match("champion")
    for square in (0, 4):
        match.move(square)
    thought = match.peek()
    look = """(squares) => {
      const match = new Match(BOARD_GAME, pair("champion", false), seated);
      squares.forEach((square) => match.move(square));
      const thought = peek(match);
      const { activations, sums, outputs, square } = thought;
      const links = range(activations.length).map((node) => [thought.linksIn(node), thought.linksOut(node)]);
      return [activations, sums, outputs, square, links, peek(match, 1).square, peek(match, 0).square];
    }"""
    activations, sums, outputs, square, links, first, same = script(look, [0, 4])
    assert (activations, sums, outputs) == (
        thought.activations.tolist(),
        thought.sums.tolist(),
        thought.outputs.tolist(),
    )
    assert square == thought.square == match.squares[-1]
    assert first == same == match.squares[0]
    for node, (heard, said) in enumerate(links):
        assert heard == thought.links_in(node).tolist()
        assert said == thought.links_out(node).tolist()


# Champion files.

BAD_FILES = {  # what is wrong: the text, and what its sentence names
    "no JSON": ("a champion", "not JSON"),
    "truncated": (json.dumps(GOOD)[:700], "not JSON"),
    "another format": (json.dumps({**GOOD, "format": "chess"}), "format must be"),
    "another version": (json.dumps({**GOOD, "version": 2}), "version must be 1"),
    "no weights": (
        json.dumps({**GOOD, "output_weights": None}),
        "output_weights must be rows of numbers",
    ),
    "a text for a number": (
        json.dumps({**GOOD, "hidden_weights": [["0.5"] * 10] * 4}),
        'hidden_weights must be rows of numbers, and "0.5" is none',
    ),
    "not finite": (
        json.dumps({**GOOD, "output_weights": [[math.nan] * 5] * 9}),
        "output_weights must hold finite",
    ),
    "a wrong shape": (
        json.dumps({**GOOD, "output_weights": [[1.0] * 5] * 8}),
        "output_weights must be 9 rows of 5",
    ),
    "a wrong setting": (
        json.dumps({**GOOD, "settings": {"slip": 2}}),
        "settings: slip must be a number from 0.0 to 1",
    ),
    "too large": (json.dumps(GOOD) + " " * 1_000_000, "at most 1,000,000 bytes"),
    "no text": (b"\xff\xfe\x00", "not text in UTF-8"),
}


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
        assert sentence.startswith("mine.json: ") and sentence.endswith(
            "; you still play the champion of chapter 6."
        )
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
    load(tab, json.dumps(GOOD), name="<b>mine</b>.json")
    wait_until(tab, "adversaryNow().startsWith('file: ')")
    assert chosen(tab) == "the network in <b>mine</b>.json"
    assert squares(tab) == [adversary("generation-10").choose([0] * 9)]
    assert not tab.is_visible("#ages")
    open_head(tab)
    assert tab.is_visible("#outputs")
    tab.select_option("#adversary", "random")
    tab.select_option("#adversary", label="the network in <b>mine</b>.json")
    load(
        tab,
        json.dumps({**GOOD, "output_weights": (-np.array(GOOD["output_weights"])).tolist()}),
        "<b>mine</b>.json",
    )
    wait_until(tab, "match.moves[0] === 2")
    assert tab.locator("#adversary > option").count() == 1


NUMBERS = (
    *map(float, ["1", "8", "-0", "-1", "1.5", "1e15", "1e100", "1e308", "nan", "inf", "-inf"]),
)
NUMBERS += (10**400, -(10**400), 10**308)
NUMBERS += tuple(2**53 + more for more in (-1, 0, 1, 2)) + tuple(
    2**63 - less for less in (1024, 513, 512, 1, 0)
)


def variants():
    """Champion files, most of them wrong in one place."""
    for field in GOOD:
        yield {name: value for name, value in GOOD.items() if name != field}
        values = '[null, true, "1", -1, 1.5, 0, 7, [], {}, [[]], [[1], 2], [[1], [2, 3]], [[true]]'
        for value in json.loads(values + ', "Infinity", [[null]]]'):
            if (field, value) != ("version", True):  # for Python, True is 1
                yield {**GOOD, field: value}
    for value in (math.nan, math.inf, -math.inf, 1e101, -1e101, 1e100):
        yield {**GOOD, "hidden_weights": [[value] * 10] * 4}
        yield {**GOOD, "output_weights": [[value] * 5] * 9}
    for nodes in (0, 1, 4, 10, 11):
        yield {**GOOD, "hidden_weights": [[0.5] * 10] * nodes}
        yield {
            **GOOD,
            "hidden_weights": [[0.5] * 10] * nodes,
            "output_weights": [[0.5] * (nodes + 1)] * 9,
        }
        yield {**GOOD, "output_weights": [[0.5] * 5] * nodes}
    for name, value in Settings().to_dict().items():
        for other in (None, True, "x", -1, 0, 0.5, 1e9, math.nan, [], value):
            yield {**GOOD, "settings": {**GOOD["settings"], name: other}}
    yield {**GOOD, "settings": {"rivals": 3, "parents": 2}}
    yield {**GOOD, "settings": {"rivals": 4, "parents": 2}}
    yield {**GOOD, "settings": {"forced_replies": True, "games": 12}}
    yield {**GOOD, "settings": {"min_hidden": 5, "max_hidden": 4}}
    yield {**GOOD, "settings": {"__proto__": 1}}
    for number in NUMBERS:
        for field in ("seed", "trial", "generation", "payoff", "version", "mine"):
            yield {**GOOD, field: number}
        for field in ("seed", "games", "slip"):
            yield {**GOOD, "settings": {field: number}}
        yield {**GOOD, "versions": {"NaN": 'a "NaN" \\', "Infinity": number}}
        yield {**GOOD, "versions": {"python": [{"deep": [number]}]}}
        yield {**GOOD, "mine": [[number, "NaN"]]}
    yield from ([], 1, None, "champion", math.nan)


def mutated(rng):
    """The text of a champion file after one accident: a value replaced, a field lost, or a few
    letters changed.
    """
    if rng.random() < 0.4:
        text, at = json.dumps(GOOD), int(rng.integers(len(json.dumps(GOOD))))
        letters = "".join(
            rng.choice(list('0123456789.eE+-,:"[]{} nulNaIifty\\'), rng.integers(0, 4))
        )
        return text[:at] + letters + text[at + int(rng.integers(0, 4)) :]
    data = json.loads(json.dumps(GOOD))
    place = data
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = keys[rng.integers(len(keys))]
        if not place[key] or not isinstance(place[key], (dict, list)) or rng.random() < 0.2:
            break
        place = place[key]
    if rng.random() < 0.1:
        del place[key]
    else:
        others = [*NUMBERS, None, True, False, "1", "", [], {}, [[1]], {"a": 1}, 0, 1, 7]
        place[key] = others[rng.integers(len(others))]
    return json.dumps(data)


def field_of(sentence):
    """The field that a sentence names."""
    return re.match(r"(settings: \S*|\w+)", sentence.replace('"', ""))[1]


def test_files_are_judged_as_in_python(script):
    texts = [json.dumps(variant) for variant in variants()]
    texts += ["", "[" * 2000, "\ufeff{}", "NaN", "-Infinity", json.dumps(GOOD) + "x"]
    texts.append(json.dumps(GOOD).replace(",", ",,"))
    judge = """texts => texts.map((text) => {
      try {
        const network = readChampion(text);
        return [network.hiddenWeights, network.outputWeights];
      } catch (problem) {
        return problem instanceof ValueError ? problem.message : `not expected: ${problem.stack}`;
      }
    })"""
    rng = np.random.default_rng(9)
    texts += [mutated(rng) for _ in range(2000)]
    good = 0
    for text, found in zip(texts, script(judge, texts), strict=True):
        try:
            network = read_champion(text)
        except ValueError as problem:
            assert isinstance(found, str) and field_of(found) == field_of(str(problem)), (
                text[:200],
                found,
                problem,
            )
        else:
            assert found == [network.hidden_weights.tolist(), network.output_weights.tolist()], (
                text[:200],
                found,
            )
            good += 1
    assert len(texts) > 2600 and good > 300


def test_a_long_string_takes_no_time(script):
    """Of a file of the greatest size, a slow search would take minutes."""
    texts = ["[" + '"\\' * 450_000, '"' * 900_000 + "NaN", '["' + "a" * 900_000 + '", NaN]']
    said = (
        "texts => texts.map((text) => { try { readChampion(text) } catch (problem) { return"
        " problem.message } })"
    )
    assert all(re.match("not JSON|format", words) for words in script(said, texts))


# Games by clicking.


def play(tab, square):
    """A click, as quick as it may be, on a square that may be taken."""
    tab.locator("#board button").nth(square).click(force=True)


def squares(tab):
    """The squares of the game so far."""
    return tab.evaluate("match.moves")


def shown(tab):
    """The board that the page shows, in the letters of its labels."""
    labels = [button.get_attribute("aria-label") for button in tab.locator("#board button").all()]
    assert [label.split(",")[0] for label in labels] == [f"square {square}" for square in range(9)]
    return encode("".join(label.split(", ")[1].replace("open", ".") for label in labels)).tolist()


def tally(tab):
    counts = map(int, tab.locator("#tally dd").all_inner_texts())
    return dict(zip(("wins", "ties", "losses"), counts, strict=True))


def chosen(tab):
    return tab.evaluate("$('adversary').selectedOptions[0].textContent")


def replies(name, result, person_begins=False):
    """The person's squares that lead to a result against a network."""

    def search(moves):
        match = Match(name, person_begins)
        for square in moves:
            match.move(square)
        if match.over:
            return moves if match.result == result else None
        found = (search([*moves, square]) for square in open_squares(match.board))
        return next(filter(None, found), None)

    return search([])


@pytest.mark.parametrize(
    ("name", "result", "person_begins", "words"),
    [
        ("champion", "losses", False, "You lose: it has "),
        ("champion", "ties", False, "A tie."),
        ("generation-1", "wins", False, "You win with "),
        ("generation-1", "wins", True, "You win with "),
        ("generation-100", "losses", True, "You lose: it has "),
    ],
)
def test_a_whole_game(name, result, person_begins, words, tab):
    tab.select_option("#adversary", name)
    if person_begins:
        tab.click("label[for=you-begin]")
        assert "never trained for that" in tab.inner_text("#untrained")
    match = Match(name, person_begins)
    for square in replies(name, result, person_begins):
        assert tab.inner_text("#status").endswith(f"Your move, {'X' if person_begins else 'O'}.")
        play(tab, square)
        match.move(square)
        assert squares(tab) == match.squares
        assert shown(tab) == match.board.tolist()
    assert words in tab.inner_text("#status")
    assert tally(tab) == match.tally and match.tally[result] == 1
    assert tab.locator("#strike path").count() == (result != "ties")
    assert tab.locator("#board button[data-won]").count() == (0 if result == "ties" else 3)
    play(tab, 0)
    play(tab, 8)
    assert squares(tab) == match.squares and tally(tab) == match.tally
    tab.click("#new-game")
    match.new_game()
    assert squares(tab) == match.squares and tally(tab) == match.tally
    assert tab.locator("#strike path").count() == 0


def test_a_disqualification(tab):
    """The agent names a square that the person holds: the page says which, shows it and counts a
    win.
    """
    for source in ("chosen", "loaded"):
        if source == "chosen":
            tab.select_option("#adversary", AGENT.stem)
        else:
            load(tab, AGENT.read_text())
            wait_until(tab, "adversaryNow() === 'file: mine.json'")
        assert not tab.is_visible("#head") and "Only Fogel's networks" in tab.inner_text("#no-head")
        match = Match(AGENT.stem)
        for square in (0, 1):
            assert tab.locator("[data-named]").count() == 0
            play(tab, square)
            match.move(square)
        assert squares(tab) == match.squares == [5, 0, 6, 1] and shown(tab) == match.board.tolist()
        assert tab.evaluate("match.fault") == match.disqualified == 0
        assert (
            tab.inner_text("#status")
            == "Disqualified: it named square 0, which was taken. You win."
        )
        named = tab.locator("[data-named]")
        assert named.count() == 1 and named.get_attribute("data-named") == "X"
        assert named.get_attribute("aria-label") == "square 0, O, which it named"
        assert "dashed" in named.evaluate("square => getComputedStyle(square, '::after').border")
        assert tally(tab) == {"wins": 1, "ties": 0, "losses": 0}  # each has a tally of its own
        play(tab, 2)
        assert squares(tab) == match.squares and violations(tab) == []
        tab.locator("#strip button").nth(3).click()
        assert (
            tab.locator("[data-named]").count() == 0
            and tab.inner_text("#status") == "After 3 of 4 moves."
        )
        tab.click("#play-on")
        assert squares(tab) == match.squares[:3] and not tab.evaluate("match.over")
    texts = [
        {"version": 2},
        {"squares": None},
        {"squares": "0" * 100},
        {"squares": "9" + "0" * (IN_PROGRESS - 1)},
    ]
    for change in texts:
        text = json.dumps({**json.loads(AGENT.read_text()), **change})
        with pytest.raises(ValueError) as problem:
            read_player(text)
        load(tab, text)
        wait_until(tab, "words => $('trouble').textContent.includes(words)", arg=str(problem.value))
    assert squares(tab) == match.squares[:3]


def test_agents_are_a_group_of_their_own(tab):
    groups = (
        "() => [...document.querySelectorAll('optgroup')].map((g) => [...g.children].map((o) =>"
        " o.value))"
    )
    agents = [name for name, one in ADVERSARIES.items() if one.agent]
    assert tab.evaluate(groups) == [
        list(networks()),
        agents,
        [name for name in others() if name not in agents],
    ]


def test_clicks_that_are_no_moves_do_nothing(tab):
    play(tab, squares(tab)[0])
    assert len(squares(tab)) == 1
    square = open_squares(shown(tab))[0]
    tab.locator("#board button").nth(square).dblclick()
    assert squares(tab)[1] == square and len(squares(tab)) == 3
    for taken in squares(tab) * 2:
        play(tab, taken)
    assert len(squares(tab)) == 3
    tab.evaluate(
        "for (const button of document.querySelectorAll('#board button')) { button.click();"
        " button.click() }"
    )
    assert tab.evaluate("match.over") and sum(tally(tab).values()) == 1
    tab.locator("#new-game").dblclick()
    assert len(squares(tab)) == 1 and sum(tally(tab).values()) == 1


def test_another_adversary_in_the_middle_of_a_game(tab):
    open_head(tab)
    play(tab, 0)
    for name in ADVERSARIES:
        tab.select_option("#adversary", name)
        assert chosen(tab) == ADVERSARIES[name].words
        assert len(squares(tab)) == (name != "human")
        play(tab, open_squares(shown(tab))[0])
        is_network = name in networks()
        assert tab.is_visible("#thought") == is_network
        # Those of chapter 9 are nobody's ancestors.
        has_ages = is_network and adversary(name).generation is not None
        assert tab.is_visible("#ages") == has_ages
        assert tab.is_visible("#no-head") == (not is_network)
        if is_network:
            network = adversary(name)
            assert tab.locator("#nodes li:visible").count() == network.hidden_nodes
            assert (
                not has_ages
                or tab.evaluate("AGES[$('generation').value].generation") == network.generation
            )
    assert tally(tab) == {"wins": 0, "ties": 0, "losses": 0}


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
    for square in (0, 3, 1, 4, 8, 5):
        play(tab, square)
    assert tab.inner_text("#status") == "O wins with 3, 4, 5."
    assert tally(tab) == {"wins": 1, "ties": 0, "losses": 1}


def test_the_slider_swaps_the_champion_for_its_ancestor(tab):
    tab.focus("#generation")
    assert tab.get_attribute("#generation", "aria-valuetext") == "generation 800"
    tab.keyboard.press("Home")
    assert chosen(tab) == "its ancestor in generation 1"
    tab.keyboard.press("ArrowRight")
    assert tab.evaluate("adversaryNow()") == "generation-10"
    assert tab.get_attribute("#generation", "aria-valuetext") == "generation 10"
    assert squares(tab) == [adversary("generation-10").choose([0] * 9)]


def notes(tab):
    """What stands below in each square: [(text, what is missed)]."""
    read = """squareButtons().map((one) => [...one.lastChild.children].map((note) => {
      return [note.textContent, note.dataset.missed ?? null];
    }))"""
    return [[tuple(note) for note in square] for square in tab.evaluate(read)]


def test_the_slider_keeps_the_position_and_shows_every_generation(tab):
    match = Match("champion")
    for square in (4, 0):
        play(tab, square)
        match.move(square)
    assert notes(tab) == [[]] * 9  # nothing, until it is asked for
    missed = set()
    for age, name in ((2, "generation-50"), (0, "generation-1"), (6, "champion")):
        tab.locator("#generation").fill(str(age))
        match.swap(name)
        # The same board, another answer.
        assert squares(tab) == match.squares and len(match.squares) == 5
        ages = ages_on(match.peek().board)
        assert notes(tab) == [
            [(str(age.generation), age.missed) for age in ages if age.square == at]
            for at in range(9)
        ]
        assert tab.inner_text("#ages-words") == ages_words(ages)
        assert tab.locator("[data-now]").inner_text() == str(match.player.generation)
        missed |= {age.missed for age in ages}
    assert len(missed) > 1  # this board has something to miss
    tab.uncheck("#all-ages")
    assert notes(tab) == [[]] * 9 and tab.inner_text("#ages-words") == ""
    tab.check("#all-ages")
    tab.locator("#strip button").nth(1).click()
    assert tab.inner_text("#ages-words") == ages_words(ages_on([0] * 9))


def test_every_generation_on_every_board_is_as_in_python(script):
    boards = [board.tolist() for board in positions()[:IN_PROGRESS] if to_move(board) == 1][::7]
    ask = (
        "boards => boards.map((board) => [agesOn(board, AGES), agesWords(agesOn(board, AGES),"
        " words)])"
    )
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
        assert notes(tab) == [
            [(words[hint[at].result], None)] if at in hint else [] for at in range(9)
        ]
        square = max(hint, key=lambda at: (hint[at].result, -at))
        play(tab, square)
        match.move(square)
        assert notes(tab) == [[]] * 9 and tab.inner_text("#hint-words") == ""
    assert match.result == "ties" and tab.get_attribute("#hint", "aria-disabled") == "true"
    tab.click("#hint", force=True)
    assert tab.inner_text("#hint-words") == ""


def test_a_tally_for_each_adversary(tab):
    assert tab.is_hidden("#tallies")
    for name in ("human", "random"):
        tab.select_option("#adversary", name)
        while not tab.evaluate("match.over"):
            play(tab, tab.evaluate("openSquares(match.position)[0]"))
    tab.select_option("#adversary", "human")
    assert tally(tab) == {"wins": 1, "ties": 0, "losses": 0}
    rows = [row.split() for row in tab.locator("#tallies tbody tr").all_inner_texts()]
    assert [row[:2] for row in rows] == [["a", "second"], ["a", "player"]] and rows[0][-3:] == [
        "1",
        "0",
        "0",
    ]
    assert [int(count) for count in rows[1][-3:]] == list(
        tab.evaluate(
            "(([ties, wins, losses]) => [wins, ties, losses])(match.tallies.get('random').counts)"
        )
    )
    assert sum(map(int, rows[1][-3:])) == 1


def test_the_network_comes_before_its_numbers(open_page):
    tab = open_page(size="book", reduced_motion="no-preference")
    assert tab.is_hidden("#thought")  # closed, until it is asked for
    play(tab, 0)
    tab.evaluate(
        "() => { window.begun = 0; addEventListener('animationstart', () => (window.begun += 1)) }"
    )
    tab.click("#head > summary")
    tab.locator("#flow svg").wait_for()
    assert tab.is_hidden("#outputs")
    match = Match("champion")
    match.move(0)
    drawn = (
        "text => { const one = document.createElement('div'); one.innerHTML = text; return"
        " one.innerHTML }"
    )
    assert tab.evaluate("$('flow').innerHTML") == tab.evaluate(drawn, flow_svg(match.peek(), 1))
    wait_until(tab, "window.begun > 50")
    standing = tab.evaluate_handle("$('flow').firstChild")
    tab.click("#numbers > summary")
    assert tab.evaluate("(one) => one === $('flow').firstChild", standing)  # nothing begins anew
    assert tab.is_visible("#outputs")
    still = open_page(reduced_motion="reduce")
    still.click("#head > summary")
    still.wait_for_selector("#flow svg")
    assert still.evaluate("document.getAnimations().length") == 0


def test_signals_are_drawn_as_in_python(script):
    rng = np.random.default_rng(5)
    boards = [board.tolist() for board in positions()[:IN_PROGRESS] if to_move(board) == 1]
    cases = [
        (name, boards[at])
        for name in lineage().values()
        for at in rng.integers(0, len(boards), 12).tolist()
    ]
    draw = """cases => cases.map(([name, board]) => {
      return flowSvg(new Thought(adversary(name), board));
    })"""
    for (name, board), found in zip(cases, script(draw, cases), strict=True):
        assert found == flow_svg(Thought(adversary(name), board))


def test_its_head(tab):
    open_head(tab)
    for square in (0, 4):
        play(tab, square)
    match = Match("champion")
    for square in (0, 4):
        match.move(square)
    thought = match.peek()
    cells = tab.locator("#outputs > div")
    for square in range(9):
        text, chosen = (
            cells.nth(square).text_content(),
            cells.nth(square).get_attribute("data-chosen") is not None,
        )
        assert text == (f"{thought.outputs[square]:.3f}" if thought.board[square] == 0 else "")
        assert chosen == (square == thought.square)
    assert f"into square {thought.square}," in tab.inner_text("#saw")
    nodes = tab.locator("#nodes button:visible")
    assert [button.inner_text().split()[-1] for button in nodes.all()] == [
        f"{activation:.2f}" for activation in thought.activations
    ]
    for node in (3, 9):
        nodes.nth(node).click()
        assert nodes.nth(node).get_attribute("aria-pressed") == "true"
        assert tab.locator("#nodes [aria-pressed=true]").count() == 1
        assert tab.inner_text("#node") == f"Hidden node {node + 1}"
        heard, said = thought.links_in(node), thought.links_out(node)
        assert numbers(tab, "#looks-for > div") == numbers_of(heard[:9, 1])
        assert numbers(tab, "#says > div") == numbers_of(said[:, 1])
        assert numbers(tab, "#links-in tr:not(.end) td") == [
            n for row in heard for n in in_words(row, 0)
        ]
        assert numbers(tab, "#links-out td") == [n for row in said for n in in_words(row, 2)]
        assert numbers(tab, "#links-in .end td:last-child") == numbers_of(
            [heard[:, 2].sum(), thought.activations[node]]
        )
    tab.locator("#strip button").nth(1).click()
    assert shown(tab) == match.boards[1].tolist() and "empty board" in tab.inner_text("#saw")
    tab.select_option("#adversary", "generation-1")
    assert tab.inner_text("#node") == "Hidden node 4"  # the last that it has
    tab.click("label[for=you-begin]")
    assert tab.locator("#thought").is_hidden() and "has not moved yet" in tab.inner_text("#saw")
    play(tab, 4)
    assert "sees its own marks as 1" in tab.inner_text("#saw")


def numbers(tab, selector):
    return [text.replace("−", "-") for text in tab.locator(selector).all_text_contents()]


def numbers_of(values, digits=2):
    return [re.sub(r"^-(0\.0*)$", r"\1", f"{value + 0.0:.{digits}f}") for value in values]


def in_words(row, digits):
    return numbers_of(row[:1], digits) + numbers_of(row[1:])


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("player=nobody&player=human", "there is no adversary called nobody"),
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


MONKEY = """(clicks) => {
  let state = 7;
  const below = (number) => ((state = (Math.imul(state, 48271) >>> 0) % 2147483647) % number);
  const change = (target, kind) => target.dispatchEvent(new Event(kind, { bubbles: true }));
  const keys = ["ArrowLeft", "ArrowDown", "ArrowUp", "ArrowRight", "n", "Escape", "q"];
  for (let k = 0; k < clicks; k++) {
    const buttons = [...document.querySelectorAll("button, [type=radio]")].filter((b) => b.id !== "load");
    const dice = below(20);
    if (dice === 0) {
      $("adversary").selectedIndex = below($("adversary").options.length);
      change($("adversary"), "change");
    } else if (dice === 1) {
      $("generation").value = below(7);
      change($("generation"), "input");
    } else if (dice < 4) {
      const key = new KeyboardEvent("keydown", { key: keys[below(keys.length)], bubbles: true });
      document.activeElement.dispatchEvent(key);
    } else {
      const target = dice < 14 ? $("board").children[below(9)] : buttons[below(buttons.length)];
      if (!target.closest("[hidden]")) target.click();
    }
    const board = match.positions[looking ?? match.moves.length];
    const labels = [...$("board").querySelectorAll("button")].map((b) => b.getAttribute("aria-label"));
    const expected = board.map((held, at) => `square ${at}, ${letter(held) || "open"}`);
    if (!labels.every((label, at) => label.startsWith(expected[at]))) throw Error(`${labels} for ${expected}`);
    if (match.positions.some((b, at) => isFinal(b) && at < match.moves.length)) throw Error("moves after the end");
    if (!match.over && !match.waits) throw Error("nobody answers");
    if (!$("status").textContent || $("adversary").value !== adversaryNow()) throw Error("not what is shown");
    if ($("strip").querySelectorAll("li:not([hidden])").length !== match.moves.length + 1) throw Error("strip");
  }
  return [...match.tallies.values()].flatMap(({ counts }) => counts).reduce((a, b) => a + b);
}"""


def test_fifteen_hundred_clicks_anywhere(tab):
    assert tab.evaluate(MONKEY, 1500) > 50


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


def test_colours_are_those_of_the_book(tab):
    def colour(mark):
        return tab.evaluate(
            f"getComputedStyle(document.querySelector('.square .{mark} path')).stroke"
        )

    assert (colour("x"), colour("o")) == ("rgb(0, 114, 178)", "rgb(213, 94, 0)")
    tab.emulate_media(color_scheme="dark")
    assert (colour("x"), colour("o")) == ("rgb(86, 180, 233)", "rgb(230, 159, 0)")
    tab.evaluate("document.documentElement.dataset.theme = 'light'")
    assert colour("x") == "rgb(0, 114, 178)"
    tab.emulate_media(color_scheme="light")
    tab.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert colour("x") == "rgb(86, 180, 233)"


def kind_of(picture):
    """The mark in a picture of one square, by its colours where an X has its arms and an O its
    ring; "." if none.
    """

    def colour(x, y):
        red, _, blue = (
            255 * picture[int(y * len(picture) / 100), int(x * len(picture[0]) / 100), :3]
        ).tolist()
        return "blue" if blue - red > 40 else "orange" if red - blue > 40 else None

    def colours(*points):
        return {colour(x, y) for x, y in points}

    arms, middle = colours((40, 40), (60, 40), (40, 60), (60, 60)), colours((50, 50))
    ring = colours((50, 23), (50, 77), (23, 50), (77, 50))
    marks = {("blue", "blue", None): "X", (None, None, "orange"): "O", (None, None, None): "."}
    (arm,), (centre,), (side,) = arms, middle, ring
    return marks[arm, centre, side]


def drawn_in(locator, squares=1):
    """The marks that a picture of one square, or of a whole board, shows, as text."""
    picture = imread(BytesIO(locator.screenshot()))
    rows = [
        part
        for row in np.array_split(picture, squares)
        for part in np.array_split(row, squares, axis=1)
    ]
    return "".join(map(kind_of, rows))


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
        for square in moves:
            play(tab, square)
        tab.mouse.move(0, 0)
        match = Match("champion", begins)
        for square in moves:
            match.move(square)
        texts = [decode(board).replace("\n", "") for board in match.boards]
        assert texts[-1].count("X") > 1 and texts[-1].count("O") > 1
        squares_of_the_board = tab.locator("#board button").all()
        assert "".join(map(drawn_in, squares_of_the_board)) == texts[-1]
        strip = tab.locator("#strip button:visible svg").all()
        assert [drawn_in(board, 3) for board in strip] == texts
        seen = match.peek().board * -match.person  # what it saw, in the marks of the board
        cells = tab.locator("#outputs > div").all()
        taken = {at: drawn_in(cells[at].locator("svg")) for at in range(9) if seen[at]}
        assert taken == {at: {1: "X", -1: "O"}[seen[at]] for at in taken} and len(taken) >= 2
    tab.evaluate("choose('human'); [0, 3, 1, 4, 2].forEach(press)")
    colour = "getComputedStyle(document.querySelector('#strike path')).stroke"
    assert tab.evaluate(colour) == "rgb(0, 114, 178)"
    tab.evaluate("newGame(); [0, 3, 1, 4, 8, 5].forEach(press)")
    assert tab.evaluate(colour) == "rgb(213, 94, 0)"


def test_marks_move_unless_that_is_not_wanted(open_page):
    moving = "press(0), document.getAnimations().length"
    assert open_page(reduced_motion="no-preference").evaluate(moving) > 0
    assert open_page(reduced_motion="reduce").evaluate(moving) == 0


def test_focus_can_be_seen(tab):
    stops = 0
    tab.keyboard.press("Tab")
    while tab.evaluate("document.activeElement !== document.body") and stops < 40:
        seen = """(() => {
          const { activeElement: at } = document;
          const { outlineStyle, outlineWidth } = getComputedStyle(at.type === "radio" ? at.nextElementSibling : at);
          return `${outlineStyle} ${outlineWidth}`;
        })()"""
        assert tab.evaluate(seen) == "solid 3px"
        tab.keyboard.press("Tab")
        stops += 1
    # chooser, square, new game, undo, hint, time, strip, slider, tick, radio, load, head
    assert stops == 1 + 1 + 1 + 1 + 1 + 1 + 2 + 1 + 1 + 1 + 1 + 1


def test_a_frame_of_another_origin_keeps_its_height(open_page, folder):
    around = frame(300).replace("<iframe", '<iframe sandbox="allow-scripts"')
    (folder / "sandbox.html").write_text(f"<!doctype html>{around}", encoding="utf-8")
    tab = open_page("sandbox")
    tab.frames[1].locator("#board button").nth(0).click()
    assert tab.evaluate("document.querySelector('iframe').getBoundingClientRect().height") == 300


# The file.


def test_the_page_is_one_file(tmp_path):
    text = page()
    assert text == page()
    assert not re.search(
        r"""(src|href)=["'](?!data:)|https?://(?!www\.w3\.org/2000/svg)|@import|url\(""", text
    )
    assert text.count("<script") == text.count("</script>") == 2
    assert text.count("<style") == text.count("</style>") == 1
    assert "{title}" not in text and "{data}" not in text
    save_page(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == text


def test_own_networks_and_titles(open_page, folder):
    rng = np.random.default_rng(6)
    own = {"</script><b>one": random_network(rng), "two": adversary("generation-50")}
    save_page(folder / "own.html", own, title='</title><i>{data} & "quotes"')
    tab = open_page("own")
    assert tab.title() == tab.inner_text("h1") == '</title><i>{data} & "quotes"'
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
    assert (
        shown == frame(700)
        and "height: 700px" in shown
        and 'loading="lazy"' in shown
        and ' title="Play' in shown
    )
    tags = []
    reader = HTMLParser()
    reader.handle_starttag = lambda tag, held: tags.append((tag, dict(held)))
    reader.feed(shown)
    assert [tag for tag, _ in tags[-2:]] == ["div", "iframe"] and tags[-1][1]["srcdoc"] == page()
