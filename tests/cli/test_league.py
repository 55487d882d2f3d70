"""`fogel league`."""

import json
import re
from dataclasses import fields

import numpy as np
import pytest

from fogel.cli import main
from fogel.league import LeagueSettings, load_agent, run_leagues
from fogel.league.exact import exact_result, make_table

SMALL = ["--leagues", "2", "--epochs", "12", "--agents", "12", "--survivors", "6", "--hidden", "4"]
SETTINGS = LeagueSettings(leagues=2, epochs=12, agents=12, survivors=6, hidden=4)


def test_the_command_in_words(capsys, tmp_path):
    assert main(["league", *SMALL, "--out", str(tmp_path)]) == 0
    out, _ = capsys.readouterr()
    assert (
        out.startswith("2 leagues, seed 1993, 132 games an epoch.")
        and out.count("disqualified") >= 4
    )
    assert [line.split()[0] for line in out.splitlines()[3:6]] == ["1", "10", "12"]


def test_the_best_agent_is_that_of_the_last_epoch():
    """Scores of leagues don't compare: most points against a random player decide, and early ones
    don't count.
    """
    run = run_leagues(SETTINGS.change(leagues=4, survivors=5, seed=2))
    chances = [[exact_result(*pair) for pair in ((agent, random), (random, agent))] for agent in
               (make_table(one.best) for one in run.leagues) for random in (make_table("random"),)]  # fmt: skip
    points = [(as_x.points() + as_o.points(-1)) / 2 for as_x, as_o in chances]
    assert (
        run.best.league == np.argmax(points) != np.argmax(run.points("random")[:, 0])
        and run.best.epoch == 12
    )
    x_wins, ties, o_wins, disqualified, _ = chances[run.best.league][0]
    said = run.summary()["best"]["against"]["random"]["x"]
    assert said == pytest.approx(
        {"win": x_wins, "tie": ties, "loss": o_wins, "disqualified": disqualified}
    )
    assert run.best.league > 0


def test_json_is_one_object_that_says_what_the_run_does(capsys, tmp_path):
    assert main(["league", *SMALL, "--json", "--workers", "1", "--out", str(tmp_path)]) == 0
    found = json.loads(capsys.readouterr().out)
    run = run_leagues(SETTINGS)
    assert (
        found["settings"] == SETTINGS.to_dict()
        and found["games"] == 132
        and set(found["epochs"]) == {"1", "10", "12"}
    )
    for number, row in found["epochs"].items():
        valid = run.valid[:, int(number) - 1]
        assert (row["mean_valid"], row["least_valid"], row["most_valid"]) == (
            valid.mean(),
            valid.min(),
            valid.max(),
        )
    agent = load_agent(tmp_path / "agent.json")
    assert (agent.settings, agent.league, agent.epoch) == (SETTINGS, found["best"]["league"], 12)
    exact = exact_result(make_table(agent), make_table("random"))
    assert found["best"]["against"]["random"]["x"]["disqualified"] == pytest.approx(
        exact.x_disqualified
    )
    best = [
        exact_result(make_table(one.best), make_table("random")).points() for one in run.leagues
    ]
    best = [
        p + exact_result(make_table("random"), make_table(one.best)).points(-1)
        for p, one in zip(best, run.leagues, strict=True)
    ]
    assert np.argmax(best) == agent.league
    _, *rows = (tmp_path / "league.csv").read_text().splitlines()
    assert len(rows) == 1 + 2 * 12 and rows[0].startswith(
        "league,epoch,valid,longest,mean_moves,best_score,points_random"
    )
    assert [int(row.split(",")[2]) for row in rows[1:]] == run.valid.ravel().tolist()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--agents", "1"], "argument --agents: must be a whole number from 2 to 1000, not '1'"),
        (
            ["--agents", "10"],
            "argument --survivors: must be 1 to 9 with 10 agents, 0 of them experts, not 50",
        ),
        (["--experts", "99"], "argument --experts: must be 0 to 98 with 100 agents, not 99"),
        (
            ["--birth", "late"],
            "argument --birth: must be one of zeros, mutated, uniform, not 'late'",
        ),
        (
            ["--magnitude", "-1"],
            "argument --magnitude: must be a number from 0.0 to 1000.0, not '-1'",
        ),
        (["--preset", "chapter"], "unrecognized arguments: --preset chapter"),
    ],
)
def test_a_wrong_value_gets_one_line(capsys, arguments, message):
    with pytest.raises(SystemExit) as stop:
        main(["league", *arguments])
    out, err = capsys.readouterr()
    assert stop.value.code == 2 and out == "" and err.count("\n") == 1 and message in err


def test_help_names_every_setting(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["league", "--help"])
    out = capsys.readouterr().out
    assert stop.value.code == 0 and "%%" not in out and "--preset" not in out
    for item in fields(LeagueSettings):
        assert re.search(rf"^\s+--{item.name.replace('_', '-')}\b", out, re.M), item.name
