"""Tables that stake on a linked book while servers come and go, and keep journals of what they were told."""

from __future__ import annotations

import threading
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from controller.book.answers import Contributed, Finished, Key
from controller.book.journals import read_acts
from controller.book.port import BookUnreachable
from controller.book.postgres import PostgresBook
from controller.book.verify import JournalAct
from controller.game import events as e
from controller.journal.chain import Opening
from controller.journal.seal import master_of_seed
from controller.journal.writer import Journal
from tests.patience import PATIENCE_S
from tests.runbook import Reader, blocks

STAKE = 500
SEATS = (1, 2)
Answer = TypeVar("Answer")


@dataclass
class Table:
    """One table: its login, its journal, and what the book has acknowledged to it."""

    name: str
    url: str
    journals: Path
    acknowledged: dict[Key, int] = field(default_factory=dict)
    longest_s: float = 0.0
    """The longest time without an answer."""

    def __post_init__(self) -> None:
        opening = Opening(self.name, 1, "ab" * 32, False)
        path = self.journals / f"{self.name}.journal"
        self._journal = Journal.create(path, opening, at_ms=5, sealer_master=master_of_seed(1))
        self._book = PostgresBook(self.url)
        self._round = 0
        self._lock = threading.Lock()

    def play(self) -> None:
        """One round: its stakes and its end are asked, each by one key, until they are answered."""
        with self._lock:
            self._round += 1
            number, now = self._round, self._round * 10
            self._journal.append([e.ContributionAsked(number, 1, SEATS, STAKE)], now)
            key = Key(self.name, self._journal.journal_id, number, 1, "contribute")
            took = self._answered(Contributed, lambda: self._book.contribute(key, SEATS, STAKE, now))
            before, after, seq = took.meter_before_cents, took.meter_cents, took.book_seq
            self._journal.append([e.ContributionRecorded(number, 1, 1, before, after, seq)], now)
            self.acknowledged[key] = seq
            end = Key(self.name, self._journal.journal_id, number, 1, "finish")
            self._journal.append([e.FinishAsked(number, 1)], now)
            over = self._answered(Finished, lambda: self._book.finish(end, now))
            self._journal.append([e.FinishRecorded(number, over.meter_cents, over.book_seq)], now)
            self.acknowledged[end] = over.book_seq

    def stake_only(self, number: int) -> None:
        """The stakes of this round are in the book, and its end will never be."""
        key = Key(self.name, self._journal.journal_id, number, 1, "contribute")
        self._answered(Contributed, lambda: self._book.contribute(key, SEATS, STAKE, number))

    def _answered(self, kind: type[Answer], act: Callable[[], object]) -> Answer:
        since_s = time.monotonic()
        while True:
            try:
                answer = act()
            except BookUnreachable:
                assert time.monotonic() < since_s + PATIENCE_S, "never answered"
                time.sleep(0.3)
                continue
            self.longest_s = max(self.longest_s, time.monotonic() - since_s)
            assert isinstance(answer, kind), answer
            return answer

    def after(self, rounds: int) -> None:
        """It has played so many rounds more, by itself."""
        wanted, until_s = self._round + rounds + 1, time.monotonic() + PATIENCE_S
        while self._round < wanted:
            assert time.monotonic() < until_s, f"{self.name} does not play"
            time.sleep(0.02)

    def told(self) -> list[JournalAct]:
        """What its journal tells."""
        return [act for act in read_acts(self.journals).acts if act.key.table == self.name]

    def found(self) -> dict[Key, int]:
        """What the book has of it now."""
        with closing(PostgresBook(self.url)) as book:
            return {act.key: act.book_seq for act in book.acts()}

    def lost(self) -> set[Key]:
        """Acts that it was acknowledged and that the book has not, or has elsewhere."""
        found = self.found()
        return {key for key, seq in self.acknowledged.items() if found.get(key) != seq}

    def close(self) -> None:
        self._book.close()
        self._journal.close()


@contextmanager
def staking(tables: Sequence[Table]) -> Iterator[None]:
    """The tables play without pause inside the block, and whatever went wrong there is raised at its end."""
    stopping = threading.Event()
    wrong: list[BaseException] = []

    def playing(table: Table) -> None:
        try:
            while not stopping.is_set():
                table.play()
                time.sleep(0.05)
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=playing, args=(table,)) for table in tables]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stopping.set()
        for thread in threads:
            thread.join()
    if wrong:
        raise wrong[0]


def wait(tables: Sequence[Table], rounds: int) -> None:
    """Each table has played so many rounds more."""
    for table in tables:
        table.after(rounds)


def install(reader: Reader) -> tuple[str, list[Table]]:
    """Sections 1 to 3 are typed as far as the tables: three servers, a jackpot, two tables that have staked.

    What was said is returned beside the tables.
    """
    ours = reader.machines
    said = reader.section("1") + reader.section("2")
    said += reader.section("3", until="d, with the certificate of display")
    ours.sh("d", "cp /media/stick/uth_* /media/stick/pit.* /etc/tapis/link/")
    (settings,) = (block.text for block in blocks() if block.kind == "toml")
    address = ours.url(tomllib.loads(settings)["table"]["book"])
    tables = [
        Table(f"UTH-{n}", address.replace("uth_1", f"uth_{n}"), ours.folder / "journals") for n in (1, 2)
    ]
    for table in tables:
        table.play()
    return said, tables
