"""The server dies under load: what it has acknowledged is there when it is back (T-10, F-14)."""

from __future__ import annotations

import pytest

from tests import link_trials
from tests.law.requirements import requirement
from tests.link_trials import Load, crashes
from tests.private_postgres import PrivateServer

DURABLE = {"fsync": "on", "full_page_writes": "on"}


@requirement("RC-01")
def test_no_acknowledged_stake_is_lost_when_the_server_dies() -> None:
    server = PrivateServer(DURABLE)
    try:
        acknowledged, asked_again = crashes(server, 2, seed=1)
    finally:
        server.remove()
    assert acknowledged > 20
    assert asked_again > 0


def test_a_table_that_breaks_under_the_load_breaks_the_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its thread ended, a server without any load died as often as wanted, and nothing was lost."""

    class Broken:
        def __init__(self, url: str) -> None: ...

        def contribute(self, *words: object) -> object:
            raise TypeError("no such act")

        def close(self) -> None: ...

    monkeypatch.setattr(link_trials, "PostgresBook", Broken)
    with pytest.raises(TypeError, match="no such act"), Load("").running():
        pass
