"""A table that is started and ended in every way there is, under witnesses that look when they like."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

from controller.boot.sessions import open_session
from controller.clock import VirtualClock
from controller.game import inputs as i
from controller.game.session_terms import TableFacts
from controller.game.state import Phase
from controller.journal.closed import session_files
from controller.journal.heads import heads_path, read_heads
from controller.journal.signing import EVERY_MS, SignedJournal
from controller.journal.verify import Report, verify
from controller.journal.witness import WitnessStore, read_witnesses
from controller.screens.unix_socket import Doors
from controller.table.halted import TableHalted
from controller.table.table import Table
from controller.witness.desk import WitnessDesk
from controller.witness.table_line import TableLine
from controller.witness.visits import Visits
from tests.builders import facts
from tests.shell.journal.forgeries import linked
from tests.shell.journal.journals import MASTER, START_MS, reopen, rewrite, rows_of
from tests.shell.journal.witnessed import SIGNER

TABLE = facts().table
ENDS = ("clean", "killed", "before_begin", "before_commit", "after_commit", "torn head", "unsigned start")


class Killed(BaseException):
    """The process is gone at this instant."""


def facts_of(session: int, first_round: int) -> TableFacts:
    return facts(session=session, first_round=first_round)


class Watcher:
    """A witness: with mirrors of the journals, or of heads alone."""

    def __init__(self, folder: Path, socket: Path, *, mirrors: bool) -> None:
        self.heads = folder / "heads.txt"
        self.kept = folder / "kept" if mirrors else None
        (self.kept or folder).mkdir(parents=True)
        self.said: list[str] = []
        self._socket = socket
        WitnessStore(self.heads).trust(TABLE, SIGNER.key)
        self.restart()

    def restart(self, torn: bool = False) -> None:
        """The process of the witness is another one; `torn`, its last one died while it wrote a line."""
        if torn:
            with self.heads.open("ab") as file:
                file.write(b"tapis/1/simulation UTH-2 7 00")
        self._visits = Visits(TABLE, WitnessStore(self.heads), self.kept, self.said.append, durable=False)

    def visit(self) -> bool:
        """A look at the table; whether nothing was refused."""
        try:
            with TableLine.to_socket(self._socket) as line:
                return self._visits.visit(line)
        finally:
            self._visits.close()

    def verified(self, folder: Path) -> Report:
        """These journals, held against what this witness has seen."""
        return verify(folder, witnesses=read_witnesses(self.heads))


class Restarted:
    """A table with its data, and the lives it has had."""

    def __init__(self, folder: Path, dice: Random) -> None:
        self.journals, self.archive, self.run = (folder / name for name in ("journals", "archive", "run"))
        for one in (self.journals, self.archive, self.run):
            one.mkdir(parents=True)
        self._dice = dice
        self._now_ms = START_MS
        self._desk = WitnessDesk(self.journals, TABLE, Doors(self.run))
        self._dies_at = ""

    @contextmanager
    def answering(self) -> Iterator[Path]:
        """Witnesses are answered; the socket."""
        self._desk.open()
        try:
            yield self.run / "witness.sock"
        finally:
            self._desk.close()

    def live(self, end: str) -> None:
        """The table is started, works for a while, and ends so."""
        self._now_ms += self._dice.choice((-3_600_000, 0, 5_000, EVERY_MS, 86_400_000))  # a clock is set, too
        self._dies_at = ""
        clock = VirtualClock(self._now_ms)
        session = open_session(
            *(self.journals, facts_of, TABLE, clock, MASTER), durable=False, crash=self._crash, signer=SIGNER
        )
        if end == "unsigned start":
            session.journal.close()
            return
        clock = VirtualClock(max(self._now_ms, session.at_ms))
        assert session.path is not None
        signed = SignedJournal(session.journal, session.path, SIGNER, at_ms=clock.now_ms(), durable=False)
        try:
            table = Table(session.state, signed, clock, show=lambda _: None, ask=lambda _: None)
            table.start()
            for _ in range(self._dice.randint(1, 6)):
                clock.advance_to(clock.now_ms() + self._dice.randint(1, EVERY_MS))
                signed.tick(clock.now_ms())
                self._step(table)
            if end in ("before_begin", "before_commit", "after_commit"):
                self._dies_at = end
                with suppress(Killed, TableHalted):
                    self._step(table)
            elif end == "clean":
                signed.finish(clock.now_ms())
        finally:
            self._dies_at = ""
            signed.close()
            session.journal.close()
        self._now_ms = clock.now_ms()
        if end == "torn head":
            with heads_path(session.path).open("ab") as file:
                file.write(signed.last.line.encode()[: self._dice.randint(1, 200)])

    def _step(self, table: Table) -> None:
        if table.state.phase is Phase.CLOSED and self._dice.random() < 0.4:
            table.take(i.OpenTable())
        elif table.state.phase is Phase.OPENING:
            for given in (i.BadgeObserved("Chef 1", i.Role.CHEF), i.ConfirmOpening(), i.BadgeGone()):
                table.take(given)
        elif table.state.phase is Phase.BETTING and self._dice.random() < 0.4:
            for given in (i.ConfirmFelt(), i.BadgeObserved("Chef 1", i.Role.CHEF), i.CloseTable()):
                table.take(given)
        else:
            table.take(i.BadgeObserved("Chef 1", i.Role.CHEF))
            table.take(i.BadgeGone())

    def _crash(self, point: str) -> None:
        if point == self._dies_at:
            raise Killed

    def put_away(self, seen_whole: int, *, heads_too: bool) -> None:
        """The journals of the sessions up to this one are moved to the archive."""
        for path in session_files(self.journals, TABLE):
            if int(path.stem[-6:]) <= seen_whole:
                beside = heads_path(path)
                (shutil.move if heads_too else shutil.copy)(beside, self.archive / beside.name)
                shutil.move(path, self.archive / path.name)

    # --- the owner of the table, with its disk and its keys --------------------------------------------

    def forge(self, path: Path, seq: int) -> None:
        """From this entry on the journal is another one that holds, all its heads signed anew in time."""
        rows, times = rows_of(path), [one.at_ms for one in read_heads(heads_path(path))]
        forged = [*rows[: seq - 1], rows[seq - 1]._replace(at_ms=rows[seq - 1].at_ms + 1), *rows[seq:]]
        rewrite(path, linked(forged, seq - 1), linked_from=None)
        self._resign(path, times)

    def cut(self, path: Path, seq: int) -> None:
        """The journal ends before this entry."""
        times = [one.at_ms for one in read_heads(heads_path(path))]
        rewrite(path, rows_of(path)[: seq - 1])
        self._resign(path, times)

    def drop(self, path: Path) -> None:
        """The session never was."""
        path.unlink()
        heads_path(path).unlink()

    def _resign(self, path: Path, times: list[int]) -> None:
        heads_path(path).unlink()
        with reopen(path) as journal:
            SignedJournal(journal, path, SIGNER, at_ms=max(times), durable=False).close()
