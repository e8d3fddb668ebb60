"""Round lines: one round of JSON Lines in as facts, one settlement out (rules, section 6).

Reading is strict: a key given twice, a Boolean for a number, a card seen twice is refused by key and
value, never repaired.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated, Any, NoReturn

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from controller.game.cards import Card, UnknownCard
from controller.game.felt import SEATS, SEATS_MAX, Spot
from controller.game.hands import lowest_rank, rank_cards
from controller.game.jackpot.rules import jp1_alive
from controller.game.money import InexactPayout
from controller.game.profile import BOARD_CARDS, HOLE_CARDS, RuleProfile
from controller.game.settling.settle import (
    RoundFacts,
    RoundSettlement,
    SeatFacts,
    SeatSettlement,
    SpotLine,
    cards_decide,
    settle_round,
)
from controller.papers.round_sheet.line_faults import said
from controller.papers.round_sheet.stakes import LineRefused, printable, refuse, stakes_of
from controller.settings.settings_error import shown
from controller.settings.toml import Strict, first_fault

AMOUNT_CENTS_MAX = 10**12
"""A calculator applies no table's limits: this is only where an amount can be nothing but a mistake."""
Cents = Annotated[int, Field(ge=0, le=AMOUNT_CENTS_MAX)]


class SeatLine(Strict):
    """One of `seats`; `unopened` says that nobody turned its hand up, for nothing depended on it."""

    seat: int
    cards: list[str] | None
    folded: bool
    stakes: dict[str, Cents]
    unopened: bool = False


class RoundLine(BaseModel):
    """A line. Keys that are not known are left alone: a file of examples carries its answers."""

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore")

    id: Any = None
    profile: str | None = None
    board: list[str]
    dealer: list[str]
    jackpot_cents: Cents | None = None
    jp1_stake_cents: Annotated[int, Field(gt=0, le=AMOUNT_CENTS_MAX)] | None = None
    seats: Annotated[list[SeatLine], Field(min_length=1, max_length=SEATS_MAX)]


def parse_line(text: str) -> RoundLine:
    """The line as it is written, its types checked.

    Raises:
        LineRefused: it is no JSON, no object, or some key is missing or of a wrong type.
    """
    try:
        content = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except LineRefused:
        raise
    except (ValueError, RecursionError):
        raise LineRefused(said("no_json")) from None
    if not isinstance(content, dict):
        raise LineRefused(said("no_object", what=shown(content)))
    if not content:
        raise LineRefused(said("empty"))
    try:
        line = RoundLine.model_validate(content)
    except ValidationError as error:
        refuse(*first_fault(error))
    if not isinstance(line.id, (str, int, type(None))) or isinstance(line.id, bool):
        refuse("id", line.id, said("id"))
    return line


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content: dict[str, Any] = {}
    for key, value in pairs:
        if key in content:
            raise LineRefused(said("key_twice", key=printable(key, 80)))
        content[key] = value
    return content


def _no_constant(name: str) -> NoReturn:
    raise LineRefused(said("no_number", name=name))


# --- facts ---------------------------------------------------------------------------------------


def settle_line(line: RoundLine, profile: RuleProfile) -> tuple[RoundFacts, RoundSettlement]:
    """The round of the line, and how it is settled.

    Raises:
        LineRefused: the round cannot have happened, or cannot be paid in whole cents.
    """
    facts = facts_of(line, profile)
    try:
        settled = settle_round(facts)
    except InexactPayout as error:
        inexact = said("inexact", odds=str(error.odds), stake=error.stake_cents, chip=error.chip_cents)
        refuse(f"seats[{_inexact_seat(facts)}].stakes", None, inexact)
    if settled.claimed and line.jackpot_cents is None:
        holder = settled.winners[0]
        refuse("jackpot_cents", None, said("no_jackpot", seat=holder))
    return facts, settled


def _inexact_seat(facts: RoundFacts) -> int:
    for at, seat in enumerate(facts.seats):
        try:
            settle_round(facts._replace(seats=(seat,)))
        except InexactPayout:
            return at
    raise AssertionError("some seat of the round cannot be paid exactly")


def facts_of(line: RoundLine, profile: RuleProfile) -> RoundFacts:
    """The round that the line tells.

    Raises:
        LineRefused: see `settle_line`.
    """
    seen: dict[Card, str] = {}
    board = _cards("board", line.board, BOARD_CARDS, seen)
    dealer = _cards("dealer", line.dealer, HOLE_CARDS, seen)
    qualified = rank_cards((*dealer, *board)) >= lowest_rank(profile.qualifies_with)
    seats: list[SeatFacts] = []
    for at, written in enumerate(line.seats):
        seat = _seat(f"seats[{at}]", written, line, profile, seen, qualified)
        if any(other.seat == seat.seat for other in seats):
            refuse(f"seats[{at}].seat", seat.seat, said("seat_twice"))
        seats.append(seat)
    return RoundFacts(
        profile, board, dealer, tuple(seats), line.jp1_stake_cents or 0, line.jackpot_cents or 0
    )


def _cards(key: str, texts: Sequence[str], size: int, seen: dict[Card, str]) -> tuple[Card, ...]:
    if len(texts) != size:
        refuse(key, list(texts), said("cards" if len(texts) != 1 else "card", number=len(texts), size=size))
    cards = []
    for at, text in enumerate(texts):
        place = f"{key}[{at}]"
        try:
            card = Card.parse(text)
        except UnknownCard:
            refuse(place, text, said("no_card", text=repr(text)))
        if card in seen:
            refuse(place, text, said("card_twice", where=seen[card]))
        seen[card] = place
        cards.append(card)
    return tuple(cards)


def _seat(
    key: str,
    written: SeatLine,
    line: RoundLine,
    profile: RuleProfile,
    seen: dict[Card, str],
    qualified: bool,
) -> SeatFacts:
    if written.seat not in SEATS:
        refuse(f"{key}.seat", written.seat, said("seats", most=SEATS_MAX))
    stakes = stakes_of(f"{key}.stakes", written.stakes, written.folded, line.jp1_stake_cents, profile)
    if written.cards is not None:
        cards = _cards(f"{key}.cards", written.cards, HOLE_CARDS, seen)
        return SeatFacts(written.seat, cards, written.folded, stakes)
    sides = [(bet.spot, bet.needs_cards(written.folded)) for bet in profile.sides]
    alive = [
        spot
        for spot, plays in (*sides, (Spot.JP1, jp1_alive(profile, written.folded)))
        if spot in stakes and plays
    ]
    if written.unopened and not written.folded:
        if cards_decide(profile, stakes, folded=False, bets_jp1=Spot.JP1 in stakes, qualified=qualified):
            refuse(f"{key}.cards", None, said("needed_stake"))
        return SeatFacts(written.seat, None, False, stakes)
    if not written.folded or alive:
        alive_there = said("needed_alive", spots=", ".join(alive))
        refuse(f"{key}.cards", None, alive_there if written.folded else said("needed_unfolded"))
    return SeatFacts(written.seat, None, True, stakes)


# --- answers -------------------------------------------------------------------------------------


def answer_of(line: RoundLine, profile: RuleProfile, settled: RoundSettlement) -> dict[str, Any]:
    """The settlement as the contract writes it, with the rule and the odds of each amount besides."""
    return {
        "id": line.id,
        "profile": profile.id,
        "dealer": {"class": str(settled.dealer.hand_class), "qualified": settled.qualified},
        "seats": [_seat_answer(seat) for seat in settled.seats],
        "jackpot": {
            "claimed": settled.claimed,
            "winners": list(settled.winners),
            "supervised": settled.supervised,
        },
    }


def _seat_answer(seat: SeatSettlement) -> dict[str, Any]:
    return {
        "seat": seat.seat,
        "class": str(seat.hand.hand_class) if seat.hand is not None else None,
        "result": seat.result,
        "spots": {str(spot_line.spot): _spot_answer(spot_line) for spot_line in seat.lines},
    }


def _spot_answer(line: SpotLine) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "stake": line.stake_cents,
        "returned": line.returned_cents,
        "taken": line.taken_cents,
        "paid": line.paid_cents,
        "rule": line.rule,
    }
    if line.odds is not None:
        answer["odds"] = str(line.odds)
    if line.spot is Spot.JP1:
        answer["awards"] = [{"kind": str(award.kind), "cents": award.cents} for award in line.awards]
    return answer
