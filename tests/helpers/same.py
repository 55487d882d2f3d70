"""What tests compare runs by: every bit of a run, every byte of a folder."""


def tree(folder):
    """All files of a folder and what they hold."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def bits(run):
    """Everything that a run found, as bytes."""
    parts = [run.best_payoff, run.mean_hidden_nodes, *(champion.weights for champion in run.champions)]
    return b"".join(part.tobytes() for part in parts)
