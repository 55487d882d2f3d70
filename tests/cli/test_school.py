"""fogel ttt school, script and exam, and the report's own options, as they are typed."""

from pathlib import Path
from shlex import quote

import pytest
from systems import INSIDE_A_FILE, MISSING

from fogel.cli import main, stopping
from fogel.school import script
from fogel.school.network import Arch
from fogel.school.network_files import load_arch, loss_rate, write_arch

SMALL = "--sessions 2 --matches 2 --games 30 --trainer random --workers 1"


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """The root of a trained network's files."""
    root = tmp_path_factory.mktemp("z") / "00"
    assert main(["ttt", "school", *SMALL.split(), "--save", str(root), "--json"]) == 0
    return root


@pytest.fixture
def files(saved):
    """A trained network's files: its architecture and its weights."""
    return saved.with_suffix(".cfg"), saved.with_suffix(".wts")


def test_school_prints_what_the_report_prints(command, files, tmp_path):
    arch, weights = files
    out = command(f"ttt school {SMALL} --save", tmp_path / "new" / "7")
    assert out.startswith("****************************** Session #1 ****")
    assert out.count("Session loss rate = ") == 2 and out.count(".m2   Breakdown: ") == 3
    assert f"weights to '{tmp_path / 'new' / '7'}.wts'..." in out
    same = (tmp_path / "new" / "7.wts").read_text().replace("7.wts", "00.wts")
    assert same == weights.read_text()
    found = command.json(f"ttt school {SMALL} --arch", arch)
    assert found["settings"]["games"] == 30 and found["games"] == 3 * 2 * 30
    assert len(found["counts"]) == 10 and loss_rate(weights.read_text()) <= 100


def test_the_reports_options(command, tmp_path):
    root = tmp_path / "z" / "00"
    report = command("ttt -s2 -m2 -g30 -R3 -l0 -M0.5 -b", root)
    assert load_arch(f"{root}.cfg")
    words = "--sessions 2 --matches 2 --games 30 --seed 3 --mutation-rate 0.5"
    ours = command(f"ttt school {words}").splitlines()
    assert [line for line in report.splitlines() if "Saving" not in line] == ours


def test_a_players_file(command, files, tmp_path, monkeypatch):
    """At school it names trainer, seat and architecture; in games the network plays with its
    weights.
    """
    monkeypatch.chdir(tmp_path)
    arch, weights = files
    (tmp_path / "np.pla").write_text(f"2\ntrad idiot\nnn perfect {arch}\n")
    idiots = "--sessions 1 --matches 1 --games 20 --seed 4 --trainer trad-idiot --arch"
    ours = command(f"ttt school {idiots}", arch)
    assert command("ttt -s1 -m1 -g20 -R4 -pnp.pla") == ours and "Neural_2 replacing" in ours
    (tmp_path / "pn.pla").write_text(f"2\nnn perfect {arch} {weights}\ntrad idiot\n")
    assert "Neural_1 replacing" in command("ttt -s1 -m1 -g20 -R4 -ppn.pla")
    out = command("ttt -m2 -g5 -R1 -ppn.pla")
    assert out.count("Neural_1 (") == 2 and "Trad_Idiot_2" in out
    assert not (tmp_path / "random.seed").exists()
    command("ttt -s1 -m1 -g5")
    assert (tmp_path / "random.seed").read_text() == "1\n"
    (tmp_path / "nn.pla").write_text("2\n" + 2 * f"nn perfect {arch}\n")
    words = "argument -p: at school play one nn and one trad, not nn and nn"
    assert words in command.refused("ttt -s1 -pnn.pla")


def test_an_exam(command, files):
    out = command("ttt exam --games 10", *files)
    for words, count in (("*** Wins:  Draws (", 6), ("Neural_1 (", 6), ("Trad_Perfect_2 (", 1)):
        assert out.count(words) == count
    assert command("ttt exam --games 10", *files) == out
    rows = command.json("ttt exam --exact --seat 2", *files)["rows"]
    assert [row["opponent"] for row in rows][::5] == ["idiot", "perfect"]
    assert all(row["wins"] + row["draws"] + row["losses"] == pytest.approx(1) for row in rows)
    assert "perfect   won 0.0000" in command("ttt exam --exact", *files)


PLACE = str(Path(INSIDE_A_FILE, "00"))
WRONG = [
    ("school --games 0", "argument --games: must be a whole number from 1 to 10000000, not '0'"),
    ("school --trainer x", "argument --trainer: must be one of magic, roaming, trad-idiot"),
    ("school --rules nowhere", "argument --rules: 'nowhere' is neither a rule file nor one of"),
    ("school --rules misere --games 10", "'misere' is not the standard game"),
    ("school --arch nowhere.cfg", f"argument --arch: nowhere.cfg: {MISSING}"),
    ("school --seat both --cooling 9", "argument --cooling: must be 0 with seat both, not 9"),
    (
        f"school --save {quote(PLACE)}",
        f"argument --save: must be a file that can be written, not {PLACE!r}",
    ),
    ("exam nowhere.cfg nowhere.wts", f"argument ARCH: nowhere.cfg: {MISSING}"),
    ("exam a.cfg a.wts --games 0", "argument --games: must be a whole number from 1 to 1000000"),
    ("school --workers 0", "argument --workers: must be a whole number from 1"),
    ("-s x", "argument -s: must be a whole number from 0"),
    ("-s2 -l101", "argument -l: must be a number from 0.0 to 100.0, not 101.0"),
]


@pytest.mark.parametrize(("typed", "words"), WRONG, ids=range(len(WRONG)))
def test_what_is_wrong_is_said_in_one_line(command, typed, words):
    assert words in command.refused(f"ttt {typed}")


def test_weights_that_do_not_fit_are_refused(command, files, tmp_path):
    line = command.refused("ttt exam", files[0], files[0])
    assert "argument WEIGHTS: " in line and "line 10: the number of layers, 3 in this" in line
    other = tmp_path / "other.cfg"
    other.write_text(write_arch(Arch(**{**load_arch(files[0]).to_dict(), "learning_rate": 0.31})))
    line = command.refused("ttt exam --exact", other, files[1])
    words = "line 7: these weights are of another architecture"
    assert "argument WEIGHTS: " in line and words in line


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
def test_a_run_goes_on_where_it_was(command, tmp_path, monkeypatch, form):
    """With the seed that it began with, where the report's program would take the next one."""
    monkeypatch.chdir(tmp_path)
    run = f"ttt school {SMALL} --sessions 5 --save" if form == "school" else "ttt -s5 -m2 -g30 -b"
    whole, cut = Path("a", "00"), Path("b", "00")

    def files(place):
        return {path.name: path.read_text() for path in place.parent.iterdir() if path.is_file()}

    out = command(run, whole)
    expected = out.replace(str(whole), str(cut))
    (tmp_path / "random.seed").unlink(missing_ok=True)
    with monkeypatch.context() as patch:
        stopped_after(patch, 3)
        with pytest.raises(Stop):
            command(run, cut)
    assert {path.name for path in (tmp_path / "b").iterdir()} == {"00.saved"}
    with monkeypatch.context() as patch:
        played = stopped_after(patch, 100)
        assert command(run, cut) == expected and len(played) == 5 + 1 - 3
    assert f": going on from 3 sessions saved in {cut}.saved" in command.err
    assert files(cut) == files(whole)
    if form == "-s":
        seed = tmp_path / "random.seed"
        assert seed.read_text() == "1\n"
        assert command(run, cut) == expected  # a finished run is not overwritten
        assert seed.read_text() == "1\n"
        assert command(run, cut, "--restart") != out and seed.read_text() == "2\n"


def test_another_runs_sessions_are_left_alone(command, tmp_path, monkeypatch):
    run, other = (f"ttt school {SMALL} {more} --save" for more in ("", "--target-loss 7"))
    with monkeypatch.context() as patch:
        stopped_after(patch, 1)
        with pytest.raises(Stop):
            command(run, tmp_path / "00")
    line = command.refused(other, tmp_path / "00")
    assert "argument --save: " in line and "target_loss is 0.0 there, not 7.0" in line
    command(other, tmp_path / "00", "--restart")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["00.cfg", "00.saved", "00.wts"]


def test_what_is_saved_only_with_files_says_so(command, monkeypatch):
    said = []

    def scores(*arguments, **options):
        said.append(stopping.line())
        raise Stop

    monkeypatch.setattr(script, "session_scores", scores)
    with pytest.raises(Stop):
        command(f"ttt school {SMALL}")
    words = "interrupted; nothing is saved; with --save ROOT the same command would go on"
    assert said == [words]
