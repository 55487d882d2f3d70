"""The script with many seeds: what is stored runs again to the last digit, and a table is made in
any order.
"""

import pytest
from tables import draws_of

from fogel.cli import main
from fogel.core.files import lock
from fogel.school.school import SchoolSettings, sessions
from fogel.school.script import SCRIPT, outcome
from fogel.school.seeds import (
    DIGEST,
    FORTY,
    READ,
    STORED,
    USUAL,
    ScriptRun,
    _read,
    effect,
    format_table,
    of_script,
    part,
    stored,
    sweep,
)

TINY = SchoolSettings(trainer="random")
LINES = tuple(
    line._replace(sessions=min(line.sessions // 20, 6), matches=2, games=20)
    for line in SCRIPT
    if line.name in ("00", "01", "15", "19", "42", "43")
)


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """(a small table's file, its Runs)."""
    path = tmp_path_factory.mktemp("seeds") / "table.csv"
    return path, sweep(path, 2, LINES, TINY, workers=2)


def test_what_is_in_the_stored_table():
    runs = stored()
    assert len(set(runs)) == len(runs) == len({(*one.set_up, one.seed) for one in runs})
    assert {one.seed for one in runs} == set(range(30))
    held = {"games": {500: 30}, "matches": {10: 30}}
    held["sessions"] = dict.fromkeys((1, 10, 50, 100, 200), 30)
    held["target_loss"] = dict.fromkeys(range(0, 101, 10), 30)
    assert {option: sizes(part(runs, option)) for option in held} == held
    assert sizes(part(runs, "games", sessions=50)) == dict.fromkeys((50, 200, 500, 1000), 30)
    assert sizes(part(runs, "matches", sessions=50)) == dict.fromkeys((1, 3, 10), 30)
    assert len(runs) == 30 * (5 + 10 + 3 + 2)
    assert STORED.read_text() == format_table(
        runs, STORED.read_text().splitlines()[2].partition(": ")[2]
    )


def test_the_stored_forty_are_the_scripts_lines(tmp_path):
    """In their order; a cheap one of them runs again; a line that is missing is noticed."""
    forty = of_script()
    assert list(forty) == [line.name for line in SCRIPT] and len(stored(FORTY)) == 40
    for line in SCRIPT:
        assert forty[line.name].set_up == (
            line.games,
            line.matches,
            line.sessions,
            line.target_loss,
        )
        assert forty[line.name].seed == line.seed
    line = drawn([line for line in SCRIPT if line.name in ("17", "18", "19", "40", "41")], FORTY)
    assert sweep(tmp_path / "one.csv", None, [line], workers=1) == (forty[line.name],)
    fewer = tmp_path / "fewer.csv"
    fewer.write_text("".join(FORTY.read_text().splitlines(keepends=True)[:-1]))
    with pytest.raises(ValueError, match="as many runs of each set-up as its second line says"):
        of_script(fewer)
    runs, said = stored(FORTY)[:-1], FORTY.read_text().splitlines()[2].partition(": ")[2]
    fewer = tmp_path / "one_less.csv"
    fewer.write_text(format_table(runs, said))
    with pytest.raises(KeyError):
        of_script(fewer)


def drawn(some, path):
    """One of some, drawn by what stands in a file."""
    rng = draws_of(path)
    return some[int(rng.integers(len(some)))]


def sizes(parts):
    return {value: len(some) for value, some in parts.items()}


@pytest.mark.parametrize(
    "set_up", [(500, 10, 1, 0), (50, 10, 50, 0), (500, 10, 200, 90), (500, 1, 50, 0)]
)
def test_random_stored_runs_come_out_again_to_the_last_digit(set_up, tmp_path):
    """A cheap run of each of four set-ups; which one depends on the table, so that another table
    has another.
    """
    one = drawn([one for one in stored() if one.set_up == set_up and one.played < 30_000], STORED)
    names = dict(zip(USUAL, set_up, strict=True), seed=one.seed)
    again = outcome(SchoolSettings(**names), list(sessions(SchoolSettings(**names))))
    rates = {
        name: float(f"{again[name]:.6g}") for name in ("loss_rate", "first", "best", "replayed")
    }
    assert {name: getattr(one, name) for name in rates} == rates
    assert (one.searched, one.reached, one.played) == (
        again["sessions"],
        again["reached"],
        again["games"],
    )
    arch = again["arch"]
    assert [*one.hidden] == arch["hidden"] and one.learning_rate == float(
        f"{arch['learning_rate']:.6g}"
    )
    assert one.min_weight == float(f"{arch['min_weight']:.6g}")


def test_set_ups_that_share_their_sessions_are_those_that_do_not(table):
    """A run by itself is what it is among others; lines that differ by their seed alone are one
    set-up.
    """
    path, runs = table
    assert len(runs) == 2 * 5
    for one in runs:
        settings = TINY.change(**dict(zip(USUAL, one.set_up, strict=True)), seed=one.seed)
        alone = outcome(settings, list(sessions(settings)))
        assert one.loss_rate == float(f"{alone['loss_rate']:.6g}") and one.played == alone["games"]
        assert one.replayed == float(f"{alone['replayed']:.6g}") and one.reached == alone["reached"]
        assert one.best == (None if alone["best"] is None else float(f"{alone['best']:.6g}"))
    assert {one.reached for one in runs} == {True, False}
    assert stored(path) == runs


def test_the_same_bytes_however_it_is_made(table, tmp_path, monkeypatch):
    """By any number of workers, at once or in parts; what is there is not run again."""
    path, runs = table
    parts = tmp_path / "parts.csv"
    sweep(parts, 1, LINES[2:], TINY, workers=1)
    sweep(parts, 2, LINES[:1], TINY, workers=3)
    assert (
        sweep(parts, 2, LINES, TINY, workers=3) == runs and parts.read_bytes() == path.read_bytes()
    )
    monkeypatch.setattr("fogel.school.seeds.run", None)
    assert sweep(parts, 2, LINES, TINY) == runs


def test_other_settings_are_refused_before_any_work(table):
    path, _ = table
    before = path.read_bytes()
    with pytest.raises(ValueError, match=r"table.csv holds runs of other settings: .*random"):
        sweep(path, 2, LINES)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("games,matches", "matches,games", "line 5: must be games,matches,"),
        ("20,2,2,0,1", "20,2,2,0,one", "line 7: must be a run, 18 values, not '20,2,2,0,one,"),
        ("False", "no", "line 6: must be a run"),
        (",20,", ",", "line 6: must be a run"),
    ],
)
def test_a_damaged_table_is_refused_by_file_and_line(table, tmp_path, old, new, words):
    damaged = tmp_path / "damaged.csv"
    text = table[0].read_text()
    heads, first, rest = text.partition("games,matches,sessions")
    damaged.write_text(heads + (first + rest).replace(old, new, 1))
    with pytest.raises(ValueError, match=rf"damaged.csv, {words}"):
        stored(damaged)


def test_part_and_exact_payoff():
    runs = [
        ScriptRun(*one, 1.0, 2.0, None, 1.0, 9, False, 99, (20,), *[0.1] * 5) for one in SET_UPS
    ]
    assert {value: len(some) for value, some in part(runs, "games").items()} == {50: 1, 500: 2}
    assert {value: len(some) for value, some in part(runs, "sessions").items()} == {50: 1, 200: 2}
    assert part(runs, "games", sessions=50) == {500: [runs[3]]}
    assert effect(runs, "games", "seed") == {
        50: (0.0, None),
        500: pytest.approx((0.5, 6.3531), abs=1e-4),
    }
    with pytest.raises(
        ValueError, match="option must be one of games, matches, sessions, target_loss, not 'seed'"
    ):
        part(runs, "seed")


SET_UPS = [
    (50, 10, 200, 0, 0),
    (500, 10, 200, 0, 0),
    (500, 10, 200, 0, 1),
    (500, 10, 50, 0, 0),
    (500, 10, 50, 9, 0),
]


def test_every_kind_of_value_can_be_read():
    assert set(ScriptRun.__annotations__.values()) == set(READ)


def test_the_command(tmp_path, capsys):
    def command(*arguments):
        try:
            code = main(["ttt", "script", *map(str, arguments)])
        except SystemExit as stop:
            code = stop.code
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    path = tmp_path / "new" / "table.csv"
    few = ("--only", "30", "--max-sessions", 1, "--workers", 1)
    assert command("--seeds", 2, "--table", path, *few) == (0, f"2 runs: {path}\n")
    assert [one.set_up for one in stored(path)] == [(500, 1, 1, 0)] * 2
    code, words = command("--seeds", 2, "--table", path, *few, "--trainer", "random")
    assert code == 2 and f"argument --table: {path} holds runs of other settings" in words
    own = tmp_path / "own.csv"
    assert command("--table", own, "--only", "31", "--max-sessions", 1, "--workers", 1) == (
        0,
        f"1 run: {own}\n",
    )
    assert [(one.set_up, one.seed) for one in stored(own)] == [((500, 3, 1, 0), 1)]
    assert (
        "argument --table: can't be combined with --out"
        in command("--seeds", 1, "--table", path, "--out", tmp_path)[1]
    )


COLUMN = {name: number for number, name in enumerate(ScriptRun._fields)}


def with_value(path, name, value):
    """The text of a table whose last run has another value, and whose digest is gone."""
    *lines, last = path.read_text().splitlines()
    values = last.split(",")
    values[COLUMN[name]] = value
    return (
        "\n".join([*(line for line in lines if not line.startswith(DIGEST)), ",".join(values)])
        + "\n"
    )


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("loss_rate", "nan", "loss_rate must be 0 to 100, in %, not nan"),
        ("first", "1e400", "first must be 0 to 100, in %, not inf"),
        ("best", "-1", "best must be 0 to 100"),
        ("replayed", "100.5", "replayed must be 0 to 100"),
        ("searched", "0", "searched must be 1 to"),
        ("searched", "900", "searched must be 1 to"),
        ("played", "7", "played must be "),
        ("seed", "-5", "seed must be a whole number from 0"),
        ("sessions", "-5", "sessions must be a whole number from 1"),
        ("target_loss", "101", "target_loss must be a number from 0"),
        ("hidden", "0", "hidden must be at most 10 whole numbers"),
        ("learning_rate", "nan", "learning_rate must be a number from 0"),
        ("max_weight", "-1001", "max_weight must be a number from -1000"),
        ("reached", "maybe", "must be a run, 18 values"),
    ],
)
def test_a_table_holds_what_a_run_can_come_to(table, tmp_path, name, value, words):
    path = tmp_path / "damaged.csv"
    path.write_text(with_value(table[0], name, value))
    last = len(path.read_text().splitlines())
    with pytest.raises(ValueError, match=f"damaged.csv, line {last}: {words}"):
        stored(path)


def test_a_table_is_whole(table, tmp_path):
    whole = table[0].read_text()
    assert with_value(table[0], "seed", "1").count("\n") == whole.count("\n") - 1
    path = tmp_path / "damaged.csv"
    for number, (text, words) in enumerate(
        [
            (whole[:-1], "the file was cut"),
            (whole[:-30], "the file was cut"),
            (
                whole[: whole[:-1].rindex("\n") + 1],
                "as many runs of each set-up as its second line says",
            ),
            (whole + whole.splitlines()[-1] + "\n", "has one of them twice"),
            (
                whole.replace(whole.splitlines()[-1].split(",")[5], "1.25"),
                "was changed after it was written",
            ),
        ]
    ):
        path = tmp_path / f"{number}.csv"
        path.write_text(text)
        with pytest.raises(ValueError, match=words):
            stored(path)
    # An earlier edition had no digest.
    earlier = [line for line in whole.split("\n") if not line.startswith(DIGEST)]
    path.write_text("\n".join(earlier))
    assert _read(path) == _read(table[0])


def test_one_process_at_a_time_works_on_a_table(table, tmp_path, capsys):
    path = tmp_path / "table.csv"
    path.write_bytes(table[0].read_bytes())
    arguments = ["ttt", "script", "--table", str(path), "--seeds", "2", "--only", "40"]
    with lock(tmp_path / ".table.csv.lock"):
        with pytest.raises(SystemExit):
            main(arguments)
        assert f"argument --table: another run is at work on {path}" in capsys.readouterr().err
    assert path.read_bytes() == table[0].read_bytes()
    assert sweep(path, 2, LINES, TINY, workers=1) == table[1]
    assert [one.name for one in tmp_path.iterdir()] == ["table.csv"]
