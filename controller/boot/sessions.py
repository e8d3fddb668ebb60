"""Sessions: the journal of a table that is to be gone on with, or a new one that follows the last."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from controller.book.journals import read_told
from controller.book.last_heard import NOTHING_HEARD, Heard
from controller.book.port import Linkage
from controller.book.verify import JournalAct, told_of
from controller.clock import Clock
from controller.game import events as e
from controller.game.events import Entry
from controller.game.felt import SEATS_MAX
from controller.game.jackpot.owed_at_closing import still_owing
from controller.game.jackpot.rules import JackpotConfig
from controller.game.meter.interruption import closed_for_good
from controller.game.meter.types import STOPPED, DataGap
from controller.game.opening.cash import CashTerms
from controller.game.profile import RuleProfile
from controller.game.session_terms import TableFacts
from controller.game.settings.types import NO_SETTINGS, HouseSettings, SettingsTerms
from controller.game.state import Phase, TableState
from controller.journal.chain import (
    JournalDamaged,
    JournalError,
    NewerFormat,
    Opening,
    WrongMaster,
    opened_by,
)
from controller.journal.closed import session_files
from controller.journal.faults import faulty
from controller.journal.heads import SignedHead, Signer, heads_path
from controller.journal.reading import read_rows
from controller.journal.signing import check_heads, sign_rest
from controller.journal.writer import MEMORY, Crash, Journal, no_crash
from controller.ports import Driver
from controller.settings.jackpot import check_jp1_prizes
from controller.settings.limits import check_pieces
from controller.settings.table import DisplayFile, OpeningFile, PaceFile, PaymentsFile, VideoFile
from controller.table.table import recovered
from controller.told import Told, at_place, said_by
from drivers.chips.chips import Chips

JOURNAL_SUFFIX: Final = ".journal"


MISMATCH: Final[dict[str, tuple[str, str]]] = {
    "other_seed": (
        "scellé sous une autre clé\u00a0: d’une nuit d’une autre graine",
        "sealed under another master key: of a night with another seed",
    ),
    "simulated": (
        "{table}\u00a0: le journal de la séance {session} est d’une simulation",
        "{table}: the journal of session {session} is of a simulation",
    ),
    "real": (
        "{table}\u00a0: le journal de la séance {session} est d’une vraie séance",
        "{table}: the journal of session {session} is of a real session",
    ),
    "owed": (
        "le livre du jackpot lui doit encore une réponse\u00a0: relancer la table comme alors,"
        " jusqu’à cette réponse",
        "the jackpot book still owes it an answer: start it under those until the book has answered",
    ),
    "close_first": (
        "la fermer d’abord, la table lancée comme alors",
        "close it under those first",
    ),
    "rules": (
        "{table}\u00a0: la séance {session} a été ouverte sous d’autres règles que {profile} telles"
        " qu’elles sont\u202f; {first}",
        "{table}: session {session} was opened under other rules than {profile} as it is now; {first}",
    ),
    "seats": (
        "{table}\u00a0: la séance {session} a été ouverte avec seats = {then}, qui est {now}"
        " maintenant\u202f; {first}",
        "{table}: session {session} was opened with seats = {then}, which is {now} now; {first}",
    ),
}
"""Why it is refused: French, English."""


class SessionMismatch(JournalError):
    """The unfinished session was opened under other rules, or as a simulation: it cannot be gone on with."""


@dataclass(slots=True)
class Session:
    """A journal that is open, and the state it tells.

    `at_ms` is the last instant the table's journals know: its time does not go back before it. `told` are
    the table's last acts in the jackpot book, back to one whose answer is recorded. `path` is the journal's
    file, None for one in memory. `closed` is why the session before left JP1 to be reopened by two persons,
    `settings` what the journals know of the settings, of this session or of the one before. `heard` is how
    far they tell that the table had heard the jackpot's book; `found` is session and entry where they ended
    before this start, 0 of both where there were none. `gap` is what nobody has accepted yet: a new
    session is told of it again. `lost` is the fingerprint of the master that the session is sealed under,
    where that is not here: the journal is gone on with to its end, and no card is dealt in it.
    """

    journal: Journal
    state: TableState
    at_ms: int
    told: tuple[JournalAct, ...] = ()
    path: Path | None = None
    closed: str = ""
    settings: HouseSettings = NO_SETTINGS
    heard: Heard = NOTHING_HEARD
    found: tuple[int, int] = (0, 0)
    gap: DataGap | None = None
    lost: str = ""

    @property
    def why_lost(self) -> tuple[str, ...]:
        """What the technician is told of the master that is not here, one sentence or none."""
        return (_keys_lost(self.path, self.lost),) if self.lost and self.path is not None else ()


def table_facts(
    table: str,
    session: int,
    profile: RuleProfile,
    jackpot: JackpotConfig,
    *,
    simulated: bool,
    approved: bool = False,
    first_round: int = 1,
    pace: PaceFile | None = None,
    video: VideoFile | None = None,
    display: DisplayFile | None = None,
    payments: PaymentsFile | None = None,
    opening: OpeningFile | None = None,
    linked: bool = False,
    register: bool = False,
    pit_cards: bool = False,
    settings: SettingsTerms | None = None,
    no_shuffler: bool = False,
    seats: int = SEATS_MAX,
) -> TableFacts:
    """The facts of a session.

    Raises:
        SettingsError: a JP1 prize of the profile cannot be paid on the jackpot's stake.
    """
    check_jp1_prizes(profile, jackpot)
    if opening is not None:
        check_pieces(profile, opening.pieces_cents)
    times = pace or PaceFile()
    images, limits = video or VideoFile(), payments or PaymentsFile()
    return TableFacts(
        table,
        session,
        simulated,
        profile,
        jackpot.stake_cents,
        jackpot.meter_share,
        first_round,
        times.betting_ms,
        times.last_bets_ms,
        times.showdown_ms,
        times.clearing_ms,
        cameras=tuple(images.cameras),
        retention_days=images.retention_days,
        identity_from_cents=limits.identity_from_cents,
        second_person_from_cents=limits.second_person_from_cents,
        approved=approved,
        cash=None if opening is None else cash_terms(opening, profile, jackpot, linked=linked),
        register=register,
        display_required=display is not None and display.required,
        stale_ms=(display or DisplayFile()).stale_ms,
        jp1_terms=jackpot,
        stop_notice_h=limits.stop_notice_h,
        pit_cards=pit_cards,
        settings=settings,
        unanswered_ms=times.unanswered_ms,
        no_shuffler=no_shuffler,
        seats=seats,
    )


def cash_terms(
    opening: OpeningFile, profile: RuleProfile, jackpot: JackpotConfig, *, linked: bool = False
) -> CashTerms:
    """What the sheets ask of this table: the avance of art. 49 in its pieces, the decks, the last deals."""
    return CashTerms(
        opening.coefficient * profile.limits.minimum_cents,
        tuple(sorted(opening.pieces_cents, reverse=True)),
        tuple(sorted((str(colour), serial) for colour, serial in opening.serials.items())),
        opening.last_deals,
        opening.closes,
        opening.announce_min,
        jackpot.start_cents,
        linked,
    )


def linkage_of(profile: RuleProfile, table: str = "") -> Linkage:
    """What a table of these rules must have in common with the others of a linked jackpot.

    Without the table's name it is a simulation, which speaks for all of its tables.
    """
    prizes = tuple(sorted((str(kind), str(odds)) for kind, odds in profile.jp1.items()))
    return Linkage(profile.id, profile.digest, prizes, table)


def open_session(
    folder: Path | None,
    facts_of: Callable[[int, int], TableFacts],
    table: str,
    clock: Clock,
    master: bytes,
    *,
    durable: bool,
    crash: Crash = no_crash,
    older: Sequence[bytes] = (),
    terms: str = "",
    renewed: Callable[[], bytes] | None = None,
    signer: Signer | None = None,
    keep_keys: Callable[[], None] | None = None,
    begins: Callable[[int], int] | None = None,
) -> Session:
    """The table's unfinished session, or a new one that follows the last. Without a folder: in memory.

    A session that was closed while the book owed it an answer is unfinished: its journal is gone on with, so
    that every act is asked again under its own key (LK-07).

    `facts_of` gives the facts of a session from its number and its first round; `crash` is the journal's.
    A journal that was sealed under one of the `older` masters is read, and gone on with, under that one.
    `renewed` makes a new master: every session that follows one with rounds is sealed under its own.
    Before a session follows another, what a crash left of that one without a head is signed by `signer`.
    `keep_keys` writes keys that are new, when nothing can be refused any more: a start that was refused
    leaves none behind.
    `begins` says from when the time runs, given the last instant that the journals know: by default now.

    Raises:
        JournalDamaged: the last journal does not verify, or its signed heads tell of another.
        SessionMismatch: the unfinished session is not one of these facts.
    """
    files = session_files(folder, table) if folder is not None else []
    begins = begins or (lambda last_ms: max(clock.now_ms(), last_ms))
    number, first_round, previous, at_ms, closed = 1, 1, "", begins(0), ""
    last = _last_session(files, (master, *older), facts_of, durable, crash) if files else None
    keep_keys, heard = keep_keys or _nothing_new, NOTHING_HEARD
    if last is not None:
        at_ms, state = begins(last.at_ms), last.state
        heard = heard.answered(state.jackpot.book_seq, state.jackpot.meter_cents)
        if last.unfinished:
            keep_keys()
            kept = last.path, "", state.settings, heard, last.found
            lost = "" if last.journal.has_keys else master_of(last.path)
            return Session(last.journal, state, at_ms, last.told, *kept, lost=lost)
        number, first_round = last.journal.opening.session + 1, last.state.next_round
        previous, closed = last.journal.head.hash, last.closed
    path = folder / f"{table}-{number:06d}{JOURNAL_SUFFIX}" if folder is not None else None
    try:
        if path is not None and heads_path(path).exists():
            raise JournalDamaged(0, f"{path}: {_GONE}")
        keep_keys()
        if last is not None and signer is not None:
            sign_rest(last.journal, last.path, signer, last.heads, at_ms, durable=durable)
    finally:
        if last is not None:
            last.journal.close()
    if renewed is not None and last is not None and first_round > last.journal.opening.first_round:
        master = renewed()
    facts = facts_of(number, first_round)
    opening = _opening_of(facts, previous, terms)
    journal = Journal.create(
        path or MEMORY, opening, at_ms=at_ms, sealer_master=master, durable=durable, crash=crash
    )
    fresh = replace(recovered(facts, ()), seq=journal.head.seq)
    if last is None:
        return Session(journal, fresh, at_ms, (), path)
    before, gap = last.state.settings, last.state.upkeep.gap
    return Session(journal, fresh, at_ms, last.told, path, closed, before, heard, last.found, gap)


def _nothing_new() -> None:
    """All keys are on the disk already."""


@dataclass(frozen=True, slots=True)
class _LastSession:
    """The newest journal of a table, open and verified, and what it comes to."""

    path: Path
    journal: Journal
    heads: tuple[SignedHead, ...]
    state: TableState
    told: tuple[JournalAct, ...]
    ended: int

    @property
    def found(self) -> tuple[int, int]:
        """Its number and the entry that it ended at."""
        return self.journal.opening.session, self.ended

    @property
    def unfinished(self) -> bool:
        """Its journal is gone on with."""
        return self.state.phase is not Phase.CLOSED or still_owing(self.state)

    @property
    def at_ms(self) -> int:
        """The last instant that it knows: a head may be younger than the last entry."""
        return max(self.state.at_ms, self.journal.opened_ms, *(one.at_ms for one in self.heads[-1:]))

    @property
    def closed(self) -> str:
        """Why it left JP1 to be reopened by two persons; what a stop on purpose is the book says itself."""
        code = self.state.jackpot.closed_code
        return code if closed_for_good(self.state) and code != STOPPED else ""


def _last_session(
    files: Sequence[Path],
    masters: Sequence[bytes],
    facts_of: Callable[[int, int], TableFacts],
    durable: bool,
    crash: Crash,
) -> _LastSession:
    """The last of these journals; errors as of `open_session`, `WrongMaster` of another seed's simulation."""
    path = files[-1]
    journal = _opened(path, masters, durable, crash)
    try:
        heads = check_heads(journal, path)
        try:
            entries = list(journal.events())
        except JournalDamaged as damage:
            raise type(damage)(damage.seq, faulty("in_file", said=damage.why, path=path)) from damage
        state = _state_of(journal.opening, facts_of, entries)
        if not journal.has_keys and journal.opening.simulated:  # whose keys are the seed's, and never lost
            raise WrongMaster(at_place(path, Told(MISMATCH["other_seed"])))
        told = _told(journal, entries, list(files[:-1]))
        return _LastSession(path, journal, heads, state, told, _ended_at(entries))
    except BaseException:
        journal.close()
        raise


def _ended_at(entries: Sequence[Entry]) -> int:
    """The last entry, but for those of starts that were cut off before they had found out anything."""
    end = entries[-1].seq if entries else 1
    for entry in reversed(entries):
        if isinstance(entry.event, e.SessionResumed):
            end = entry.seq - 1
        elif not isinstance(entry.event, e.AlarmCleared | e.AlarmCauseTold):
            break
    return end


_GONE: Final = "the journal is gone, though its heads were signed; put it back beside them"


def _keys_lost(path: Path, master: str) -> str:
    """What a table says that was given back a journal in mid-session, and not the key of its cards."""
    return (
        f"{path}: not closed, and its face-down cards are sealed under the master {master}, which is not"
        f" here. If there is a copy of it: stop the table, put it back as seal.key.{master} into its data"
        " directory, owner-only, and start it again. Without it two persons make the round void at the"
        " console, then the table is closed (OPERATIONS.md, section 5)"
    )


def master_of(journal: Path) -> str:
    """The fingerprint of the master that a session is sealed under; errors as of `read_rows`."""
    with closing(read_rows(journal)) as rows:
        return opened_by(next(rows)).master


def _opening_of(facts: TableFacts, previous: str, terms: str) -> Opening:
    """What the first row of a session of these facts binds."""
    return Opening(
        table=facts.table,
        session=facts.session,
        profile_digest=facts.profile.digest,
        simulated=facts.simulated,
        previous=previous,
        first_round=facts.first_round,
        terms=terms,
        seats=facts.seats,
    )


def _opened(path: Path, masters: Sequence[bytes], durable: bool, crash: Crash) -> Journal:
    """The journal under the master that it was sealed with; without keys when it is none of these.

    Raises:
        JournalDamaged, and what else `Journal.open` does.
    """
    for master in (*masters, None):
        try:
            return Journal.open(path, sealer_master=master, durable=durable, crash=crash)
        except JournalDamaged as damage:
            raise type(damage)(damage.seq, faulty("in_file", said=damage.why, path=path)) from damage
        except NewerFormat as error:
            raise NewerFormat(faulty("in_file", said=said_by(error), path=path)) from error
        except WrongMaster:
            continue
    raise AssertionError("a journal opens without keys")


def remind(drivers: Iterable[Driver], state: TableState) -> None:
    """The drivers that could not know otherwise are told what the table believes; before they start."""
    for driver in drivers:
        if isinstance(driver, Chips):
            driver.remember(seat for seat in state.places if state.seat(seat).chip)


def _state_of(
    opening: Opening, facts_of: Callable[[int, int], TableFacts], entries: list[Entry]
) -> TableState:
    """What the journal tells. One that was closed may be of other rules: nothing of it is gone on with."""
    facts = facts_of(opening.session, opening.first_round)
    if opening.simulated is not facts.simulated:
        key = "simulated" if opening.simulated else "real"
        raise SessionMismatch(Told(MISMATCH[key], table=facts.table, session=opening.session))
    # The felt of that session, which may have had other places than the one of today.
    state = recovered(replace(facts, seats=opening.seats), entries)
    if state.phase is Phase.CLOSED and not still_owing(state):
        return state
    first = Told(MISMATCH["owed" if state.phase is Phase.CLOSED else "close_first"])
    where = {"table": facts.table, "session": opening.session, "first": first}
    if opening.profile_digest != facts.profile.digest:
        raise SessionMismatch(Told(MISMATCH["rules"], profile=facts.profile.id, **where))
    if opening.seats != facts.seats:
        raise SessionMismatch(Told(MISMATCH["seats"], then=opening.seats, now=facts.seats, **where))
    return state


def _told(journal: Journal, entries: list[Entry], before: list[Path]) -> tuple[JournalAct, ...]:
    """The table's last acts in the book: of this journal, and of those before while none is recorded."""
    acts = told_of(journal.opening.table, journal.journal_id, (entry.event for entry in entries))
    for path in reversed(before):
        if any(act.recorded for act in acts):
            break
        acts = [*read_told(path), *acts]
    return tuple(acts)
