"""JP1 in a round as an inspector reads it: its stakes, the meter, its prizes, each worked out anew.

A stake that was taken is one that the book was asked to add; the meter rises by one rate, and between two
entries of the book by no more than others can have staked; a prize is the one of the cards shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final, NamedTuple

from controller.game import events as e
from controller.game.felt import Spot
from controller.game.inputs import ClaimDoubt
from controller.game.payment.winning_hand import BEST_KINDS, SUPERVISED_KINDS
from controller.game.profile import AwardKind
from controller.house.inspected_round import (
    BOOK,
    CONSOLE,
    RECOMPUTED,
    Book,
    Case,
    Found,
    Look,
    Pair,
    not_shown,
    worked_out,
)
from controller.house.inspected_shares import not_on_slip_cents, sharers
from controller.house.jackpot import books
from controller.house.store import Store
from controller.words.money import money, percent

Grown = tuple[int, int, int]
"""What the contribution in the middle staked and added, in cents, and how many there are in all."""
NO_GROWTH: Final[Grown] = (0, 0, 0)
_GROWN: Final = (
    "SELECT source, stakes * jp1_stake_cents AS staked, cents, meter_cents,"
    " count(*) AS times FROM table_ledger WHERE kind = 'contribution'"
    " AND stakes > 0 GROUP BY source, stakes, jp1_stake_cents, cents, meter_cents"
)
_HIGHEST: Final = (
    "SELECT first_ms, last_ms, max(meter_cents) AS cents FROM source JOIN ledger ON ledger.source = source.id"
    " WHERE table_name IN ({marks}) AND simulated = ? AND last_ms >= ? AND first_ms <= ?"
    " GROUP BY source.id, first_ms, last_ms"
)


def highest_by(db: Store, sessions: list[dict[str, Any]]) -> dict[int, int]:
    """How high any table of its book saw the meter while each of these sessions was open, in cents.

    Where the meter has a limit no journal says so. It never stood above it: a contribution that ends lower
    than this met none.
    """
    found: dict[int, int] = {}
    for tables in books(db, bool(sessions[0]["simulated"])):
        mine = [one for one in sessions if one["table_name"] in tables]
        if not mine:
            continue
        times = min(one["first_ms"] for one in mine), max(one["last_ms"] for one in mine)
        asked = _HIGHEST.format(marks=", ".join("?" * len(tables)))
        rows = list(db.query(asked, (*tables, tables.simulated, *times)))
        for one in mine:
            beside = [
                row["cents"]
                for row in rows
                if row["first_ms"] <= one["last_ms"] and row["last_ms"] >= one["first_ms"]
            ]
            found[one["id"]] = max(beside, default=0)
    return found


def grown_by(db: Store, highest: Mapping[int, int]) -> dict[int, Grown]:
    """By what rate the contributions of each session grew: the middle one that the store has.

    One that ended where the meter stood highest, `highest` by the session's number, may have met the limit:
    it counts if it grew no less than the middle one of the others. Where all did so, no rate is known.
    """
    below: dict[int, list[_Rate]] = {}
    at_top: dict[int, list[_Rate]] = {}
    for row in db.query(_GROWN):
        source = row["source"]
        if source in highest and row["staked"]:
            one = _Rate(Fraction(row["cents"], row["staked"]), row["staked"], row["cents"], row["times"])
            place = below if row["meter_cents"] < highest[source] else at_top
            place.setdefault(source, []).append(one)
    return {source: _middle_of(below.get(source, []), at_top.get(source, [])) for source in highest}


class _Rate(NamedTuple):
    rate: Fraction
    staked: int
    cents: int
    times: int


def _middle_of(below: list[_Rate], at_top: list[_Rate]) -> Grown:
    times = sum(one.times for one in (*below, *at_top))
    if not below:
        return 0, 0, times
    least = _middle(below).rate
    middle = _middle([*below, *(one for one in at_top if one.rate >= least)])
    return middle.staked, middle.cents, times


def _middle(rates: list[_Rate]) -> _Rate:
    left = (sum(one.times for one in rates) - 1) // 2
    for one in sorted(rates):
        if left < one.times:
            return one
        left -= one.times
    raise AssertionError("no rates have no middle")


def book_after(book: Book, event: e.Event) -> Book:
    """The last place in the book that the table told of, after this entry; news of others is one as well."""
    seq, meter = getattr(event, "book_seq", 0), meter_after(event)
    if not seq or seq < book[0]:
        return book
    generation = getattr(event, "next_generation", 0) or getattr(event, "generation", 0) or book[1]
    return seq, generation, book[2] if meter is None else meter


def meter_after(event: e.Event) -> int | None:
    """The meter that an entry tells, in cents; None where it tells none."""
    return getattr(event, "meter_cents", getattr(event, "after_cents", None))


_MOVES: Final = (
    "SELECT DISTINCT book_seq, generation, meter_cents FROM (SELECT kind, book_seq, generation, meter_cents,"
    " lag(meter_cents) OVER (ORDER BY book_seq, kind = 'read', source, seq) AS last_cents FROM ledger"
    " WHERE source IN (SELECT id FROM source WHERE table_name IN ({marks}) AND simulated = ?"
    " AND last_ms >= ? AND first_ms <= ?)) AS told WHERE kind NOT IN ('contribution', 'claim')"
    " AND meter_cents >= 0 AND meter_cents != last_cents ORDER BY book_seq"
)


def moves_by(db: Store, sessions: list[dict[str, Any]]) -> dict[int, tuple[Book, ...]]:
    """Where the book of each of these sessions was after what moved its meter and was no stake, in its order.

    A stake given back, a prize from the meter, a claim withdrawn, a correction, at whichever table of the
    book: they are few, and no bound tells a large one from a meter that was moved by nobody.
    """
    found: dict[int, tuple[Book, ...]] = {}
    for tables in books(db, bool(sessions[0]["simulated"])):
        mine = [one for one in sessions if one["table_name"] in tables]
        if mine:
            times = min(one["first_ms"] for one in mine), max(one["last_ms"] for one in mine)
            asked = _MOVES.format(marks=", ".join("?" * len(tables)))
            rows = db.query(asked, (*tables, tables.simulated, *times))
            moves = tuple((row["book_seq"], row["generation"], row["meter_cents"]) for row in rows)
            found |= {one["id"]: moves for one in mine}
    return found


def _staked(case: Case) -> Found | None:
    """What was taken for JP1 is what the book was asked to add, no stake more and none less."""
    asked = case.last(e.ContributionAsked)
    taken = {
        seat: line.stake_cents
        for seat, lines in case.round.settled.items()
        for line in lines
        if line.spot is Spot.JP1 and seat not in case.round.ruled_void
    }
    if case.void or not case.round.settled or (asked is None and not taken):
        return None
    latched, left = _latched_and_left(case)
    if asked is None and not case.round.carried_in:
        return not_shown(case.seq(e.SeatSettled), BOOK, "aucun apport demandé", "no contribution asked for")
    counted = {*case.round.jp1} - case.round.ruled_void - left
    mine = {*asked[1].seats} if asked is not None and asked[1].attempt == case.round.attempt else set()
    stake = asked[1].stake_cents if asked is not None else 0
    other = {*taken} ^ counted
    wrong = {seat for seat, cents in taken.items() if seat in mine and cents != stake}
    late = mine - latched
    seq = (asked or case.last(e.BetsClosed) or (case.told.rows[0],))[0].seq
    if other or wrong or late:
        named = ", ".join(map(str, sorted(other | wrong | late)))
        shown = (
            f"place {named}\u00a0: mise prise et apport ne s’accordent pas",
            f"seat {named}: stake taken and contribution do not agree",
        )
        return Found(RECOMPUTED, False, shown, seq, CONSOLE)
    seats = ", ".join(map(str, sorted(counted)))
    shown = (
        f"{len(mine)} enregistrées, {len(taken)} prises, places {seats}",
        f"{len(mine)} registered, {len(taken)} taken, seats {seats}",
    )
    return Found(RECOMPUTED, True, shown, seq, CONSOLE)


def _latched_and_left(case: Case) -> tuple[set[int], set[int]]:
    """Whose chip lay there when bets were closed, or by a chef's word; who left with a carried stake."""
    latched: set[int] = set()
    left: set[int] = set()
    for _, event in case.told:
        if isinstance(event, e.BetsClosed):
            latched = {*event.jp1_seats}
            left -= latched
        elif isinstance(event, e.Jp1CountResolved) and event.outcome == "counts":
            latched.add(event.seat)
            left.discard(event.seat)
        elif isinstance(event, e.Jp1CountResolved) and event.outcome == "no_chip":
            latched.discard(event.seat)
        elif isinstance(event, e.RoundOpened):
            left = set()
        elif isinstance(event, e.SeatVacated):
            left.add(event.seat)
    return latched, left


def _added(case: Case) -> Found | None:
    """Every contribution of the session raises the meter by the same rate, to the cent that is carried.

    The rate itself is the book's and the opening sheet's: by a single contribution it is not shown. Nor is
    the limit in any journal: less than the rate is not shown where the meter never stood higher.
    """
    asked, added = case.last(e.ContributionAsked), case.last(e.ContributionRecorded)
    if case.void or asked is None or not asked[1].seats:
        return None
    if added is None or asked[1].attempt != added[1].attempt:
        refused = case.all(e.ContributionRefused) or case.all(e.StakesSetAside)
        return None if refused else not_shown(asked[0].seq, BOOK, "aucun apport inscrit", "none was added")
    source = (f"livre {added[1].book_seq}", f"book {added[1].book_seq}")
    staked = len(asked[1].seats) * asked[1].stake_cents
    grown = added[1].meter_cents - added[1].meter_before_cents
    what = f"{len(asked[1].seats)} × {money(asked[1].stake_cents)} → {money(grown, signed=True)}"
    base, rise, count = case.grown
    if count < 2 or not staked or not base:
        return not_shown(added[0].seq, source, f"{what}, sans autre apport", f"{what}, no other to compare")
    # Less than a cent is carried from one to the next, so each says its rate to within a cent of its stakes.
    low = Fraction(rise - 1, base) >= Fraction(grown + 1, staked)
    ok = not low and Fraction(grown - 1, staked) < Fraction(rise + 1, base)
    if low and grown >= 0 and added[1].meter_cents >= case.highest_cents:
        return not_shown(
            added[0].seq,
            source,
            f"{what}, jusqu’à une limite que le livre connaît",
            f"{what}, up to a limit that the book knows",
        )
    rate = percent(1_000_000 * grown // staked)
    shown = (
        f"{what}, soit {rate}, comme les autres" if ok else f"{what}, soit {rate}\u00a0: un autre taux",
        f"{what}, that is {rate}, as all others" if ok else f"{what}, that is {rate}: another rate",
    )
    return Found(RECOMPUTED, ok, shown, added[0].seq, source)


def _between(case: Case) -> Found | None:
    """From one entry of the book to the next the meter is where it was, or where others' acts put it."""
    seen, wrong, seq = 0, 0, case.told.rows[0].seq
    for row, event in case.told:
        if isinstance(event, e.ContributionRecorded):
            meter, own = event.meter_before_cents, (_stakes(case, event),) * 2
        elif isinstance(event, e.ClaimRecorded):
            meter, own = event.value_cents, _OF_A_CLAIM
        else:
            continue
        book = _last_move(case, case.before[row.seq].book, event.book_seq)
        if book[2] < 0 or event.generation != book[1] or event.book_seq <= book[0]:
            continue  # nobody said where it was; an answer that came after news of it says nothing new
        if _risen_unseen(case, row.seq, book[1]):
            continue
        seen += 1
        seq = seq if wrong else row.seq
        least, most = (max(0, event.book_seq - book[0] - count) for count in own)
        if not book[2] - least * _stake(case) <= meter <= book[2] + most * _growth(case):
            wrong, seq = wrong + 1, row.seq
    if not seen:
        return None
    shown = (
        f"{seen} fois où il était, aux mises des autres près",
        f"{seen} times where it was, but for others’ stakes",
    )
    if wrong:
        shown = ("le compteur n’est pas où il était", "the meter is not where it was")
    return Found(RECOMPUTED, not wrong, shown, seq, BOOK)


def _risen_unseen(case: Case, seq: int, generation: int) -> bool:
    """A round that had stakes before tells its own generation, though others have won since: the next news
    of the meter says so, where there is any in the round.
    """
    if not any(row.seq < seq for row, _ in case.all(e.ContributionRecorded)):
        return False
    news = (
        event.generation
        for row, event in case.told
        if row.seq > seq and isinstance(event, e.MeterRead | e.JackpotReopened)
    )
    return next(news, generation) > generation


_OF_A_CLAIM: Final = (3, 2)
"""How many entries a claim makes in the book, at most and at least: its value, the next start, the reserve.

Whether there is a reserve no journal says. So a value below the meter is found to the cent.
"""


def _stakes(case: Case, event: e.ContributionRecorded) -> int:
    """How many stakes this contribution is of: the book has an entry for each."""
    of = (event.round, event.attempt)
    asked = (one for _, one in case.all(e.ContributionAsked) if (one.round, one.attempt) == of)
    return max((len(one.seats) for one in asked), default=1)


def _last_move(case: Case, book: Book, before: int) -> Book:
    """The last place that any table tells of before this number, from the one that this table knew on."""
    return max((one for one in case.moves if book[0] <= one[0] < before and one[1] == book[1]), default=book)


def _stake(case: Case) -> int:
    """The most that one entry of another table takes, in cents: it gives a stake back.

    Of one whose reserve a claim has released, the meter gives that part too.
    """
    return max((event.stake_cents for _, event in case.all(e.ContributionAsked)), default=0)


def _growth(case: Case) -> int:
    """The most that one entry of another table can add, in cents: one stake at the rate of this one's."""
    staked, grown, _ = case.grown
    rate = Fraction(grown + 1, staked) if staked else Fraction(1)
    return int(_stake(case) * rate) + 1


def _prizes(case: Case) -> Found | None:
    """Each JP1 prize by the cards shown and the rules is what the seat was paid and the book has posted."""
    settled = worked_out(case)
    lines = {
        seat: line for seat, told in case.round.settled.items() for line in told if line.spot is Spot.JP1
    }
    if isinstance(settled, str) or not lines:
        missing = lines and isinstance(settled, str) and settled not in ("void", "empty")
        return (
            not_shown(case.seq(e.SeatSettled), BOOK, "rien de recalculé", "nothing worked out")
            if missing
            else None
        )
    gone, (count, _) = _refused_kinds(case), sharers(case)
    due = {
        seat.seat: sum(
            prize.cents // (count if prize.kind is AwardKind.JACKPOT else 1)
            for one in seat.lines
            for prize in one.awards
            if prize.kind not in gone
        )
        for seat in settled.seats
    }
    # A line of `settle` has no word for a stake that a void carried: its prize is known as paid alone.
    due |= {seat: line.paid_cents for seat, line in lines.items() if seat in case.round.carried_in}
    posted: dict[int, int] = {}
    for _, event in case.all(e.AwardRecorded):
        posted[event.seat] = posted.get(event.seat, 0) + event.cents
    aside = {event.act.seat for _, event in case.all(e.ActSetAside) if event.act.kind == "award"}
    wrong = [
        seat
        for seat, cents in due.items()
        if (seat in lines and lines[seat].paid_cents != cents)
        or (seat not in aside and posted.get(seat, 0) != cents)
    ]
    wrong += sorted({*posted} - {*due} - case.round.ruled_void)
    owed = {seat for seat in wrong if seat in case.unanswered and lines[seat].paid_cents == due.get(seat)}
    if owed and owed == {*wrong}:
        named = ", ".join(map(str, wrong))
        return not_shown(
            case.seq(e.AwardAsked),
            BOOK,
            f"place {named}, le livre n’a pas répondu",
            f"seat {named}, the book has not answered",
        )
    total = money(sum(due.values()))
    shown = (
        f"{sum(map(bool, due.values()))} gains, {total}, payés et au livre",
        f"{sum(map(bool, due.values()))} prizes, {total}, paid and in the book",
    )
    if wrong:
        named = ", ".join(map(str, wrong))
        shown = (
            f"place {named}\u00a0: un autre gain que la règle",
            f"seat {named}: another prize than by law",
        )
    return Found(RECOMPUTED, not wrong, shown, case.seq(e.SeatSettled), BOOK)


def _refused_kinds(case: Case) -> frozenset[AwardKind]:
    """The prizes that are not due, as a claim of the deal was refused; on the true cards all are."""
    refused = [event for _, event in case.all(e.AwardRefused) if event.attempt == case.round.attempt]
    if not refused or refused[-1].reason is ClaimDoubt.HAND:
        return frozenset()
    return SUPERVISED_KINDS if refused[-1].reason is ClaimDoubt.EXCHANGED else BEST_KINDS


def _confirmed(case: Case) -> Found | None:
    """What a chef confirmed is what the table paid the seat, less what the cash desk pays by its slip.

    From how much on he is asked no journal says, but it is less than the least that was confirmed. So much is
    never paid without; less is, where the seat is settled anew on what was found after his word.
    """
    every = case.all(e.PaymentConfirmed)
    dealt = case.all(e.RoundOpened)[-1][0].seq
    confirmed = {event.seat: (row, event) for row, event in every if row.seq > dealt}
    if not confirmed or case.void:
        return None
    slips = {event.seat: event.cents - not_on_slip_cents(case, event.seat) for _, event in case.slips}
    slips |= {event.seat: 0 for _, event in case.all(e.StakeRefused)}
    least = min(event.cents for _, event in every)
    wrong, anew = [], 0
    for seat in sorted({*confirmed} | {*case.round.settled}):
        paid = sum(line.paid_cents for line in case.round.settled.get(seat, ())) - slips.get(seat, 0)
        row, event = confirmed.get(seat, (None, None))
        if event is not None and event.cents == paid:
            continue
        if paid >= least or (row is not None and not _found_after(case, row.seq, seat)):
            wrong.append(seat)
        anew += event is not None
    row, last = next(reversed(confirmed.values()))
    shown: Pair = (
        f"{len(confirmed)} par un chef, {money(last.cents)}, comme payé",
        f"{len(confirmed)} by a chef, {money(last.cents)}, as it was paid",
    )
    if anew:
        shown = (
            f"{len(confirmed)} par un chef, dont {anew} réglée autrement après",
            f"{len(confirmed)} by a chef, {anew} of them settled otherwise after",
        )
    if wrong:
        named = ", ".join(map(str, wrong))
        shown = (f"place {named}\u00a0: payée autrement", f"seat {named}: paid another amount")
    return Found(RECOMPUTED, not wrong, shown, row.seq, CONSOLE)


_FOUND: Final = (
    *(e.HandEntered, e.EntryTakenBack, e.CardKeyed, e.CardsRevealed, e.RecordCorrected),
    *(e.SeatRuled, e.StakeRefused, e.AwardRefused, e.RectificationRecorded),
)
"""What may settle a seat otherwise than was known before."""


def _found_after(case: Case, seq: int, seat: int) -> bool:
    """After this entry something was found of the seat's hand, its stake, the board or the bank."""
    for row, event in case.told:
        if row.seq <= seq or not isinstance(event, _FOUND):
            continue
        places = [one.place for one in getattr(event, "cards", ())] or [getattr(event, "place", None)]
        seats = {getattr(event, "seat", 0)} if places == [None] else {one.seat for one in places if one}
        if seats & {0, seat}:
            return True
    return False


def line(row: str, french: str, english: str, look: Look) -> tuple[str, Pair, Look]:
    """A row of `OF_JP1`."""
    return row, (french, english), look


OF_JP1: Final[tuple[tuple[str, Pair, Any], ...]] = (
    line(
        "BC-04", "Une mise JP1 ne compte qu’enregistrée", "A JP1 stake counts only when registered", _staked
    ),
    line("PM-03", "Mises × montant × taux, exact", "Stakes × amount × rate, exact", _added),
    line("PM-01", "Le compteur ne monte que par des mises", "The meter rises by stakes alone", _between),
    line("JW-02", "Chaque gain JP1 selon la règle", "Every JP1 prize by the law", _prizes),
    line(
        "JW-21",
        "Gros paiement confirmé par un chef",
        "A large payment confirmed by a floor supervisor",
        _confirmed,
    ),
)
"""As `OF_A_ROUND`."""
