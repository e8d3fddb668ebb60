"""How a stake, a limit, a refund and a jackpot are divided: exact integers of micro-cents.

A cent is 1,000,000 micro-cents and a share is so many out of 1,000,000, so each part of a stake is a
whole number of micro-cents: nothing is rounded and nothing drifts. What the display cannot show, the
fraction of a cent, is the residue that the meter carries into the next stake (PM-03).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from hashlib import sha256
from json import dumps
from typing import Final, NamedTuple, Protocol

from controller.book.answers import SEATS
from controller.game.money import CENTS_MAX, MICRO

WHOLE: Final = 1_000_000
"""The shares of a stake add up to this."""


class JackpotTerms(Protocol):
    """A configuration that `Terms` can be made of, such as `controller.game.jackpot.rules.JackpotConfig`."""

    @property
    def stake_cents(self) -> int: ...
    @property
    def start_cents(self) -> int: ...
    @property
    def meter_share(self) -> int: ...
    @property
    def reserve_share(self) -> int: ...
    @property
    def house_share(self) -> int: ...
    @property
    def fixed_prizes_paid_from(self) -> str: ...
    @property
    def limit_cents(self) -> int | None: ...
    @property
    def restart_cents(self) -> int: ...
    @property
    def most_stakes(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Terms:
    """What a jackpot is, for as long as it runs (PM-02, PM-10).

    `meter_share`, `reserve_share`, `house_share` are out of 1,000,000 and add up to it;
    `fixed_prizes_paid_from` is `house` or `meter`; `limit_cents` is None without a limit; `prizes` are
    pairs of class and odds, sorted, kept to be compared between tables (LK-01). `reset_cents` is what a
    generation after the first starts with (PM-12; made of None it is the start amount), `most_stakes` how
    many stakes a round may bring (PM-13).
    """

    stake_cents: int
    start_cents: int
    meter_share: int
    reserve_share: int
    house_share: int
    fixed_prizes_paid_from: str = "house"
    limit_cents: int | None = None
    prizes: tuple[tuple[str, str], ...] = ()
    reset_cents: int | None = None
    most_stakes: int = SEATS

    def __post_init__(self) -> None:
        if self.reset_cents is None:
            object.__setattr__(self, "reset_cents", self.start_cents)
        for name in (
            "stake_cents",
            "start_cents",
            "reset_cents",
            "meter_share",
            "reserve_share",
            "house_share",
        ):
            amount = getattr(self, name)
            if type(amount) is not int or not 0 <= amount <= CENTS_MAX:
                raise ValueError(f"{name} = {amount!r} is not a whole number from 0 to {CENTS_MAX}")
        if self.stake_cents == 0:
            raise ValueError("stake_cents = 0: a stake is at least one cent")
        total = self.meter_share + self.reserve_share + self.house_share
        if total != WHOLE:
            raise ValueError(f"meter_share + reserve_share + house_share = {total}, not {WHOLE}")
        if self.fixed_prizes_paid_from not in ("house", "meter"):
            raise ValueError(
                f"fixed_prizes_paid_from = {self.fixed_prizes_paid_from!r} is neither house nor meter"
            )
        limit = self.limit_cents
        if limit is not None and (type(limit) is not int or not self.start_cents <= limit <= CENTS_MAX):
            raise ValueError(
                f"limit_cents = {limit!r} is not from start_cents = {self.start_cents} to {CENTS_MAX}"
            )
        if self.reset_cents not in (0, self.start_cents):
            raise ValueError(
                f"reset_cents = {self.reset_cents!r} is neither 0 nor start_cents = {self.start_cents}"
            )
        if type(self.most_stakes) is not int or not 1 <= self.most_stakes <= SEATS:
            raise ValueError(f"most_stakes = {self.most_stakes!r} is not from 1 to {SEATS}")

    @property
    def restart_cents(self) -> int:
        """What the meter of a generation after the first starts with."""
        return self.start_cents if self.reset_cents is None else self.reset_cents

    @property
    def unreasonable_cents(self) -> int:
        """A contribution of one round above this is refused."""
        return self.most_stakes * self.stake_cents

    @staticmethod
    def of(config: JackpotTerms, prizes: tuple[tuple[str, str], ...] = ()) -> Terms:
        """The terms of a configuration.

        Raises:
            ValueError: an amount or a share is out of range; the text names key and value.
        """
        return Terms(
            stake_cents=config.stake_cents,
            start_cents=config.start_cents,
            meter_share=config.meter_share,
            reserve_share=config.reserve_share,
            house_share=config.house_share,
            fixed_prizes_paid_from=config.fixed_prizes_paid_from,
            limit_cents=config.limit_cents,
            prizes=tuple(sorted(prizes)) or getattr(config, "prizes", ()),
            reset_cents=config.restart_cents,
            most_stakes=config.most_stakes,
        )

    def text(self) -> str:
        """The terms as one line of JSON, always the same for the same terms."""
        return dumps(asdict(self), sort_keys=True, separators=(",", ":"))

    def digest(self) -> str:
        return sha256(self.text().encode()).hexdigest()


class Parts(NamedTuple):
    """Movements of, or amounts on, the six accounts, in micro-cents."""

    meter: int = 0
    frozen: int = 0
    reserve: int = 0
    overflow: int = 0
    house: int = 0
    paid: int = 0

    def plus(self, other: Parts) -> Parts:
        return Parts(
            self.meter + other.meter,
            self.frozen + other.frozen,
            self.reserve + other.reserve,
            self.overflow + other.overflow,
            self.house + other.house,
            self.paid + other.paid,
        )


NOTHING: Final = Parts()


def room_micro(terms: Terms, meter_micro: int) -> int | None:
    """How much the meter can still take; None without a limit."""
    if terms.limit_cents is None:
        return None
    return max(0, terms.limit_cents * MICRO - meter_micro)


def into_meter(terms: Terms, meter_micro: int, micro: int) -> Parts:
    """`micro` goes to the meter as far as the limit allows, the rest to the overflow (PM-09)."""
    room = room_micro(terms, meter_micro)
    if room is None or micro <= room:
        return Parts(meter=micro)
    return Parts(meter=room, overflow=micro - room)


def split_stake(terms: Terms, meter_micro: int) -> Parts:
    """The parts of one stake when the meter stands at `meter_micro`; they add up to the stake."""
    stake = terms.stake_cents
    to_meter = into_meter(terms, meter_micro, stake * terms.meter_share)
    return to_meter._replace(reserve=stake * terms.reserve_share, house=stake * terms.house_share)


def give_back(contribution: Parts, balances: Parts) -> Parts:
    """The movement that returns a stake: its exact parts, each out of the account that has it.

    What reserve or overflow no longer hold the meter gives; what the meter lacks the house gives.
    """
    reserve = min(contribution.reserve, balances.reserve)
    overflow = min(contribution.overflow, balances.overflow)
    owed = contribution.meter + contribution.reserve - reserve + contribution.overflow - overflow
    meter = min(owed, balances.meter)
    house = contribution.house + owed - meter
    return Parts(meter=-meter, reserve=-reserve, overflow=-overflow, house=-house)


def fixed_prize(terms: Terms, meter_micro: int, cents: int) -> Parts:
    """Who pays a fixed prize: the meter only in whole cents above the start amount, else the house."""
    from_meter = 0
    if terms.fixed_prizes_paid_from == "meter":
        from_meter = min(cents, max(0, meter_micro // MICRO - terms.start_cents))
    return Parts(meter=-from_meter * MICRO, paid=-(cents - from_meter) * MICRO)


def equal_shares(value_micro: int, claims: int) -> tuple[int, int]:
    """The share of each claim in whole cents, and the micro-cents left for the next meter (JW-14)."""
    share_cents = value_micro // (claims * MICRO)
    return share_cents, value_micro - share_cents * claims * MICRO
