"""Servers in processes of their own, as JupyterLab and Voila are."""

import re
import socket
import time
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import pytest

PATIENCE = 200  # seconds for a server to start, on a busy machine


def free_port():
    """A port that nobody has, for now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def address_of(server, log):
    """Where a server says that it runs, and answers, whatever it says; what it has written where it
    does not.

    It may be another port than it was asked for: somebody may have taken that one meanwhile.
    """
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        said = re.search(
            r"http://(?:127\.0\.0\.1|localhost):(\d+)/", log.read_text(encoding="utf-8")
        )
        address = said and f"http://127.0.0.1:{said[1]}"
        if said and answers(address):
            return address
        time.sleep(0.2)
    pytest.fail(f"no server answers:\n{log.read_text(encoding='utf-8')[-2000:]}")


def answers(address):
    try:
        urlopen(f"{address}/static/favicon.ico").close()
    except HTTPError as answer:
        answer.close()
    except URLError:
        return False
    return True
