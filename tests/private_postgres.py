"""A private PostgreSQL server of the tests: its own directory, a socket there, gone at the end."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
from psycopg import sql

from controller.book.port import Linkage
from controller.book.postgres import PostgresBook
from controller.book.postgres_schema import install
from controller.book.shares import Terms

OWNER = "casino"
PATIENCE_S = 20.0
"""Where a test is not about a lost link, a busy machine is not one."""
PROFILE = Linkage("fr-55-20-2021", "d" * 64, (), "")
_WATCH = (
    'while [ -d "/proc/$1" ]; do sleep 2; done; "$2/pg_ctl" -D "$3/data" -m immediate stop; rm -rf "$3/data"'
)
_STANDARD = {
    "listen_addresses": "127.0.0.1",
    "fsync": "off",
    "full_page_writes": "off",
    "shared_buffers": "32MB",
    "max_connections": "60",
    "autovacuum": "off",
}


def binaries() -> Path:
    """Where `initdb` and `pg_ctl` are.

    Raises:
        FileNotFoundError: PostgreSQL is not installed; `make setup-tests` installs it where it may.
    """
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    if found:
        return found[-1].parent
    if on_path:
        return Path(on_path).resolve().parent
    raise FileNotFoundError("no PostgreSQL server: make setup-tests installs it")


class PrivateServer:
    """A server that belongs to this process. `settings` are added to, or replace, the quick ones."""

    def __init__(
        self, settings: Mapping[str, str] | None = None, prepare: Callable[[Path], None] | None = None
    ) -> None:
        """It answers; `prepare` may put files in its data directory before it starts."""
        self._bin = binaries()
        self.folder = Path(tempfile.mkdtemp(prefix="tapis-pg-", dir="/tmp"))
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:  # initdb and pg_ctl refuse to run as root
            user = pwd.getpwnam("postgres")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self._as = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        self.data = self.folder / "data"
        self.log = self.folder / "log"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._settings = {**_STANDARD, **(settings or {})}
        self._made = 0
        self._spare: list[str] = []
        self._run("initdb", "-D", str(self.data), "-A", "trust", "-U", OWNER, "-E", "UTF8", "--no-sync")
        if prepare is not None:
            prepare(self.data)
            for path in self.data.iterdir():
                if self._as and path.is_file():
                    os.chown(path, self._as["user"], self._as["group"])
        self.start()
        # A test run that is killed must not leave its server behind.
        self._watch = subprocess.Popen(
            ["/bin/sh", "-c", _WATCH, "sh", str(os.getpid()), str(self._bin), str(self.folder)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            **self._as,
        )

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [str(self._bin / program), *arguments],
            cwd=self.folder,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            **self._as,
        )
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stderr}")

    def start(self) -> None:
        """The server answers."""
        options = f"-p {self.port} -k {self.folder}"
        for name, value in self._settings.items():
            options += f" -c {name}={value}"
        self._run("pg_ctl", "-D", str(self.data), "-w", "-s", "-l", str(self.log), "-o", options, "start")

    def stop(self, mode: str = "immediate") -> None:
        """The server is gone; with `immediate` as if the power had failed for it."""
        self._run("pg_ctl", "-D", str(self.data), "-w", "-s", "-m", mode, "stop")

    def remove(self) -> None:
        """Nothing of it is left."""
        self._watch.kill()
        self._watch.wait()
        self.stop()
        shutil.rmtree(self.folder)

    def url(self, database: str, role: str = OWNER, *, port: int | None = None, more: str = "") -> str:
        """The address of a database over its socket, or over TCP by `port`."""
        role, database = quote(role), quote(database)
        if port is not None:
            return f"postgresql://{role}@127.0.0.1:{port}/{database}?sslmode=disable{more}"
        return f"postgresql://{role}@/{database}?host={self.folder}&port={self.port}{more}"

    def connect(self, database: str = "postgres", role: str = OWNER) -> psycopg.Connection[Any]:
        return psycopg.connect(self.url(database, role), autocommit=True)

    def database(self, like: str = "template0") -> str:
        """A new empty database; or a copy of one to which nobody is connected."""
        self._made += 1
        name = f"jackpot{self._made}"
        with self.connect() as connection:
            connection.execute(
                sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY file_copy").format(
                    sql.Identifier(name), sql.Identifier(like)
                )
            )
        return name

    def drop(self, name: str) -> None:
        """The database is gone, whoever is connected to it."""
        with self.connect() as connection:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))

    def book_database(self, terms: Terms, linkage: Linkage = PROFILE) -> str:
        """A database with a new book on these terms; one that was given back is used again."""
        name = self._spare.pop() if self._spare else ""
        if not name:
            name = self.database()
            install(self.url(name), terms, linkage, at_ms=0)
            return name
        with self.connect(name) as connection:
            connection.execute("SET session_replication_role = replica")
            for table in (
                "entries",
                "answers",
                "claims",
                "rounds",
                "generations",
                "standing",
                "jackpot",
                "probes",
            ):
                connection.execute(f"DELETE FROM tapis.{table}".encode())  # quicker than TRUNCATE for so few
            connection.execute("ALTER TABLE tapis.rounds ALTER id RESTART")
            connection.execute("ALTER TABLE tapis.claims ALTER id RESTART")
            connection.execute("SET session_replication_role = origin")
            connection.execute(
                "SELECT tapis.open_jackpot(%s, %s, %s, %s, 0)",
                (terms.text(), linkage.profile, linkage.profile_digest, linkage.simulated),
            )
        return name

    def give_back(self, name: str) -> None:
        """The database may be used for another book; nobody is connected to it any more."""
        self._spare.append(name)

    def logged(self) -> str:
        """What the server has logged so far."""
        return self.log.read_text(encoding="utf-8", errors="replace")


class PooledBook(PostgresBook):
    """A book in a database that another test may use after this one."""

    server: PrivateServer
    database: str

    def close(self) -> None:
        super().close()
        if self.database not in self.server._spare:
            self.server.give_back(self.database)


def pooled_book(server: PrivateServer, terms: Terms) -> PooledBook:
    """A new book on the server."""
    name = server.book_database(terms)
    book = PooledBook(server.url(name))
    book.server, book.database = server, name
    book._line.wait_s = PATIENCE_S
    return book
