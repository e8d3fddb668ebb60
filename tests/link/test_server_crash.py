"""The server dies under load: what it has acknowledged is there when it is back (T-10, F-14)."""

from __future__ import annotations

from tests.law.requirements import requirement
from tests.link_trials import crashes
from tests.private_postgres import PrivateServer

DURABLE = {"fsync": "on", "full_page_writes": "on"}


@requirement("RC-01")
def test_no_acknowledged_stake_is_lost_when_the_server_dies() -> None:
    server = PrivateServer(DURABLE)
    try:
        acknowledged, asked_again = crashes(server, 2)
    finally:
        server.remove()
    assert acknowledged > 20
    assert asked_again > 0
