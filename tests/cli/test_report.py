"""`fogel ttt` with the report's options, its menu, and options between the arguments of `fogel ttt
play`.
"""

import io

import pytest
from systems import MISSING, NAMELESS

from fogel.cli import main
from fogel.cli.players_files import PlayersEntry, load_players, read_players
from fogel.cli.report import Options, menu, run
from fogel.rules.rule_files import RULER, shipped

TRADS = tuple(read_players("2\nt p\nt a"))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder to work in, with a players file."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.pla").write_text("2\ntrad perfect\ntrad average\n")
    return tmp_path


def said_by(words, capsys):
    assert main(words) == 0
    return capsys.readouterr().out


def refused(words, capsys):
    with pytest.raises(SystemExit) as stop:
        main(words)
    error = capsys.readouterr().err
    assert stop.value.code == 2 and len(error.splitlines()) == 1, error
    return error


def test_the_reports_options(folder, capsys):
    out = said_by(["ttt", "-ptwo.pla", "-rstandard", "-m2", "-g5", "-R0"], capsys)
    assert out == said_by(["ttt", "-p", "two.pla", "-m", "2", "-g", "5", "-R", "0", "-s0"], capsys)
    assert len(out.splitlines()) == 2 and all(
        line.startswith("*** Wins:  Draws (") for line in out.splitlines()
    )
    assert "Trad_Perfect_1 (" in out and "Trad_Average_2 (0)" in out
    assert not (folder / "random.seed").exists()
    deeper = said_by(["ttt", "-ptwo.pla", "-g5", "-R0", "-d1"], capsys).splitlines()
    assert len(deeper) == 6 and deeper[-1] == deeper[-2] == out.splitlines()[0]
    boards = said_by(["ttt", "-ptwo.pla", "-g1", "-R0", "-d2"], capsys)
    moves = said_by(["ttt", "-ptwo.pla", "-g1", "-R0", "-d3"], capsys)
    assert (
        boards.count("standard: ") == 1
        and moves.count("standard: ") >= 5
        and moves.endswith(boards)
    )


def test_without_a_seed_the_file_counts_on(folder, capsys):
    games = [said_by(["ttt", "-ptwo.pla", "-g9", "-d2"], capsys) for _ in range(2)]
    assert (folder / "random.seed").read_text() == "2\n"
    assert games == [
        said_by(["ttt", "-ptwo.pla", "-g9", "-d2", f"-R{seed}"], capsys) for seed in (0, 1)
    ]
    assert games[0] != games[1]


def test_rules_can_be_given_before_there_are_players(folder, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    assert main(["ttt", "-i", "-r", "standard"]) == 0
    assert "q to quit" in capsys.readouterr().out


def test_what_is_refused_is_named_before_a_game(folder, capsys):
    assert "argument -p: at school play one nn and one trad" in refused(
        ["ttt", "-s3", "-ptwo.pla"], capsys
    )
    assert "argument -p: a players file must be given" in refused(["ttt", "-g3"], capsys)
    assert f"nowhere.pla: {MISSING}" in refused(["ttt", "-pnowhere.pla"], capsys)
    assert NAMELESS in refused(["ttt", "-p", ""], capsys)
    assert "neither a rule file nor one of" in refused(["ttt", "-ptwo.pla", "-rnothing"], capsys)
    assert "argument -g: must be a whole number from 1 to 1,000,000, not 0" in refused(
        ["ttt", "-ptwo.pla", "-g0"], capsys
    )
    assert "argument -m" in refused(["ttt", "-ptwo.pla", "-mx"], capsys)
    (folder / "two.pla").write_text("2\ntrad perfect\nnn perfect a.cfg\n")
    assert f"a.cfg: {MISSING}" in refused(["ttt", "-ptwo.pla"], capsys)
    (folder / "two.pla").write_text("2\ntrad perfect\n")
    assert "two.pla: line 3" in refused(["ttt", "-ptwo.pla"], capsys)
    assert not (folder / "random.seed").exists()
    assert "COMMAND" in said_by(["ttt"], capsys)


def chosen(lines, options=None):
    """(what a menu gives, all that is said)."""
    waiting, said = iter(lines), []

    def ask(prompt):
        said.append(prompt)
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    return menu(options or Options(), ask, said.append), "\n".join(said)


def test_the_menu(folder):
    lines = [
        "p",
        "human, trad skilled",
        "r misere",
        "m 2",
        "g",
        "3",
        "d 1",
        "R 7",
        "w new.pla",
        "go",
    ]
    options, said = chosen(lines)
    assert options == Options(
        "misere", (PlayersEntry("human"), PlayersEntry("trad", "skilled")), 2, 3, 1, 7
    )
    assert load_players(folder / "new.pla") == list(options.players) and "new.pla written" in said
    assert "players         none yet" in said and "players         human, trad skilled" in said
    assert chosen(["p two.pla", "R 3", "R", "", "go"])[0] == Options(players=TRADS_OF_FILE)
    for lines in (["q"], ["quit"], []):
        assert chosen(lines)[0] is None


TRADS_OF_FILE = (PlayersEntry("trad", "perfect"), PlayersEntry("trad", "average"))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("go", "choose who takes part first"),
        ("x", "choose one of r, p, m, g, d, R, w, go or q, not 'x'"),
        ("", "not ''"),
        ("m 0", "matches must be a whole number from 1 to 10,000, not 0"),
        ("g many", "games must be a whole number, not 'many'"),
        ("g " + "9" * 5000, "games must be a whole number"),
        ("d 10", "debug must be a whole number from 0 to 9"),
        ("R -1", "seed must be a whole number"),
        ("r nothing", "neither a rule file"),
        ("p nothing.pla", f"nothing.pla: {MISSING}"),
        ("p human, robot", "players: a player: human, trad and a level"),
    ],
)
def test_what_the_menu_refuses(folder, line, words):
    options, said = chosen([line, "q"])
    assert options is None and words in said and said.count("Your choice") == 2


def test_a_person_plays_and_peeks():
    waiting, said = iter(["1 1", "p", "q"]), []
    options = Options(players=tuple(read_players("2\nhuman\ntrad skilled")), seed=1)
    (tally,) = run(options, lambda prompt: next(waiting), said.append)
    assert tally.quit and tally.games == 0 and said[-1] == str(tally)
    assert any(text.startswith("PEEK: player 2, SKILLED: depth 2") for text in said)


def test_options_may_stand_between_arguments(capsys):
    words = ["standard", "random", "trad-perfect"]
    expected = said_by(["ttt", "play", *words, "--games", "3", "--seed", "1"], capsys)
    assert expected == said_by(
        ["ttt", "play", "standard", "--games", "3", "random", "--seed", "1", "trad-perfect"], capsys
    )
    assert expected == said_by(["ttt", "play", "--seed", "1", "--games", "3", *words], capsys)
    assert "Random_1" in expected and "Trad_Perfect_2" in expected
    assert "unrecognized arguments: --game2" in refused(["ttt", "play", *words, "--game2"], capsys)
    assert "RULES" in refused(["ttt", "play", "--games", "3"], capsys)


def test_a_file_of_three_is_played_by_three(folder, capsys):
    (folder / "three.pla").write_text("3\ntrad perfect\ntrad average\ntrad idiot\n")
    assert "'three-players' is a game for 3 players, not 2" in refused(
        ["ttt", "-ptwo.pla", "-rthree-players"], capsys
    )
    assert "Trad_Idiot_3" in said_by(
        ["ttt", "-pthree.pla", "-rthree-players", "-g1", "-R1"], capsys
    )
    assert "Trad_Idiot_3" in said_by(["ttt", "-pthree.pla", "-rstandard", "-g1", "-R1"], capsys)
    standard = shipped()["standard"].read_text()
    (folder / "two.rul").write_text(
        f"{standard.rstrip().removesuffix(RULER)}players 2\n\n{RULER}\n"
    )
    assert "is a game for 2 players, not 3" in refused(["ttt", "-pthree.pla", "-rtwo.rul"], capsys)
    # Neither of two players has this mark.
    (folder / "marks.rul").write_text(standard.replace("0 0 0", "0 0 3", 1))
    assert "Trad_Idiot_3" in said_by(["ttt", "-pthree.pla", "-rmarks.rul", "-g1", "-R1"], capsys)
    assert "a mark from 0 to 2 expected" in refused(["ttt", "-ptwo.pla", "-rmarks.rul"], capsys)
