"""`fogel ttt` with the report's options, its menu, and options between the arguments of `fogel ttt
play`.
"""

import io

import pytest
from systems import MISSING, NAMELESS

from fogel.cli.players_files import PlayersEntry, load_players, read_players
from fogel.cli.report import Options, menu, run
from fogel.rules.rule_files import RULER, shipped

TRADS = tuple(read_players("2\nt p\nt a"))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder to work in, with players files and rule files."""
    monkeypatch.chdir(tmp_path)
    standard = shipped()["standard"].read_text()
    for name, text in {
        "two.pla": "2\ntrad perfect\ntrad average\n",
        "three.pla": "3\ntrad perfect\ntrad average\ntrad idiot\n",
        "net.pla": "2\ntrad perfect\nnn perfect a.cfg\n",
        "one.pla": "2\ntrad perfect\n",
        "two.rul": f"{standard.rstrip().removesuffix(RULER)}players 2\n\n{RULER}\n",
        "marks.rul": standard.replace("0 0 0", "0 0 3", 1),
    }.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_the_reports_options(folder, command):
    out = command("ttt -ptwo.pla -rstandard -m2 -g5 -R0")
    assert out == command("ttt -p two.pla -m 2 -g 5 -R 0 -s0")
    lines = out.splitlines()
    assert len(lines) == 2 and all(line.startswith("*** Wins:  Draws (") for line in lines)
    assert "Trad_Perfect_1 (" in out and "Trad_Average_2 (0)" in out
    assert not (folder / "random.seed").exists()
    deeper = command("ttt -ptwo.pla -g5 -R0 -d1").splitlines()
    assert len(deeper) == 6 and deeper[-1] == deeper[-2] == lines[0]
    boards, moves = (command(f"ttt -ptwo.pla -g1 -R0 -d{level}") for level in (2, 3))
    assert boards.count("standard: ") == 1
    assert moves.count("standard: ") >= 5 and moves.endswith(boards)


def test_without_a_seed_the_file_counts_on(folder, command):
    play = "ttt -ptwo.pla -g9 -d2"
    games = [command(play) for _ in range(2)]
    assert (folder / "random.seed").read_text() == "2\n"
    assert games == [command(f"{play} -R{seed}") for seed in (0, 1)] and games[0] != games[1]


def test_rules_can_be_given_before_there_are_players(folder, command, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    assert "q to quit" in command("ttt -i -r standard")


WRONG = [
    ("-s3 -ptwo.pla", "argument -p: at school play one nn and one trad"),
    ("-g3", "argument -p: a players file must be given"),
    ("-pnowhere.pla", f"nowhere.pla: {MISSING}"),
    ("-p ''", NAMELESS),
    ("-ptwo.pla -rnothing", "neither a rule file nor one of"),
    ("-ptwo.pla -g0", "argument -g: must be a whole number from 1 to 1,000,000, not 0"),
    ("-ptwo.pla -mx", "argument -m"),
    ("-pnet.pla", f"a.cfg: {MISSING}"),
    ("-pone.pla", "one.pla: line 3"),
    ("-ptwo.pla -rthree-players", "'three-players' is a game for 3 players, not 2"),
    ("-pthree.pla -rtwo.rul", "is a game for 2 players, not 3"),
    ("-ptwo.pla -rmarks.rul", "a mark from 0 to 2 expected"),
    ("play standard random trad-perfect --game2", "unrecognized arguments: --game2"),
    ("play --games 3", "RULES"),
]


@pytest.mark.parametrize(("options", "words"), WRONG)
def test_what_is_refused_is_named_before_a_game(folder, command, options, words):
    assert words in command.refused(f"ttt {options}")
    assert not (folder / "random.seed").exists()


def test_without_options_the_commands_are_listed(command):
    assert "COMMAND" in command("ttt")


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
    players = PlayersEntry("human"), PlayersEntry("trad", "skilled")
    assert options == Options("misere", players, 2, 3, 1, 7)
    assert load_players(folder / "new.pla") == list(options.players) and "new.pla written" in said
    assert "players         none yet" in said and "players         human, trad skilled" in said
    assert chosen(["p two.pla", "R 3", "R", "", "go"])[0] == Options(players=TRADS)
    for lines in (["q"], ["quit"], []):
        assert chosen(lines)[0] is None


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


def test_options_may_stand_between_arguments(command):
    expected = command("ttt play standard random trad-perfect --games 3 --seed 1")
    assert "Random_1" in expected and "Trad_Perfect_2" in expected
    between = "standard --games 3 random --seed 1 trad-perfect"
    before = "--seed 1 --games 3 standard random trad-perfect"
    assert expected == command(f"ttt play {between}") == command(f"ttt play {before}")


# With the last rules, neither of two players has one of the marks.
@pytest.mark.parametrize("rules", ["three-players", "standard", "marks.rul"])
def test_a_file_of_three_is_played_by_three(folder, command, rules):
    assert "Trad_Idiot_3" in command(f"ttt -pthree.pla -r{rules} -g1 -R1")
