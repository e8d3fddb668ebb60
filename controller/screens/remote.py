"""The table's door for screens and witnesses of other machines: TLS 1.3 with certificates on both sides.

A client's certificate is signed by the room's own authority and names, as a URI among its alternative names,
one role at each table that it may watch: `tapis://UTH-2/pit`. Whoever shows such a name for this table is
joined to the Unix socket of that role, and has the rights of that socket, no more. Everybody else is told
nothing but that he is not taken, and what he showed is said on one line of the log. Nothing of this reaches
the deciding thread.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import socket
import ssl
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from controller.screens import wire
from controller.screens.remote_handshakes import Handshakes
from controller.screens.remote_refusals import Refusals
from controller.screens.remote_relay import relay
from controller.screens.wire import ScreenRole
from controller.told import Told

REMOTE_ROLES: Final = ("pit", "chef", "jackpot", "witness")
"""Who may be on another machine: nobody deals from afar. A chef's screen is the pit's, by its name."""
CONNECTIONS_MAX: Final = 16
"""Lines that were let in, at a time; handshakes have places of their own."""
OF_CERTIFICATE_MAX: Final = 4
WAITING_MAX: Final = 512
CLOSED_S: Final = 6.0
SCHEME: Final = "tapis://"


SAID: Final[dict[str, tuple[str, str]]] = {
    "certificates": (
        "[{section}] certificats de {folder}\u00a0: {why}",
        "[{section}] certificates of {folder}: {why}",
    ),
    "deaf": (
        "[{section}] ne peut écouter à {where}\u00a0: {why}",
        "[{section}] cannot listen at {where}: {why}",
    ),
}
"""Why it is refused: French, English."""


class NoRemote(Exception):
    """The door cannot be opened: a certificate that does not load, an address that is taken."""


class NotTaken(Exception):
    """A certificate that names no role at this table."""


@dataclass(frozen=True, slots=True)
class RemoteTerms:
    """Where the door is, and by which files it knows others and is known; `revoked` are lists of them.

    `section` is where its file says so.
    """

    host: str
    port: int
    ca: Path
    certificate: Path
    key: Path
    revoked: Path | None = None
    section: str = "remote"


def name_of(role: ScreenRole, table: str) -> str:
    """The name by which a certificate is let in: `tapis://UTH-2/pit`."""
    return f"{SCHEME}{table}/{role}"


def role_named(certificate: Mapping[str, Any], table: str, allowed: tuple[str, ...] = REMOTE_ROLES) -> str:
    """The one role that this certificate, already proven to be of our authority, has at the table.

    Raises:
        NotTaken: it names none, several, or one that no other machine may have.
    """
    names: list[str] = [value for kind, value in certificate.get("subjectAltName", ()) if kind == "URI"]
    here = f"{SCHEME}{table}/"
    roles = {name.removeprefix(here) for name in names if name.startswith(here)}
    if not roles:
        raise NotTaken(f"is for {', '.join(names) or 'no table'}, not for {table}")
    if len(roles) > 1 or not roles <= set(allowed):
        raise NotTaken(f"may not be {' and '.join(sorted(roles))} of {table} from another machine")
    return roles.pop()


def context_of(terms: RemoteTerms) -> ssl.SSLContext:
    """TLS 1.3, our certificate, and nobody without one of our authority's that is valid now (RFC 5280).

    Raises:
        NoRemote: a file cannot be read or is not what it should be.
    """
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.minimum_version = ssl.TLSVersion.TLSv1_3
    made.verify_mode = ssl.CERT_REQUIRED
    # As Python does by itself from 3.13 on: a certificate is good on every machine of a room or on none.
    made.verify_flags |= ssl.VerifyFlags.VERIFY_X509_STRICT
    made.num_tickets = 0  # a certificate is looked at anew at each connection
    try:
        made.load_cert_chain(terms.certificate, terms.key)
        made.load_verify_locations(terms.ca)
        if terms.revoked is not None:
            made.load_verify_locations(terms.revoked)
            made.verify_flags |= ssl.VerifyFlags.VERIFY_CRL_CHECK_LEAF
    except (OSError, ssl.SSLError) as error:
        why = error.strerror or str(error)
        raise NoRemote(
            Told(SAID["certificates"], section=terms.section, folder=terms.certificate.parent, why=why)
        ) from None
    return made


class _Joined:
    """A line that was let in."""

    def __init__(self, line: ssl.SSLSocket, address: str, role: ScreenRole, subject: str) -> None:
        self.line, self.address, self.role, self.subject = line, address, role, subject
        # By its certificate, whatever name that has.
        self.account = hashlib.sha256(line.getpeercert(binary_form=True) or b"").digest()
        self.leaving = threading.Event()
        self.thread = threading.Thread(name="remote screen", daemon=True)


class RemoteDoor:
    """Listens for screens of other machines while it is open.

    Args:
        table: whose door it is; certificates name it.
        run_dir: where the Unix sockets of the roles are.
        roles: who may come in; of a table the screens and witnesses of another machine.
        log: told one line for each connection that was made, and for those that were refused as
            `controller.screens.remote_refusals` has it.
    """

    def __init__(
        self,
        terms: RemoteTerms,
        table: str,
        run_dir: Path,
        log: Callable[[str], None] | None = None,
        roles: tuple[str, ...] = REMOTE_ROLES,
    ) -> None:
        self._terms, self._table, self._dir, self._roles = terms, table, run_dir, roles
        self._log = log if log is not None else _to_stderr
        self._refusals = Refusals(self._say)
        self._handshakes = Handshakes(context_of(terms), self._shaken, self._refuse, self._refusals.look)
        self._listener: socket.socket | None = None
        self._lock = threading.Lock()
        self._joined: list[_Joined] = []

    @property
    def port(self) -> int:
        """The port that the door listens at; of the terms, or what the system gave for 0."""
        assert self._listener is not None, "the door is not open"
        return int(self._listener.getsockname()[1])

    def bind(self) -> None:
        """The address is the door's; whoever knocks waits until `open`.

        Raises:
            NoRemote: nobody can listen at this address.
        """
        if self._listener is not None:
            return
        try:
            self._listener = socket.create_server((self._terms.host, self._terms.port), backlog=WAITING_MAX)
        except OSError as error:
            where = f"{self._terms.host}:{self._terms.port}"
            named = isinstance(
                error, socket.gaierror
            )  # a name that nobody knows has no number of the system's
            why = error.strerror if named else os.strerror(error.errno or 0)  # without Python's own words
            raise NoRemote(Told(SAID["deaf"], section=self._terms.section, where=where, why=why)) from None

    def open(self) -> None:
        """Connections are taken.

        Raises:
            NoRemote: as `bind`.
        """
        self.bind()
        assert self._listener is not None
        self._handshakes.start(self._listener)

    def close(self) -> None:
        """Every connection is closed and the port is free."""
        self._handshakes.close()
        if self._listener is not None:
            self._listener.close()
        with self._lock:
            joined = tuple(self._joined)
        for one in joined:
            one.leaving.set()
        for one in joined:
            one.thread.join(CLOSED_S)

    # --- on the thread of the handshakes ---------------------------------------------------------

    def _refuse(self, address: str, why: str) -> None:
        self._refusals.refused(address, why, time.monotonic())

    def _shaken(self, line: ssl.SSLSocket, address: str) -> None:
        """Whoever has a certificate of our authority is joined to his role, or told that he is not taken."""
        shown = line.getpeercert() or {}
        try:
            one = _Joined(line, address, role_named(shown, self._table, self._roles), _subject(shown))
        except NotTaken as why:
            self._refuse(address, f"the certificate of {_subject(shown)} {why}")
            with line, contextlib.suppress(OSError):
                line.sendall(wire.dropped_line("this certificate is not for this table"))
            return
        one.thread = threading.Thread(target=self._serve, args=(one,), name="remote screen", daemon=True)
        with self._lock:
            gone = self._one_too_many(one.account)
            self._joined.append(one)
        if gone is not None:
            gone.leaving.set()
        one.thread.start()

    def _one_too_many(self, account: bytes) -> _Joined | None:
        """Who leaves for the one that comes: the oldest of his certificate, or of that which has the most."""
        staying = [one for one in self._joined if not one.leaving.is_set()]
        held = Counter(one.account for one in staying)
        if held[account] >= OF_CERTIFICATE_MAX:
            crowd = account
        elif len(staying) >= CONNECTIONS_MAX:
            crowd = held.most_common(1)[0][0]
        else:
            return None
        return next(one for one in staying if one.account == crowd)

    # --- on the thread of a line -----------------------------------------------------------------

    def _serve(self, one: _Joined) -> None:
        try:
            with one.line:
                self._join(one)
        finally:
            with self._lock:
                self._joined.remove(one)

    def _join(self, one: _Joined) -> None:
        """The connection is one of the role's socket until either end has gone."""
        role = one.role
        with socket.socket(socket.AF_UNIX) as inner:
            try:
                inner.connect(str(self._dir / wire.socket_name("pit" if role in wire.PIT_NAMES else role)))
                if role in wire.PIT_NAMES:
                    inner.sendall(wire.screen_name_line(role))  # before the other end can say what it is
            except OSError:
                self._say(f"{one.address} refused: the table does not serve {role} now")
                return
            self._say(f"{one.address} joined as {role}: {one.subject}")
            relay(one.line, inner, one.leaving)
        self._say(f"{one.address} left as {role}")

    def _say(self, what: str) -> None:
        """One line of the log."""
        self._log(f"{self._table}: remote {what}")


def _to_stderr(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


def _subject(certificate: Mapping[str, Any]) -> str:
    """The common name of a certificate, short and printable."""
    names = [value for part in certificate.get("subject", ()) for key, value in part if key == "commonName"]
    name = str(names[0]) if names else "nobody"
    return name if len(name) <= wire.TEXT_MAX and name.isprintable() else "?"
