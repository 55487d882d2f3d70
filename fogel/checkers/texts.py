"""The sentences on the page on which checkers is played (chapter 19), which is handed this table.

A square has a number, and a move is written 9-14, or 9x18x27.
"""

from fogel.core.texts import BOARD_WORDS, WORDS

CHECKERS = BOARD_WORDS | {
    "square": WORDS["square"],
    "hint_tie": "You can force a draw with {squares}.",
    # how it stands
    "your_move": "Your move.",
    "must_jump": "Your move: you must jump.",
    "it_moved": "It moved {move}.",
    "thinks": "It is thinking …",
    "you_win": "It can’t move, so you win.",
    "you_lose": "You can’t move, so you lose.",
    "draw": "A draw: nobody has won in {moves}.",
    "stopped": "It stopped thinking: {problem}. Take back a move, or begin a new game.",
    # what a person does with a square
    "in_hand": "{square} is in hand; it can go to {squares}.",
    "goes_on": "Jump on from {square} to {squares}.",
    "let_go": "{square} is put down again.",
    "other_jumps": "{square} can’t jump, and a jump must be taken: by {squares}.",
    "stuck": "{square} can’t move.",
    "not_there": "{first} can’t go to {square}, but to {squares}.",
    "nothing": "Take one of your pieces first.",
    # who comes in a file
    "from_file": WORDS["from_file"],
    "loaded_about": "A network from a file. A king is worth {king} men to it.",
    # squares
    "open": "open",
    "your_man": "your man",
    "your_king": "your king",
    "its_man": "its man",
    "its_king": "its king",
    "movable": "can move",
    "held": "in hand",
    "target": "you can go here",
    "taken": "jumped over",
    "board": (
        "Board of {rows} by {columns}; the arrow keys go from square to square, Enter takes a piece"
        " and moves it"
    ),
    # what can be pressed and chosen
    "plies": "It looks ahead",
    "ahead": "{moves}, of both players",
    "it_begins": "It, with blue",
    "you_begin": "You, with blue",
    "size": "{rows} × {columns} squares, {men} men each",
    "wins": "wins",
    "draws": "draws",
    "losses": "losses",
    # what it thinks
    "thoughts": "What it thinks of each move",
    "yours": "Your moves, as it evaluates them {moves} ahead",
    "its": "Its moves before it moved {move}",
    "scores": (
        "In men, more or less, for whoever is to move: above 0 is good. It makes the move with the"
        " highest."
    ),
    "working": "It is working that out …",
    "nobody_moves": (
        "Here you will see what it thinks of your moves when it is your turn, and of its own moves."
    ),
    "move": "move",
    "score": "score",
    "really": "really",
    "sure_win": "wins",
    "sure_loss": "loses",
    "win_in": "wins in {plies}",
    "loss_in": "loses in {plies}",
    "drawn": "a draw",
    # who evolves there
    "evolution": "Evolve players here",
    "selected": "Selected by",
    "by_games": "games among themselves",
    "by_material": "games against the material player",
    "by_values": "exact values of positions",
    "trial": "Trial",
    "evolve": "Evolve",
    "stop": "Stop",
    "play_best": "Play the last one",
    "evolving": "It begins …",
    "generation": "Generation {done} of {of}.",
    "evolved": "It is done.",
    "stopped_at": "Stopped at generation {done}.",
    "trouble": "The evolution stopped: {problem}.",
    "evolved_name": "selected by {kind}, trial {trial}, generation {done}",
    "evolved_about": (
        "It evolved on this page, selected by {kind}: the best of generation {done} of trial"
        " {trial}."
    ),
    "elo_title": "Elo against the material player, by generation",
    "blunders_title": "Blunder rate in percent, by generation",
    "elo_chart": (
        "Elo against the material player, by generation, of {runs}; the table below has the last"
        " ones."
    ),
    "blunders_chart": (
        "Blunder rate in percent, by generation, of {runs}; the table below has the last ones."
    ),
    "charts_note": (
        "Elo of the best network of some generations: 200 fresh games against the material player,"
        " both two moves ahead, with 95 % intervals. Its blunder rate: of all positions where the"
        " move matters, the share in which it throws away what they are worth. Dashed is the"
        " material player."
    ),
    "measured": "What the last ones are worth",
    "of_generation": "generation",
    "elo_head": "Elo (95 %)",
    "blunders_head": "blunder rate",
    "interval": "{elo} ({low} to {high})",
    "no_bound": "no bound",
}
