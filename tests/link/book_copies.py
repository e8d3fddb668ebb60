"""Copies of a book of either kind: what a backup, a standby or a snapshot holds."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Protocol

import psycopg
from psycopg import sql

from controller.book.port import Book
from controller.book.postgres import PostgresBook
from controller.book.sqlite import SqliteBook
from tests.private_postgres import PATIENCE_S, PrivateServer
from tests.shell.book.jackpot_books import EXAMPLE


class Copies(Protocol):
    """Books by name; `first` is there from the beginning. None is open while it is copied."""

    def opened(self, name: str) -> Book: ...
    def copy(self, name: str, to: str) -> None: ...


class FileCopies:
    """Of a SQLite book."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        SqliteBook.create(self.path("first"), EXAMPLE, durable=False).close()

    def path(self, name: str) -> Path:
        return self.folder / f"{name}.book"

    def opened(self, name: str) -> Book:
        return SqliteBook.open(self.path(name), EXAMPLE, durable=False)

    def copy(self, name: str, to: str) -> None:
        shutil.copy(self.path(name), self.path(to))


class DatabaseCopies:
    """Of a linked book."""

    def __init__(self, server: PrivateServer) -> None:
        self._server = server
        self._first = server.book_database(EXAMPLE)
        self._made: set[str] = set()

    def database(self, name: str) -> str:
        return self._first if name == "first" else f"{self._first} {name}"

    def opened(self, name: str) -> Book:
        book = PostgresBook(self._server.url(self.database(name)))
        book._line.wait_s = PATIENCE_S
        return book

    def copy(self, name: str, to: str) -> None:
        command = sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY file_copy")
        source, made = self.database(name), self.database(to)
        with psycopg.connect(self._server.url("postgres"), autocommit=True) as connection:
            if to in self._made:
                connection.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(made)))
            connection.execute(command.format(sql.Identifier(made), sql.Identifier(source)))
        self._made.add(to)

    def remove(self) -> None:
        """The copies are gone and the first is given back."""
        with psycopg.connect(self._server.url("postgres"), autocommit=True) as connection:
            for name in self._made:
                made = sql.Identifier(self.database(name))
                connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(made))
        self._server.give_back(self._first)
