"""A table as a witness meets it: journals in a folder, its desk, its door for other machines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from controller.journal.chain import Opening
from controller.journal.heads import Signer
from controller.journal.signing import SignedJournal
from controller.journal.witness import WitnessStore
from controller.journal.writer import Journal
from controller.screens.remote import RemoteDoor, RemoteTerms, name_of
from controller.screens.unix_socket import Doors
from controller.settings.room import CertificateFile, RoomFile, RoomTable
from controller.witness.desk import WitnessDesk
from controller.witness.others_told import HandOn, nobody_writes
from controller.witness.table_line import TableLine
from controller.witness.visits import Visits
from tests.certificates import Authority, Files
from tests.shell.journal.journals import OPENING, START_MS, create, rows_of, steps_of

TABLE = OPENING.table
SIGNER = Signer(b"\1" * 32)


class Writing:
    """One session that is being written and signed."""

    def __init__(self, folder: Path, session: int = 1, previous: str = "", table: str = TABLE) -> None:
        self.path = folder / f"{table}-{session:06d}.journal"
        opening: Opening = replace(OPENING, session=session, previous=previous, table=table)
        self.journal: Journal = create(self.path, opening)
        self._signed = SignedJournal(self.journal, self.path, SIGNER, at_ms=START_MS, durable=False)
        self._round = 0

    def play(self, rounds: int = 1) -> None:
        """So many rounds more, the head signed after each."""
        for _ in range(rounds):
            self._round += 1
            for step in steps_of(self._round):
                self._signed.append(step, START_MS)

    def close(self) -> str:
        """The session is over; its last hash."""
        head = self.journal.head.hash
        self._signed.close()
        self.journal.close()
        return head


def sessions(folder: Path, count: int, rounds: int = 1, table: str = TABLE) -> list[Path]:
    """So many closed sessions, each following the one before."""
    previous, made = "", []
    for number in range(1, count + 1):
        writing = Writing(folder, number, previous, table)
        writing.play(rounds)
        previous = writing.close()
        made.append(writing.path)
    return made


class Machine:
    """A table's machine: its folders, its desk and its door; nothing decides there."""

    def __init__(
        self, folder: Path, authority: Authority, table: str = TABLE, others: HandOn = nobody_writes
    ) -> None:
        self.table, self._authority = table, authority
        self.journals, self.run = folder / "journals", folder / "run"
        for one in (self.journals, self.run):
            one.mkdir(parents=True)
        self.said: list[str] = []
        shown = authority.table(table)
        terms = RemoteTerms("127.0.0.1", 0, authority.ca, shown.certificate, shown.key)
        self._door = RemoteDoor(terms, table, self.run, self.said.append)
        self._desk = WitnessDesk(self.journals, table, Doors(self.run), others=others)

    def __enter__(self) -> Machine:
        self._desk.open()
        self._door.open()
        return self

    def __exit__(self, *trace: object) -> None:
        self._door.close()
        self._desk.close()

    @property
    def port(self) -> int:
        """Where its door is."""
        return self._door.port

    def room(self, files: Files | None = None, port: int = 0) -> RoomFile:
        """The room's file of a witness that has this certificate."""
        files = files or self._authority.screen("witness", name_of("witness", self.table))
        made = CertificateFile(ca=self._authority.ca, certificate=files.certificate, key=files.key)
        address = f"127.0.0.1:{port or self.port}"
        return RoomFile(witness=made, table=[RoomTable(name=self.table, address=address)])

    def line(self, files: Files | None = None, port: int = 0) -> TableLine:
        """A line over TLS, as the witness unless another certificate is shown."""
        room = self.room(files, port)
        return TableLine.to_table(room.table[0], room, "witness")


class Meanwhile:
    """A line to a table at which something happens before a question is answered: of this number, or each."""

    def __init__(self, line: TableLine, happens: Callable[[], object], number: int | None = None) -> None:
        self._line, self._happens, self._number, self._asked = line, happens, number, 0

    def ask(self, question: dict[str, object]) -> dict[str, object]:
        self._asked += 1
        if self._number in (None, self._asked):
            self._happens()
        return self._line.ask(question)


class Pit:
    """The witness's own machine: what it keeps, and what it said."""

    def __init__(self, folder: Path, *tables: str) -> None:
        self.journals = folder / "kept"
        self.journals.mkdir(parents=True, exist_ok=True)
        self.said: list[str] = []
        self.heads = folder / "heads.txt"
        self.store = WitnessStore(self.heads)
        for table in tables or (TABLE,):
            self.store.trust(table, SIGNER.key)

    @contextmanager
    def visits(self, table: str = TABLE) -> Iterator[Visits]:
        """Visits to this table, until they are over."""
        with ExitStack() as stack:
            made = Visits(table, self.store, self.journals, self.said.append, durable=False)
            stack.callback(made.close)
            yield made

    def visit(self, line: TableLine, table: str = TABLE) -> bool:
        """One visit by a witness that has just been started; whether nothing was refused."""
        with line, self.visits(table) as visits:
            return visits.visit(line)


def same(one: Path, other: Path) -> bool:
    """Both folders hold the same journals, row for row, and the same signed heads, byte for byte."""
    names = sorted(path.name for path in one.glob("*.journal"))
    return names == sorted(path.name for path in other.glob("*.journal")) and all(
        rows_of(one / name) == rows_of(other / name)
        and (one / f"{name}.heads").read_bytes() == (other / f"{name}.heads").read_bytes()
        for name in names
    )
