"""`fogel league`."""

import numpy as np
import pytest
from commands import rows

from fogel.league import LeagueSettings, load_agent, run_leagues
from fogel.league.exact import exact_result, make_table

SMALL = "league --leagues 2 --epochs 12 --agents 12 --survivors 6 --hidden 4"
SETTINGS = LeagueSettings(leagues=2, epochs=12, agents=12, survivors=6, hidden=4)


def test_the_command_in_words(command, tmp_path):
    out = command(SMALL, "--out", tmp_path)
    assert out.startswith("2 leagues, seed 1993, 132 games an epoch.")
    assert out.count("disqualified") >= 4
    assert [line.split()[0] for line in out.splitlines()[3:6]] == ["1", "10", "12"]


def test_the_best_agent_is_that_of_the_last_epoch():
    """Scores of leagues don't compare: most points against a random player decide, and early ones
    don't count.
    """
    run = run_leagues(SETTINGS.change(leagues=4, survivors=5, seed=2))
    chances = [[exact_result(*pair) for pair in ((agent, random), (random, agent))] for agent in
               (make_table(one.best) for one in run.leagues) for random in (make_table("random"),)]  # fmt: skip
    points = [(as_x.points() + as_o.points(-1)) / 2 for as_x, as_o in chances]
    assert run.best.league == np.argmax(points) != np.argmax(run.points("random")[:, 0])
    assert run.best.epoch == 12
    said = run.summary()["best"]["against"]["random"]["x"]
    assert [*said] == ["win", "tie", "loss", "disqualified"]
    assert [*said.values()] == pytest.approx(chances[run.best.league][0][:4])
    assert run.best.league > 0


def test_json_is_one_object_that_says_what_the_run_does(command, tmp_path):
    found = command.json(SMALL, "--workers", 1, "--out", tmp_path)
    run = run_leagues(SETTINGS)
    assert found["settings"] == SETTINGS.to_dict() and found["games"] == 132
    assert set(found["epochs"]) == {"1", "10", "12"}
    for number, row in found["epochs"].items():
        valid = run.valid[:, int(number) - 1]
        said = [row[f"{name}_valid"] for name in ("mean", "least", "most")]
        assert said == [valid.mean(), valid.min(), valid.max()]
    agent = load_agent(tmp_path / "agent.json")
    assert (agent.settings, agent.league, agent.epoch) == (SETTINGS, found["best"]["league"], 12)
    random = make_table("random")
    exact = exact_result(make_table(agent), random)
    said = found["best"]["against"]["random"]["x"]["disqualified"]
    assert said == pytest.approx(exact.x_disqualified)
    tables = [make_table(one.best) for one in run.leagues]
    best = [
        exact_result(one, random).points() + exact_result(random, one).points(-1) for one in tables
    ]
    assert np.argmax(best) == agent.league
    _, *rows = (tmp_path / "league.csv").read_text().splitlines()
    head = "league,epoch,valid,longest,mean_moves,best_score,points_random"
    assert len(rows) == 1 + 2 * 12 and rows[0].startswith(head)
    assert [int(row.split(",")[2]) for row in rows[1:]] == run.valid.ravel().tolist()


WRONG = rows("""
--agents 1 | argument --agents: must be a whole number from 2 to 1000, not '1'
--agents 10 | argument --survivors: must be 1 to 9 with 10 agents, 0 of them experts, not 50
--experts 99 | argument --experts: must be 0 to 98 with 100 agents, not 99
--birth late | argument --birth: must be one of zeros, mutated, uniform, not 'late'
--magnitude -1 | argument --magnitude: must be a number from 0.0 to 1000.0, not '-1'
--preset chapter | unrecognized arguments: --preset chapter
""")


@pytest.mark.parametrize(("options", "message"), WRONG)
def test_a_wrong_value_gets_one_line(command, options, message):
    assert message in command.refused(f"league {options}")
