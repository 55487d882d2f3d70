"""The sentences that terminal, notebook and page show during a game (chapter 7).

A name in braces is filled in: `WORDS["your_move"].format(mark="X")`. The page is handed the same table.
"""

import re
from collections.abc import Sequence
from typing import Any

from fogel.encoding import EMPTY, MARKS

LETTERS = {mark: letter for letter, mark in MARKS.items()} | {EMPTY: "open"}
RESULTS = {"wins": "win", "ties": "tie", "losses": "loss"}  # several of them: one of them
WORDS = {
    # how it stands
    "your_move": "Your move, {mark}.",
    "to_move": "{mark} to move.",
    "it_played": "It played {square}.",
    "tie": "A tie.",
    "win": "You win.",
    "loss": "You lose.",
    "disqualified": "Disqualified: it named square {square}, which was taken. You win.",
    "mark_wins": "{mark} wins.",
    "win_with": "You win with {lines}.",
    "loss_with": "You lose: it has {lines}.",
    "mark_wins_with": "{mark} wins with {lines}.",
    "past": "After {shown} of {moves}.",
    "square": "square {square}, {held}",
    "named": "square {square}, {held}, which it named",
    "after_move": "after move {move}: {mark} on square {square}",
    "empty_board": "the empty board",
    # what can be pressed and chosen
    "adversary": "You play against",
    "generation": "Its generation",
    "who_begins": "Who begins?",
    "it_begins": "It, with X",
    "you_begin": "You, with X",
    "new_game": "New game",
    "so_far": "The game so far",
    "play_on": "Play on from here",
    "back": "Back to the game",
    "load": "Load a champion file",
    "from_file": "the network in {file}",
    "still": "{trouble}; you still play {adversary}.",
    "counted": "Against a second human, you are X in the tally.",
    "hint": "Hint",
    "all_ages": "Show where each generation would move",
    "tallies": "All whom you played",
    "untrained": "it never trained for that: it evolved in games that it began.",
    # help
    "hint_win": "You can force a win with {squares}.",
    "hint_tie": "You can force a tie with {squares}.",
    "hint_loss": "With {squares} a perfect player beats you.",
    # its line through the generations
    "ages_into": "Into square {square}: {ages}.",
    "not_moved_yet": "It has not moved yet.",
    "missed_win": "A win is missed by {ages}.",
    "missed_block": "A block is missed by {ages}.",
    # its head
    "head": "Look into its head",
    "no_head": "Only Fogel's networks have a head to look into here. Choose one as your adversary.",
    "not_moved": "It has not moved yet. After its first move you see here what it computed.",
    "moved": "On {where} it moved into square {square}, the open one with the largest output.",
    "board_with": "a board with {squares}",
    "plays_o": "It plays O here, and sees its own marks as 1 and yours as −1.",
    "flow": "From what it saw, through {nodes}, to nine outputs: blue links raise, orange ones lower.",
    "numbers": "The numbers",
    "outputs": "Its nine outputs",
    "nodes": "Its {nodes}",
    "looks_for": "What it looks for",
    "says": "What it says",
    "links_in": "Links that come in",
    "links_out": "Links that go out",
}


def typographic(words: str) -> str:
    """Words as pages and figures have them: a true apostrophe, a true minus sign, and a space before a percent sign."""
    words = re.sub(r"(?<!\w)-(?=[\d.])", "−", words.replace("'", "’"))
    return re.sub(r"(?<=\d)%", " %", words)


def number(value: Any, digits: int = 2) -> str:
    """A number with a true minus, and without a minus zero; a very large one in powers of ten."""
    text = f"{value:.0e}" if abs(value) >= 1000 else f"{round(float(value), digits) + 0.0:.{digits}f}"
    return text.replace("-", "−")


def percent(share: Any, digits: int = 0) -> str:
    """A share as it is written in prose, figures and pages: 0.095 is 9.5 %, with a space."""
    return f"{number(100 * share, digits)} %"


def plural(count: int, word: str) -> str:
    """A count and its noun: 1 move, 2 moves."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def listed(some: Sequence[Any]) -> str:
    """Several in a sentence: 1, 2 and 3. Of none it is empty."""
    words = [str(one) for one in some]
    return ", ".join([*words[:-2], " and ".join(words[-2:])])


# Of a board of any shape, on which a square is (x, y) and there may be more than two players (chapter 13).
ANY_GAME = {name: WORDS[name] for name in ("your_move", "to_move", "new_game")} | {
    # how it stands
    "several": "player {mark}",  # where there are more than two, who have no letters of their own
    "took": "{mark} took {square}.",
    "passed": "{mark} passed.",
    "draw": "A draw.",
    "win": "You win with {squares}.",
    "loss": "You lose: {mark} has {squares}.",
    "wins": "{mark} wins with {squares}.",
    "own_loss": "You lose with {squares}.",
    "others_loss": "You win: {mark} has {squares}.",
    "loses": "{mark} loses with {squares}.",
    "theirs": "{mark} on {squares}",  # of a pattern that needs the marks of several players
    "empty": "open",
    "place": "{square}, {held}",
    # what can be pressed and chosen
    "board": "Board; the arrow keys move from square to square",
    "seat": "Player {mark}",
    "person": "you",
    "player": "the {name} player",
    "opening": "Who opens?",
    "first": "always {mark}",
    "turn": "each in turn",
    "random": "drawn by lot",
    "suggest": "Suggest a move",
    "peek": "Show what each move is worth",
    "look": "Look into the players",
    "deeper": "Show one more move",
    # help
    "best": "{square} is best: {worth}.",
    "no_values": "To work out what a move is worth would take too long here.",
    "worth_win": "you can force a win",
    "worth_draw": "you can force a draw",
    "worth_loss": "the others can make you lose",
    "short_win": "win in {moves}",
    "short_draw": "draw",
    "short_loss": "loss in {moves}",
    "how": "The rules",
    "turns": "In turn, each puts a mark into an open square. If the board is full and nobody has won, it is a draw.",
    "page_title": "{name}, a game to play",
    "goal_win": "The first to have one of the patterns under “{how}” wins.",
    "goal_lose": "The first to have one of the patterns under “{how}” loses.",
    "goal_both": "The first to have one of the patterns under “{how}” wins, or loses: that depends on the pattern.",
    "win_patterns": "Whoever has one of these anywhere on the board wins. 1 is the player's own mark{others}.",
    "lose_patterns": "Whoever has one of these anywhere on the board loses. 1 is the player's own mark{others}.",
    "others": ", 2 that of the next player, and so on",
    "more": "And {count} more.",
    # what goes on in a player that looks ahead (chapter 14)
    "thinks": "{mark}, {player}",
    "at_first": "What it would think if it had the first move.",
    "before_move": "What it thought before it took {square}.",
    "blind": "It looks at nothing, and takes any square.",
    "sight": "It sees {moves} ahead, at depth {depth}.",
    "cut": "There its patience ran out.",
    "errs": "It errs once in {odds} turns.",
    "never_errs": "It never errs.",
    "one_best": "It has one best move.",
    "draws_win": "It draws among {count} that win.",
    "draws_block": "It draws among {count} that block.",
    "draws_even": "It draws among {count} that are as good as it can see.",
    "draws_loss": "It draws among {count} that lose.",
    "mistake": "It took {square} by mistake.",
    "node": "{move}: {worth}",
    "node_taken": "{move}, taken: {worth}",
    "node_win": "{mark} wins on move {moves}",
    "node_block": "it blocks",
    "node_even": "no win or loss in sight",
    "node_draw": "a draw",
    "node_loss": "{mark} loses on move {moves}",
    "line": "{worth}; then {line}",
    # what goes on in a network (chapter 15)
    "before_pass": "What it thought before it passed.",
    "largest": "Its largest output is that of {square}.",
    "largest_taken": "Its largest output is that of {square}, which is taken.",
    "punished": "It was punished for that: behind each arrow is what came of it.",
    "layer": "Layer {number}: {nodes}",
    "net_node": "{node}: {level}",
    "net_output": "{node}, {square}: {level}",
    "net_heads": "link, level, weight, contribution",
    "net_from": "from {node}",
    "net_to": "to {node}",
    "step": "{mark} {square}",
    "draws": "draws",
    "wins_of": "won by {mark}",
    "stays": "{trouble}; nothing changes.",
}


# Of checkers, whose squares have numbers and whose moves are written 9-14, or 9x18x27 (chapter 19).
CHECKERS = {name: WORDS[name] for name in ("adversary", "who_begins", "new_game", "so_far", "square")} | {
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
    "board": "Board of {rows} by {columns}; the arrow keys go from square to square, Enter takes a piece and moves it",
    # what can be pressed and chosen
    "take_back": "Take back",
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
    "yours": "Your moves, as it judges them {moves} ahead",
    "its": "Its moves before it moved {move}",
    "scores": "In men, more or less, for whoever is to move: above 0 is good. It makes the move with the highest.",
    "working": "It is working that out …",
    "nobody_moves": "Here you will see what it thinks of your moves when it is your turn, and of its own moves.",
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
    "by_pieces": "games against piece count",
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
    "evolved_about": "It evolved on this page, selected by {kind}: the best of generation {done} of trial {trial}.",
    "elo_title": "Elo against piece count, by generation",
    "spoils_title": "Spoils in percent, by generation",
    "elo_chart": "Elo against piece count, by generation, of {runs}; the table below has the last ones.",
    "spoils_chart": "Spoils in percent, by generation, of {runs}; the table below has the last ones.",
    "charts_note": "Elo of the best network of some generations: 200 fresh games against piece count, both two moves "
    "ahead, with 95 % intervals. Its spoils: of all positions where the move matters, the share in which it throws "
    "away what they are worth. Dashed is piece count.",
    "measured": "What the last ones are worth",
    "of_generation": "generation",
    "elo_head": "Elo (95 %)",
    "spoils_head": "spoils",
    "interval": "{elo} ({low} to {high})",
    "no_bound": "no bound",
}
