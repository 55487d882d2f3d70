"""The modules of the package, in order: a module imports only those before it.

A test holds imports to this order, and the page of modules is written from it.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

PACKAGE = Path(__file__).parents[1]

# By name, as in `fogel.name`; a package comes after those of its modules that its own names are
# from. The interactive figures in web/knobs are found by their files and are not listed.
MODULES = """
    core core.contents core.twins plots plots.palette core.types core.settings core.files core.quiet
    core.asking encoding core.sentences engine.kept_folder engine.compiling core.workers
    core.intervals plots.style network core.results core.network_files core.champion opponent
    core.game core.players replication selection engine.tables engine.population engine.games
    engine.generations engine engine.trial engine.observers curve core.match play core.seats
    core.texts core.csv_files core.saving core.jobs core.table_jobs engine.saved_trials
    engine.score_under plots.screen plots.boards plots.terminal plots.drawing core.functions
    engine.invariants
    core.cluster engine.logbook web.modules web.builder web.packing web.play.page web.play.parts
    web.play.pictures web.play.flow web.experiment.module web.experiment web.evolve.page web.evolve
    web.first.page web.first web engine.graph audit perfect.climber perfect.annealer perfect.proof
    perfect.cards perfect sweep.cases sweep.table sweep.trials sweep.robustness sweep plots.poster
    bugs.detectors bugs.programs bugs.zoo bugs league.neuron league.settings league.agent
    league.league league.twin league.run league.job league.exact league.study league.stored league
    rules.rules rules.rule_files rules.negamax rules.search rules.solve rules.game rules.referee
    rules.chances rules.texts rules web.play.advice web.play.board web.play.widget web.play
    lookahead.horizon lookahead.foresight lookahead.levels lookahead.tree lookahead.policies
    lookahead.magic lookahead.peek lookahead.players lookahead.deathmatch lookahead.ladder lookahead
    web.board.terminal web.board.match web.board.panel web.board.page web.board.game_page
    web.board.widget web.board school.network school.lossbar school.network_peek school.pupil
    school.network_files school.twin school.school school.texts school.script school.seeds school
    exam.examiner exam.matchboxes exam.study exam taste.trends taste.variation taste.measures
    taste.wishes taste.summary taste.evolution taste.breeder taste anygame.opponents anygame.tables
    anygame.settings anygame.orders anygame.exact anygame.symmetric anygame.climber
    anygame.functions anygame.against anygame.curve anygame.texts anygame.players anygame.poster
    web.anygame web.anygame.page anygame tools tools.experiment thousand.random_games
    thousand.measured thousand.table thousand.prediction thousand.methods thousand.comparison
    thousand checkers.rules checkers.texts checkers.bitboards checkers.solved checkers.network
    checkers.game checkers.lookahead checkers.matches checkers.settings checkers.evolution
    checkers.files checkers.rating checkers.run checkers.job checkers.stored checkers.book_tables
    checkers.pictures web.checkers.page web.checkers checkers web.knobs checks.variant
    checks.mistakes checks.exercises checks.shapes checks.questions checks.problems checks
    tools.games web.boards tools.game_audit tools.entrants tools.contests tools.tournament
    tools.tournament_page tools.book_tables tools.all_jobs tools.reproduce tools.conformance
    tools.bench cli.stopping cli.parser cli.options cli.processes cli.saving cli.jobs cli.anygame
    cli.functions cli.longer cli.experiment cli.sweep cli.page cli.checkers cli.player
    cli.league cli.taste cli.players_files cli.report cli.school cli.school_report cli.ttt
    cli.reproduce cli.conform cli.bench cli __main__
""".split()  # noqa: SIM905

# The core, which can be read in an afternoon: the modules of chapters 1 to 7 and everything that
# they import. It is more than the package `core`, and leaves out five modules of that package.
CORE = MODULES[: MODULES.index("play") + 1]


def sources(name: str) -> Iterator[Path]:
    """The files of all modules up to one, which are all that it can depend on.

    Raises ValueError for a module that is not in MODULES.
    """
    if name not in MODULES:
        raise ValueError(f"MODULES in fogel/core/contents.py must hold the module {name}")
    for module in MODULES[: MODULES.index(name) + 1]:
        if module != "core.contents":  # one module more in this list changes none of the others
            yield find_file(module)


def find_file(name: str) -> Path:
    """The file of a module."""
    path = PACKAGE.joinpath(*name.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def lazy_names(package: str, homes: dict[str, str]) -> tuple[Callable, Callable, list[str]]:
    """Return `__getattr__`, `__dir__` and `__all__` of a package that loads its names at first use.

    `homes`: {name: the module, below the package, that defines it}.
    """

    def load(name):
        if name in homes:
            return getattr(import_module(f"{package}.{homes[name]}"), name)
        if not name.startswith("_") and find_file(f"{package}.{name}".partition(".")[2]).exists():
            return import_module(f"{package}.{name}")
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return load, lambda: sorted(homes), [*homes]
