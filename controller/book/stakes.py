"""Acts on stakes and rounds: contribute, refund, finish, close a dead round, correct, stop and reopen."""

from __future__ import annotations

from json import dumps

from controller.book.answers import SEATS, Contributed, Corrected, Finished, Key, Refunded, Refused, Stopped
from controller.book.port import Account
from controller.book.posting import Posting, standing_stakes, two_persons
from controller.book.shares import Parts, give_back, split_stake
from controller.book.store import ClaimState, Kind, LedgerEntry, Round
from controller.game.money import MICRO


def known_round(posting: Posting) -> Round | Refused:
    """The round of the key, or why it is none."""
    known = posting.store.round(posting.key)
    return known or Refused("unknown_round", f"no stake was ever contributed for {posting.key}")


def open_round(posting: Posting) -> Round | Refused:
    """The round of the key while it is open."""
    known = known_round(posting)
    if isinstance(known, Round) and known.finished_seq:
        return Refused("round_finished", f"{posting.key}: finished by entry {known.finished_seq}")
    return known


def answerable_round(posting: Posting) -> Round | Refused:
    """The round of the key while its own table may still say what became of it.

    Two persons closed it because nobody heard that table; it is heard now. Stakes of a deal that it had
    voided go back, and then it ends the round itself, once.
    """
    known = known_round(posting)
    return known if isinstance(known, Round) and known.dead else open_round(posting)


def closable_round(posting: Posting) -> Round | Refused:
    """The round of the key while something waits for it: its end, or the claim that it left behind.

    A round may end with a claim that nobody pays or refuses any more, where the refusal was refused for good.
    """
    known = known_round(posting)
    if isinstance(known, Round) and known.finished_seq and not known.dead:
        claims = posting.store.round_claims(known.id)
        if any(claim.state is ClaimState.PENDING for claim in claims):
            return known
    return open_round(posting)


def contribute(posting: Posting, seats: tuple[int, ...], stake_cents: int) -> Contributed | Refused:
    """See `Book.contribute`."""
    terms = posting.terms
    if posting.store.stop():
        return Refused("stopped", "the jackpot is stopped: no stake is taken")
    if stake_cents != terms.stake_cents:
        return Refused("wrong_stake", f"a stake is {terms.stake_cents} cents, not {stake_cents}")
    playing = posting.store.round(posting.key)
    if playing is not None and playing.finished_seq:
        return Refused("round_finished", f"{posting.key}: finished by entry {playing.finished_seq}")
    staked = posting.stakes(playing) if playing is not None else {}
    most = terms.most_stakes
    if len(staked) + len(seats) > most:
        return Refused("unreasonable", f"{len(staked) + len(seats)} stakes in one round, above {most}")
    if not seats or len(set(seats)) != len(seats) or not all(1 <= seat <= SEATS for seat in seats):
        return Refused("bad_seats", f"{seats} are not distinct seats from 1 to {SEATS}")
    twice = [seat for seat in seats if seat in staked]
    if twice:
        return Refused("seat_has_stake", f"seat {twice[0]} has contributed by entry {staked[twice[0]].seq}")
    if playing is None:
        playing = posting.store.add_round(posting.key, posting.standing.generation, 0)
    before_micro = posting.meter_micro
    for seat in seats:
        parts = split_stake(terms, posting.meter_micro)
        posting.post(Kind.CONTRIBUTION, parts, round_id=playing.id, seat=seat)
    return Contributed(
        generation=playing.generation,
        meter_generation=posting.standing.generation,
        book_seq=posting.standing.seq,
        meter_before_cents=before_micro // MICRO,
        meter_cents=posting.meter_cents,
        contributed_micro=posting.meter_micro - before_micro,
        stakes_cents=stake_cents * len(seats),
    )


def refund(posting: Posting, seat: int, contribution: Key | None) -> Refunded | Refused:
    """See `Book.refund`."""
    playing = answerable_round(posting)
    if isinstance(playing, Refused):
        return playing
    entries = posting.store.round_entries(playing.id)
    stake = standing_stakes(entries).get(seat)
    if stake is None or not _of_act(posting.key, stake, contribution):
        return Refused("seat_has_no_stake", f"seat {seat} has no such stake standing in {posting.key}")
    if any(entry.kind == Kind.AWARD and entry.seat == seat for entry in entries) or any(
        claim.seat == seat and claim.state is not ClaimState.REFUSED
        for claim in posting.store.round_claims(playing.id)
    ):
        return Refused("seat_has_prize", f"seat {seat} has won with this stake")
    parts = give_back(stake.parts, posting.standing.balances)
    seq = posting.post(Kind.REFUND, parts, round_id=playing.id, seat=seat, link_seq=stake.seq)
    return Refunded(seat, sum(stake.parts) // MICRO, stake.seq, posting.meter_cents, seq)


def _of_act(key: Key, stake: LedgerEntry, contribution: Key | None) -> bool:
    if contribution is None:
        return True
    same = (contribution.table, contribution.journal_id, contribution.round)
    return same == (key.table, key.journal_id, key.round) and contribution.attempt == stake.attempt


def finish(posting: Posting) -> Finished | Refused:
    """See `Book.finish`."""
    playing = answerable_round(posting)
    if isinstance(playing, Refused):
        return playing
    return _over(posting, playing, Kind.FINISH, "")


def close_dead_round(posting: Posting, persons: tuple[str, str], reason: str) -> Finished | Refused:
    """See `Book.close_dead_round`."""
    refused = two_persons(persons, reason)
    if refused:
        return refused
    playing = closable_round(posting)
    if isinstance(playing, Refused):
        return playing
    return _over(posting, playing, Kind.CLOSING, witnessed(persons, reason))


def witnessed(persons: tuple[str, str], reason: str, fate: str = "") -> str:
    """The note of an entry that two persons answer for."""
    told: dict[str, object] = {"persons": list(persons), "reason": reason}
    return dumps(told | ({"fate": fate} if fate else {}), ensure_ascii=False)


def _over(posting: Posting, playing: Round, kind: Kind, note: str) -> Finished:
    seq = posting.post(kind, round_id=playing.id, note=note)
    posting.store.finish_round(playing.id, seq, dead=kind is Kind.CLOSING)
    return Finished(playing.generation, seq, posting.meter_cents)


_CORRECTABLE = (Account.METER, Account.RESERVE, Account.OVERFLOW, Account.HOUSE)


def correct(
    posting: Posting, account: Account, micro: int, persons: tuple[str, str], reason: str
) -> Corrected | Refused:
    """See `Book.correct`."""
    refused = two_persons(persons, reason)
    if refused:
        return refused
    if account not in _CORRECTABLE:
        return Refused("bad_account", f"{account} is not one of {', '.join(_CORRECTABLE)}")
    if micro == 0:
        return Refused("nothing", "a correction moves something")
    before: int = getattr(posting.standing.balances, account)
    limit = posting.terms.limit_cents
    if before + micro < 0 and account != Account.HOUSE:
        return Refused("below_zero", f"{account} holds {before} micro-cents, {-micro} cannot leave it")
    if account == Account.METER and limit is not None and before + micro > limit * MICRO:
        return Refused("above_limit", f"the meter would stand above its limit of {limit} cents")
    if posting.key.round and posting.store.round(posting.key) is None:
        return Refused("unknown_round", f"no stake was ever contributed for {posting.key}")
    where = _of_no_round(posting)
    parts = Parts()._replace(**{str(account): micro})
    seq = posting.post(Kind.CORRECTION, parts, round_id=where.id, note=witnessed(persons, reason))
    return Corrected(str(account), micro, before, before + micro, posting.meter_cents, seq)


def _of_no_round(posting: Posting) -> Round:
    """Where the acts of persons stand that are of no round of their table."""
    known = posting.store.round(posting.key)
    return known or posting.store.add_round(posting.key, posting.standing.generation, posting.next_seq)


def stop(posting: Posting, fate: str, persons: tuple[str, str], reason: str) -> Stopped | Refused:
    """See `Book.stop`."""
    refused = two_persons(persons, reason)
    if refused:
        return refused
    if not fate.strip() or len(fate) > 64:
        return Refused("reason", "what becomes of the increment is said, in at most 64 characters")
    if posting.store.stop():
        return Refused("stopped", f"{posting.key}: the jackpot is stopped already")
    return _marked(posting, Kind.STOP, fate, witnessed(persons, reason, fate))


def reopen(posting: Posting, persons: tuple[str, str], reason: str) -> Stopped | Refused:
    """See `Book.reopen`."""
    refused = two_persons(persons, reason)
    if refused:
        return refused
    if not posting.store.stop():
        return Refused("not_stopped", f"{posting.key}: the jackpot is not stopped")
    return _marked(posting, Kind.REOPENING, "", witnessed(persons, reason))


def _marked(posting: Posting, kind: Kind, fate: str, note: str) -> Stopped:
    seq = posting.post(kind, round_id=_of_no_round(posting).id, note=note)
    return Stopped(fate, posting.meter_cents, seq)
