"""The page on which a reader evolves for another game: the package's numbers, to the last bit, and
its words.
"""

import shlex
from functools import partial

import numpy as np
import pytest
from any_games import GAMES
from board_pages import SIZES, violations
from browser import wait_until
from followed import MANY, as_arguments, check, check_run, evolved, random_settings, said
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
from fogel.core.players import shipped
from fogel.rules.rules import outcome
from fogel.web.anygame.page import MOST_ANSWERS, data

GAIN = "runs => runs.map(checkedSettings).map((all) => gainOf(tablesOf(all), all))"


def seats_of(game):
    """The seats that a game has."""
    return ["first"] if len(tables.grown(find_game(game)).layers) <= 2 else list(tables.SEATS)


def any_settings(game, rng, **changes):
    """GameSettings of any reading, with a seat and an opponent that the game has."""
    rules = find_game(game)
    values = random_settings(rng).to_dict() | {"seat": str(rng.choice(seats_of(game))), **changes}
    values["opponent"] = str(rng.choice(tables.OPPONENTS[:3]))
    values["perfect_ties"] = str(rng.choice(["uniform", "first"]))
    values["forced_replies"] &= values["seat"] != "both"
    forced = tables.first_replies(rules, values["seat"]) if values["forced_replies"] else 1
    step = 2 if values["seat"] == "both" else forced
    return GameSettings(game=game, **values | {"games": step * int(rng.integers(1, 6))})


def check_game(call, runs):
    """Trials of one game, and what there is to gain."""
    call = partial(call, handed=data(runs[0][0], "x"))
    check(call, runs)
    gains = call(GAIN, [settings.to_dict() for settings, _ in runs])
    for (settings, _), gain in zip(runs, gains, strict=True):
        at_random = exact.evaluate_odds(settings.game_tables(), settings, 1)
        due = {"ceiling": exact.ceiling(settings), "random": at_random}
        assert gain == pytest.approx(due, abs=1e-9)


@pytest.mark.parametrize("name", GAMES)
def test_trials_of_another_game_are_the_packages(name, anywhere):
    """All that happens in them, in each seat, against each opponent, with any settings; bred games
    are among them.
    """
    rng = np.random.default_rng(sum(map(ord, name)))
    game = GAMES[name]
    check_game(anywhere, [(any_settings(game, rng, seat=seat), 3) for seat in 2 * seats_of(game)])


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
    runs = [(small, 0), (small.change(seat="first", games=5), 1)]
    check(partial(anywhere, handed=data(small, "x")), runs)


def test_the_standard_game_as_any_other_is_the_standard_experiment(anywhere):
    """The same numbers as on the page of the standard game, which are part one's."""
    part_one = Settings(generations=6, parents=10, seed=5)
    same = GameSettings(generations=6, parents=10, seed=5)
    found = anywhere(MANY, as_arguments([(same, 2)]), handed=data(same, "x"))
    assert found == anywhere(MANY, as_arguments([(part_one, 2)]))


# The page, which a reader clicks.

SIZE = {"generations": 12, "trials": 2, "parents": 6, "rivals": 5}
SMALL = GameSettings(game="misere", opponent="perfect", seat="both", seed=4, **SIZE)


@pytest.fixture(scope="module")
def package():
    """What the package makes of those settings."""
    return run_trials(SMALL, observers=[Audit()])


@pytest.fixture(scope="module")
def folder(tmp_path_factory, package):
    """A champion of misere, also with settings too large for a page and with none, and pages: of
    the settings that its file names, of a handicap, and of a game of 4 x 3.
    """
    folder = tmp_path_factory.mktemp("games")
    champion = package.trials[0].champion
    save_champion(folder / "champion.json", champion)
    weights = champion.hidden_weights, champion.output_weights
    save_champion(folder / "large.json", Champion(*weights, settings=SMALL.change(trials=60)))
    save_champion(folder / "none.json", Champion(*weights))
    pages = {
        "misere": ["--settings", str(folder / "champion.json")],
        "handicap": [GAMES["handicap"]],
        "ten of twelve": [GAMES["ten of twelve"]],
    }
    for name, which in pages.items():
        assert main(["page", "--evolve", *which, "--out", str(folder / f"{name}.html")]) == 0
    return folder


def test_it_begins_with_a_files_settings_and_evolves_the_packages_run(open_page, package, tmp_path):
    tab = evolved(open_page("misere"))
    check_run(tab, package)
    found = exact.exact_evaluation(package.trials[0].champion, SMALL)
    ceiling, random = found.measures.ceiling, found.measures.random
    wait_until(tab, "!$('gain').hidden")
    assert said(tab, "#exact-payoff") == f"{found.expected_payoff:.1f}"
    limits = f"Nobody can expect more than {ceiling:.1f}, and whoever moves at random {random:.1f}"
    assert said(tab, "#gain") == f"{limits}: it has {found.share:.3f} of the way."
    with tab.expect_download() as download:
        tab.click("#keep-it")
    download.value.save_as(tmp_path / "kept.json")
    kept, ours = load_any(tmp_path / "kept.json"), package.trials[0].champion
    assert kept.settings == SMALL
    assert (kept.trial, kept.generation, kept.payoff) == (0, 12, ours.payoff)
    assert kept.weights.tolist() == ours.weights.tolist()
    command = tab.text_content("#command")
    assert command.startswith("fogel curve --game misere ") and cli_settings(command) == SMALL


def cli_settings(command):
    """The settings that such a `fogel curve` has."""
    parser = Parser()
    experiment.add_commands(parser.add_subparsers())
    return experiment_settings(parser.parse_args(shlex.split(command)[1:]))


def test_the_command_finds_a_game_that_has_no_name(open_page):
    tab = open_page("handicap", rest="#seed=3&seat=second")
    read = cli_settings(tab.text_content("#command"))
    assert read == GameSettings(game=GAMES["handicap"], seed=3, seat="second")


def test_the_usual_settings_are_not_taken_for_the_files(open_page):
    """An address that names no setting is the page's own; a link with the usual ones says one of
    them.
    """
    tab = open_page("misere")
    assert tab.evaluate("state.settings.seed") == 4
    tab.evaluate("choose(checkedSettings({})); changed()")
    hash = tab.evaluate("location.hash")
    assert hash == "#seed=1993"
    settings = open_page("misere", rest=hash).evaluate("state.settings")
    assert [settings[name] for name in ("seed", "seat", "trials")] == [1993, "first", 20]


def test_a_game_is_played_by_its_own_rules(open_page, package):
    """Three in a row lose, and it is said so; the other's last move may make them."""
    tab = evolved(open_page("misere"))
    tab.click("#play-it")
    assert tab.is_checked("#it-begins") and tab.evaluate("match.moves.length") == 1
    network = package.trials[0].champion
    tab.evaluate("(match.seat(pair('evolved', true)), renderMatch())")
    board, turn = [0] * 9, 1
    while (ended := outcome(SMALL.rules, board, last=3 - turn)) is None:
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
    rest = "#generations=2&trials=1&parents=3&rivals=2&seat=second"
    tab = evolved(open_page("ten of twelve", rest=rest))
    assert not tab.is_visible("#opens")  # it doesn't open
    tab.click("#play-it")
    assert tab.is_checked("#you-begin") and tab.evaluate("match.moves.length") == 0
    squares = tab.locator("#board .square").all()
    names = [one.get_attribute("aria-label") for one in squares]
    assert len(names) == 12 and "X" in names[0] and "O" in names[1]
    boxes = [one.bounding_box() for one in squares]
    assert [len({round(box[side]) for box in boxes}) for side in ("x", "y")] == [4, 3]
    tab.locator("#board .square").nth(6).focus()
    tab.keyboard.press("ArrowDown")
    assert tab.evaluate("[...$('board').children].indexOf(document.activeElement)") == 10
    tab.keyboard.press("Enter")
    assert tab.evaluate("match.moves[0]") == 10 and tab.evaluate("match.moves.length") == 2


def test_files_of_another_game_are_refused_and_its_own_judged(open_page, folder, package):
    other = open_page("handicap")
    refused = {folder / "champion.json": "game must be that of", shipped("champion"): "format"}
    for file, words in refused.items():
        other.locator("#file").set_input_files(file)
        wait_until(other, "$('file-trouble').textContent !== ''")
        assert words in other.inner_text("#file-trouble")
        other.evaluate("$('file-trouble').textContent = ''")
    own = open_page("misere")
    own.locator("#file").set_input_files(folder / "champion.json")
    wait_until(own, "state.guest !== null && !$('best').hidden")
    exact_payoff = exact.exact_evaluation(package.trials[0].champion, SMALL).expected_payoff
    assert said(own, "#exact-payoff") == f"{exact_payoff:.1f}" and own.is_visible("#gain")


def test_its_words_are_of_its_own_game(open_page):
    """Nothing that is seen speaks of tic-tac-toe, of nine squares or of three in a row."""
    for name in ("handicap", "ten of twelve"):
        tab = open_page(name)
        tab.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        text = said(tab, "body") + tab.title()
        for words in ("tic-tac-toe", "nine", "all 8", "three in a row"):
            assert words not in text.lower(), (name, words)
        assert "The first to have one of the patterns under “The rules” wins." in text


@pytest.mark.parametrize(("size", "scheme"), [("desktop", "dark"), ("phone", "light")])
def test_the_page_is_readable_for_everybody(size, scheme, open_page):
    rest = "#generations=2&trials=2&parents=3&rivals=2"
    tab = evolved(open_page("ten of twelve", size, rest, color_scheme=scheme))
    tab.click("#play-it")
    tab.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    assert violations(tab) == []
    width = SIZES[size][0]
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    shown = tab.locator("#board, .patterns, .stencil:visible").all()
    for box in (one.bounding_box() for one in shown):
        assert box["x"] >= 0 and box["x"] + box["width"] <= width


WRONG = {
    "--evolve five-by-four": (
        "argument GAME: must have at most 12 open squares at the start, and 'five-by-four' has 20"
    ),
    "--evolve three-players": (
        "argument GAME: must be a game of 2 players, and 'three-players' has 3"
    ),
    "--evolve '111 000; win 111'": (
        "argument GAME: must be a game that can be played, and '3x2' is over before it begins"
    ),
    "--evolve champion": "argument GAME: 'champion' is no game; choose one of ",
    "{folder}/champion.json --evolve": "--evolve takes a game and no files",
    "--settings {folder}/champion.json": "argument --settings: needs --evolve",
    "--evolve misere --settings {folder}/champion.json": (
        "argument --settings: can't be combined with a GAME"
    ),
    "--evolve --settings {folder}/large.json": "trials must be at most 50 on a page, not 60",
    "--evolve --settings {folder}/none.json": "names no settings",
    "--evolve --settings nobody.json": f"argument --settings: nobody.json: {MISSING}",
}


@pytest.mark.parametrize("options", WRONG)
def test_wrong_options_are_refused_in_one_line(options, capsys, tmp_path, folder):
    words = shlex.split(options.format(folder=folder.as_posix()))
    with pytest.raises(SystemExit) as stopped:
        main(["page", *words, "--out", str(tmp_path / "x.html")])
    heard = capsys.readouterr().err
    assert stopped.value.code == 2 and WRONG[options] in heard and heard.count("\n") == 1
    assert not list(tmp_path.iterdir())


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
    steps = {("both", False): 2, ("first", True): 8, ("second", True): 9, ("second", False): 1}
    for (seat, forced), step in steps.items():
        values = {**long, "seat": seat, "forced_replies": forced, "games": 9360}
        check_limit(tab, values, "games", step)
