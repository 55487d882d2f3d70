"""The experiment as a job: `fogel curve`, and `fogel evolve`, which is one trial of it.

    CurveJob(Settings(trials=2)).run("run", workers=2).champion.trial

A finished run keeps its trials, so that a longer one can go on from them.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from fogel import audit
from fogel.anygame.curve import GameRun, load_any, make_observers
from fogel.anygame.settings import GameSettings
from fogel.anygame.texts import describe_champion, describe_run
from fogel.core.champion import Champion, read_champion
from fogel.core.files import read_text
from fogel.core.jobs import Job, Key, Tick, begun_part, finished_numbers, finished_part
from fogel.core.saving import Checkpoint, Saved
from fogel.core.settings import MOST_HIDDEN_NODES, Settings
from fogel.core.texts import plural
from fogel.core.types import Figure, FilePath, Json
from fogel.curve import Run, run_trial
from fogel.engine.invariants import INVARIANTS, STATISTICS, Validator, report
from fogel.engine.observers import Observer, Watch
from fogel.engine.saved_trials import End, Save, pack_trial, unpack_begun, unpack_trial
from fogel.engine.trial import Trial
from fogel.perfect.climber import CHUNK, climb, settings_of_climb
from fogel.plots.terminal import block_curve
from fogel.sweep.cases import read_settings

LARGEST_RUN = 2_000_000_000  # bytes of run.json
MOST_NETWORKS = 20_000_000  # that a climb tries


class CurveJob(Job):
    """Evolves networks that play tic-tac-toe, as in Fogel's paper: 20 trials of 800 generations of
    50 parents and 50 children, each network playing 32 games against a near-perfect opponent. Draws
    the best payoff of each generation, averaged over the trials, and says how well the champion
    plays. The engine is compiled at first use; after that, the whole experiment takes seconds.

    DIR receives curve.png, curve.svg, run.json, champion.json and champions/. The trials are saved
    there too, in saved/. If you interrupt the command, run it again, and it continues where it
    stopped. With --more, a finished run continues for more generations, and DIR then contains what
    one longer run would have left there.

    With --game, any game for two replaces tic-tac-toe. Then the expected payoffs of the picked
    networks are worked out exactly in about fifty generations, and the champion is compared with
    the ceiling, a random player, the best blind order of squares and the rules of chapter 3 in its
    own seat.
    """

    name, choices = "curve", Settings
    words = "run the paper's experiment and draw its curve"
    unit, step, parts_setting, steps_setting = "trial", "generations", "trials", "generations"
    keeps_parts = True  # a longer run goes on from them

    def __init__(self, settings: Settings | None = None, validate: bool = False):
        super().__init__(settings)
        self.validate = self.in_python = validate
        self.observers: list[Observer] = [Watch(Validator)] if validate else []
        if isinstance(self.settings, GameSettings):
            self.observers += make_observers(self.settings)

    @classmethod
    def from_dict(cls, values: Json) -> CurveJob:
        """Return the run that `to_dict` describes."""
        return cls(read_settings(values["settings"]), values.get("validate", False))

    def to_dict(self) -> Json:
        """The settings, and whether the run is validated."""
        return super().to_dict() | ({"validate": True} if self.validate else {})

    @property
    def origin(self) -> Json:
        """What run.json says."""
        return {"settings": self.settings.to_dict()}

    @classmethod
    def made(cls, path: Path) -> Json:
        """The settings in a run.json."""
        return {"settings": json.loads(read_text(path, LARGEST_RUN))["settings"]}

    @property
    def command(self) -> str:
        """The command that runs it."""
        return super().command + " --validate" * self.validate

    def make(self, key: Key, tick: Tick = None, checkpoint: Checkpoint | None = None) -> Trial:
        """A Trial; one that is validated is not saved on the way."""
        on_the_way = [Save(checkpoint)] if checkpoint and not self.validate else []
        return run_trial(self.settings, key[0], [*self.observers, End(), *on_the_way], tick)

    def to_saved(self, found: Trial) -> Json:
        """What is left of a trial."""
        return pack_trial(found, [*self.observers, End()])

    def from_saved(self, key: Key, values: Json) -> Trial:
        """The trial again."""
        return unpack_trial(key[0], values, self.settings, [*self.observers, End()])

    def lengthen(self, saved: Saved, more: int) -> list[int]:
        """Take over the folder of a run that ended `more` generations before this one; return the
        numbers of the trials that must begin again, since too little is known of them.
        """
        again = []

        def begun() -> Iterator[tuple[str, Json]]:
            for (number,) in self.keys():
                values = saved.load(finished_part(number))
                if (state := values and unpack_begun(values, self.observers)) is None:
                    again.append(number)
                else:
                    yield begun_part(number), state

        saved.hand_over(self.record, more, begun())
        return again

    def far(self, saved: Saved) -> str:
        """The number of saved trials in words, and where the others go on in a longer run."""
        done = len(finished_numbers(saved, len(self)))
        if not saved.more or done == len(self):
            return super().far(saved)
        begun = f"generation {self.settings.generations - saved.more}"
        trials = plural(len(self), "trial")
        others = f"{done} of {trials}, and from {begun} of the others," if done else ""
        return others or f"{begun} of {trials}"

    def outcome(self, parts: Sequence[Trial]) -> Run:
        """The Run of all trials; of another game a GameRun."""
        if isinstance(self.settings, GameSettings):
            return GameRun(self.settings, tuple(parts))
        return Run(self.settings, tuple(parts))

    @classmethod
    def file_names(cls) -> tuple[str, ...]:
        """The run, the pictures, the champion, and that of each trial."""
        return "run.json", "curve.png", "curve.svg", "champion.json", "champions/trial_*.json"

    def contents(self, outcome: Run) -> dict[str, str | bytes]:
        """The networks and the run."""
        files: dict[str, str | bytes] = {
            f"champions/trial_{one.trial:02d}.json": one.to_text() for one in outcome.champions
        }
        files["champion.json"] = outcome.champion.to_text()
        files["run.json"] = json.dumps(outcome.to_dict()) + "\n"
        return files

    def draw(self, outcome: Run) -> Figure:
        """The curve, below the ceiling."""
        if isinstance(outcome, GameRun):
            return outcome.draw()
        return outcome.draw(float(audit.ceiling(self.settings).payoff))

    def write(self, out: FilePath, outcome: Run, restart: bool = False) -> None:
        """Write the files, and remove champions of an earlier run with more trials."""
        super().write(out, outcome, restart)
        made = {self.place(out, name) for name in self.contents(outcome)}
        for path in {*Path(out).glob("champions/trial_*.json")} - made:
            path.unlink()

    def summary(self, outcome: Run) -> Json:
        """What there is to say about the run, and what its validation counted."""
        found = outcome.summary()
        if self.validate:
            found["validation"] = report([trial.observer for trial in outcome.trials])
        return found

    def beginning(self) -> str:
        """How much there is to do."""
        trials, generations = self.settings.trials, self.settings.generations
        count = f"{trials} trial{'s' * (trials > 1)} of {generations} generations"
        return f"running {count}; the first run also compiles the engine, in about 15 seconds"

    def sketch(self, outcome: Run) -> str:
        """The mean best payoff, generation by generation."""
        mean = outcome.best_payoff.mean(axis=0)
        if len(mean) == 1:
            return ""
        title = f"The mean best payoff, generations 1 to {len(mean)}:"
        return f"{title}\n{block_curve(mean)}\n"

    def describe(self, summary: Json) -> str:
        """The same in words."""
        words = describe_run(summary) if "game" in summary else _describe(summary)
        champion = shlex.quote(str(Path(summary["out"]) / "champion.json"))
        command = "audit" if "game" in summary else "play --against"
        return (
            f"{words}\nCurve, networks and numbers: {summary['out']}"
            f"\nNext: `fogel {command} {champion}`"
        )


def _describe(summary):
    """The outcome of the experiment in words."""
    settings, champion = summary["settings"], summary["champion"]
    trials = f"mean of {settings['trials']} trials" if settings["trials"] > 1 else "one trial"
    lines = [
        f"The highest total payoff of {settings['games']} games, {trials}, seed {summary['seed']}:"
    ]
    for number, value in summary["mean_best_payoff"].items():
        interval = (
            "" if value["interval"] is None else f"  ± {value['interval']:.1f} (95 % interval)"
        )
        lines.append(f"  generation {number:>5}  {value['mean']:7.1f}{interval}")
    lines.append(f"{describe_champion(champion)} In {summary['games']:,} fresh games it has")
    opponents = ("random", "a random player"), ("near_perfect", "the near-perfect opponent")
    for name, words in opponents:
        counts = summary["against"][name]
        lines.append(
            f"  against {words}: {counts['wins']:,} wins, {counts['ties']:,} ties,"
            f" {counts['losses']:,} losses"
        )
    if "validation" in summary:
        lines.append(_describe_validation(summary["validation"]))
    return "\n".join(lines)


def _describe_validation(validation):
    lines = ["No invariant was breached:"]
    lines += [
        f"  {count:>12,} x {name}: {INVARIANTS[name]}"
        for name, count in validation["invariants"].items()
    ]
    lines.append("What chance decides, seen beside expected:")
    for name, count in validation["statistics"].items():
        lines.append(
            f"  {count['seen']:>12,.0f} seen, {count['expected']:>14,.6g} expected: {name}"
            f" {STATISTICS[name]}".rstrip()
        )
    return "\n".join(lines)


class EvolveJob(Job):
    """Evolves one network. Without --exact, the command runs one trial of the paper's experiment
    and saves the best player of its last generation. With --exact, no game is played: a parent and
    a child are compared by their exact payoffs, and the climber starts anew whenever it is stuck,
    until a network reaches the ceiling. Then no player of any kind has a higher expected payoff
    against this opponent. This takes a minute or more.
    """

    name, choices = "evolve", Settings
    words = "evolve one network and save it in a file"
    unit, step, steps_setting = "network", "generations", "generations"

    def __init__(
        self,
        settings: Settings | None = None,
        judge: Callable[[Champion], tuple[Champion, str]] | None = None,
    ):
        """`judge` returns the network with what it finds out about it, and that in words."""
        super().__init__(settings)
        self.judge = judge

    def __getstate__(self):
        """Other processes don't need `judge`, which may hold a function of the user."""
        return {**vars(self), "judge": None}

    @classmethod
    def from_dict(cls, values: Json) -> EvolveJob:
        """Return the job that `to_dict` describes."""
        return cls(read_settings(values["settings"]))

    @property
    def origin(self) -> Json:
        """What the network's file says."""
        return {**super().to_dict(), "trial": 0, "generation": self.settings.generations}

    @classmethod
    def made(cls, path: Path) -> Json:
        """The origin of the network in a file."""
        found = load_any(path)
        about = {"trial": found.trial, "generation": found.generation}
        return {"settings": found.settings.to_dict(), **about}

    def place(self, out: FilePath, name: str) -> Path:
        """The network is the file `out`, and its parts are saved beside it."""
        return Path(out) if name in self.file_names() else Path(f"{out}.{name}")

    @classmethod
    def file_names(cls) -> tuple[str, ...]:
        """The network."""
        return ("evolved.json",)

    def keys(self) -> list[Key]:
        """One network."""
        return [(0,)]

    def make(self, key: Key, tick: Tick = None, checkpoint: Checkpoint | None = None) -> Json:
        """The text of the network's file, and the main facts."""
        saves = [Save(checkpoint)] if checkpoint else []
        champion = run_trial(self.settings, key[0], saves, tick).champion
        return _pack(champion, generation=champion.generation)

    def outcome(self, parts: Sequence[Json]) -> Json:
        """What `make` returned, and what `judge` finds out."""
        (found,) = parts
        if not self.judge:
            return found
        champion, more = self.judge(read_champion(found["champion"], type(self.settings)))
        about = {"against_function": more} if more else {}
        return {**found, **about, "champion": champion.to_text()}

    def contents(self, outcome: Json) -> dict[str, str | bytes]:
        """The network."""
        return {"evolved.json": outcome["champion"]}

    def summary(self, outcome: Json) -> Json:
        """The main facts."""
        return {name: value for name, value in outcome.items() if name != "champion"}

    def describe(self, summary: Json) -> str:
        """The same in words."""
        lines = [
            f"The best player of generation {summary['generation']} made {summary['payoff']} in"
            f" {summary['settings']['games']} games."
        ]
        lines += [summary["against_function"]] if "against_function" in summary else []
        return "\n".join([*lines, f"Network: {summary['out']}"])


def _pack(champion, **about):
    """What is left of a network."""
    found = {"hidden_nodes": champion.hidden_nodes, "seed": champion.seed}
    return {**found, "payoff": champion.payoff, **about, "champion": champion.to_text()}


class ClimbJob(EvolveJob):
    """The same with --exact: a network that climbs to the ceiling, or gets as close as it can with
    `max_networks` networks.
    """

    name, step, steps_setting = "evolve --exact", "chunks of networks", ""

    def __init__(
        self,
        settings: Settings | None = None,
        hidden_nodes: int = MOST_HIDDEN_NODES,
        max_networks: int = MOST_NETWORKS,
    ):
        super().__init__(settings_of_climb(settings or Settings(), hidden_nodes))
        self.hidden_nodes, self.max_networks = hidden_nodes, max_networks

    @classmethod
    def from_dict(cls, values: Json) -> ClimbJob:
        """Return the job that `to_dict` describes."""
        settings = read_settings(values["settings"])
        return cls(settings, settings.max_hidden, values["max_networks"])

    def to_dict(self) -> Json:
        """The settings, which say how many hidden nodes there are, and the number of networks."""
        return {**super().to_dict(), "max_networks": self.max_networks}

    @property
    def origin(self) -> Json:
        """What the network's file says."""
        return {"settings": self.settings.to_dict(), "trial": None, "generation": None}

    @property
    def command(self) -> str:
        """The command that runs it."""
        options = self.settings.as_options(("min_hidden", "max_hidden"))
        sizes = f"--hidden-nodes={self.hidden_nodes} --max-networks={self.max_networks}"
        return f"fogel {self.name} {sizes} {options}".strip()

    @property
    def steps(self) -> int:
        """The number of chunks."""
        return max(1, self.max_networks // CHUNK)

    def make(self, key: Key, tick: Tick = None, checkpoint: Checkpoint | None = None) -> Json:
        """The same of a Climb."""
        progress = partial(_ticked, tick) if tick else iter
        found = climb(self.settings, self.hidden_nodes, self.max_networks, progress, checkpoint)
        names = "perfect", "audited", "starts"
        return _pack(found.champion, **{name: getattr(found, name) for name in names})

    def describe(self, summary: Json) -> str:
        """The main facts in words."""
        reached = "stands at the ceiling" if summary["perfect"] else "is the best found"
        return (
            f"The network with {summary['hidden_nodes']} hidden nodes {reached}: expected payoff"
            f" {summary['payoff']:.4f} of {summary['settings']['games']} games.\nIt took"
            f" {summary['audited']:,} networks and {summary['starts']} starts.\n"
            f"Network: {summary['out']}"
        )


def _ticked(tick: Callable[[int], object], chunks: range) -> Iterator[int]:
    """Yield what is left of the chunks, and tick each that is done."""
    tick(chunks.start)
    for chunk in chunks:
        yield chunk
        tick(1)
