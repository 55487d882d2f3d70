"""Champions of other games on the page for any rules, in a sweep and in a tournament."""

import json
import shutil

import numpy as np
import pytest
from any_games import GAMES
from browser import clean_tabs, open_chromium, wait_until

from fogel import sweep
from fogel.anygame import exact
from fogel.anygame.curve import as_game_settings, evolve_player, load_any
from fogel.anygame.players import network_player
from fogel.anygame.settings import GameSettings, find_game
from fogel.anygame.symmetric import mirror_network
from fogel.cli import main
from fogel.core.champion import Champion, save_champion
from fogel.core.network_files import find_kind
from fogel.core.players import HUMAN, SHIPPED
from fogel.curve import run_trials
from fogel.engine.observers import Audit
from fogel.network import random_network
from fogel.rules.referee import play_game
from fogel.tools import tournament
from fogel.web.board.page import CHAMPION, save_page, turns

SMALL = {"generations": 3, "parents": 6, "rivals": 5, "opponent": "perfect"}
PLAYED = ("misere", "asymmetrical", "narrow", "other's marks")


@pytest.fixture(scope="module")
def networks():
    """By game, three networks with drawn weights."""
    rng = np.random.default_rng(8)
    made = {}
    for name in PLAYED:
        settings = GameSettings(game=find_game(GAMES[name]))
        made[name] = {f"n{number}": random_network(rng, settings) for number in range(3)}
    return made


@pytest.fixture(scope="module")
def champions(tmp_path_factory):
    """A folder with champions of misere in three seats, the mirror, one of another game, and the
    standard champion.
    """
    folder = tmp_path_factory.mktemp("champions")
    for seat in ("first", "second", "both"):
        save_champion(folder / f"{seat}.json", evolve_player("misere", seat=seat, **SMALL))
    network, opens = mirror_network(), GameSettings(game="misere")
    save_champion(
        folder / "mirror.json",
        Champion(network.hidden_weights, network.output_weights, settings=opens),
    )
    save_champion(folder / "narrow.json", evolve_player(GAMES["narrow"], **SMALL))
    shutil.copy(SHIPPED / "champion.json", folder)
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory, networks, champions):
    folder = tmp_path_factory.mktemp("pages")
    for name, some in networks.items():
        save_page(folder / f"{name}.html", find_game(GAMES[name]), evolved=some)
    files = [str(champions / f"{seat}.json") for seat in ("second", "both")]
    assert main(["page", *files, "--out", str(folder / "champions.html")]) == 0
    return folder


@pytest.fixture(scope="module")
def browser(request):
    with open_chromium(request, "nobody played champions of other games on a page") as browser:
        yield browser


@pytest.fixture
def open_page(browser, folder):
    with clean_tabs(browser) as open_tab:
        yield lambda name: open_tab((folder / f"{name}.html").as_uri(), (1100, 900))


@pytest.mark.parametrize("game", PLAYED)
def test_networks_move_on_the_page_as_in_python(game, networks, open_page):
    """On every board of the game, in whosever turn, whoever opened."""
    rules = find_game(GAMES[game])
    boards = turns(rules)
    ask = "([name, boards]) => boards.map(([board, turn]) => evolvedMove(name, board, turn))"
    tab = open_page(game)
    for name, network in networks[game].items():
        players = [None, *(network_player(network)(rules, seat) for seat in (1, 2))]
        assert tab.evaluate(ask, [name, boards]) == [
            players[turn](board, None) for board, turn in boards
        ]


def test_a_file_is_a_player_of_its_game_only(open_page, tmp_path):
    assert find_kind(GameSettings).format == CHAMPION
    tab = open_page("champions")
    network = random_network(np.random.default_rng(4), GameSettings(game=find_game("misere")))
    for game, words in (("standard", "settings: game must be the one"), ("misere", "")):
        settings = GameSettings(game=find_game(game))
        champion = Champion(network.hidden_weights, network.output_weights, settings=settings)
        save_champion(tmp_path / f"{game}.json", champion)
        tab.set_input_files("#file", tmp_path / f"{game}.json")
        wait_until(tab, "words => $('trouble').textContent.includes(words)", arg=words)
    wait_until(tab, "() => match.names.includes('file: misere.json')")
    assert tab.evaluate("DATA.evolved['file: misere.json'].hidden_weights") == (
        network.hidden_weights.tolist()
    )
    tab.locator("#board button:not([aria-disabled])").first.click()
    assert tab.evaluate("match.moves.length") >= 2


def test_champions_on_a_page_of_their_game(champions, open_page):
    """The first sits down in its seat; what all are worth stands above the board."""
    tab = open_page("champions")
    assert (
        tab.locator("#seat-1").input_value() == HUMAN
        and tab.locator("#seat-2").input_value() == "second"
    )
    goal, *about = tab.locator("header p").all_inner_texts()
    assert goal == "The first to have one of the patterns under “The rules” loses."
    for seat, text in zip(("second", "both"), about, strict=True):
        champion = load_any(champions / f"{seat}.json")
        exact_payoff = f"{exact.exact_evaluation(champion, as_game_settings(champion)).expected_payoff:.2f}".replace(
            "-", "−"
        )
        assert (
            text.startswith(f"{seat} evolved as a network that ")
            and f"bring it {exact_payoff}; nobody" in text
        )
    tab.locator("#board button").nth(4).click()
    board = [0, 0, 0, 0, 1, 0, 0, 0, 0]
    reply = network_player(load_any(champions / "second.json"))(find_game("misere"), 2)(board, None)
    assert tab.locator("#board button").nth(reply).get_attribute("data-mark") == "O"
    tab.locator("#seat-1").select_option("both")  # now two networks play a whole game at once
    assert sum(map(int, tab.locator("#tally dd").all_inner_texts())) == 1


def test_what_was_built_by_hand_is_not_said_to_have_evolved(champions, tmp_path):
    """A champion without a seed and a generation comes from no evolution."""
    path = tmp_path / "mirror.html"
    assert main(["page", str(champions / "mirror.json"), "--out", str(path)]) == 0
    about = next(
        line for line in path.read_text(encoding="utf-8").splitlines() if "mirror is" in line
    )
    assert "mirror is a network that opens, against the paper’s rule" in about.replace(
        "'", "’"
    ).replace("&#x27;", "’")
    assert "evolved" not in about


@pytest.mark.parametrize(
    ("files", "words"),
    [
        (["first", "narrow"], "narrow: it plays 7x1, not misere"),
        (["champion", "first"], "first: it plays misere, not standard"),
        (
            ["random"],
            (
                "argument FILE: a network on the page needs a name of its own, and 'random' is"
                " another player's"
            ),
        ),
    ],
)
def test_a_page_has_one_game(files, words, champions, tmp_path, capsys):
    shutil.copytree(champions, tmp_path / "c")
    shutil.copy(champions / "first.json", tmp_path / "c" / "random.json")
    with pytest.raises(SystemExit) as stopped:
        main(
            [
                "page",
                *(str(tmp_path / "c" / f"{name}.json") for name in files),
                "--out",
                str(tmp_path / "x.html"),
            ]
        )
    assert (
        stopped.value.code == 2
        and words in capsys.readouterr().err
        and not (tmp_path / "x.html").exists()
    )


def test_a_network_of_another_board_is_refused(networks):
    with pytest.raises(ValueError, match="'misere' has 9 squares, and the network 7"):
        save_page("nowhere.html", find_game("misere"), evolved=networks["narrow"])


# The tournament.


def test_every_game_is_the_game_of_these_two(champions):
    players, wrong = tournament.load_entrants(champions)
    assert set(players) == {"first", "second", "both", "mirror"}
    assert wrong == {
        "champion": "plays 'standard', and most play 'misere'",
        "narrow": "plays '7x1', and most play 'misere'",
    }
    league, rules = tournament.play_league(players), find_game("misere")
    assert len(league.contest.games) == 12 and sum(row.points for row in league.rows) == 12
    for (x, o), played in league.contest.games.items():
        seated = [network_player(players[name])(rules, at) for at, name in enumerate((x, o), 1)]
        game = play_game(rules, seated, None)
        assert played.result == game.outcome
        assert played.moves == tuple(square for _, square in game.moves)


def test_who_plays_the_standard_game_by_another_door_meets_the_others(tmp_path):
    """The settings of --game standard name the game; its champion plays part one's, on the page and
    in a tournament.
    """
    save_champion(tmp_path / "mine.json", evolve_player("standard", **SMALL))
    shutil.copy(SHIPPED / "champion.json", tmp_path)
    players, wrong = tournament.load_entrants(tmp_path)
    league = tournament.play_league(players)
    assert not wrong and league.contest.game.name == "standard" and len(league.contest.games) == 2
    assert (
        main(["page", *map(str, sorted(tmp_path.iterdir())), "--out", str(tmp_path / "page.html")])
        == 0
    )


def test_of_games_with_as_many_files_the_first_is_played(tmp_path):
    for name, game in (("a", "narrow"), ("b", "misere"), ("c", "misere"), ("d", "narrow")):
        save_champion(tmp_path / f"{name}.json", evolve_player(GAMES[game], **SMALL))
    players, wrong = tournament.load_entrants(tmp_path)
    assert [*players] == ["a", "d"] and [*wrong] == ["b", "c"]
    for name in "ad":
        (tmp_path / f"{name}.json").unlink()
    (tmp_path / "c.json").unlink()
    with pytest.raises(ValueError, match="1 in it can be read and play one game"):
        tournament.load_entrants(tmp_path)


def decided(board):
    """What misere has come to for X: who has three in a row has lost."""
    rows = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    for player in (1, 2):
        if any(all(board[at] == player for at in row) for row in rows):
            return -1 if player == 1 else 1
    return None if 0 in board else 0


def test_the_payoff_is_that_of_both_seats(champions, tmp_path, capsys):
    players, _ = tournament.load_entrants(champions)
    league = tournament.play_league(players)
    for row in league.rows:
        each = [
            exact.exact_evaluation(
                players[row.name], GameSettings(game="misere", seat=seat, opponent="perfect")
            )
            for seat in ("first", "second")
        ]
        assert row.measured.payoff == pytest.approx(
            sum(one.expected_payoff for one in each) / 2, abs=1e-8
        )
        assert row.measured.results == pytest.approx(
            [sum(pair) / 2 for pair in zip(*(one[1:4] for one in each), strict=True)]
        )
        assert row.measured.never_loses == never_loses(players[row.name])
    assert {row.measured.never_loses for row in league.rows} == {True, False}
    out = tmp_path / "league.html"
    assert main(["tournament", str(champions), "--out", str(out), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert find_game(found["game"]).name == "misere" and len(found["left_out"]) == 2
    text = out.read_text(encoding="utf-8")
    assert (
        "4 players, 12 games of “misere”" in text
        and "against a perfect player that slips, exactly" in text
    )
    assert league.contest.about in text


def never_loses(network):
    """Whether no sequence of replies beats it when it opens, by hand."""
    player = network_player(network)(find_game("misere"), 1)

    def safe(board):
        for square in (at for at in range(9) if board[at] == 0):
            then = place(board, square, 2)
            if decided(then) is None:
                then = place(then, player(then, None), 1)
            if decided(then) == -1 or (decided(then) is None and not safe(then)):
                return False
        return True

    return safe(place([0] * 9, player([0] * 9, None), 1))


def place(board, square, player):
    return [player if at == square else mark for at, mark in enumerate(board)]


# The sweep.


def test_a_sweep_of_another_game(tmp_path, capsys):
    """Two seats by two slips are four runs; the table is read again, and does not depend on who
    works.
    """
    size = [
        "--trials",
        "2",
        "--generations",
        "3",
        "--parents",
        "6",
        "--rivals",
        "5",
        "--opponent",
        "perfect",
    ]
    arguments = [
        "sweep",
        "--game",
        "misere",
        "--over",
        "seat",
        "first,second",
        "--over",
        "slip",
        "0.1,0.5",
        *size,
    ]
    for workers in ("1", "2"):
        assert main([*arguments, "--out", str(tmp_path / workers), "--workers", workers]) == 0
    one, two = ((tmp_path / workers / "sweep.csv").read_bytes() for workers in ("1", "2"))
    assert one == two
    table = sweep.read(tmp_path / "1")
    base = GameSettings(game="misere", trials=2, **SMALL)
    for case in table.cases:
        rows = table.columns["case"] == case
        changes = {
            "seat": str(table.columns["seat"][rows][0]),
            "slip": float(table.columns["slip"][rows][0]),
        }
        run = run_trials(base.change(**changes), observers=[Audit()])
        assert case == " ".join(f"{name}={value}" for name, value in changes.items())
        assert table.values("highest", 3, case).tolist() == run.best_payoff[:, -1].tolist()
        assert table.values("exact", 3, case).tolist() == run.exact_picked[:, -1].tolist()
    capsys.readouterr()
    assert main([*arguments, "--out", str(tmp_path / "1"), "--json"]) == 0  # from what was saved
    found = json.loads(capsys.readouterr().out)
    assert (
        find_game(found["settings"]["game"]).name == "misere" and [*found["cases"]] == table.cases
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["--game", "misere", "--over", "seat", "first,third"],
            "seat must be one of first, second, both, not 'third'",
        ),
        (
            ["--over", "seat", "first,second"],
            "argument --over: must name a setting, and 'seat' is none",
        ),
        (
            ["--game", "misere", "--over", "game", "standard,misere"],
            "argument --over: game is given as an option too",
        ),
    ],
)
def test_what_a_sweep_refuses(arguments, words, tmp_path, capsys):
    with pytest.raises(SystemExit):
        main(["sweep", *arguments, "--out", str(tmp_path / "x")])
    assert words in capsys.readouterr().err


def test_no_sweep_over_games():
    with pytest.raises(
        ValueError, match="over can't name game: payoffs of one game say nothing beside those of"
    ):
        sweep.plan(GameSettings(game="misere", trials=1, **SMALL), {"game": ["standard", "misere"]})
