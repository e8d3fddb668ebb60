"""The door of the feed: `feed.sock` beside the socket of the house, on the same thread.

    client -> house   {"feed": 1, "after": {"UTH-1": ["5f…", 812]}}   once, first: the cursor, `{}` for all
                      {"feed": 1, "from": "now"}                      what comes from now on
    house -> client   {"feed": 1, "after": {…}}                       where it begins
                      {"table": …}                                    entries, as in `controller.house.feed`
                      {"tick": 1795212187123}                         nothing new for a while; the line lives
                      {"dropped": "after.UTH-1: …"}                   what was not understood; it hangs up

A client that does not listen holds back its own feed alone: its lines are made when there is room for them. A
connection more than `FEEDS_MAX` takes the place of the one that has taken nothing for the longest time.
"""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from controller.house.archive import House
from controller.house.feed import FROM, Feed, Positions, ends, positions_of
from controller.house.scope import BadQuestion
from controller.house.store import StoreLost
from controller.screens import wire
from controller.screens.unix_socket import Door, listen
from controller.screens.wire import WireError

ROLE: Final = "feed"
VERSION: Final = 1
"""Of the lines; what an entry's body has is KINDS.md."""
FEEDS_MAX: Final = 8
ASKED_MAX: Final = 64 * 1024
AHEAD_MAX: Final = 64 * 1024
"""Bytes that wait for a client; so many and one line more at most."""
TICK_S: Final = 2.0


class _Client:
    """One that listens, once it has said where it is."""

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self.lines = wire.Lines(ASKED_MAX)
        self.feed: Feed | None = None
        self.after: Positions | None = None
        self.since = ""
        self.looked_s = 0.0
        self.out = bytearray()
        self.took_s = time.monotonic()
        self.changes = -1
        self.leaves = False


class FeedDoor:
    """Clients of the feed at their socket.

    Args:
        selector: on which the service waits; the data of its keys are called with what happened.
        gid: a group whose members may listen too.
        failed: told of a fault of the program that one client met; it is hung up, the others go on.

    Raises:
        SocketTaken: another process serves there.
    """

    def __init__(
        self,
        house: House,
        selector: selectors.BaseSelector,
        run_dir: Path,
        gid: int | None = None,
        failed: Callable[[str, Exception], None] = lambda kind, error: None,
    ) -> None:
        self._house, self._selector, self._failed = house, selector, failed
        path = run_dir / wire.socket_name(ROLE)
        self._door = Door(path, listen(path, gid), gid)
        self._clients: list[_Client] = []
        selector.register(self._door.listener, selectors.EVENT_READ, self._accept)

    def pump(self) -> bool:
        """Every client that has room is told more; whether there may be more still."""
        busy = False
        for client in list(self._clients):
            try:
                if client.after is not None and client.feed is None:
                    self._start(client, client.after)
                if client.feed is not None and not client.leaves and len(client.out) < AHEAD_MAX:
                    busy = self._more(client, client.feed) or busy
            except StoreLost:
                raise
            except Exception as error:
                self._broke(client, error)
        return busy

    def _broke(self, client: _Client, error: Exception) -> None:
        """The program has a fault that this client met."""
        self._failed("feed", error)
        client.feed = None
        self._drop(client, "the house met a fault of its program; it is in its log")

    def close(self) -> None:
        """Nobody listens any more, and the socket is gone."""
        for client in list(self._clients):
            self._leave(client)
        self._selector.unregister(self._door.listener)
        self._door.close()

    def _more(self, client: _Client, feed: Feed) -> bool:
        changes, found, now_s = self._house.changes, False, time.monotonic()
        # Now and then without news too: what could not be read may be there again.
        if client.changes != changes or now_s - client.looked_s >= TICK_S:
            client.looked_s = now_s
            for line in feed.lines():
                client.out += line
                found = True
                if len(client.out) >= AHEAD_MAX:
                    break
            if not found:
                client.changes = changes
        if not found and not client.out and now_s - client.took_s >= TICK_S:
            client.out += wire.tick_line(time.time_ns() // 1_000_000)
        self._write(client)
        return found

    def _accept(self, mask: int) -> None:
        sock = self._door.let_in()
        if sock is None:
            return
        if len(self._clients) >= FEEDS_MAX:
            self._leave(min(self._clients, key=lambda one: one.took_s))
        client = _Client(sock)
        self._clients.append(client)
        self._selector.register(sock, selectors.EVENT_READ, lambda mask: self._happened(client, mask))

    def _happened(self, client: _Client, mask: int) -> None:
        if mask & selectors.EVENT_READ:
            self._read(client)
        if mask & selectors.EVENT_WRITE and client in self._clients:
            self._write(client)

    def _read(self, client: _Client) -> None:
        try:
            data = client.sock.recv(ASKED_MAX)
            lines = client.lines.feed(data) if data else []
        except BlockingIOError:
            return
        except (OSError, WireError):
            self._leave(client)
            return
        if not data:
            self._leave(client)
            return
        for line in lines:
            try:
                self._begin(client, line)
            except (BadQuestion, WireError) as refused:
                self._drop(client, str(refused))
                return
            except StoreLost:
                return  # it waits for the first line of ours until the store answers
            except Exception as error:
                self._broke(client, error)
                return

    def _drop(self, client: _Client, why: str) -> None:
        client.out += wire.dropped_line(why)
        client.leaves = True
        self._write(client)

    def _begin(self, client: _Client, line: bytes) -> None:
        """The client has said where it is.

        Raises:
            BadQuestion, WireError: it has not.
        """
        told = wire.decode(line)
        if not isinstance(told, dict) or told.get("feed") != VERSION:
            raise BadQuestion(f'feed: the first line is an object with "feed": {VERSION}')
        if client.after is not None:
            raise BadQuestion("feed: it was asked for already; another cursor is another connection")
        since = told.get("from", "start")
        if since not in FROM or ("from" in told and "after" in told):
            raise BadQuestion(f"from: {' or '.join(FROM)} is wanted, and no cursor beside it")
        client.since, client.after = since, positions_of(told.get("after", {}))
        self._start(client, client.after)

    def _start(self, client: _Client, after: Positions) -> None:
        """The feed begins, unless the house has still to read what it is to begin with."""
        if client.leaves or (client.since == "now" and not self._house.settled):
            return
        if client.since == "now":
            after = ends(self._house)
        try:
            client.feed = Feed(self._house, after)
        except BadQuestion as refused:
            if self._house.settled:
                self._drop(client, str(refused))
            return
        client.out += wire.encode({"feed": VERSION, "after": {table: [*at] for table, at in after.items()}})
        self._write(client)

    def _write(self, client: _Client) -> None:
        try:
            sent = client.sock.send(client.out) if client.out else 0
        except BlockingIOError:
            sent = 0
        except OSError:
            self._leave(client)
            return
        if sent:
            del client.out[:sent]
            client.took_s = time.monotonic()
        if client.leaves and not client.out:
            self._leave(client)
            return
        waits = selectors.EVENT_WRITE if client.out else 0
        if self._selector.get_key(client.sock).events != selectors.EVENT_READ | waits:
            key = self._selector.get_key(client.sock)
            self._selector.modify(client.sock, selectors.EVENT_READ | waits, key.data)

    def _leave(self, client: _Client) -> None:
        if client in self._clients:
            self._clients.remove(client)
            self._selector.unregister(client.sock)
            client.sock.close()
