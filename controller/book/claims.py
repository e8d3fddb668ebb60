"""Acts on the jackpot itself and on prizes: claim, award, refuse."""

from __future__ import annotations

from dataclasses import replace

from controller.book.answers import (
    FIXED_PRIZES,
    JACKPOT,
    SEATS,
    Award,
    Awarded,
    Claimed,
    ClaimRefused,
    Refused,
    Waiting,
)
from controller.book.posting import Posting, two_persons
from controller.book.shares import Parts, equal_shares, fixed_prize, into_meter, room_micro
from controller.book.stakes import known_round, open_round, witnessed
from controller.book.store import ClaimRow, ClaimState, Generation, Kind, Round
from controller.game.money import MICRO

_MOST_STAKES = 10_000
"""A fixed prize above so many stakes is no prize of any paytable."""


def claim(posting: Posting, seat: int) -> Claimed | Refused:
    """See `Book.claim`."""
    playing = open_round(posting)
    if isinstance(playing, Refused):
        return playing
    if seat not in posting.stakes(playing):
        return Refused("seat_has_no_stake", f"seat {seat} has no stake standing in {posting.key}")
    store = posting.store
    if any(row.state is not ClaimState.REFUSED for row in store.round_claims(playing.id)):
        return Refused("already_claimed", f"{posting.key}: the round has claimed")
    generation = store.generation(playing.generation)
    if generation.share_cents is not None:
        return Refused("claim_paid", f"{posting.key}: the shares of generation {generation.number} stand")
    if generation.value_micro is None:
        generation = _freeze(posting, generation, playing.id)
        _open_next(posting, playing.id)
        posting.store.save_generation(generation)
    else:
        posting.post(
            Kind.FREEZE, round_id=playing.id, seat=seat, note=f"shares generation {generation.number}"
        )
    assert generation.value_micro is not None
    row = ClaimRow(
        0,
        generation.number,
        len(store.claims(generation.number)) + 1,
        playing.id,
        playing.table,
        playing.number,
        posting.key.attempt,
        seat,
        ClaimState.PENDING,
        False,
    )
    store.add_claim(row, posting.standing.seq)
    return Claimed(
        generation=generation.number,
        order=row.order,
        value_cents=generation.value_micro // MICRO,
        next_generation=posting.standing.generation,
        meter_cents=posting.meter_cents,
        book_seq=posting.standing.seq,
    )


def _freeze(posting: Posting, generation: Generation, round_id: int) -> Generation:
    """The whole meter is frozen; the generation carries its value."""
    if generation.number != posting.standing.generation:
        raise AssertionError(f"generation {generation.number} has no value and is not the open one")
    value_micro = posting.meter_micro
    posting.post(Kind.FREEZE, Parts(meter=-value_micro, frozen=value_micro), round_id=round_id)
    return replace(generation, value_micro=value_micro)


def _open_next(posting: Posting, round_id: int) -> None:
    """A new generation is open at the reset amount, reserve and overflow released within the limit."""
    number = posting.standing.generation + 1
    posting.open_generation(number)
    seed_micro = posting.terms.restart_cents * MICRO
    posting.post(Kind.SEED, Parts(meter=seed_micro), round_id=round_id)
    room = room_micro(posting.terms, seed_micro)
    balances = posting.standing.balances
    reserve = balances.reserve if room is None else min(balances.reserve, room)
    overflow = balances.overflow if room is None else min(balances.overflow, room - reserve)
    if reserve or overflow:
        parts = Parts(meter=reserve + overflow, reserve=-reserve, overflow=-overflow)
        posting.post(Kind.RELEASE, parts, round_id=round_id)
    posting.store.add_generation(Generation(number, number, seed_micro, reserve, overflow, False, None, None))


def refuse(posting: Posting, persons: tuple[str, str], reason: str) -> ClaimRefused | Refused:
    """See `Book.refuse`."""
    refused = two_persons(persons, reason)
    if refused:
        return refused
    playing = known_round(posting)
    if isinstance(playing, Refused):
        return playing
    row = _claim_of(posting, playing)
    if isinstance(row, Refused):
        return row
    store = posting.store
    posting.post(Kind.REFUSAL, round_id=playing.id, seat=row.seat, note=witnessed(persons, reason))
    store.set_claim(row.id, ClaimState.REFUSED, 0, posting.standing.seq, posting.at_ms)
    generation = store.generation(row.generation)
    restored_micro = 0
    if generation.share_cents is not None:
        restored_micro = generation.share_cents * MICRO
        _carry(posting, playing.id, restored_micro)
    elif all(other.state is ClaimState.REFUSED for other in store.claims(row.generation)):
        restored_micro = generation.value_micro or 0
        _restore(posting, playing.id, generation.number, restored_micro)
    return ClaimRefused(
        generation=posting.standing.generation,
        restored_cents=restored_micro // MICRO,
        meter_cents=posting.meter_cents,
        book_seq=posting.standing.seq,
    )


def _carry(posting: Posting, round_id: int, micro: int) -> None:
    """Frozen money that nobody is owed goes to the present meter."""
    if micro:
        parts = into_meter(posting.terms, posting.meter_micro, micro)._replace(frozen=-micro)
        posting.post(Kind.CARRY, parts, round_id=round_id)


def _restore(posting: Posting, round_id: int, number: int, value_micro: int) -> None:
    """The frozen value is in the present meter, which has lost what its newest opening brought.

    A prize may have eaten of what the opening released: then only what is left returns.
    """
    store, present = posting.store, posting.standing.generation
    posting.post(Kind.RESTORE, Parts(meter=value_micro, frozen=-value_micro), round_id=round_id)
    store.merge_generation(number, present)
    opening = store.newest_opening(present)
    seed_micro = min(opening.seed_micro, posting.meter_micro)
    posting.post(Kind.SEED, Parts(meter=-seed_micro), round_id=round_id)
    reserve = min(opening.reserve_micro, posting.meter_micro)
    overflow = min(opening.overflow_micro, posting.meter_micro - reserve)
    if reserve or overflow:
        parts = Parts(meter=-reserve - overflow, reserve=reserve, overflow=overflow)
        posting.post(Kind.RELEASE, parts, round_id=round_id)
    store.save_generation(replace(opening, reversed=True))
    limit = posting.terms.limit_cents
    if limit is not None and posting.meter_micro > limit * MICRO:
        spilt = posting.meter_micro - limit * MICRO
        posting.post(Kind.SPILL, Parts(meter=-spilt, overflow=spilt), round_id=round_id)


def _claim_of(posting: Posting, playing: Round) -> ClaimRow | Refused:
    """The unpaid claim that this round made in the attempt of the key."""
    for row in posting.store.round_claims(playing.id):
        if row.attempt == posting.key.attempt and row.state is not ClaimState.REFUSED:
            if row.state is ClaimState.PAID:
                return Refused("claim_paid", f"{posting.key}: the jackpot was paid")
            return row
    return Refused("no_claim", f"{posting.key}: no claim stands")


def award(posting: Posting, awards: tuple[Award, ...]) -> Awarded | Waiting | Refused:
    """See `Book.award`."""
    refused = _bad_awards(posting, awards)
    if refused:
        return refused
    playing = known_round(posting)
    if isinstance(playing, Refused):
        return playing
    if playing.finished_seq and any(prize.kind != JACKPOT for prize in awards):
        return Refused("round_finished", f"{posting.key}: finished by entry {playing.finished_seq}")
    staked = posting.stakes(playing)
    for prize in awards:
        if prize.seat not in staked:
            return Refused("seat_has_no_stake", f"seat {prize.seat} has no stake in {posting.key}")
    jackpot = next((prize for prize in awards if prize.kind == JACKPOT), None)
    row: ClaimRow | Refused | None = None
    share_cents = 0
    if jackpot is not None:
        row = _claim_of(posting, playing)
        if isinstance(row, Refused):
            return row
        if row.seat != jackpot.seat:
            return Refused("no_claim", f"seat {row.seat} has claimed, not seat {jackpot.seat}")
        share = _share(posting, row, jackpot)
        if not isinstance(share, int):
            return share
        share_cents = share
    before = posting.standing.totals
    for prize in awards:
        _pay(posting, playing.id, prize)
    if isinstance(row, ClaimRow):
        _pay_share(posting, row, share_cents)
    after = posting.standing.totals
    paid = tuple(replace(prize, cents=share_cents) if prize is jackpot else prize for prize in awards)
    return Awarded(
        awards=paid,
        cents=sum(prize.cents for prize in paid),
        from_meter_cents=(after.awarded - before.awarded) // MICRO,
        from_house_cents=(after.awarded_house - before.awarded_house) // MICRO,
        meter_cents=posting.meter_cents,
        book_seq=posting.standing.seq,
    )


def _bad_awards(posting: Posting, awards: tuple[Award, ...]) -> Refused | None:
    most_cents = _MOST_STAKES * posting.terms.stake_cents
    if not awards or len({(prize.kind, prize.seat) for prize in awards}) != len(awards):
        return Refused("bad_award", "there is at least one prize, and none twice")
    if sum(prize.kind == JACKPOT for prize in awards) > 1:
        return Refused("bad_award", "two royals at one table cannot be")
    for prize in awards:
        if not 1 <= prize.seat <= SEATS:
            return Refused("bad_award", f"seat {prize.seat} is not 1 to {SEATS}")
        if prize.kind == JACKPOT:
            continue
        if prize.kind not in FIXED_PRIZES:
            return Refused("bad_award", f"{prize.kind!r} is no kind of prize")
        if prize.cents <= 0:
            return Refused("bad_award", f"a prize of {prize.cents} cents")
        if prize.cents > most_cents:
            return Refused("unreasonable", f"{prize.cents} cents for {prize.kind}, above {most_cents}")
    return None


def _share(posting: Posting, row: ClaimRow, prize: Award) -> int | Waiting | Refused:
    """The cents of one share, once no claim can come or go any more; until then the claim is released."""
    store = posting.store
    generation = store.generation(row.generation)
    if generation.value_micro is None:
        raise AssertionError(f"generation {row.generation} is claimed and has no value")
    standing = [other for other in store.claims(row.generation) if other.state is not ClaimState.REFUSED]
    if generation.share_cents is None:
        claimed = {other.round_id for other in standing}
        rounds = [each for each in store.open_rounds(row.generation) if each.id not in claimed]
        unsure = [c for c in standing if c.state is ClaimState.PENDING and not c.dead and c.id != row.id]
        if rounds or unsure:
            if row.state is ClaimState.PENDING:
                store.set_claim(row.id, ClaimState.RELEASED, 0, 0, posting.at_ms)
            return Waiting(
                generation=row.generation,
                rounds=tuple((each.table, each.number) for each in rounds),
                claims=tuple((each.table, each.round) for each in unsure),
            )
        share_cents, _ = equal_shares(generation.value_micro, len(standing))
    else:
        share_cents = generation.share_cents
    if prize.cents not in (0, share_cents):
        return Refused("wrong_share", f"the share is {share_cents} cents, not {prize.cents}")
    return share_cents


def _pay(posting: Posting, round_id: int, prize: Award) -> None:
    if prize.kind != JACKPOT:
        parts = fixed_prize(posting.terms, posting.meter_micro, prize.cents)
        posting.post(Kind.AWARD, parts, round_id=round_id, seat=prize.seat, note=prize.kind)


def _pay_share(posting: Posting, row: ClaimRow, share_cents: int) -> None:
    """The share has left the frozen value; the first payment sends what shares leave to the meter."""
    store = posting.store
    seq = posting.post(
        Kind.AWARD, Parts(frozen=-share_cents * MICRO), round_id=row.round_id, seat=row.seat, note=JACKPOT
    )
    store.set_claim(row.id, ClaimState.PAID, share_cents, seq, posting.at_ms)
    generation = store.generation(row.generation)
    if generation.share_cents is None:
        sharing = [each for each in store.claims(row.generation) if each.state is not ClaimState.REFUSED]
        assert generation.value_micro is not None
        store.save_generation(replace(generation, share_cents=share_cents))
        _, rest_micro = equal_shares(generation.value_micro, len(sharing))
        _carry(posting, row.round_id, rest_micro)
