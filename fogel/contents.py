"""The one list of the package's modules, in their order: a module imports only what stands above it here.

`fogel/__init__.py` finds modules by it, a test holds imports to it, and the page of modules is written from it.
"""

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path

PAGE = Path(__file__).parents[1] / "notebooks" / "modules.md"

# By name, as in `fogel.name`: the question it answers. A name with a dot stands in a room; the room's own name is its
# door, which comes after what it opens. Knobs, which `knobs` finds by their files, stand in no list.
MODULES = {
    "contents": "which modules are there, and in which order?",
    "twins": "which rules are said twice, and where?",
    "palette": "which colours are there?",
    "kinds": "what is a board, a square, a player, as a type? (the words of the signatures)",
    "settings": "which choices are there? (one frozen object; every option comes from it)",
    "files": "how is a file read and written safely?",
    "asking": "how is a player asked for a square, and which answers are refused?",
    "encoding": "how does a board become nine numbers, and what are the rules?",
    "words": "what is said of a game, wherever one is shown?",
    "draws": "how does compiled code draw the numbers that NumPy would?",
    "compiling": "how does a function become machine code, and when is that made anew?",
    "workers": "who does the work, and how far is it?",
    "intervals": "how far may a mean be off?",
    "drawing": "what does a picture look like?",
    "network": "how does a network choose a square?",
    "champion": "how is a network kept in a file?",
    "opponent": "who does it play against?",
    "players": "who can be played against? (one record each)",
    "replication": "how does a network have a child?",
    "selection": "who survives?",
    "engine.tables": "what may happen on each board, as arrays?",
    "engine.loops": "how are whole generations played at full speed?",
    "engine": "how is it made fast without another set of rules?",
    "checkpoint": "what is kept of a run while it is at work?",
    "trial.trial": "how does a trial go on from generation to generation?",
    "trial.observers": "what is noted of a trial while it runs? (one small object each)",
    "trial.saved_trials": "what is saved of a trial, and how is it read again?",
    "trial": "the door to a trial, what observes it, and what is saved of it",
    "curve": "does the population learn? (the experiment)",
    "play": "can you beat the champion? (the game itself, and the terminal)",
    "functions": "how does your own function become a player?",
    "invariants": "is a run correct while it runs?",
    "cluster": "who works on other machines?",
    "logbook": "what happened, network by network?",
    "sweep": "what does each choice do? (many settings, many trials, one table)",
    "brittle": "how brittle is the best network? (what becomes of its children)",
    "page.modules": "how do many scripts become one text? (by their import lines)",
    "page.builder": "how is a web page put together?",
    "page.packing": "how does much become little text?",
    "page.play.page": "what does it look like in a browser?",
    "page.play.parts": "what is a board in a notebook put together from?",
    "page.play.pictures": "what is drawn of a board in a notebook?",
    "page.play.flow": "how does a signal run through a network? (a picture)",
    "page.play.widget": "what does it look like in a notebook?",
    "page.play": "the room of the experiment's board",
    "page.experiment.module": "how does a browser evolve as fast as the engine? (WebAssembly)",
    "page.experiment": "the room of the experiment in JavaScript and C",
    "page.evolve.page": "how does the whole experiment become one web page?",
    "page.evolve": "the room of the page on which a reader evolves",
    "page.first.page": "how does a trial run by itself on the book's first screen?",
    "page.first": "the room of that screen",
    "page": "the door to what a browser and a notebook show",
    "audit": "how good is a player exactly?",
    "perfect.climber": "is there a perfect network?",
    "perfect.annealer": "how small can it be?",
    "perfect.proof": "why is one hidden node too few?",
    "perfect.cards": "can it be cut out of paper?",
    "perfect": "the door to perfect networks",
    "poster": "what can a network ever do?",
    "bugs.detectors": "how would you notice that it is wrong?",
    "bugs.programs": "what may be wrong, and does anybody notice?",
    "bugs.zoo": "what did each wrong program come to? (curves and alarms, kept as tables)",
    "bugs": "the door to what may be wrong, and to what notices it",
    "league.neuron": "what is a neuron, and what is a network made of them?",
    "league.settings": "which choices does a league make?",
    "league.agent": "how does such a network play?",
    "league.league": "can networks teach each other? (step by step, with objects)",
    "league.twin": "how is a league made fast?",
    "league.files": "how is an agent kept in a file?",
    "league.run": "what do many leagues come to?",
    "league.exact": "who beats whom, exactly?",
    "league.study": "what did the reported league do?",
    "league.stored": "what is kept of leagues that take too long for a chapter?",
    "league": "the door to the league",
    "ttt.rules.rules": "what is a game? (boards of any shape, patterns that win or lose)",
    "ttt.rules.rule_files": "how is a game written down? (the report's boards, coordinates and rule files)",
    "ttt.rules.referee": "who sees to it that a game is played by its rules? (turns, passes, tallies)",
    "ttt.rules.negamax": "how is a tree of moves searched? (alpha-beta, compiled)",
    "ttt.rules.search": "how is a game of two solved fast? (boards as bits, compiled)",
    "ttt.rules.solve": "what is a game worth if everybody plays perfectly?",
    "ttt.rules.chances": "what are the chances, exactly?",
    "ttt.rules": "the door to games as data: rules, files, a referee, a solver",
    "ttt.lookahead.horizon": "how is a search that ends after some moves made fast? (compiled)",
    "ttt.lookahead.foresight": "what does looking some moves ahead show?",
    "ttt.lookahead.graph": "which boards follow which, up to symmetry?",
    "ttt.lookahead.levels": "how far must one look? (the report's six levels)",
    "ttt.lookahead.tree": "what is every board of a small game, and what do the six levels do there? (compiled)",
    "ttt.lookahead.magic": "which formula never loses the standard game?",
    "ttt.lookahead.peek": "what goes on in a player that looks ahead?",
    "ttt.lookahead.players": "who sits down at a game of any shape?",
    "ttt.lookahead.deathmatch": "how do the six levels fare against each other, and is the report's table chance?",
    "ttt.lookahead.ladder": "what does a level of look-ahead buy, on games of many shapes?",
    "ttt.lookahead": "the door to players that look ahead",
    "ttt.board.terminal": "how does a person play one?",
    "ttt.board.match": "what happens at a board of any shape, whoever shows it?",
    "ttt.board.panel": "what does a look into a player say?",
    "ttt.board.page": "what does it look like in a browser?",
    "ttt.board.widget": "what does it look like in a notebook?",
    "ttt.board": "the door to what shows a game of any shape",
    "ttt.school.network": "how does a network learn from a mistake? (nodes, links, back-propagation)",
    "ttt.school.lossbar": "how is a match at school shown? (the report's loss bar)",
    "ttt.school.network_peek": "what goes on in a network? (the report's peek screens)",
    "ttt.school.pupil": "who learns by being punished? (a network as a player)",
    "ttt.school.network_files": "how is a network written down? (the report's architecture and weights files)",
    "ttt.school.twin": "how is it trained fast? (compiled)",
    "ttt.school.school": "can a network learn by being punished? (sessions, matches, games)",
    "ttt.school.script": "what did five days of learning come to? (the report's forty runs)",
    "ttt.school.seeds": "what is a setting of the script worth? (thirty seeds each, stored)",
    "ttt.school": "the door to the school of networks",
    "ttt.exam.examiner": "how good is a network that did well at school?",
    "ttt.exam.matchboxes": "what does punishment teach without a network?",
    "ttt.exam.study": "what did the report's school do, and what would have helped?",
    "ttt.exam": "the door to the exam",
    "ttt.taste.trends": "how does a game go, from board to board? (compiled)",
    "ttt.taste.variation": "how does a game have a child?",
    "ttt.taste.measures": "what is a game like, in numbers?",
    "ttt.taste.wishes": "who likes which game?",
    "ttt.taste.card": "what is there to say about a game?",
    "ttt.taste.evolution": "can a game be evolved to taste?",
    "ttt.taste.breeder": "which games would you like? (sliders, in a notebook)",
    "ttt.taste": "the door to games that are bred",
    "ttt": "the door to games of any shape",
    "anygame.opponents": "who is played against at another game?",
    "anygame.tables": "what may happen on each board of any game, as the engine's arrays?",
    "anygame.settings": "which choices are there more, at another game?",
    "anygame.exact": "how good is a network at any game, and what is there to gain?",
    "anygame.mirror": "which network of four nodes never loses at misere?",
    "anygame.climber": "can a network be climbed to what evolution doesn't find?",
    "anygame.functions": "how good is your own function at any game?",
    "anygame.against": "how does your own function become an opponent?",
    "anygame.curve": "does a population learn another game?",
    "anygame.seats": "how does a network sit down at any game?",
    "anygame.poster": "what can a network ever do at another game?",
    "anygame.page": "how does the experiment with another game become one web page?",
    "anygame": "the door to the experiment with any game",
    "thousand.drawn": "which games are drawn, when nobody chooses?",
    "thousand.measured": "what is a drawn game like, and what is there to gain?",
    "thousand.files": "how is such a table written, and read again?",
    "thousand.table": "what does evolution learn of a thousand games? (stored)",
    "thousand.prediction": "what about a game says beforehand how much is learnt?",
    "thousand.methods": "who else could look for a network, on the same budget of games?",
    "thousand.comparison": "which method finds more, and on which games? (stored)",
    "thousand": "the door to a thousand games as data",
    "checkers.rules": "what are the rules of checkers? (on a board of any even size)",
    "checkers.bitboards": "how are its moves made fast? (a board as bits, compiled)",
    "checkers.solved": "what is a position worth, exactly? (small boards, worked backwards from what is lost)",
    "checkers.network": "how does a network judge a board?",
    "checkers.lookahead": "how far does one look ahead, and how is that made fast? (alpha-beta, compiled)",
    "checkers.matches": "who plays better, and by how much? (whole games, compiled)",
    "checkers.settings": "which choices does an evolution of checkers players make?",
    "checkers.evolution": "can networks teach themselves checkers?",
    "checkers.files": "how is a checkers player kept in a file?",
    "checkers.standing": "what is one worth? (Elo against piece count, spoils, null models)",
    "checkers.run": "does a population learn checkers? (trials, saved while they run)",
    "checkers.stored": "what is kept of evolutions that take too long for a chapter?",
    "checkers.terminal": "how does a person play it in a terminal?",
    "checkers.pictures": "how is a position of checkers drawn?",
    "checkers.board.page": "what does it look like in a browser? (with rules, judges and look-ahead in JavaScript)",
    "checkers.board": "the room of that page",
    "checkers": "the door to checkers, from here to Blondie24",
    "knobs": "which idea can be turned? (small pieces of the chapters that answer, each found by its files)",
    "classroom.variant": "by which rules does a class play, and what is each student handed?",
    "classroom.mistakes": "which kind of mistake is a wrong answer?",
    "classroom.exercises": "does a reader's function agree with the package's?",
    "classroom.shapes": "what does an answer have to look like, and what is wrong with it?",
    "classroom.questions": "what is asked of a function or an object, as data?",
    "classroom.problems": "does an answer pass a problem's examples?",
    "classroom": "the door to what exercises and problem sets call",
    "classroom.entrants": "who takes part in a tournament? (champion files, and functions)",
    "classroom.tournament": "who is the best of a class?",
    "classroom.checkers_tournament": "and who at checkers? (openings from both sides, points with intervals)",
    "reproduce": "does a result come out again, to the last bit? (any file of ours)",
    "conformance": "is another program the same experiment? (a kit of JSON files)",
    "bench": "how fast is it?",
    "cli.stopping": "what does Ctrl-C do?",
    "cli.options": "which options do the commands share, and how is a wrong one refused?",
    "cli.processes": "who works where threads can't?",
    "cli.saving": "how does a command save what it has finished, and go on?",
    "cli.anygame": "how is another game named, and what is said of it?",
    "cli.functions": "how is your own function audited, and how do you play against it at any game?",
    "cli.longer": "how is a finished run continued?",
    "cli.experiment": "which commands evolve?",
    "cli.sweep": "which command sweeps over settings?",
    "cli.player": "which commands show a player?",
    "cli.league": "which commands let many play each other?",
    "cli.taste": "which command evolves games?",
    "cli.games": "which commands make games into data?",
    "cli.players_files": "who takes part, by a file? (the report's players files and seed file)",
    "cli.report": "how was the report's own program called? (its options, and its menu)",
    "cli.school": "how is the school called from the command line?",
    "cli.ttt": "how is it called from the command line?",
    "cli.checkers_players": "which options evolve checkers players, measure one, and let a person play one?",
    "cli.checkers": "which command solves checkers, and evolves who plays it?",
    "cli.reproduce": "which command runs a file again?",
    "cli.conform": "which command writes the conformance kit?",
    "cli.bench": "which command measures?",
    "cli": "the door to the command line",
    "__main__": "python -m fogel",
}

# The thin core, which can be read in an afternoon: all that chapters 1 to 7 rest on, and none of it needs what comes
# after it. The rest are rooms that a reader may leave shut.
CORE = tuple(MODULES)[: tuple(MODULES).index("play") + 1]

# Names by which chapters and students import what stands in a room.
ALIASES = {
    "board": "page.play.widget",
    "checks": "classroom",
    "detectors": "bugs.detectors",
    "tournament": "classroom.tournament",
    "variant": "classroom.variant",
    "zoo": "bugs.zoo",
}


def sources(name: str) -> Iterator[Path]:
    """The files of all modules up to one, which are all that it can depend on."""
    names = [*MODULES]
    for module in names[1 : names.index(name) + 1]:  # without this list itself
        yield file_of(module)


def file_of(name: str) -> Path:
    """The file of a module."""
    path = Path(__file__).parent.joinpath(*name.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def door(package: str, homes: dict[str, str], modules: dict[str, str] | None = None) -> tuple[Callable, list[str]]:
    """`__getattr__` and `__all__` of a package whose modules are loaded when one is first used.

    `homes`: {name: the module in which it stands}. `modules`: {name: module}, by default all of that room.
    """
    room = package.partition(".")[2] + "."
    modules = modules or {name: name for key in MODULES if (name := key.removeprefix(room)) != key and "." not in name}

    def load(name):
        if name in modules:
            return import_module(f"{package}.{modules[name]}")
        if name in homes:
            return getattr(import_module(f"{package}.{homes[name]}"), name)
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return load, [*homes, *modules]


def on_page() -> str:
    """The list as two tables in Markdown: the thin core, with its size, and the rooms around it."""
    rest = [name for name in MODULES if name not in CORE and name != "__main__"]
    size = f"{round(lines_of(CORE), -2):,}"
    return (
        f"## The thin core\n\nWhat chapters 1 to 7 rest on: some {size} lines, docstrings included. None of it "
        f"needs the rest.\n\n{_table(CORE)}\n## The rooms around it\n\nEach of them may stay shut until its chapter "
        f"comes.\n\n{_table(rest)}"
    )


def _table(names: Iterable[str]) -> str:
    rows = (f"| `{name}` | {MODULES[name]} |\n" for name in names)
    return "| module | the question it answers |\n|---|---|\n" + "".join(rows)


def lines_of(names: Iterable[str]) -> int:
    """How many lines some modules have."""
    return sum(file_of(name).read_text(encoding="utf-8").count("\n") for name in names)


def write() -> None:
    """Writes the tables into that page, in place of the old ones (`make contents`)."""
    before = PAGE.read_text(encoding="utf-8").partition("## The thin core\n")[0]
    PAGE.write_text(before + on_page(), encoding="utf-8")
