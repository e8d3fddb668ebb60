"""Posting entries: every movement of the ledger goes through `Posting.post`."""

from __future__ import annotations

from controller.book.answers import JACKPOT, Key, Refused
from controller.book.shares import NOTHING, Parts, Terms
from controller.book.store import Kind, LedgerEntry, Round, Standing, Store, Totals
from controller.game.money import MICRO
from controller.game.roles import distinct


def counted(totals: Totals, kind: str, parts: Parts, note: str) -> Totals:
    """The totals with one more entry."""
    if kind == Kind.CONTRIBUTION or kind == Kind.REFUND:
        gross = sum(parts)
        refund = kind == Kind.REFUND
        return totals._replace(
            contributed=totals.contributed + parts.meter,
            reserved=totals.reserved + parts.reserve,
            overflowed=totals.overflowed + parts.overflow,
            house=totals.house + parts.house,
            stakes=totals.stakes + gross,
            stakes_count=totals.stakes_count + (-1 if refund else 1),
            refunded=totals.refunded - gross if refund else totals.refunded,
        )
    if kind == Kind.AWARD:
        won = note == JACKPOT
        return totals._replace(
            awarded=totals.awarded - parts.meter - parts.frozen,
            awarded_house=totals.awarded_house - parts.paid,
            wins_count=totals.wins_count + won,
            wins_cents=totals.wins_cents - parts.frozen // MICRO if won else totals.wins_cents,
        )
    if kind in (Kind.SEED, Kind.RELEASE, Kind.SPILL, Kind.CARRY):
        # What a carry finds no room for in the meter goes to the overflow, out of what was frozen.
        return totals._replace(seed=totals.seed + parts.meter + parts.frozen)
    if kind == Kind.CORRECTION:
        return totals._replace(corrected=totals.corrected + parts.meter)
    return totals


class Posting:
    """The entries of one act, in one transaction.

    `standing` is where the jackpot stands with the entries posted so far.
    """

    def __init__(self, store: Store, terms: Terms, key: Key, at_ms: int) -> None:
        self.store = store
        self.terms = terms
        self.key = key
        self.at_ms = at_ms
        self.standing: Standing = store.standing()
        self._first_seq = self.standing.seq

    @property
    def posted(self) -> bool:
        return self.standing.seq != self._first_seq

    @property
    def next_seq(self) -> int:
        return self.standing.seq + 1

    @property
    def meter_micro(self) -> int:
        return self.standing.balances.meter

    @property
    def meter_cents(self) -> int:
        return self.standing.balances.meter // MICRO

    def post(
        self,
        kind: Kind,
        parts: Parts = NOTHING,
        *,
        round_id: int,
        seat: int = 0,
        link_seq: int = 0,
        note: str = "",
    ) -> int:
        """The entry is in the ledger with the balances after it; its seq is returned."""
        seq, generation, balances, totals = self.standing
        balances = balances.plus(parts)
        if min(balances.meter, balances.frozen, balances.reserve, balances.overflow) < 0:
            raise AssertionError(f"{kind} of {self.key} would leave {balances}")
        seq += 1
        self.store.append(
            LedgerEntry(
                seq,
                self.at_ms,
                kind,
                round_id,
                self.key.attempt,
                seat,
                generation,
                link_seq,
                note,
                parts,
                balances,
            )
        )
        self.standing = Standing(seq, generation, balances, counted(totals, kind, parts, note))
        return seq

    def open_generation(self, number: int) -> None:
        """The entries that follow belong to this generation."""
        self.standing = self.standing._replace(generation=number)

    def stakes(self, round_: Round) -> dict[int, LedgerEntry]:
        """The standing stakes of the round: the contribution of each seat, refunded ones left out."""
        return standing_stakes(self.store.round_entries(round_.id))


def standing_stakes(entries: list[LedgerEntry]) -> dict[int, LedgerEntry]:
    """The contribution of each seat among these entries of one round, refunded ones left out."""
    stakes: dict[int, LedgerEntry] = {}
    for entry in entries:
        if entry.kind == Kind.CONTRIBUTION:
            stakes[entry.seat] = entry
        elif entry.kind == Kind.REFUND:
            del stakes[entry.seat]
    return stakes


def two_persons(persons: tuple[str, str], reason: str) -> Refused | None:
    """What is wrong with the names and the reason of an act that two persons answer for (PM-11)."""
    if len(persons) != 2 or not all(name.strip() and len(name) <= 64 for name in persons):
        return Refused("persons", "two persons are named, each in at most 64 characters")
    if not distinct(*persons):
        return Refused("persons", f"{persons[0]} cannot approve what {persons[1]} proposed")
    if not reason.strip() or len(reason) > 500:
        return Refused("reason", "a reason is given, in at most 500 characters")
    return None
