"""Adding the ledger up again, from its entries alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from controller.book.answers import JACKPOT
from controller.book.shares import Parts
from controller.book.store import Kind, LedgerEntry, Standing

_MARKS: Final = {Kind.REFUSAL, Kind.FINISH, Kind.CLOSING, Kind.STOP, Kind.REOPENING}
_MOVES: Final = {Kind.FREEZE, Kind.RESTORE, Kind.CARRY, Kind.RELEASE, Kind.SPILL}


def residual_micro(standing: Standing, entries: Iterable[LedgerEntry] | None) -> int:
    """0 when the identities of the book hold; with `entries`, when the ledger adds up to `standing` too.

    The result is the sum of all differences, none of which can cancel another; a gap in the numbering or
    an entry that breaks the rule of its kind counts as one micro-cent at least.
    """
    balances, totals = standing.balances, standing.totals
    differences = [
        totals.seed + totals.contributed - totals.awarded + totals.corrected
        - balances.meter
        - balances.frozen,
        totals.stakes - totals.contributed - totals.reserved - totals.overflowed - totals.house,
    ]  # fmt: skip
    if entries is not None:
        differences += _added_up(standing, entries)
    return sum(abs(difference) for difference in differences)


def _added_up(standing: Standing, entries: Iterable[LedgerEntry]) -> list[int]:
    differences: list[int] = []
    running = Parts()
    seq = 0
    sums: Counter[tuple[str, str]] = Counter()
    counts: Counter[str] = Counter()
    wins = [0, 0]
    for entry in entries:
        seq += 1
        running = running.plus(entry.parts)
        if entry.seq != seq or entry.balances != running or not _sound(entry):
            differences.append(max(1, sum(abs(a - b) for a, b in zip(running, entry.balances, strict=True))))
        counts[entry.kind] += 1
        for account, micro in entry.parts._asdict().items():
            if micro:
                sums[entry.kind, account] += micro
        if entry.kind == Kind.AWARD and entry.note == JACKPOT:
            wins = [wins[0] + 1, wins[1] - entry.parts.frozen // 1_000_000]
    return differences + _against(standing, seq, running, sums, counts, wins)


def _sound(entry: LedgerEntry) -> bool:
    """Whether the entry moves money as its kind may."""
    out = sum(entry.parts)
    if entry.kind in _MARKS:
        return not any(entry.parts)
    if entry.kind in _MOVES:
        return out == 0
    if entry.kind == Kind.CONTRIBUTION:
        return out > 0 and min(entry.parts) >= 0
    if entry.kind == Kind.REFUND:
        return out < 0 and max(entry.parts) <= 0 and entry.link_seq > 0
    if entry.kind == Kind.AWARD:
        # Only the jackpot may be worth nothing: it starts at nothing and no share of a stake feeds it.
        paid = out < 0 or entry.note == JACKPOT
        return paid and max(entry.parts) <= 0 and out % 1_000_000 == 0
    return entry.kind in (Kind.SEED, Kind.CORRECTION)


def _against(
    standing: Standing,
    seq: int,
    running: Parts,
    sums: Counter[tuple[str, str]],
    counts: Counter[str],
    wins: list[int],
) -> list[int]:
    """The differences between what the ledger adds up to and what is kept beside it."""

    def total(kinds: Iterable[str], *accounts: str) -> int:
        return sum(sums[kind, account] for kind in kinds for account in accounts)

    totals = standing.totals
    staked = (Kind.CONTRIBUTION, Kind.REFUND)
    expected = {
        "seed": total((Kind.SEED, Kind.RELEASE, Kind.SPILL, Kind.CARRY), "meter", "frozen"),
        "contributed": total(staked, "meter"),
        "reserved": total(staked, "reserve"),
        "overflowed": total(staked, "overflow"),
        "house": total(staked, "house"),
        "stakes": total(staked, *Parts._fields),
        "awarded": -total((Kind.AWARD,), "meter", "frozen"),
        "awarded_house": -total((Kind.AWARD,), "paid"),
        "refunded": -total((Kind.REFUND,), *Parts._fields),
        "corrected": total((Kind.CORRECTION,), "meter"),
        "stakes_count": counts[Kind.CONTRIBUTION] - counts[Kind.REFUND],
        "wins_count": wins[0],
        "wins_cents": wins[1],
    }
    differences = [kept - expected[name] for name, kept in totals._asdict().items()]
    differences += [kept - added for kept, added in zip(standing.balances, running, strict=True)]
    return [*differences, standing.seq - seq]
