"""fogel ttt school, script and exam, and the report's own options, as they are typed."""

import json
from pathlib import Path

import pytest
from systems import INSIDE_A_FILE, MISSING

from fogel.cli import main, stopping
from fogel.school import script
from fogel.school.network import Arch
from fogel.school.network_files import load_arch, loss_rate, write_arch


def command(capsys, *arguments):
    """(exit code, what was printed, errors) of `fogel ttt ...`."""
    try:
        code = main(["ttt", *map(str, arguments)])
    except SystemExit as stop:
        code = stop.code
    printed = capsys.readouterr()
    return code, printed.out, printed.err


SMALL = ("--sessions", 2, "--matches", 2, "--games", 30, "--trainer", "random", "--workers", 1)


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """The root of a trained network's files."""
    root = tmp_path_factory.mktemp("z") / "00"
    assert main(["ttt", "school", *map(str, SMALL), "--save", str(root), "--json"]) == 0
    return root


def test_school_prints_what_the_report_prints(capsys, saved, tmp_path):
    code, out, _ = command(capsys, "school", *SMALL, "--save", tmp_path / "new" / "7")
    assert code == 0 and out.startswith("****************************** Session #1 ****")
    assert out.count("Session loss rate = ") == 2 and out.count(".m2   Breakdown: ") == 3
    assert f"weights to '{tmp_path / 'new' / '7'}.wts'..." in out
    assert (tmp_path / "new" / "7.wts").read_text().replace("7.wts", "00.wts") == saved.with_suffix(
        ".wts"
    ).read_text()
    code, out, _ = command(capsys, "school", *SMALL, "--json", "--arch", saved.with_suffix(".cfg"))
    found = json.loads(out)
    assert (
        found["settings"]["games"] == 30
        and found["games"] == 3 * 2 * 30
        and len(found["counts"]) == 10
    )
    assert loss_rate(saved.with_suffix(".wts").read_text()) <= 100


def test_the_reports_options(capsys, tmp_path):
    root = tmp_path / "z" / "00"
    report = command(capsys, "-s2", "-m2", "-g30", "-R3", "-l0", "-M0.5", f"-b{root}")
    assert report[0] == 0 and load_arch(f"{root}.cfg")
    ours = command(
        capsys,
        "school",
        "--sessions",
        2,
        "--matches",
        2,
        "--games",
        30,
        "--seed",
        3,
        "--mutation-rate",
        0.5,
    )
    assert [line for line in report[1].splitlines() if "Saving" not in line] == ours[1].splitlines()
    code, out, err = command(capsys, "-s2", "-l101")
    assert (
        code == 2
        and "argument -l: must be a number from 0.0 to 100.0, not 101.0" in err
        and not out
    )


def test_a_players_file(capsys, saved, tmp_path, monkeypatch):
    """At school it names trainer, seat and architecture; in games the network plays with its
    weights.
    """
    monkeypatch.chdir(tmp_path)
    files = f"nn perfect {saved.with_suffix('.cfg')}"
    (tmp_path / "np.pla").write_text(f"2\ntrad idiot\n{files}\n")
    ours = command(capsys, *SCHOOL_OF_IDIOTS, "--arch", saved.with_suffix(".cfg"))
    assert (
        command(capsys, "-s1", "-m1", "-g20", "-R4", "-pnp.pla")[1] == ours[1]
        and "Neural_2 replacing" in ours[1]
    )
    (tmp_path / "pn.pla").write_text(f"2\n{files} {saved.with_suffix('.wts')}\ntrad idiot\n")
    assert "Neural_1 replacing" in command(capsys, "-s1", "-m1", "-g20", "-R4", "-ppn.pla")[1]
    code, out, _ = command(capsys, "-m2", "-g5", "-R1", "-ppn.pla")
    assert code == 0 and out.count("Neural_1 (") == 2 and "Trad_Idiot_2" in out
    assert not (tmp_path / "random.seed").exists()
    assert (
        command(capsys, "-s1", "-m1", "-g5")[0] == 0
        and (tmp_path / "random.seed").read_text() == "1\n"
    )
    (tmp_path / "nn.pla").write_text(f"2\n{files}\n{files}\n")
    assert (
        "argument -p: at school play one nn and one trad, not nn and nn"
        in command(capsys, "-s1", "-pnn.pla")[2]
    )


def test_an_exam(capsys, saved):
    files = saved.with_suffix(".cfg"), saved.with_suffix(".wts")
    code, out, _ = command(capsys, "exam", *files, "--games", 10)
    assert (
        code == 0
        and out.count("*** Wins:  Draws (") == 6
        and "Neural_1 (" in out
        and "Trad_Perfect_2 (" in out
    )
    assert command(capsys, "exam", *files, "--games", 10)[1] == out
    code, out, _ = command(capsys, "exam", *files, "--exact", "--seat", 2, "--json")
    rows = json.loads(out)["rows"]
    assert [row["opponent"] for row in rows][::5] == ["idiot", "perfect"]
    assert all(row["wins"] + row["draws"] + row["losses"] == pytest.approx(1) for row in rows)
    assert "perfect   won 0.0000" in command(capsys, "exam", *files, "--exact")[1]


SCHOOL_OF_IDIOTS = (
    "school",
    "--sessions",
    1,
    "--matches",
    1,
    "--games",
    20,
    "--seed",
    4,
    "--trainer",
    "trad-idiot",
)
WRONG = [
    (
        ("school", "--games", 0),
        "argument --games: must be a whole number from 1 to 10000000, not '0'",
    ),
    (("school", "--trainer", "x"), "argument --trainer: must be one of magic, roaming, trad-idiot"),
    (
        ("school", "--rules", "nowhere"),
        "argument --rules: 'nowhere' is neither a rule file nor one of",
    ),
    (("school", "--rules", "misere", "--games", 10), "'misere' is not the standard game"),
    (("school", "--arch", "nowhere.cfg"), f"argument --arch: nowhere.cfg: {MISSING}"),
    (
        ("school", "--seat", "both", "--cooling", 9),
        "argument --cooling: must be 0 with seat both, not 9",
    ),
    (
        ("school", "--save", str(Path(INSIDE_A_FILE, "00"))),
        (
            "argument --save: must be a file that can be written, not"
            f" {str(Path(INSIDE_A_FILE, '00'))!r}"
        ),
    ),
    (("exam", "nowhere.cfg", "nowhere.wts"), f"argument ARCH: nowhere.cfg: {MISSING}"),
    (("school", "--workers", "0"), "argument --workers: must be a whole number from 1"),
    (("-s", "x"), "argument -s: must be a whole number from 0"),
]


@pytest.mark.parametrize(("arguments", "words"), WRONG, ids=range(len(WRONG)))
def test_what_is_wrong_is_said_in_one_line(capsys, arguments, words):
    code, out, err = command(capsys, *arguments)
    assert code == 2 and words in err and err.count("\n") == 1 and not out


def test_an_exam_needs_games(capsys, saved):
    code, _, err = command(
        capsys, "exam", saved.with_suffix(".cfg"), saved.with_suffix(".wts"), "--games", 0
    )
    assert (
        code == 2 and "argument --games: must be a whole number from 1 to 1000000, not '0'" in err
    )
    code, _, err = command(capsys, "exam", saved.with_suffix(".cfg"), saved.with_suffix(".cfg"))
    assert (
        code == 2
        and "argument WEIGHTS: " in err
        and "line 10: the number of layers, 3 in this" in err
    )


class Stop(BaseException):
    """As if the power went."""


def stopped_after(monkeypatch, sessions):
    """Lets the power go when so many sessions have been played."""
    usual, played = script.session_scores, []

    def scores(*arguments, **options):
        if len(played) == sessions:
            raise Stop
        played.append(1)
        return usual(*arguments, **options)

    monkeypatch.setattr(script, "session_scores", scores)
    return played


@pytest.mark.parametrize("form", ["school", "-s"])
def test_a_run_goes_on_where_it_was(capsys, tmp_path, monkeypatch, form):
    """With the seed that it began with, where the report's program would take the next one."""
    monkeypatch.chdir(tmp_path)
    whole, cut = (
        (
            ["school", *SMALL, "--sessions", 5, "--save", name]
            if form == "school"
            else ["-s5", "-m2", "-g30", f"-b{name}"]
        )
        for name in ("a/00", "b/00")
    )
    _, out, _ = command(capsys, *whole)
    expected = out.replace(str(Path("a", "00")), str(Path("b", "00")))
    (tmp_path / "random.seed").unlink(missing_ok=True)
    with monkeypatch.context() as patch:
        stopped_after(patch, 3)
        with pytest.raises(Stop):
            command(capsys, *cut)
    capsys.readouterr()
    assert {path.name for path in (tmp_path / "b").iterdir()} == {"00.saved"}
    with monkeypatch.context() as patch:
        played = stopped_after(patch, 100)
        code, out, err = command(capsys, *cut)
    assert code == 0 and out == expected and len(played) == 5 + 1 - 3
    assert f": going on from 3 sessions saved in {Path('b/00.saved')}" in err
    files = {path.name: path.read_text() for path in (tmp_path / "a").iterdir() if path.is_file()}
    assert {
        path.name: path.read_text() for path in (tmp_path / "b").iterdir() if path.is_file()
    } == files
    if form == "-s":
        assert (tmp_path / "random.seed").read_text() == "1\n"
        capsys.readouterr()
        assert command(capsys, *cut)[1] == expected  # a finished run is not overwritten
        assert (tmp_path / "random.seed").read_text() == "1\n"
        assert (
            command(capsys, *cut, "--restart")[1] != out
            and (tmp_path / "random.seed").read_text() == "2\n"
        )


def test_another_runs_sessions_are_left_alone(capsys, tmp_path, monkeypatch):
    with monkeypatch.context() as patch:
        stopped_after(patch, 1)
        with pytest.raises(Stop):
            command(capsys, "school", *SMALL, "--save", tmp_path / "00")
    code, _, err = command(capsys, "school", *SMALL, "--target-loss", 7, "--save", tmp_path / "00")
    assert code == 2 and "argument --save: " in err and "target_loss is 0.0 there, not 7.0" in err
    assert (
        command(
            capsys, "school", *SMALL, "--target-loss", 7, "--save", tmp_path / "00", "--restart"
        )[0]
        == 0
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["00.cfg", "00.saved", "00.wts"]


def test_what_is_saved_only_with_files_says_so(capsys, monkeypatch):

    def scores(*arguments, **options):
        print(stopping.line())
        raise Stop

    monkeypatch.setattr(script, "session_scores", scores)
    with pytest.raises(Stop):
        command(capsys, "school", *SMALL)
    assert (
        "interrupted; nothing is saved; with --save ROOT the same command would go on"
        in capsys.readouterr().out
    )


def test_weights_of_another_architecture_are_refused(capsys, saved, tmp_path):
    arch = tmp_path / "other.cfg"
    kept = load_arch(saved.with_suffix(".cfg"))
    arch.write_text(write_arch(Arch(**{**kept.to_dict(), "learning_rate": 0.31})))
    code, _, err = command(capsys, "exam", arch, saved.with_suffix(".wts"), "--exact")
    assert (
        code == 2
        and "argument WEIGHTS: " in err
        and "line 7: these weights are of another architecture" in err
    )
