import pytest
from same import tree
from shared import made_once
from small_jobs import SMALL, find_out, prepare

from fogel.core import saving
from fogel.plots import style


@pytest.fixture
def often(monkeypatch):
    """Parts are saved at every chance, and pictures cost nothing."""
    monkeypatch.setattr(saving, "EVERY", 0.0)
    monkeypatch.setattr(saving, "SHARE", 1e9)
    monkeypatch.setattr(style, "picture", lambda figure, kind: f"a picture, {kind}".encode())


@pytest.fixture(params=SMALL)
def job(request, monkeypatch, often):
    """Each job, small."""
    prepare(request.param, monkeypatch)
    return SMALL[request.param]


@pytest.fixture
def out(job, tmp_path):
    """Where a job's results go: a folder, or the file with a network."""
    return find_out(job, tmp_path)


@pytest.fixture
def files_of(tmp_path_factory):
    """`files_of(job)`: the files of a run by one worker that nobody interrupted."""

    def find(job):
        def make():
            folder = tmp_path_factory.mktemp("whole")
            job.run(find_out(job, folder), workers=1)
            return tree(folder)

        name = f"{job.name}-{saving.digest_job(job.to_dict())}"
        return made_once(tmp_path_factory, name, make)

    return find


@pytest.fixture
def whole(job, files_of):
    """The files of a job."""
    return files_of(job)
