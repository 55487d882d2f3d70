"""The sentences beside a board of any shape, in the notebook and on the page (chapters 13 to 15).

A square is (x, y), and there may be more than two players. The page is handed the same table.
"""

from fogel.core.texts import BOARD_WORDS, WORDS

SHARED = BOARD_WORDS | {name: WORDS[name] for name in ("your_move", "to_move", "from_file")}
ANY_GAME = SHARED | {
    # how it stands
    "took": "{mark} took {square}.",
    "passed": "{mark} passed.",
    "pass": "a pass",
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
    "first_player": "Who opens?",
    "first": "always {mark}",
    "turn": "each in turn",
    "random": "drawn at random",
    "suggest": "Suggest a move",
    "peek": "Show what each move is worth",
    "look": "Look into the players",
    "deeper": "Show one more move",
    # help
    "hint_tie": "You can force a draw with {squares}.",
    "best": "{square} is best: {value}.",
    "no_values": "To work out what a move is worth would take too long here.",
    "move_value_win": "you can force a win",
    "move_value_draw": "you can force a draw",
    "move_value_loss": "the others can make you lose",
    "short_win": "win in {moves}",
    "short_draw": "draw",
    "short_loss": "loss in {moves}",
    "how": "The rules",
    "turns": (
        "In turn, each puts a mark into an open square. If the board is full and nobody has won, it"
        " is a draw."
    ),
    "page_title": "{name}, a game to play",
    "goal_win": "The first to have one of the patterns under “{how}” wins.",
    "goal_lose": "The first to have one of the patterns under “{how}” loses.",
    "goal_both": (
        "The first to have one of the patterns under “{how}” wins, or loses: that depends on the"
        " pattern."
    ),
    "win_patterns": (
        "Whoever has one of these anywhere on the board wins. 1 is the player's own mark{others}."
    ),
    "lose_patterns": (
        "Whoever has one of these anywhere on the board loses. 1 is the player's own mark{others}."
    ),
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
    "node": "{move}: {value}",
    "node_taken": "{move}, taken: {value}",
    "node_win": "{mark} wins on move {moves}",
    "node_block": "it blocks",
    "node_even": "no win or loss in sight",
    "node_draw": "a draw",
    "node_loss": "{mark} loses on move {moves}",
    "line": "{value}; then {line}",
    # what goes on in a network (chapter 15)
    "before_pass": "What it thought before it passed.",
    "largest": "Its largest output is that of {square}.",
    "largest_taken": "Its largest output is that of {square}, which is taken.",
    "punished": "It was punished for that: behind each arrow is what came of it.",
    "layer": "Layer {number}: {nodes}",
    "net_node": "{node}: {activation}",
    "net_output": "{node}, {square}: {activation}",
    "net_heads": "link, activation, weight, contribution",
    "net_from": "from {node}",
    "net_to": "to {node}",
    "step": "{mark} {square}",
    "draws": "draws",
    "wins_of": "won by {mark}",
    "stays": "{trouble}; nothing changes.",
}
