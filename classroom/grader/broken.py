"""What a step can do that ends it, in words that a student understands: the one table of kinds and
sentences.
"""

# What follows the name of the step, by kind; the facts are the arguments, a limit called as in
# Limits.
KINDS = {
    "seconds": lambda most: (
        f"took longer than {most:.0f} s and was stopped (a loop that never ends?)."
    ),
    "memory": lambda most: f"used more than {most // 1024**2:,} MB of memory and was stopped.",
    "disk": lambda most: f"wrote more than {most // 1024**2:,} MB and was stopped.",
    "output": lambda most: f"printed more than {most // 1024:,} kB and was stopped.",
    "processes": lambda most: (
        f"started more than {most} processes, or many threads, and was stopped."
    ),
    "depth": lambda most: f"made more than {most} folders within folders and was stopped.",
    "given": lambda file: f"deleted or changed {file}, a file that it was given.",
    "replaced": lambda names: f"replaced {names}. The grader does not rely on it.",
    "forged": lambda: "wrote into the channel by which answers leave.",
    "ended": lambda code: f"ended the notebook's process (exit code {code}).",
}


class Broken(Exception):
    """A step that broke a limit; its text is what the step has done, as it follows "A cell" or
    "Your answer".

    Raises KeyError for a kind that is not in KINDS, and TypeError for facts that are not that
    kind's.
    """

    def __init__(self, kind, **facts):
        super().__init__(KINDS[kind](**facts))
        self.kind, self.facts = kind, facts
