"""What several processes of pytest-xdist share: whoever needs it first makes it."""

import pickle

from fogel.core.files import write_file


def made_once(factory, name, make):
    """What `make()` returns; `factory` is pytest's tmp_path_factory.

    The folders of the processes stand side by side.
    """
    folder = factory.getbasetemp()
    side_by_side = folder.parent if folder.name.startswith("popen-") else folder
    path = side_by_side / f"{name}.pickle"
    if not path.exists():
        write_file(path, pickle.dumps(make()))
    return pickle.loads(path.read_bytes())
