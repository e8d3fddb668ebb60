"""One ledger, as the rules have it (rules, section 7): what each act answers and enters where it stands.

Whole micro-cents, no database, no line of the book's own: a second reading of the same rules. A model that
stands at a place says what an act asked there comes to.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

MICRO: Final = 1_000_000
ACCOUNTS: Final = ("meter", "frozen", "reserve", "overflow", "house", "paid")

Moved = tuple[str, dict[str, int]]
"""An entry: its kind, and what it moved on which account."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What the jackpot is: `shares` of a million to meter, reserve and house."""

    stake_cents: int
    start_cents: int
    shares: tuple[int, int, int]
    meter_pays_prizes: bool
    limit_cents: int | None


class No(Exception):
    """The act is refused; its code."""


@dataclass(slots=True)
class Wait:
    """A share cannot be paid yet: rounds that may still claim, claims of which nobody has asked for it."""

    generation: int
    rounds: list[tuple[str, int]]
    others: list[tuple[str, int]]


@dataclass(slots=True, eq=False)
class Round:
    """A round with the stakes that stand, by seat: what each account got."""

    table: str
    number: int
    generation: int
    finished: bool = False
    dead: bool = False
    stakes: dict[int, dict[str, int]] = field(default_factory=dict)
    prized: set[int] = field(default_factory=set)


@dataclass(slots=True, eq=False)
class Claim:
    """A claim: `pending`, `paid` or `refused`; `order` within its generation."""

    round: Round
    attempt: int
    seat: int
    generation: int
    order: int
    seq: int
    state: str = "pending"
    cents: int = 0


@dataclass(slots=True)
class Opening:
    """What a generation began with, the generation it has become part of, what was frozen of it."""

    number: int
    within: int
    seed: int
    from_reserve: int
    from_overflow: int
    undone: bool = False
    value: int | None = None
    share_cents: int | None = None


class Model:
    """The ledger at a place; `seq` is its last entry."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.has = dict.fromkeys(ACCOUNTS, 0)
        self.seq = 0
        self.present = 1
        self.rounds: dict[tuple[str, int], Round] = {}
        self.claims: list[Claim] = []
        self.stop = ""
        self.won: Claim | None = None
        self.won_seq = 0
        self.moved: list[Moved] = []
        self._enter("seed", meter=rules.start_cents * MICRO)
        self.openings = [Opening(1, 1, rules.start_cents * MICRO, 0, 0)]

    @property
    def meter_cents(self) -> int:
        return self.has["meter"] // MICRO

    def apply(self, act: str, key: Any, request: list[Any]) -> dict[str, Any]:
        """The act is done; its answer. `moved` has its entries.

        Raises:
            No: it is refused here, and nothing has changed.
        """
        self.moved = []
        kind = "contribute" if act == "forgo" else act
        answer: dict[str, Any] = getattr(self, f"_{kind}")(key, *request)
        answer["book_seq"] = self.seq
        answer["meter_cents"] = self.meter_cents
        return answer

    def refusal(self, act: str, key: Any, request: list[Any]) -> str | Wait | None:
        """Why the act is refused here, or what it waits for; None where it would be done."""
        kind = "contribute" if act == "forgo" else act
        try:
            wait: Wait | None = getattr(self, f"_may_{kind}")(key, *request)
        except No as no:
            return str(no)
        return wait

    def _enter(self, kind: str, **moved: int) -> None:
        for account, micro in moved.items():
            self.has[account] += micro
        self.seq += 1
        self.moved.append((kind, {name: micro for name, micro in moved.items() if micro}))

    def _room(self, has: int, micro: int) -> int:
        limit = self.rules.limit_cents
        return micro if limit is None else min(micro, max(0, limit * MICRO - has))

    def _round(self, key: Any, *, open_: bool) -> Round:
        playing = self.rounds.get((key[0], key[1]))
        if playing is None:
            raise No("unknown_round")
        if open_ and playing.finished:
            raise No("round_finished")
        return playing

    def _answerable(self, key: Any) -> Round:
        """The round while its own table may say what became of it, though two persons have closed it."""
        playing = self._round(key, open_=False)
        return playing if playing.dead else self._round(key, open_=True)

    # --- stakes ----------------------------------------------------------------------------------

    def _may_contribute(self, key: Any, seats: list[int], stake_cents: int) -> None:
        playing = self.rounds.get((key[0], key[1]))
        if self.stop:
            raise No("stopped")
        if stake_cents != self.rules.stake_cents:
            raise No("wrong_stake")
        if playing is not None and playing.finished:
            raise No("round_finished")
        staked = {} if playing is None else playing.stakes
        if len(staked) + len(seats) > 7:
            raise No("unreasonable")
        if not seats or len(set(seats)) < len(seats) or not set(seats) <= set(range(1, 8)):
            raise No("bad_seats")
        if staked.keys() & set(seats):
            raise No("seat_has_stake")

    def _contribute(self, key: Any, seats: list[int], stake_cents: int) -> dict[str, Any]:
        self._may_contribute(key, seats, stake_cents)
        where = (key[0], key[1])
        playing = self.rounds.setdefault(where, Round(*where, self.present))
        before, to_meter = self.has["meter"], 0
        for seat in seats:
            meter, reserve, house = (stake_cents * share for share in self.rules.shares)
            taken = self._room(self.has["meter"], meter)
            parts = {"meter": taken, "overflow": meter - taken, "reserve": reserve, "house": house}
            self._enter("contribution", **parts)
            playing.stakes[seat] = {**parts, "attempt": key[2], "seq": self.seq}
            to_meter += taken
        return {
            "answer": "Contributed",
            "generation": playing.generation,
            "meter_generation": self.present,
            "meter_before_cents": before // MICRO,
            "contributed_micro": to_meter,
            "stakes_cents": len(seats) * stake_cents,
        }

    def _may_refund(self, key: Any, seat: int) -> None:
        playing = self._answerable(key)
        if seat not in playing.stakes:
            raise No("seat_has_no_stake")
        claimed = any(c.round is playing and c.seat == seat and c.state != "refused" for c in self.claims)
        if claimed or seat in playing.prized:
            raise No("seat_has_prize")

    def _refund(self, key: Any, seat: int) -> dict[str, Any]:
        self._may_refund(key, seat)
        gave = self.rounds[key[0], key[1]].stakes.pop(seat)
        back = {name: min(gave[name], self.has[name]) for name in ("reserve", "overflow")}
        owed = sum(gave[name] for name in ("meter", "reserve", "overflow")) - sum(back.values())
        meter = min(owed, self.has["meter"])
        house = gave["house"] + owed - meter
        self._enter(
            "refund", meter=-meter, reserve=-back["reserve"], overflow=-back["overflow"], house=-house
        )
        cents = sum(gave[name] for name in ("meter", "reserve", "overflow", "house")) // MICRO
        return {"answer": "Refunded", "seat": seat, "cents": cents, "contribution_seq": gave["seq"]}

    def _may_finish(self, key: Any) -> None:
        self._answerable(key)

    def _finish(self, key: Any) -> dict[str, Any]:
        playing = self._answerable(key)
        self._enter("finish")
        playing.finished, playing.dead = True, False
        return {"answer": "Finished", "generation": playing.generation}

    def _may_close(self, key: Any) -> None:
        self._round(key, open_=True)

    def _close(self, key: Any) -> dict[str, Any]:
        playing = self._round(key, open_=True)
        self._enter("closing")
        playing.finished = playing.dead = True
        return {"answer": "Finished", "generation": playing.generation}

    # --- by two persons --------------------------------------------------------------------------

    def _may_correct(self, key: Any, micro: int) -> None:
        after, limit = self.has["meter"] + micro, self.rules.limit_cents
        if after < 0:
            raise No("below_zero")
        if limit is not None and after > limit * MICRO:
            raise No("above_limit")

    def _correct(self, key: Any, micro: int) -> dict[str, Any]:
        self._may_correct(key, micro)
        before = self.has["meter"]
        self._enter("correction", meter=micro)
        changed = {"micro": micro, "before_micro": before, "after_micro": before + micro}
        return {"answer": "Corrected", "account": "meter", **changed}

    def _may_stop(self, key: Any, fate: str) -> None:
        if self.stop:
            raise No("stopped")

    def _stop(self, key: Any, fate: str) -> dict[str, Any]:
        self._may_stop(key, fate)
        self._enter("stop")
        self.stop = fate
        return {"answer": "Stopped", "fate": fate}

    def _may_reopen(self, key: Any) -> None:
        if not self.stop:
            raise No("not_stopped")

    def _reopen(self, key: Any) -> dict[str, Any]:
        self._may_reopen(key)
        self._enter("reopening")
        self.stop = ""
        return {"answer": "Stopped", "fate": ""}

    # --- the jackpot -----------------------------------------------------------------------------

    def _standing(self, generation: int) -> list[Claim]:
        return [one for one in self.claims if one.generation == generation and one.state != "refused"]

    def _may_claim(self, key: Any, seat: int) -> None:
        playing = self._round(key, open_=True)
        if seat not in playing.stakes:
            raise No("seat_has_no_stake")
        if any(one.round is playing and one.state != "refused" for one in self.claims):
            raise No("already_claimed")
        if self.openings[playing.generation - 1].share_cents is not None:
            raise No("claim_paid")

    def _claim(self, key: Any, seat: int) -> dict[str, Any]:
        self._may_claim(key, seat)
        playing = self.rounds[key[0], key[1]]
        opening = self.openings[playing.generation - 1]
        if opening.value is None:
            opening.value = self.has["meter"]
            self._enter("freeze", meter=-opening.value, frozen=opening.value)
            self._open_next()
        else:
            self._enter("freeze")
        order = 1 + sum(one.generation == opening.number for one in self.claims)
        self.claims.append(Claim(playing, key[2], seat, opening.number, order, self.seq))
        return {
            "answer": "Claimed",
            "generation": opening.number,
            "order": order,
            "value_cents": opening.value // MICRO,
            "next_generation": self.present,
        }

    def _open_next(self) -> None:
        self.present += 1
        seed = self.rules.start_cents * MICRO
        self._enter("seed", meter=seed)
        reserve = self._room(seed, self.has["reserve"])
        overflow = self._room(seed + reserve, self.has["overflow"])
        if reserve or overflow:
            self._enter("release", meter=reserve + overflow, reserve=-reserve, overflow=-overflow)
        self.openings.append(Opening(self.present, self.present, seed, reserve, overflow))

    def _claim_of(self, playing: Round, attempt: int) -> Claim:
        for one in self.claims:
            if one.round is playing and one.attempt == attempt and one.state != "refused":
                if one.state == "paid":
                    raise No("claim_paid")
                return one
        raise No("no_claim")

    def _may_award(self, key: Any, prizes: list[list[Any]]) -> Wait | None:
        playing = self._round(key, open_=False)
        if playing.finished and any(kind != "jackpot" for kind, _, _ in prizes):
            raise No("round_finished")
        if any(seat not in playing.stakes for _, seat, _ in prizes):
            raise No("seat_has_no_stake")
        for kind, seat, _ in prizes:
            if kind == "jackpot":
                claim = self._claim_of(playing, key[2])
                if claim.seat != seat:
                    raise No("no_claim")
                return self._waits(claim)
        return None

    def _waits(self, claim: Claim) -> Wait | None:
        """What the share of a claim waits for; which of the others were asked for already nobody enters."""
        if self.openings[claim.generation - 1].share_cents is not None:
            return None
        standing = self._standing(claim.generation)
        claimed = [one.round for one in standing]
        rounds = [
            (one.table, one.number)
            for one in self.rounds.values()
            if one.generation == claim.generation and not one.finished and one not in claimed
        ]
        others = [
            (one.round.table, one.round.number) for one in standing if one is not claim and not one.round.dead
        ]
        return Wait(claim.generation, rounds, others)

    def _award(self, key: Any, prizes: list[list[Any]]) -> dict[str, Any]:
        self._may_award(key, prizes)
        playing = self.rounds[key[0], key[1]]
        by_meter = by_house = total = 0
        paid = []
        for kind, seat, cents in sorted(prizes, key=lambda prize: prize[0] == "jackpot"):
            if kind == "jackpot":
                cents = self._pay_share(self._claim_of(playing, key[2]))
                by_meter += cents
            else:
                above = max(0, self.meter_cents - self.rules.start_cents)
                meter = min(cents, above) if self.rules.meter_pays_prizes else 0
                self._enter("award", meter=-meter * MICRO, paid=-(cents - meter) * MICRO)
                by_meter, by_house = by_meter + meter, by_house + cents - meter
            playing.prized.add(seat)
            total += cents
            paid.append({"kind": kind, "seat": seat, "cents": cents})
        return {
            "answer": "Awarded",
            "awards": paid,
            "cents": total,
            "from_meter_cents": by_meter,
            "from_house_cents": by_house,
        }

    def _pay_share(self, claim: Claim) -> int:
        opening = self.openings[claim.generation - 1]
        many = len(self._standing(claim.generation))
        first = opening.share_cents is None
        value = opening.value or 0
        share = value // (many * MICRO) if opening.share_cents is None else opening.share_cents
        self._enter("award", frozen=-share * MICRO)
        claim.state, claim.cents = "paid", share
        self.won, self.won_seq = claim, self.seq
        opening.share_cents = share
        if first:
            self._carry(value - share * many * MICRO)
        return share

    def _carry(self, micro: int) -> None:
        if micro:
            meter = self._room(self.has["meter"], micro)
            self._enter("carry", frozen=-micro, meter=meter, overflow=micro - meter)

    def _may_refuse(self, key: Any, *_: Any) -> None:
        self._claim_of(self._round(key, open_=False), key[2])

    def _refuse(self, key: Any, *_: Any) -> dict[str, Any]:
        claim = self._claim_of(self._round(key, open_=False), key[2])
        opening = self.openings[claim.generation - 1]
        self._enter("refusal")
        claim.state = "refused"
        restored = 0
        if opening.share_cents is not None:
            restored = opening.share_cents * MICRO
            self._carry(restored)
        elif not self._standing(opening.number):
            restored = opening.value or 0
            self._restore(opening, restored)
        return {
            "answer": "ClaimRefused",
            "generation": self.present,
            "restored_cents": restored // MICRO,
        }

    def _restore(self, frozen: Opening, value: int) -> None:
        """Nobody won after all: the value is the present meter's, which loses what it began with instead."""
        self._enter("restore", meter=value, frozen=-value)
        for one in self.openings:
            if one.within == frozen.number:
                one.within = self.present
        for playing in self.rounds.values():
            if playing.generation == frozen.number and not playing.finished:
                playing.generation = self.present
        last = [one for one in self.openings if one.within == self.present and not one.undone][-1]
        self._enter("seed", meter=-min(last.seed, self.has["meter"]))
        reserve = min(last.from_reserve, self.has["meter"])
        overflow = min(last.from_overflow, self.has["meter"] - reserve)
        if reserve or overflow:
            self._enter("release", meter=-reserve - overflow, reserve=reserve, overflow=overflow)
        last.undone = True
        spilled = self.has["meter"] - self._room(0, self.has["meter"])
        if spilled:
            self._enter("spill", meter=-spilled, overflow=spilled)
