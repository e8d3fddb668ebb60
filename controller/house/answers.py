"""What the house answers: a question as a plain map in, a plain map out.

    {"ask": "house"}                      tables, sessions, what is read and what is not
    {"ask": "figures", "by": "table"}     one row of figures a table, session or day
    {"ask": "plots", "plots": [...]}      the series of plots, all twelve when none is named
    {"ask": "room", "points": 60}         each table in its present session, as the pit's room shows it
    {"ask": "rounds", ...}                closed rounds by filters
    {"ask": "replay", "table", "round"}   one closed round, entry by entry
    {"ask": "ledger"}                     the jackpot's ledger and generations
    {"ask": "registers", "register"}      the registers of a period, and a page of one
    {"ask": "machine", "table", "machine"}  one machine: which it is, its curves, its kind in the house
    {"ask": "put_away", "what", "table", "why"}  a finding is put away by whose card is in the pit's reader
    {"ask": "notices"}                    what the figures ask to be looked into; the last authorisations
    {"ask": "integrity"}                  how the journals stand
    {"ask": "verify"}                     read everything again now; asked again, how far that is
    {"ask": "inspect", "table", "round"}  for the authority: a round, or a period, worked out anew
    {"ask": "export", "what", "form"}     what a page shows as a file: csv, json or pdf
    {"ask": "export", "what": "evidence", "table", "session", "round"}  all about a round in one signed file
    {"ask": "export", "what": "inspection", ...}  what `inspect` says, with the journals, in one signed file

An inspector's screen may ask what `MAY_INSPECT` names and nothing else; what `inspect` answers, and each file
of it, is noted among the readings once it is worked out and before it is told (SE-12): a question that was
refused, or whose screen went away, read nothing.

Every question may name `table`, `period` or `from_ms` and `to_ms`, `session`, `zone` (the name of that
of the clock on the wall, empty for the machine's own) or `offset_min`.
"""

from __future__ import annotations

import base64
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from controller.house import exports, jackpot, plots, rounds
from controller.house.acts import SHOWN, Acts
from controller.house.archive import House
from controller.house.at_a_glance import at_a_glance
from controller.house.evidence import evidence
from controller.house.failures import Failures
from controller.house.findings import findings
from controller.house.inspection import Asked, asked_of, inspected
from controller.house.inspection_file import check_size, inspection_file
from controller.house.integrity import Check, contradictions, integrity, late
from controller.house.machines import machine
from controller.house.pace import tables_of
from controller.house.printing import Printing
from controller.house.registers import Shelf
from controller.house.replay import replay
from controller.house.round_sheet import journal_and_rules, settlement
from controller.house.scope import BadQuestion, instant, number, scope_of, text, zone_asked
from controller.house.set_aside import PIT, REASONS
from controller.journal.chain import JournalDamaged
from controller.journal.heads import Signer
from controller.journal.trust import NO_KEYS, Keys
from controller.settings.establishment import establishment
from controller.settings.settings_error import SettingsError
from controller.words.instants import to_the_second

Told = Mapping[str, Any]
EVIDENCE: Final = "evidence"
INSPECTION: Final = "inspection"
INSPECTOR: Final = "inspector"
MAY_INSPECT: Final = frozenset(
    {
        *("house", "figures", "plots", "room", "rounds", "replay", "ledger", "registers", "machine"),
        *("notices", "integrity", "inspect", "export"),
    }
)
"""What a screen of the role `inspector` may ask: reading and files, nothing that puts away or begins."""
TAKES_LONG: Final = frozenset({"registers", "inspect", "export"})
"""What is asked so is made beside the service (`Answers.later`)."""
NAMES_MAX: Final = 12
POINTS_MAX: Final = 400
TARGET_MAX: Final = 200
COPIES_MAX: Final = 12
LATE_EVERY_S: Final = 30.0


@dataclass(frozen=True, slots=True)
class Back:
    """What was made needs the store once more: `call` is for the thread that has it.

    It returns the answer, or what makes it, for the clerk's thread again.
    """

    call: Callable[[], dict[str, Any] | Making]


Making = Callable[[], dict[str, Any] | Back]


class Answers:
    """The house and what it is asked.

    Args:
        house: the store and its journals.
        witness: the file of witnessed heads, if the pit's machine keeps one.
        signer: the house's own key, for evidence; without it none is handed over.
        inspecting: what works out what an inspector asks; it may do so in a process of its own.
        keys: those of the tables that somebody compared and told; the witness's store names more.

    Attributes:
        failures: the faults of the program that a question met.
    """

    def __init__(
        self,
        house: House,
        witness: Path | None = None,
        signer: Signer | None = None,
        inspecting: Callable[[Asked], dict[str, Any]] = inspected,
        keys: Keys = NO_KEYS,
    ) -> None:
        self._signer, self._inspected, self._keys = signer, inspecting, keys
        self.failures = Failures()
        self.house = house
        self.check: Check | None = None
        self.shelf = Shelf(house)
        self._acts = Acts(house)
        self._witness = witness
        self._late: list[str] = []
        self._looked_s = time.monotonic()

    def answer(self, told: Told) -> dict[str, Any]:
        """The answer to a question.

        Raises:
            BadQuestion: it is none; one sentence that names key and value.
        """
        kind = text(told, "ask")
        if kind not in _ASKED:
            raise BadQuestion(f"ask: one of {', '.join(_ASKED)} is wanted, not {kind[:40]!r}")
        return _ASKED[kind](self, told)

    def later(self, told: Told) -> Making | None:
        """What makes the answer to a question that takes long, to be called on the clerk's thread; or None.

        It may come `Back` once before it has the answer.

        Raises:
            BadQuestion: as `answer`.
        """
        if told.get("ask") == "registers":
            return self.shelf.answering(told)
        if told.get("ask") == "inspect":
            return self._inspecting(told)
        if told.get("ask") != "export":
            return None
        what = text(told, "what")
        if what == "registers":
            filing = self.shelf.filing(told, self._printing(told))
            return lambda: _file(*filing())
        if what == INSPECTION:
            return self._inspection_file(told)
        if what == EVIDENCE:  # from the store, and soon made
            found = _file(*evidence(self.house.db, self.house.folders, self._signer, told))
            return lambda: found
        shown, form, language = self._shown(what, told), text(told, "form", "json"), text(told, "lang", "fr")
        before, printing = None, self._printing(told)
        if what == "replay":
            journal = journal_and_rules(self.house.db, self.house.folders, shown)
            day, hour = to_the_second(shown["closed_ms"], printing.zone).split()
            before = partial(settlement, *journal, shown["round"], (day, hour, shown["table"]))
        return lambda: _file(*exports.export(what, shown, form, language, printing, before))

    def step(self) -> bool:
        """A running verification went a step further, or a journal into the registers; false when neither."""
        return self.look() or self.shelf.step()

    def look(self) -> bool:
        """A running verification went a step further; false when none runs."""
        if time.monotonic() - self._looked_s >= LATE_EVERY_S:
            self._looked_s = time.monotonic()
            found = [one["table"] for one in late(self.house.db, self.house.folders, _now_ms())]
            self.house.changes += found != self._late  # that nothing came is news as well
            self._late = found
        return self.check is not None and self.check.step()

    def overview(self, told: Told) -> dict[str, Any]:
        """Which tables there are, with their sessions, and how the reading stands."""
        db = self.house.db
        scope = scope_of(db, {**told, "period": "all"})
        rows = db.query(
            "SELECT table_name, session, first_ms, last_ms, entries, bad_seq, simulated, minimum_cents,"
            " maximum_cents FROM source ORDER BY last_ms DESC, id LIMIT 400"
        )
        return {
            "tables": tables_of(db, scope),
            "sessions": [dict(row) for row in rows],
            "signs": self._signer is not None,
            **plots.span(db, scope),
        }

    def figures(self, told: Told) -> dict[str, Any]:
        """Figures by table, session or day."""
        return plots.figures(self.house.db, scope_of(self.house.db, told), told)

    def plots(self, told: Told) -> dict[str, Any]:
        """The series of plots; `target` is the asker's, and none is told without one."""
        names = told.get("plots", [])
        if (
            not isinstance(names, list)
            or len(names) > NAMES_MAX
            or not all(isinstance(n, str) for n in names)
        ):
            raise BadQuestion(f"plots: a list of at most {NAMES_MAX} names is wanted")
        found = plots.plots(self.house.db, scope_of(self.house.db, told), names, _target(told))
        every = scope_of(self.house.db, {"period": "all"})
        return {**found, "tables": tables_of(self.house.db, every)}

    def room(self, told: Told) -> dict[str, Any]:
        """Pace, stakes and result of every table in its present session, each with at most so many points."""
        points = number(told, "points", 0, 0, POINTS_MAX)
        return at_a_glance(self.house.db, scope_of(self.house.db, {}), points)

    def rounds(self, told: Told) -> dict[str, Any]:
        """Closed rounds by filters."""
        return rounds.rounds(self.house.db, scope_of(self.house.db, told), told)

    def replay(self, told: Told) -> dict[str, Any]:
        """One closed round."""
        return replay(self.house.db, self.house.folders, told)

    def ledger(self, told: Told) -> dict[str, Any]:
        """The jackpot, with the growth of the period asked about."""
        scope = scope_of(self.house.db, told)
        told_ledger = jackpot.ledger(self.house.db, scope, told)
        growth = jackpot.growth(self.house.db, scope)
        return {**told_ledger, "growth": growth, "residual": growth["residual"]}

    def registers(self, told: Told) -> dict[str, Any]:
        """The registers of a period."""
        return self.shelf.answer(told)

    def machine(self, told: Told) -> dict[str, Any]:
        """One machine of a table."""
        return machine(self.house.db, told)

    def notices(self, told: Told) -> dict[str, Any]:
        """What asks somebody's attention in the figures, and who let what happen.

        A pace is held against the asker's `target`; without one nobody is told of it.
        """
        found = contradictions(self.house.db, self.house.folders)
        found += late(self.house.db, self.house.folders, _now_ms())
        acts = [*self._acts.newest(), *self.house.aside.acts()]
        newest = sorted(acts, key=lambda act: (-act["at_ms"], act["table"]))[:SHOWN]
        found += [
            {"what": "copied", "table": table, "file": name, "of": of}
            for name, (table, of) in sorted(self.house.copies.items())[:COPIES_MAX]
        ]
        found += [*self.house.unread.findings(), *self.failures.findings(_now_ms())]
        return {"findings": [*found, *self._waiting(told)], "acts": newest}

    def put_away(self, told: Told) -> dict[str, Any]:
        """A finding that waits is put away, with why, and who by the journals: not by the word of a screen.

        It comes back worse, or next session.
        """
        what, table, why = text(told, "what"), text(told, "table"), text(told, "why")
        if why not in REASONS:
            raise BadQuestion(f"why: one of {', '.join(REASONS)} is wanted, not {why[:40]!r}")
        waiting = self._waiting(told)
        finding = next((one for one in waiting if (one["what"], one["table"]) == (what, table)), None)
        if finding is None:
            raise BadQuestion(f"what: no finding {what[:40]!r} of {table[:40]!r} waits")
        at_ms = _now_ms()
        session = self._sessions().get(table, 0)
        self.house.aside.put(finding, session, self._acts.at_pit() or PIT, why, at_ms)
        self.house.changes += 1
        return {"at_ms": at_ms}

    def _waiting(self, told: Told) -> list[dict[str, Any]]:
        found = findings(self.house.db, _target(told))
        return self.house.aside.waiting(found, self._sessions()) if found else []

    def _sessions(self) -> dict[str, int]:
        """The present session of each table."""
        rows = self.house.db.execute("SELECT table_name, max(session) FROM source GROUP BY table_name")
        return dict(rows.fetchall())

    def integrity(self, told: Told) -> dict[str, Any]:
        """How the journals stand, after which entry one is not read on, and a verification that runs."""
        found = integrity(self.house.db, self.house.folders, self._witness)
        unread = [
            {name: one[name] for name in ("table", "session", "seq")} for one in self.house.unread.findings()
        ]
        return {**found, "unread": unread, "check": self.check.told() if self.check is not None else None}

    def verify(self, told: Told) -> dict[str, Any]:
        """A verification is begun unless one runs: of sessions since `since_ms`, or of all; how far it is."""
        if self.check is None or self.check.finished:
            since_ms = instant(told, "since_ms")
            self.check = Check(self.house.db, self.house.folders, self._witness, _now_ms(), since_ms)
        return self.check.told()

    def inspect(self, told: Told) -> dict[str, Any]:
        """A round or a period worked out anew, for whoever checks it; the reading is noted."""
        return completed(self._inspecting(told))

    def _inspecting(self, told: Told) -> Making:
        asked, note = self._asked(told, "page")
        return lambda: self._page(note, self._inspected(asked))

    def _inspection_file(self, told: Told) -> Making:
        if self._signer is None:
            raise BadQuestion("inspection: this house has no key to sign with (tapis house serve --sign)")
        signer, (asked, note) = self._signer, self._asked(told, "file")

        def pack(answer: dict[str, Any]) -> Making:
            read = {**answer, "reading": note()}
            try:
                readings = self.house.readings.newest()
            except JournalDamaged as damage:
                raise BadQuestion(f"inspection: the readings do not hold: {damage}") from None
            return lambda: _file(*inspection_file(asked, read, readings, signer))

        def made() -> Back:
            check_size(asked)  # before a minute of reading
            return Back(partial(pack, self._inspected(asked)))

        return made

    def _asked(self, told: Told, form: str) -> tuple[Asked, Callable[[], dict[str, Any]]]:
        """What is looked into, and what notes the reading of it, once it is made."""
        asked = asked_of(self.house.db, self.house.folders, self._witness, told, self._keys)
        return asked, partial(self._noted, told, form, self._reader(told))

    @staticmethod
    def _page(note: Callable[[], dict[str, Any]], answer: dict[str, Any]) -> Back:
        return Back(lambda: {**answer, "reading": note()})

    def _reader(self, told: Told) -> str:
        """Who reads: by whose card is in the pit's reader, not by the word of a screen."""
        return self._acts.at_pit() or (INSPECTOR if told.get("screen") == INSPECTOR else PIT)

    def _noted(self, told: Told, form: str, person: str) -> dict[str, Any]:
        """Who read what, written down."""
        names = ("table", "session", "round", "period", "from_ms", "to_ms")
        what = {name: told[name] for name in names if told.get(name)}
        row = self.house.readings.note(person, {"form": form, **what}, _now_ms())
        return {"seq": row.seq, "at_ms": row.at_ms, "person": person, "hash": row.hash}

    def export(self, told: Told) -> dict[str, Any]:
        """A file of what another question answers: its name, and its bytes in base64."""
        made = self.later({**told, "ask": "export"})
        assert made is not None, "a file takes long"
        return completed(made)

    def _shown(self, what: str, told: Told) -> dict[str, Any]:
        """What the page shows that is to be a file."""
        if what not in exports.SHOWN:
            raise BadQuestion(
                f"what: one of {', '.join((*exports.SHOWN, EVIDENCE, INSPECTION))} is wanted,"
                f" not {what[:40]!r}"
            )
        span = plots.span(self.house.db, scope_of(self.house.db, told))
        kept = {key: span[key] for key in ("from_ms", "to_ms", "simulated")}
        return {**kept, **self.answer({**told, "ask": what})}

    def _printing(self, told: Told) -> Printing:
        """Whose papers these are, and who asks for one now."""
        try:
            return Printing(establishment(), _now_ms(), self._acts.at_pit(), zone_asked(told))
        except SettingsError as error:
            raise BadQuestion(str(error)) from None


def completed(making: Making) -> dict[str, Any]:
    """The answer, where one thread does all of it."""
    while isinstance(made := making(), Back):
        told = made.call()
        if not callable(told):
            return told
        making = told
    return made


def _target(told: Told) -> int:
    """Rounds an hour that whoever asks wants a table to play; 0 where nobody said."""
    return number(told, "target", 0, 0, TARGET_MAX)


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


def _file(name: str, data: bytes) -> dict[str, Any]:
    return {"name": name, "data": base64.b64encode(data).decode("ascii"), "bytes": len(data)}


_ASKED: Final[Mapping[str, Callable[[Answers, Told], dict[str, Any]]]] = {
    "house": Answers.overview,
    "figures": Answers.figures,
    "plots": Answers.plots,
    "room": Answers.room,
    "rounds": Answers.rounds,
    "replay": Answers.replay,
    "ledger": Answers.ledger,
    "registers": Answers.registers,
    "machine": Answers.machine,
    "put_away": Answers.put_away,
    "notices": Answers.notices,
    "integrity": Answers.integrity,
    "verify": Answers.verify,
    "inspect": Answers.inspect,
    "export": Answers.export,
}
