import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from fogel.cli import main
from fogel.cli.players_files import (
    PlayersEntry,
    find_makers,
    load_players,
    next_seed,
    read_players,
    write_players,
)
from fogel.lookahead.levels import LEVELS
from fogel.rules.referee import play_match, seat
from fogel.rules.rule_files import RULER, find_rules

REPORTS = f"""\
{RULER}
//
// np.pla
//
// Players: Neural (perfect) versus perfect traditional
//
{RULER}

// number of players

2

// type and ability of players

trad perfect
nn   perfect arch/default.cfg

{RULER}
"""


def test_the_reports_file_is_read_as_it_stands(tmp_path):
    path = tmp_path / "np.pla"
    path.write_text(REPORTS)
    entries = load_players(path)
    assert entries == [
        PlayersEntry("trad", "perfect"),
        PlayersEntry("nn", "perfect", ("arch/default.cfg",)),
    ]
    with pytest.raises(FileNotFoundError, match=r"default\.cfg"):
        find_makers(entries)


def test_types_and_levels_in_every_form():
    words = ["trad idiot", "T r", "traditional 2", "tom S", "t EXPERT", "t 5"]
    assert read_players("\n".join(["6", *words])) == [
        PlayersEntry("trad", level) for level in LEVELS
    ]
    both = read_players("2\nneural 0 a.cfg b.wts\nhuman and what follows\n")
    assert both == [PlayersEntry("nn", "idiot", ("a.cfg", "b.wts")), PlayersEntry("human")]


@pytest.mark.parametrize("seed", range(5))
def test_written_and_read_again(seed):
    rng = np.random.default_rng(seed)
    kinds = [
        PlayersEntry("human"),
        *(PlayersEntry("trad", level) for level in LEVELS),
        PlayersEntry("nn", "rookie", ("a", "b")),
    ]
    entries = [kinds[index] for index in rng.integers(0, len(kinds), rng.integers(2, 9))]
    text = write_players(entries, "some.pla", "Some players")
    assert read_players(text) == entries and "// some.pla" in text and "// Some players" in text
    assert read_players(write_players(entries)) == entries


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "",
            (
                "line 1: the number of players, a whole number from 2 to 35, expected, but the file"
                " ends here"
            ),
        ),
        ("1\nt 1", "line 1: the number of players"),
        ("two\nt 1", "line 1: the number of players"),
        ("2\nt 1", "line 2: a player: human, trad and a level .* expected, but the file ends here"),
        ("2\n\nt 1\nx 1", "line 4: a player: .* expected, not 'x 1'"),
        ("2\nt 6\nh", "line 2: .* not 't 6'"),
        ("2\nt\nh", "line 2: .* not 't'"),
        ("2\nt perf\nh", "line 2: .* not 't perf'"),
        ("2\nt 1 a.cfg\nh", "line 2"),
        ("2\nn 1\nh", "line 2"),
        ("2\nn 1 a b c\nh", "line 2"),
        ("2\nt ²\nh", "line 2"),
        ("2\nh\nh\nh", "line 4: the end of the file after 2 players expected, not 'h'"),
    ],
)
def test_what_is_wrong_is_named(text, words, tmp_path):
    with pytest.raises(ValueError, match=words):
        read_players(text)
    path = tmp_path / "wrong.pla"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=f"wrong.pla: {words[:6]}"):
        load_players(path)


def test_any_text_is_read_or_refused():
    rng = np.random.default_rng(3)
    pieces = ["2", "t 1", "h", "n 0 a", "//", "\n", " ", "9" * 30, "\x00", "é", "t", "3\n"]
    for _ in range(300):
        text = "".join(rng.choice(pieces, rng.integers(0, 9)))
        try:
            assert read_players(write_players(read_players(text))) == read_players(text)
        except ValueError as problem:
            assert str(problem).startswith("line ") and len(str(problem)) < 300


def test_they_sit_down():
    rules = find_rules("standard")
    players = seat(rules, find_makers(read_players("2\nt perfect\nt idiot")))
    tally = play_match(rules, players, 3, np.random.default_rng(1))
    assert tally.names == ("Trad_Perfect_1", "Trad_Idiot_2") and tally.losses[0] == 0


def test_the_seed_file_counts_on(tmp_path):
    path = tmp_path / "random.seed"
    assert [next_seed(path) for _ in range(3)] == [0, 1, 2] and path.read_text() == "3\n"
    path.write_text(" 41 \n")
    assert next_seed(path) == 41 and next_seed(path) == 42
    for wrong in ("", "-1", "1.5", "x", "9" * 30, "٣"):
        path.write_text(wrong, encoding="utf-8")
        with pytest.raises(ValueError, match=r"random.seed: a whole number from 0 to"):
            next_seed(path)
        assert path.read_text(encoding="utf-8") == wrong


def test_nobody_gets_a_seed_twice(tmp_path):
    path = tmp_path / "random.seed"
    with ThreadPoolExecutor(8) as threads:
        seeds = [*threads.map(lambda _: next_seed(path), range(200))]
    assert sorted(seeds) == [*range(200)] and [*tmp_path.iterdir()] == [path]


def test_the_page_on_players_files_prints_what_the_commands_print(tmp_path, monkeypatch, capsys):
    """Its blocks in turn: a text before a command is the file that was named last, one after it is
    what it printed.
    """
    page = (Path(__file__).parents[2] / "notebooks" / "players.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    files, compared, printed = iter(("two.pla", "np.pla")), 0, ""
    for language, block in re.findall(r"```(sh|text)\n(.*?)```", page, re.S):
        if language == "sh":
            for line in block.splitlines():
                assert main(line.split()[1:]) == 0
            printed = capsys.readouterr().out
        elif block.startswith("***"):
            assert block == printed
            compared += 1
        else:
            Path(next(files)).write_text(block, encoding="utf-8")
    assert compared == 2 and Path("pupil.wts").exists() and not Path("random.seed").exists()
