"""The table's door for screens and witnesses of other machines: TLS 1.3 with certificates on both sides.

A client's certificate is signed by the room's own authority and names, as a URI among its alternative names,
one role at each table that it may watch: `tapis://UTH-2/pit`. Whoever shows such a name for this table is
joined to the Unix socket of that role, and has the rights of that socket, no more. Everybody else is told
nothing but that he is not taken, and what he showed is said on one line of the log. Nothing of this reaches
the deciding thread.
"""

from __future__ import annotations

import contextlib
import socket
import ssl
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from controller import wire
from controller.remote_relay import relay

REMOTE_ROLES: Final = ("pit", "chef", "jackpot", "witness")
"""Who may be on another machine: nobody deals from afar. A chef's screen is the pit's, by its name."""
CONNECTIONS_MAX: Final = 16
HANDSHAKE_S: Final = 5.0
LOGGED_MAX_A_MINUTE: Final = 60
SCHEME: Final = "tapis://"


class NoRemote(Exception):
    """The door cannot be opened: a certificate that does not load, an address that is taken."""


class NotTaken(Exception):
    """A certificate that names no role at this table."""


@dataclass(frozen=True, slots=True)
class RemoteTerms:
    """Where the door is, and by which files it knows others and is known; `revoked` are lists of them."""

    host: str
    port: int
    ca: Path
    certificate: Path
    key: Path
    revoked: Path | None = None


def name_of(role: str, table: str) -> str:
    """The name by which a certificate is let in: `tapis://UTH-2/pit`."""
    return f"{SCHEME}{table}/{role}"


def role_named(certificate: Mapping[str, Any], table: str) -> str:
    """The one role that this certificate, already proven to be of our authority, has at the table.

    Raises:
        NotTaken: it names none, several, or one that no other machine may have.
    """
    names = [value for kind, value in certificate.get("subjectAltName", ()) if kind == "URI"]
    here = f"{SCHEME}{table}/"
    roles = {name.removeprefix(here) for name in names if name.startswith(here)}
    if not roles:
        raise NotTaken(f"is for {', '.join(names) or 'no table'}, not for {table}")
    if len(roles) > 1 or not roles <= set(REMOTE_ROLES):
        raise NotTaken(f"may not be {' and '.join(sorted(roles))} of {table} from another machine")
    return roles.pop()


def context_of(terms: RemoteTerms) -> ssl.SSLContext:
    """TLS 1.3, our certificate, and nobody without one of our authority's that is valid now.

    Raises:
        NoRemote: a file cannot be read or is not what it should be.
    """
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.minimum_version = ssl.TLSVersion.TLSv1_3
    made.verify_mode = ssl.CERT_REQUIRED
    made.num_tickets = 0  # a certificate is looked at anew at each connection
    try:
        made.load_cert_chain(terms.certificate, terms.key)
        made.load_verify_locations(terms.ca)
        if terms.revoked is not None:
            made.load_verify_locations(terms.revoked)
            made.verify_flags |= ssl.VerifyFlags.VERIFY_CRL_CHECK_LEAF
    except (OSError, ssl.SSLError) as error:
        why = error.strerror or str(error)
        raise NoRemote(f"[remote] certificates of {terms.certificate.parent}: {why}") from None
    return made


class RemoteDoor:
    """Listens for screens of other machines while it is open.

    Args:
        table: whose door it is; certificates name it.
        run_dir: where the Unix sockets of the roles are.
        log: told one line for each connection that was made or refused.
    """

    def __init__(
        self, terms: RemoteTerms, table: str, run_dir: Path, log: Callable[[str], None] | None = None
    ) -> None:
        self._terms, self._table, self._dir = terms, table, run_dir
        self._log = log if log is not None else _to_stderr
        self._context = context_of(terms)
        self._listener: socket.socket | None = None
        self._closing = threading.Event()
        self._threads: set[threading.Thread] = set()
        self._lock = threading.Lock()
        self._accepting = threading.Thread(target=self._accept, name="remote", daemon=True)
        self._minute, self._logged = 0, 0

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
            self._listener = socket.create_server((self._terms.host, self._terms.port), backlog=8)
        except OSError as error:
            where = f"{self._terms.host}:{self._terms.port}"
            raise NoRemote(f"[remote] cannot listen at {where}: {error.strerror}") from None
        self._listener.settimeout(0.2)

    def open(self) -> None:
        """Connections are taken.

        Raises:
            NoRemote: as `bind`.
        """
        self.bind()
        self._accepting.start()

    def close(self) -> None:
        """Every connection is closed and the port is free."""
        self._closing.set()
        if self._listener is None:
            return
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # nobody waits in `accept` any more
        if self._accepting.is_alive():
            self._accepting.join()
        self._listener.close()
        for thread in tuple(self._threads):
            thread.join(HANDSHAKE_S + 1)

    def _accept(self) -> None:
        assert self._listener is not None
        while not self._closing.is_set():
            try:
                sock, peer = self._listener.accept()
            except TimeoutError:
                continue
            except OSError:  # the other side has already gone again
                continue
            with self._lock:
                full = len(self._threads) >= CONNECTIONS_MAX
                if not full:
                    thread = threading.Thread(
                        target=self._serve, args=(sock, peer[0]), name="remote screen", daemon=True
                    )
                    self._threads.add(thread)
            if full:
                sock.close()
                self._say(f"{peer[0]} refused: {CONNECTIONS_MAX} connections are open")
            else:
                thread.start()

    def _serve(self, sock: socket.socket, peer: str) -> None:
        try:
            with sock:
                self._let_in(sock, peer)
        finally:
            with self._lock:
                self._threads.discard(threading.current_thread())

    def _let_in(self, sock: socket.socket, peer: str) -> None:
        sock.settimeout(HANDSHAKE_S)
        try:
            line = self._context.wrap_socket(sock, server_side=True)
        except (OSError, ssl.SSLError) as error:
            self._say(f"{peer} refused: {_reason(error)}")
            return
        with line:
            shown = line.getpeercert() or {}
            try:
                role = role_named(shown, self._table)
            except NotTaken as why:
                self._say(f"{peer} refused: the certificate of {_subject(shown)} {why}")
                self._tell(line, "this certificate is not for this table")
                return
            self._join(line, peer, role, _subject(shown))

    def _join(self, line: ssl.SSLSocket, peer: str, role: str, subject: str) -> None:
        """The connection is one of the role's socket until either end has gone."""
        with socket.socket(socket.AF_UNIX) as inner:
            try:
                inner.connect(str(self._dir / wire.socket_name("pit" if role in wire.PIT_NAMES else role)))
                if role in wire.PIT_NAMES:
                    inner.sendall(wire.screen_name_line(role))  # before the other end can say what it is
            except OSError:
                self._say(f"{peer} refused: the table does not serve {role} now")
                return
            self._say(f"{peer} joined as {role}: {subject}")
            relay(line, inner, self._closing)
        self._say(f"{peer} left as {role}")

    def _tell(self, line: ssl.SSLSocket, why: str) -> None:
        try:
            line.sendall(wire.dropped_line(why))
        except (OSError, ssl.SSLError):
            return

    def _say(self, what: str) -> None:
        """One line of the log; a flood of them is cut off until the next minute."""
        with self._lock:
            minute = int(time.monotonic()) // 60
            if minute != self._minute:
                self._minute, self._logged = minute, 0
            self._logged += 1
            logged = self._logged
        if logged <= LOGGED_MAX_A_MINUTE:
            self._log(f"{self._table}: remote {what}")


def _to_stderr(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


def _subject(certificate: Mapping[str, Any]) -> str:
    """The common name of a certificate, short and printable."""
    names = [value for part in certificate.get("subject", ()) for key, value in part if key == "commonName"]
    name = str(names[0]) if names else "nobody"
    return name if len(name) <= wire.TEXT_MAX and name.isprintable() else "?"


def _reason(error: OSError) -> str:
    """Why a handshake failed: the library's own words, without its file and line."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"certificate {error.verify_message}"
    if isinstance(error, ssl.SSLError):
        return (error.reason or "no TLS").lower().replace("_", " ")
    return "no handshake in time" if isinstance(error, TimeoutError) else error.strerror or "it went away"
