"""Sessions: the journal of a table that is to be gone on with, or a new one that follows the last."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from controller.clock import Clock
from controller.game.jackpot import JackpotConfig
from controller.game.profile import RuleProfile
from controller.game.state import Phase, TableFacts, TableState
from controller.journal import Journal, Opening
from controller.table import recovered
from controller.table_files import PaceFile

JOURNAL_SUFFIX: Final = ".journal"


@dataclass(slots=True)
class Session:
    """A journal that is open, and the state it tells."""

    journal: Journal
    state: TableState


def table_facts(
    table: str,
    session: int,
    profile: RuleProfile,
    jackpot: JackpotConfig,
    *,
    simulated: bool,
    first_round: int = 1,
    pace: PaceFile | None = None,
) -> TableFacts:
    """The facts of a session."""
    times = pace or PaceFile()
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
    )


def session_files(folder: Path, table: str) -> list[Path]:
    """The journals of a table, oldest first."""
    return sorted(folder.glob(f"{table}-[0-9]*{JOURNAL_SUFFIX}"))


def open_session(
    folder: Path | None,
    facts_of: Callable[[int, int], TableFacts],
    table: str,
    clock: Clock,
    master: bytes,
    *,
    durable: bool,
) -> Session:
    """The table's unfinished session, or a new one that follows the last. Without a folder: in memory.

    `facts_of` gives the facts of a session from its number and its first round.

    Raises:
        JournalDamaged: the last journal does not verify.
    """
    files = session_files(folder, table) if folder is not None else []
    previous, first_round = "", 1
    if files:
        journal = Journal.open(files[-1], sealer_master=master, durable=durable)
        facts = facts_of(journal.opening.session, journal.opening.first_round)
        state = recovered(facts, journal.events())
        if state.phase is not Phase.CLOSED:
            return Session(journal, state)
        previous, first_round = journal.head.hash, state.next_round
        journal.close()
    number = len(files) + 1
    facts = facts_of(number, first_round)
    name = f"{table}-{number:06d}{JOURNAL_SUFFIX}"
    opening = Opening(
        table=table,
        session=number,
        profile_digest=facts.profile.digest,
        simulated=facts.simulated,
        previous=previous,
        first_round=first_round,
    )
    path = folder / name if folder is not None else ":memory:"
    journal = Journal.create(path, opening, at_ms=clock.now_ms(), sealer_master=master, durable=durable)
    return Session(journal, replace(recovered(facts, ()), seq=journal.head.seq))
