"""What is found out about the server of a linked book: a code and its facts, worded by who tells it."""

from __future__ import annotations

from controller.book.port import BookMismatch


class Said:
    """A finding: the code of a sentence, and the facts that stand in it."""

    __slots__ = ("code", "facts")

    def __init__(self, code: str, **facts: str | int) -> None:
        self.code = code
        self.facts = facts

    def __repr__(self) -> str:
        return f"Said({self.code}, {self.facts})"


class KeeperMismatch(BookMismatch):
    """What a keeper asked for does not go with this book; `said` tells it in any language."""

    def __init__(self, said: Said) -> None:
        super().__init__(repr(said), said.code)
        self.said = said
