"""The conformance kit: three statements of the experiment pass it from its files, and so does a
program in C.
"""

import json
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from fogel import Settings, encoding, engine, opponent, replication, run_trial, web
from fogel.checkers import bitboards, rules
from fogel.cli import main
from fogel.core.results import versions
from fogel.core.settings import trial_rng
from fogel.engine.observers import Keep
from fogel.league.league import epochs
from fogel.league.settings import LeagueSettings
from fogel.league.twin import FastLeague
from fogel.network import Network, layer, random_network, sigmoid, squash
from fogel.rules.rule_files import find_rules
from fogel.school.network import Arch
from fogel.school.school import SchoolSettings, session_scores
from fogel.school.twin import fast_match, readable_match
from fogel.tools import conformance
from fogel.tools.conformance import FILES, KIT, as_hexadecimal, from_hexadecimal, read_kit
from fogel.web.evolve.page import WORKER, in_node
from fogel.web.modules import bundle


@pytest.fixture(scope="module")
def kit(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kit")
    assert main(["conform", "--out", str(folder)]) == 0
    return folder


class GivenDraws:
    """A generator whose numbers are those of a list."""

    def __init__(self, drawn):
        self.left = list(drawn)

    def random(self):
        return self.left.pop(0)

    def normal(self, mean, deviation, size):
        count = int(np.prod(size))
        values, self.left = np.array(self.left[:count]).reshape(size), self.left[count:]
        return mean + deviation * values


def network_of(case):
    return Network(case["hidden"], case["output"])


def settings_of(case, **more):
    names = {*case} & {*Settings.__dataclass_fields__}
    return Settings(**{name: case[name] for name in names}, **more)


SELECTED = ["rival_rows", "scores", "standing", "survivor_rows", "best"]


def same(found, case, names=None):
    """All that was found is as in the case, to the last bit; `names` are all of its names."""
    assert names in (None, [*found])
    for name in found:
        assert as_hexadecimal(found[name]) == as_hexadecimal(case[name]), name


# The three statements: what each says of a case, by file. `forward` fills in activations and sums.


def forward_readable(one, board):
    hidden, output = one.links
    activations, sums = [0.0] * one.hidden_nodes, [0.0] * 9
    layer(hidden, board, activations)
    squash(activations)
    layer(output, activations, sums)
    return activations, sums


def forward_compiled(one, board):
    activations, sums = np.zeros(one.hidden_nodes), np.zeros(9)
    engine.compiled(whole_pass)(
        one.hidden_weights.T.copy(), one.output_weights.T.copy(), np.array(board), activations, sums
    )
    return activations, sums


def whole_pass(hidden, output, board, activations, sums):
    """The forward pass, for the compiler."""
    layer(hidden, board, activations)
    squash(activations)
    layer(output, activations, sums)


@pytest.mark.parametrize("forward", [forward_readable, forward_compiled])
def test_chapters_1_and_2(forward, kit):
    for case in read_kit(kit, "1_encoding"):
        board = case["board"]
        found = {"winner": encoding.winner(board), "to_move": encoding.to_move(board)}
        same(
            found | {"final": encoding.is_final(board), "open": encoding.open_squares(board)}, case
        )
    squashed = sigmoid if forward is forward_readable else engine.compiled(sigmoid)
    for case in read_kit(kit, "2_sigmoid"):
        same({"sigmoid": float(squashed(case["x"]))}, case)
    for case in read_kit(kit, "2_network"):
        one = network_of(case)
        activations, sums = forward(one, case["board"])
        square = one.choose(np.array(case["board"]))
        same({"activations": activations, "sums": sums, "square": square}, case)


def test_chapter_3(kit):
    for case in read_kit(kit, "3_opponent"):
        settings, board = settings_of(case), case["board"]
        odds = opponent.near_perfect_odds(board, settings)
        chances = opponent.probabilities(board, odds, settings.slip)
        same({"odds": odds, "chances": chances}, case)
        player = opponent.near_perfect_player(settings)
        rng = GivenDraws(case["draws"])
        assert [player(np.array(board), rng) for _ in case["draws"]] == case["squares"]
        row = encoding.position(np.array(board))
        sums = engine.near_perfect_tables(settings).reply_sums[row].tolist()
        left = encoding.open_squares(board)
        assert [left[opponent.pick(sums, u)] for u in case["draws"]] == case["squares"]


def test_chapters_4_and_5(kit):
    for case in read_kit(kit, "4_replication"):
        rng = GivenDraws(case["draws"])
        child = replication.replicate(network_of(case), rng, settings_of(case))
        weights = {"child_hidden": child.hidden_weights, "child_output": child.output_weights}
        same(weights | {"child_nodes": child.hidden_nodes}, case)
        assert rng.left == []
    for case in read_kit(kit, "5_selection"):
        rng = GivenDraws(case["draws"])
        found = conformance.selected(np.array(case["payoffs"]), settings_of(case), rng)
        same(found, case, SELECTED)
        assert rng.left == []


def test_a_generation_by_the_readable_functions_and_by_the_engine(kit):
    for number, case in enumerate(read_kit(kit, "5_generation")):
        settings = settings_of(case, seed=Settings().seed, generations=1)
        parents = [*map(Network, case["hidden"], case["output"])]
        rng = GivenDraws(case["draws"])
        everybody, found = conformance.generation(parents, settings, rng)
        same(found, case, ["payoffs", *SELECTED])
        assert rng.left == []
        kept = run_trial(settings, number, [Keep((1,))]).kept[1]  # whose draws were recorded
        nodes = [one.hidden_nodes for one in kept.networks]
        assert nodes == case["hidden_nodes"] + case["child_nodes"]
        due = as_hexadecimal(case["hidden"] + case["child_hidden"])
        for some in (kept.networks, everybody):
            assert [as_hexadecimal(one.hidden_weights) for one in some] == due
        found = {"payoffs": kept.payoffs, "rival_rows": kept.rivals, "best": kept.best}
        same(found | {"survivor_rows": kept.survivors}, case)


def test_draws_are_those_of_numpy(kit):
    for case in read_kit(kit, "draws"):
        sequence = np.random.SeedSequence(case["seed"], spawn_key=tuple(case["spawn_key"]))
        words = [f"{word:016x}" for word in sequence.generate_state(4, np.uint64).tolist()]
        assert words == case["words"]
        assert np.random.default_rng(sequence).random(12).tolist() == case["uniform"]
        assert np.random.default_rng(sequence).normal(0, 1, 400).tolist() == case["normal"]


def readable_trial(settings, trial):
    """(best payoffs, the mean number of hidden nodes) by the readable functions, from a seed."""
    rng = trial_rng(settings, trial)
    parents, curve = [random_network(rng, settings) for _ in range(settings.parents)], []
    for _ in range(settings.generations):
        everybody, found = conformance.generation(parents, settings, rng)
        parents = [everybody[row] for row in found["survivor_rows"]]
        nodes = float(np.mean([one.hidden_nodes for one in everybody]))
        curve.append((max(found["payoffs"]), nodes))
    return [*zip(*curve, strict=True)]


def test_trials_by_the_readable_functions_and_by_the_engine(kit):
    for case in read_kit(kit, "6_trial"):
        settings = Settings.from_dict(case["settings"])
        best, nodes = readable_trial(settings, case["trial"])
        assert [*best] == case["best_payoff"] and [*nodes] == case["mean_hidden_nodes"]
        found = run_trial(settings, case["trial"])
        assert found.best_payoff.tolist() == case["best_payoff"]
        same({"hidden": found.champion.hidden_weights}, case["champion"])


def test_the_league_by_objects_and_by_its_twin(kit):
    cases = read_kit(kit, "12_league")
    settings = LeagueSettings.from_dict(cases[0]["settings"])
    twin = FastLeague(settings, 0)
    for case, epoch in zip(cases, epochs(settings, trial_rng(settings, 0)), strict=False):
        twin.advance(1)
        for agents in (epoch.agents, twin.agents()):
            weights = [
                [[neuron.bias, *neuron.weights] for neuron in one.network.neurons] for one in agents
            ]
            assert weights == case["agents"]
        assert list(epoch.scores) == twin.scores.tolist() == case["scores"]
        assert list(epoch.ranking) == twin.ranking.tolist() == case["ranking"]
        assert [game[:2] for game in case["games"]] == [list(pair) for pair in epoch.matches]


@pytest.mark.parametrize("play", [readable_match, fast_match])
def test_the_school(play, kit):
    for case in read_kit(kit, "15_school"):
        settings = SchoolSettings.from_dict(case["settings"])
        arch = Arch(hidden=tuple(case["hidden"]))
        (score,) = session_scores(settings, find_rules("standard"), 1, arch, play=play)
        assert (score.losses, score.invalid) == (case["losses"], case["illegal"])
        assert score.weights.T.tolist() == [case["weights"], case["changes"]]


@pytest.mark.parametrize("perft, most", [(rules.perft, 5), (bitboards.perft, 8)])
def test_perft(perft, most, kit):
    for case in read_kit(kit, "19_perft"):
        game = rules.Checkers(case["rows"], case["columns"], case["men"])
        counts = case["perft"][:most]
        assert [perft(game, plies) for plies in range(1, len(counts) + 1)] == counts


# The pages' JavaScript reads the kit's own text: the experiment, and what knobs have beside it.

PACKAGE = Path(web.__file__).parent / "package"
BESIDE = [
    bundle(PACKAGE / f"{name}.js", WORKER) for name in ("network", "replication", "selection")
]
IN_PAGE = r"""(files) => {
  BESIDE
  const tables = {}, wrong = [], hex = (text) => {
    const [, sign, whole, digits, exponent] = /^(-?)0x([01])\.?([0-9a-f]*)p([-+]\d+)$/.exec(text);
    const mantissa = parseInt(whole + digits, 16) * 2 ** -(4 * digits.length);
    const [half, rest] = [Math.trunc(exponent / 2), exponent - Math.trunc(exponent / 2)];
    return (sign ? -1 : 1) * (mantissa * 2 ** half * 2 ** rest);
  };
  const value = (_, one) => (typeof one === "string" && /^-?0x/.test(one) ? hex(one) : one);
  const read = (text) => JSON.parse(text, value).cases;
  const check = (file, number, found, due) => {
    const same = JSON.stringify(found) === JSON.stringify(due);
    if (!same) wrong.push([file, number, found, due]);
    return (tables[file] = (tables[file] ?? 0) + 1);
  };
  const given = (drawn) => {
    let at = 0;
    return { random: () => drawn[at++], normal: () => drawn[at++], left: () => drawn.length - at };
  };
  const chosen = (payoffs, rng, rules) => {
    const rivals = drawRivals(payoffs.length, rng, rules);
    const scores = secondRound(payoffs, rivals, rules);
    const standing = rank(scores, rng, rules);
    return [rivals, scores, standing, survivors(scores, standing, rules), rng.left()];
  };
  const cases = (file) => read(files[file]).entries();
  for (const [n, one] of cases("1_encoding")) {
    const found = [winner(one.board), toMove(one.board), isFinal(one.board), openSquares(one.board)];
    check("1_encoding", n, found, [one.winner, one.to_move, one.final, one.open]);
  }
  for (const [n, one] of cases("2_sigmoid")) check("2_sigmoid", n, sigmoid(one.x), one.sigmoid);
  for (const [n, one] of cases("2_network")) {
    const activations = layer(one.hidden, one.board).map(sigmoid);
    const sums = layer(one.output, activations);
    check("2_network", n, [activations, sums, chooseSquare(sums, one.board)], [one.activations, one.sums, one.square]);
  }
  for (const [n, one] of cases("3_opponent")) {
    const table = DATA.opponents[`${one.marker} ${one.line_choice}`];
    const player = new TablePlayer({ table, slip: one.slip, draws: true });
    const squares = one.draws.map((u) => player.move(one.board, () => u));
    check("3_opponent", n, [player.probabilities(one.board), squares], [one.chances, one.squares]);
  }
  for (const [n, one] of cases("4_replication")) {
    const rng = given(one.draws);
    const { hidden, output } = replicateWeights(one, rng, one);
    check("4_replication", n, [hidden, output, rng.left()], [one.child_hidden, one.child_output, 0]);
  }
  for (const [n, one] of cases("5_selection")) {
    const due = [one.rival_rows, one.scores, one.standing, one.survivor_rows, 0];
    check("5_selection", n, chosen(one.payoffs, given(one.draws), one), due);
  }
  for (const [n, one] of cases("draws")) {
    const fresh = () => new Generator(one.seed, one.spawn_key, DATA.ziggurat);
    const words = seedWords(one.seed, one.spawn_key).map((word) => word.toString(16).padStart(16, "0"));
    const several = (count, draw, rng = fresh()) => range(count).map(() => draw(rng));
    const [uniform, whole] = [several(12, (rng) => rng.random()), several(12, (rng) => rng.integer(1, 10))];
    const found = [words, uniform, whole, several(400, (rng) => rng.normal())];
    check("draws", n, found, [one.words, one.uniform, one.whole_1_to_10, one.normal]);
  }
  for (const [n, one] of cases("6_trial")) {
    const settings = checkedSettings(one.settings);
    const trial = fastTrial(settings, one.trial, compiledModule());
    const payoffs = range(settings.generations).map(() => (trial.evolve(), trial.bestPayoff));
    check("6_trial", n, payoffs, one.best_payoff);
  }
  return { tables, wrong: wrong.slice(0, 3) };
}"""


PERFT = """
import { readFileSync } from "node:fs";
import { Checkers, moves, after } from RULES;
const perft = (game, state, plies) => plies === 0 ? 1
  : moves(game, state).reduce((sum, move) => sum + perft(game, after(game, state, move), plies - 1), 0);
const cases = JSON.parse(readFileSync(process.argv[1], "utf8")).cases;
console.log(JSON.stringify(cases.map((one) => {
  const game = new Checkers(one);
  return one.perft.slice(0, MOST).map((_, at) => perft(game, game.start, at + 1));
})));
"""


@pytest.mark.skipif(
    not shutil.which("node"), reason="no Node here; the page of checkers is tested in a browser"
)
def test_perft_by_the_javascript_of_checkers(kit):
    rules_js, most = Path(web.__file__).parent / "checkers" / "rules.js", 6
    script = PERFT.replace("RULES", json.dumps(rules_js.as_uri())).replace("MOST", str(most))
    command = ["node", "--input-type=module", "-e", script, "--", kit / "19_perft.json"]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert found == [case["perft"][:most] for case in read_kit(kit, "19_perft")]


@pytest.mark.skipif(
    not shutil.which("node"), reason="no Node here; the evolve page's own test runs in a browser"
)
def test_the_pages_javascript(kit):
    # Those pages don't have these chapters, and run a generation only as a part of a trial.
    missing = ("5_generation", "12_league", "15_school", "19_perft")
    names = [name for name in FILES if name not in missing]
    script = IN_PAGE.replace("BESIDE", "\n".join(BESIDE))
    found = in_node(script, {name: (kit / f"{name}.json").read_text() for name in names})
    assert found["wrong"] == []
    assert found["tables"] == {name: len(read_kit(kit, name)) for name in names}


# The program in C.

compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


@pytest.fixture(scope="module")
def in_c(kit, tmp_path_factory):
    """The program, compiled as its page says."""
    if not compiler:
        pytest.skip("no C compiler here")
    program = tmp_path_factory.mktemp("c") / "chapters"
    found = re.search(r"`cc (.*) -o chapters && ./chapters \.`", (kit / "page.md").read_text())
    words = [(kit / one).as_posix() if one.endswith(".c") else one for one in found[1].split()]
    command = [compiler, "-Wall", "-Wextra", "-Werror", *words, "-o", program.as_posix()]
    subprocess.run(command, check=True)
    return program


def test_a_program_in_c_passes_chapters_1_to_5(in_c, kit):
    done = subprocess.run([in_c, kit], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.endswith("values compared, 0 wrong\n")
    for name in [*FILES][:6]:
        assert re.search(rf"^{name} +{len(read_kit(kit, name))} cases$", done.stdout, re.M)
    lines = (KIT / conformance.EXAMPLE).read_text().splitlines()
    assert len(lines) <= 200 and max(map(len, lines)) <= 120


def test_it_notices_one_bit(in_c, kit, tmp_path):
    for path in kit.glob("*.json"):
        (tmp_path / path.name).write_text(path.read_text())
    fields = {"2_network": "sums", "4_replication": "child_hidden", "5_selection": "standing"}
    for name, field in fields.items():
        path = tmp_path / f"{name}.json"
        before = path.read_text()
        digits = re.search(rf'"{field}": \[+"-?0x1\.(\w+)p', before)
        at = digits.end(1) - 1
        path.write_text(before[:at] + ("0" if before[at] != "0" else "1") + before[at + 1 :])
        done = subprocess.run([in_c, tmp_path], capture_output=True, text=True)
        assert done.returncode == 1
        assert f"wrong: {field} in " in done.stdout and ", 1 wrong" in done.stdout
        path.write_text(before)


# The files and their page.

NAMES = (*(f"{name}.json" for name in FILES), "page.md", "chapters.c")


def test_the_kit_is_json_with_a_case_a_line(kit):
    assert {path.name for path in kit.iterdir()} == {*NAMES}
    for name in FILES:
        text = (kit / f"{name}.json").read_text()
        found = json.loads(text)
        assert (found["kit"], found["file"], found["versions"]) == (1, name, versions())
        assert text.count("\n") == len(found["cases"]) + 2
        assert text == conformance.file_text(name), "the same settings, the same bytes"


def test_no_name_stands_twice_in_a_line(kit):
    for name in [name for name in FILES if re.match("[1-5]_", name)]:
        for line in (kit / f"{name}.json").read_text().splitlines()[1:-1]:
            names = re.findall(r'"(\w+)": ', line)
            assert len(names) == len({*names})


def test_the_page_names_each_file_and_the_numbers_of_the_sigmoid(kit):
    page = (kit / "page.md").read_text()
    assert {*re.findall(r"`(\w+)\.json`", page)} == {*FILES}
    constants = re.findall(r"(?<!x)\d\.\d{5,}(?:e-\d+)?", page)
    assert len(constants) == 8 and not re.search(r"\{[A-Z]", page)
    program = (kit / "chapters.c").read_text()
    assert all(constant in program for constant in constants), (
        "what the page says is what the program computes"
    )


def test_numbers_come_back_with_their_bits():
    values = [0.1, -0.0, 1e-308, 5e-324, 1e308, -3.5, 2.0]
    again = from_hexadecimal(as_hexadecimal(values))
    assert [*map(float.hex, again)] == [*map(float.hex, values)]
    assert from_hexadecimal({"a": ["0x1p-1", "own", 3, True]}) == {"a": [0.5, "own", 3, True]}


def test_the_command_says_what_it_wrote(command, tmp_path):
    assert len(command.json("conform --out", tmp_path / "kit")["files"]) == len(NAMES)
    (tmp_path / "file").write_text("")
    line = command.refused("conform --out", tmp_path / "file")
    assert "argument --out: must be a" in line


@pytest.mark.parametrize("there", [False, True], ids=["new", "old kit"])
def test_a_full_disk_leaves_the_whole_kit_or_none(tmp_path, monkeypatch, command, there):
    """Wherever it is full: with an old kit in the folder, that stays as it was."""
    monkeypatch.setattr(conformance, "FILES", dict.fromkeys(FILES, lambda: iter([{"value": 0.5}])))
    usual, before = Path.write_bytes, dict.fromkeys(NAMES if there else (), b"old")
    for room in range(len(NAMES)):
        left = [room]

        def full(path, content, left=left):
            left[0] -= 1
            if left[0] < 0:
                usual(path, content[:1])
                raise OSError(28, "No space left on device", str(path))
            return usual(path, content)

        for name, content in before.items():
            (tmp_path / name).write_bytes(content)
        with monkeypatch.context() as patch:
            patch.setattr(Path, "write_bytes", full)
            code, _, err = command.call("conform --out", tmp_path)
        assert code == 1
        assert re.fullmatch(r"fogel: \[Errno 28\] No space left on device: .*\n", err)
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
