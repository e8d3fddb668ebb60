"""What the server says of new entries is a hint: a flood of it harms nobody, nor does a silent server."""

from __future__ import annotations

from pathlib import Path
from threading import Event, Thread

from controller.book.postgres_line import HINT_S, STANDBY_S, listen
from tests.private_postgres import PrivateServer


class Patience(Event):
    """Stops after so many waits, and keeps how long they were to be."""

    def __init__(self, waits: int) -> None:
        super().__init__()
        self.waits: list[float | None] = []
        self._most = waits

    def wait(self, timeout: float | None = None) -> bool:
        self.waits.append(timeout)
        if len(self.waits) == self._most:
            self.set()
        return self.is_set()


def test_a_flood_of_hints_is_one_hint_and_then_a_pause(postgres: PrivateServer) -> None:
    stopping, moved = Patience(1), list[int]()
    listener = Thread(target=listen, args=(postgres.url("postgres"), stopping, moved.append))
    listener.start()
    with postgres.connect() as sender:
        listening = "SELECT 1 FROM pg_stat_activity WHERE query = 'LISTEN tapis' AND state = 'idle'"
        while not sender.execute(listening.encode()).fetchone():
            sender.execute("SELECT pg_sleep(0.01)")
        sender.execute("SELECT pg_notify('tapis', n::text) FROM generate_series(1, 5000) n")
        sender.execute("SELECT pg_notify('tapis', 'no number')")
    listener.join(20)
    assert not listener.is_alive()
    assert (len(moved), stopping.waits) == (1, [HINT_S])


def test_a_standby_that_cannot_be_listened_to_is_not_asked_all_the_time() -> None:
    """It is read each second all the same, as every book is."""

    def prepare(data: Path) -> None:
        (data / "standby.signal").touch()

    standby = PrivateServer({"hot_standby": "on", "max_connections": "100"}, prepare)
    try:
        stopping = Patience(2)
        listen(standby.url("postgres"), stopping, lambda seq: None)
        assert stopping.waits == [STANDBY_S, STANDBY_S]
    finally:
        standby.remove()
