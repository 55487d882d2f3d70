"""The page on which a reader evolves for another game: the package's numbers, to the last bit, and
its words.
"""

import json
import shlex
import shutil
from functools import partial

import numpy as np
import pytest
from any_games import GAMES
from board_pages import violations
from browser import clean_tabs, wait_until
from followed import MANY, as_arguments, check, random_settings
from page_limits import TRY, check_limit
from random_games import random_rules
from systems import MISSING

from fogel import Audit, Settings, run_trials
from fogel.anygame import exact, tables
from fogel.anygame.curve import load_any
from fogel.anygame.settings import GameSettings, find_game
from fogel.cli import experiment, main
from fogel.cli.anygame import experiment_settings
from fogel.cli.parser import Parser
from fogel.core.champion import Champion, save_champion
from fogel.core.players import SHIPPED
from fogel.network import Network
from fogel.rules.rules import outcome
from fogel.web.anygame.page import MOST_ANSWERS, data
from fogel.web.evolve.page import in_node, program

GAIN = (
    "runs => runs.map(values => { const all = checkedSettings(values); return gainOf(tablesOf(all),"
    " all); })"
)


@pytest.fixture(scope="module")
def anywhere(request):
    """Calls a function beside a page's experiment: in Node, where it is there, which starts sooner
    than a browser.
    """
    if shutil.which("node"):
        return lambda handed, *call: in_node(*call, handed=handed)
    browser = request.getfixturevalue("browser")

    def call(handed, function, *arguments):
        page = browser.new_page()
        page.add_script_tag(content=program(handed))
        page.evaluate("unpack()")
        answer = page.evaluate(
            f"text => JSON.stringify(({function})(...JSON.parse(text)))", json.dumps(arguments)
        )
        page.close()
        return json.loads(answer)

    return call


def any_settings(game, rng, **changes):
    """GameSettings of any reading, with a seat and an opponent that the game has."""
    rules = find_game(game)
    seats = ["first"] if len(tables.grown(rules).layers) <= 2 else list(tables.SEATS)
    values = random_settings(rng).to_dict() | {"seat": str(rng.choice(seats)), **changes}
    values["opponent"] = str(rng.choice(tables.OPPONENTS[:3]))
    values["perfect_ties"] = str(rng.choice(["uniform", "first"]))
    values["forced_replies"] &= values["seat"] != "both"
    step = (
        2
        if values["seat"] == "both"
        else tables.first_replies(rules, values["seat"])
        if values["forced_replies"]
        else 1
    )
    return GameSettings(game=game, **values | {"games": step * int(rng.integers(1, 6))})


def check_game(call, runs):
    """Trials of one game, and what there is to gain."""
    handed = data(runs[0][0], "x")
    check(partial(call, handed), runs)
    gains = call(handed, GAIN, [settings.to_dict() for settings, _ in runs])
    for (settings, _), gain in zip(runs, gains, strict=True):
        assert gain["ceiling"] == pytest.approx(exact.ceiling(settings), abs=1e-9)
        assert gain["random"] == pytest.approx(
            exact.evaluate_odds(settings.game_tables(), settings, 1), abs=1e-9
        )


@pytest.mark.parametrize("name", GAMES)
def test_trials_of_another_game_are_the_packages(name, anywhere):
    """All that happens in them, in each seat, against each opponent, with any settings; bred games
    are among them.
    """
    rng = np.random.default_rng(sum(map(ord, name)))
    seats = ["first"] if len(tables.grown(find_game(GAMES[name])).layers) <= 2 else tables.SEATS
    check_game(
        anywhere, [(any_settings(GAMES[name], rng, seat=seat), 3) for seat in [*seats, *seats]]
    )


def test_trials_of_games_drawn_at_random_are_the_packages(anywhere):
    rng, checked = np.random.default_rng(18), 0
    while checked < 4:
        rules = random_rules(rng)
        if 0 in rules.start.squares and outcome(rules, rules.start.squares, last=2) is None:
            check_game(anywhere, [(any_settings(rules, rng), trial) for trial in range(3)])
            checked += 1


def test_positions_that_need_32_bits(anywhere):
    """Three in a row on 4 x 3: more positions than 16 bits can tell apart."""
    small = GameSettings(game="four-by-three", seat="second", generations=3, parents=4, rivals=3)
    assert len(small.game_tables().boards) > 2**16
    check(
        partial(anywhere, data(small, "x")), [(small, 0), (small.change(seat="first", games=5), 1)]
    )


def test_the_standard_game_as_any_other_is_the_standard_experiment(anywhere):
    """The same numbers as on the page of the standard game, which are part one's."""
    part_one = Settings(generations=6, parents=10, seed=5)
    same = GameSettings(generations=6, parents=10, seed=5)
    found = anywhere(data(same, "x"), MANY, as_arguments([(same, 2)]))
    assert found == anywhere(None, MANY, as_arguments([(part_one, 2)]))


# The page, which a reader clicks.

SMALL = GameSettings(
    game="misere",
    opponent="perfect",
    seat="both",
    generations=12,
    trials=2,
    parents=6,
    rivals=5,
    seed=4,
)
SIZES = {"desktop": (1280, 900), "phone": (375, 780)}
FAST = "state.speed = SPEEDS.length - 1"


@pytest.fixture(scope="module")
def package():
    """What the package makes of those settings."""
    return run_trials(SMALL, observers=[Audit()])


@pytest.fixture(scope="module")
def folder(tmp_path_factory, package):
    """A champion of misere, and pages: of the settings that its file names, of a handicap, and of a
    game of 4 x 3.
    """
    folder = tmp_path_factory.mktemp("games")
    save_champion(folder / "champion.json", package.trials[0].champion)
    pages = {
        "misere": ["--settings", str(folder / "champion.json")],
        "handicap": [GAMES["handicap"]],
        "ten of twelve": [GAMES["ten of twelve"]],
    }
    for name, which in pages.items():
        assert main(["page", "--evolve", *which, "--out", str(folder / f"{name}.html")]) == 0
    return folder


@pytest.fixture
def open_page(browser, folder):
    """Opens a game's page; at the end no request has left it and nothing went wrong."""
    with clean_tabs(browser, ("file://", "about:", "blob:")) as open_tab:
        yield lambda name, hash="", size="desktop", **options: open_tab(
            (folder / f"{name}.html").as_uri() + hash, SIZES[size], **options
        )


def evolved(tab):
    """Evolves to the end."""
    tab.evaluate(FAST)
    tab.click("#evolve")
    wait_until(tab, "state.recording.length === state.settings.generations && !state.playing")
    return tab


def plain(text):
    return text.replace("−", "-")


def test_it_begins_with_a_files_settings_and_evolves_the_packages_run(open_page, package, tmp_path):
    tab = evolved(open_page("misere"))
    assert (
        tab.evaluate("state.recording.trials.map((one) => one.payoffs)")
        == package.best_payoff.tolist()
    )
    assert (
        tab.evaluate("state.recording.trials.map((one) => one.exact)")
        == package.exact_picked.tolist()
    )
    found = exact.exact_evaluation(package.trials[0].champion, SMALL)
    ceiling, random = found.measures.ceiling, found.measures.random
    wait_until(tab, "!$('gain').hidden")
    assert plain(tab.inner_text("#exact-payoff")) == f"{found.expected_payoff:.1f}"
    expected = (
        f"Nobody can expect more than {ceiling:.1f}, and whoever moves at random {random:.1f}"
    )
    assert plain(tab.inner_text("#gain")) == f"{expected}: it has {found.share:.3f} of the way."
    with tab.expect_download() as download:
        tab.click("#keep-it")
    download.value.save_as(tmp_path / "kept.json")
    kept, ours = load_any(tmp_path / "kept.json"), package.trials[0].champion
    assert kept.settings == SMALL and (kept.trial, kept.generation, kept.payoff) == (
        0,
        12,
        ours.payoff,
    )
    assert np.array_equal(kept.hidden_weights, ours.hidden_weights)
    assert np.array_equal(kept.output_weights, ours.output_weights)
    command = tab.text_content("#command")
    assert command.startswith("fogel curve --game misere ") and cli_settings(command) == SMALL


def cli_settings(command):
    """The settings that such a `fogel curve` has."""
    parser = Parser()
    experiment.add_commands(parser.add_subparsers())
    return experiment_settings(parser.parse_args(shlex.split(command)[1:]))


def test_the_command_finds_a_game_that_has_no_name(open_page):
    read = cli_settings(open_page("handicap", "#seed=3&seat=second").text_content("#command"))
    assert read == GameSettings(game=GAMES["handicap"], seed=3, seat="second")


def test_the_usual_settings_are_not_taken_for_the_files(open_page):
    """An address that names no setting is the page's own; a link with the usual ones says one of
    them.
    """
    tab = open_page("misere")
    assert tab.evaluate("state.settings.seed") == 4
    tab.evaluate("$('settings').closest('details').open = true")
    tab.evaluate("choose(checkedSettings({})); changed()")
    hash = tab.evaluate("location.hash")
    assert hash == "#seed=1993"
    tab = open_page("misere", "#")
    tab = open_page("misere", hash)
    assert tab.evaluate("[state.settings.seed, state.settings.seat, state.settings.trials]") == [
        1993,
        "first",
        20,
    ]


def test_a_game_is_played_by_its_own_rules(open_page):
    """Three in a row lose, and it is said so; the other's last move may make them."""
    tab = evolved(open_page("misere"))
    tab.click("#play-it")
    assert tab.is_checked("#it-begins") and tab.evaluate("match.moves.length") == 1
    settings, board = SMALL, [0] * 9
    kept = tab.evaluate(
        "(({ hiddenWeights, outputWeights }) => [hiddenWeights, outputWeights])(opponent.network)"
    )
    network = Network(*map(np.array, kept))
    tab.evaluate("(match.seat(pair('evolved', true)), renderMatch())")
    turn = 1
    while (ended := outcome(settings.rules, board, last=3 - turn)) is None:
        if turn == 1:
            square = next(at for at in range(9) if not board[at])
            tab.locator("#board .square").nth(square).click()
        else:
            square = network.choose(np.array([{0: 0, 2: 1, 1: -1}[mark] for mark in board]))
        board[square], turn = turn, 3 - turn
    assert tab.evaluate("match.moves.length") == sum(map(bool, board))
    word = {1: "You win: O has ", -1: "You lose with ", 0: "A tie"}[ended[0]]
    assert word in tab.inner_text("#status")
    assert tab.inner_text({1: "#wins", -1: "#losses", 0: "#ties"}[ended[0]]) == "1"


def test_its_board_has_its_size_and_its_marks(open_page):
    """Marks that stand at the start, and a board that the arrow keys walk across."""
    tab = evolved(
        open_page("ten of twelve", "#generations=2&trials=1&parents=3&rivals=2&seat=second")
    )
    assert not tab.is_visible("#opens")  # it doesn't open
    tab.click("#play-it")
    assert tab.is_checked("#you-begin") and tab.evaluate("match.moves.length") == 0
    names = [one.get_attribute("aria-label") for one in tab.locator("#board .square").all()]
    assert len(names) == 12 and "X" in names[0] and "O" in names[1]
    boxes = [one.bounding_box() for one in tab.locator("#board .square").all()]
    assert (
        len({round(box["y"]) for box in boxes}) == 3
        and len({round(box["x"]) for box in boxes}) == 4
    )
    tab.locator("#board .square").nth(6).focus()
    tab.keyboard.press("ArrowDown")
    assert tab.evaluate("[...$('board').children].indexOf(document.activeElement)") == 10
    tab.keyboard.press("Enter")
    assert tab.evaluate("match.moves[0]") == 10 and tab.evaluate("match.moves.length") == 2


def test_files_of_another_game_are_refused_and_its_own_judged(open_page, folder, package):
    other = open_page("handicap")
    for file, words in (
        (folder / "champion.json", "game must be that of"),
        (SHIPPED / "champion.json", "format"),
    ):
        other.locator("#file").set_input_files(file)
        wait_until(other, "$('file-trouble').textContent !== ''")
        assert words in other.inner_text("#file-trouble")
        other.evaluate("$('file-trouble').textContent = ''")
    own = open_page("misere")
    own.locator("#file").set_input_files(folder / "champion.json")
    wait_until(own, "state.guest !== null && !$('best').hidden")
    exact_payoff = exact.exact_evaluation(package.trials[0].champion, SMALL).expected_payoff
    assert plain(own.inner_text("#exact-payoff")) == f"{exact_payoff:.1f}" and own.is_visible(
        "#gain"
    )


def test_its_words_are_of_its_own_game(open_page):
    """Nothing that is seen speaks of tic-tac-toe, of nine squares or of three in a row."""
    for name in ("handicap", "ten of twelve"):
        tab = open_page(name)
        tab.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        said = tab.inner_text("body") + tab.title()
        for words in ("tic-tac-toe", "nine", "all 8", "three in a row"):
            assert words not in said.lower(), (name, words)
        assert "The first to have one of the patterns under “The rules” wins." in said


@pytest.mark.parametrize(("size", "scheme"), [("desktop", "dark"), ("phone", "light")])
def test_the_page_is_readable_for_everybody(size, scheme, open_page):
    tab = open_page(
        "ten of twelve", "#generations=2&trials=2&parents=3&rivals=2", size, color_scheme=scheme
    )
    evolved(tab).click("#play-it")
    tab.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    assert violations(tab) == []
    width = SIZES[size][0]
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    for box in (
        one.bounding_box() for one in tab.locator("#board, .patterns, .stencil:visible").all()
    ):
        assert box["x"] >= 0 and box["x"] + box["width"] <= width


REFUSED = {
    "five-by-four": (
        "argument GAME: must have at most 12 open squares at the start, and 'five-by-four' has 20"
    ),
    "three-players": "argument GAME: must be a game of 2 players, and 'three-players' has 3",
    "111 000; win 111": (
        "argument GAME: must be a game that can be played, and '3x2' is over before it begins"
    ),
    "nobody": "argument GAME: 'nobody' is no game; choose one of ",
}


@pytest.mark.parametrize("game", REFUSED)
def test_games_that_a_page_cannot_hold_are_refused_in_one_line(game, capsys, tmp_path):
    with pytest.raises(SystemExit) as stopped:
        main(["page", "--evolve", game, "--out", str(tmp_path / "x.html")])
    said = capsys.readouterr().err
    assert stopped.value.code == 2 and REFUSED[game] in said and said.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_wrong_options_are_refused_in_one_line(capsys, tmp_path, folder):
    champion, large = str(folder / "champion.json"), str(tmp_path / "large.json")
    one = load_any(champion)
    save_champion(
        large, Champion(one.hidden_weights, one.output_weights, settings=SMALL.change(trials=60))
    )
    save_champion(tmp_path / "none.json", Champion(np.zeros((1, 10)), np.zeros((9, 2))))
    wrong = {
        (champion, "--evolve"): "--evolve takes a game and no files",
        ("--settings", champion): "argument --settings: needs --evolve",
        (
            "--evolve",
            "misere",
            "--settings",
            champion,
        ): "argument --settings: can't be combined with a GAME",
        ("--evolve", "--settings", large): f"{large}: trials must be at most 50 on a page, not 60",
        ("--evolve", "--settings", str(tmp_path / "none.json")): "names no settings",
        ("--evolve", "--settings", "nobody.json"): f"argument --settings: nobody.json: {MISSING}",
    }
    for options, words in wrong.items():
        with pytest.raises(SystemExit):
            main(["page", *options, "--out", str(tmp_path / "x.html")])
        said = capsys.readouterr().err
        assert words in said and said.count("\n") == 1, options
    assert not (tmp_path / "x.html").exists()


def test_a_page_says_when_there_is_no_room(open_page):
    """As many answers are kept as its limit says, and not more."""
    tab = open_page("ten of twelve")
    asked = tables.asked_boards(find_game(GAMES["ten of twelve"]), "both")
    most = MOST_ANSWERS // (2 * 250 * asked)
    assert 1 <= most < 50
    values = {"seat": "both", "parents": 250, "generations": 10, "games": 2, "trials": most + 1}
    refused = f"trials must be at most {most} with 250 parents at this game, not {most + 1}"
    assert tab.evaluate(TRY, values).startswith(refused)
    check_limit(tab, values, "trials")


def test_as_many_games_as_a_limit_says_are_accepted(open_page):
    """They grow by two where a network sits on both sides, and by the first replies where those are
    forced.
    """
    tab, long = open_page("misere"), {"generations": 1996}  # room for 501 games, which is odd
    for seat, forced, step in (
        ("both", False, 2),
        ("first", True, 8),
        ("second", True, 9),
        ("second", False, 1),
    ):
        check_limit(
            tab, {**long, "seat": seat, "forced_replies": forced, "games": 9360}, "games", step
        )
