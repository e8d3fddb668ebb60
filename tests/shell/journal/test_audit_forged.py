"""Sessions of which somebody wrote one entry anew, in a chain that holds: what cannot have been is named.

Each is a true evening, a scenario or a felt, in which one event says something else, is gone, or comes once
more. What a sentence of `journal verify` tells is here the entry that a thief, or a mended book, would need.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.cards import parse_cards
from controller.game.choices import Incident
from controller.game.events import Entry, Event
from controller.game.felt import Spot
from controller.game.inputs import ClaimDoubt
from controller.game.meter.types import AsideAct, Difference
from controller.journal.audit import Audit
from controller.journal.chain import JournalDamaged, opening_of
from controller.journal.verify import verify_rows
from tests.builders import Felt
from tests.game.test_scenarios import SCENARIOS, played, told
from tests.shell.journal.forgeries import linked
from tests.shell.journal.test_audit import written
from tests.ui.press_states import added, sealed

Evening = list[Entry]
Forge = Callable[[Evening], Evening]


@cache
def scenario(name: str) -> tuple[Entry, ...]:
    return tuple(played(told(next(path for path in SCENARIOS if path.stem == name))).entries)


@cache
def stakes_in_the_book() -> tuple[Entry, ...]:
    """A press without an answer; the book had it, and its chips come out of the seal."""
    return tuple(added().entries)


@cache
def chips_under_seal() -> tuple[Entry, ...]:
    felt = sealed()
    return tuple(felt.see(i.BookRefused("Forgo", "forgone")).badge().do(i.OpenSeal(3)).entries)


@cache
def simple() -> tuple[Entry, ...]:
    """One seat plays for JP1, wins nothing, and the round is over."""
    felt = Felt().open().stakes(s1=1000).chips(1).close().draw("2c 3d Qs Js")
    felt.do(i.CallStreet()).draw("Kc 8d 7h").do(i.CallStreet()).draw("9s 4d").do(i.BetRest()).showdown()
    return tuple(felt.do(i.OpenSettlement(), i.SettleSeat(1)).entries)


def place(evening: Evening, kind: type[Event], nth: int = 0) -> int:
    return [at for at, entry in enumerate(evening) if isinstance(entry.event, kind)][nth]


def says(kind: type[Event], nth: int = 0, **fields: Any) -> Forge:
    """An event of this kind says something else; a field may be made of what it was."""

    def forge(evening: Evening) -> Evening:
        at = place(evening, kind, nth)
        event = evening[at].event
        new = {name: one(getattr(event, name)) if callable(one) else one for name, one in fields.items()}
        return [*evening[:at], evening[at]._replace(event=replace(event, **new)), *evening[at + 1 :]]

    return forge


def gone(kind: type[Event], nth: int = 0) -> Forge:
    return lambda evening: [one for at, one in enumerate(evening) if at != place(evening, kind, nth)]


def after(kind: type[Event], *events: Event, nth: int = 0) -> Forge:
    """These events come after the one of this kind."""

    def forge(evening: Evening) -> Evening:
        at = place(evening, kind, nth) + 1
        more = [evening[at - 1]._replace(event=event) for event in events]
        return [*evening[:at], *more, *evening[at:]]

    return forge


def before(kind: type[Event], *events: Event, nth: int = 0) -> Forge:
    def forge(evening: Evening) -> Evening:
        at = place(evening, kind, nth)
        return [*evening[:at], *(evening[at]._replace(event=one) for one in events), *evening[at:]]

    return forge


def both(*forges: Forge) -> Forge:
    def forge(evening: Evening) -> Evening:
        for one in forges:
            evening = one(evening)
        return evening

    return forge


def why(evening: Evening) -> str:
    """What the verification says of these entries, written into a chain."""
    (report,) = verify_rows("forged", linked(written(evening))).files
    return report.why


def event_of(evening: Evening, kind: type[Event], nth: int = 0) -> Any:
    return evening[place(evening, kind, nth)].event


def without_line(spot: Spot) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    return lambda lines: tuple(line for line in lines if line.spot is not spot)


def jp1_stake_of(cents: int) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    def changed(lines: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(
            replace(line, stake_cents=cents, taken_cents=cents) if line.spot is Spot.JP1 else line
            for line in lines
        )

    return changed


ALL: dict[str, tuple[Callable[[], tuple[Entry, ...]] | str, Forge, str]] = {
    # cards
    "cards of the deal before are turned up": (
        "coup-nul-jp1-rembourse",
        lambda evening: after(e.RoundOpened, of_the_deal_before(evening), nth=1)(evening),
        "cards of round 1, deal 1, which is not under way",
    ),
    "a card is put right that nobody had turned up": (
        "royale-enregistrement-faux",
        says(
            e.RecordCorrected,
            cards=lambda cards: (replace(cards[0], recorded=parse_cards("2c")[0]), *cards[1:]),
        ),
        "the record corrected at .* is not what was turned up there",
    ),
    # the felt
    "a bet is taken back that nobody made": (
        simple,
        before(e.PlayBet, e.PlayTakenBack(1)),
        "seat 1 takes back a bet that it did not make",
    ),
    "a settlement is taken back that nobody made": (
        simple,
        before(e.SeatSettled, e.SettlementTakenBack(1)),
        "the settlement of seat 1 is taken back, and there is none",
    ),
    "a refund is taken back that nobody made": (
        "coup-nul-avant-abattage",
        before(e.SeatRefunded, e.RefundTakenBack(1)),
        "the refund of seat 1 is taken back, and there is none",
    ),
    "a seat is settled in a deal that is void": (
        simple,
        after(e.SeatSettled, e.RoundVoided(1, 1, "C", Incident.IRREGULAR_DEAL, (), (), "D")),
        "the deal is void after a seat was settled",
    ),
    "a round ends twice": (
        simple,
        lambda evening: after(e.RoundClosed, event_of(evening, e.RoundClosed))(evening),
        "round 1, deal 1 ends and is not under way",
    ),
    # JP1: stakes
    "a stake goes back twice": (
        "coup-nul-jp1-rembourse",
        lambda evening: after(
            e.RefundRecorded,
            replace(event_of(evening, e.RefundAsked), attempt=9),
            replace(event_of(evening, e.RefundRecorded), attempt=9, book_seq=900),
        )(evening),
        "a JP1 stake of seat . goes back that is not there",
    ),
    "sealed chips go back that the book has": (
        stakes_in_the_book,
        lambda evening: [*unrefunded(evening), evening[-1]._replace(event=opened(evening))],
        "sealed chips go back whose stakes are in the book",
    ),
    "a seal is opened with another seat's chips": (
        chips_under_seal,
        says(e.SealOpened, seats=(1, 2, 3)),
        "a seal is opened that was not laid",
    ),
    "a seal is opened twice": (
        chips_under_seal,
        lambda evening: after(e.SealOpened, event_of(evening, e.SealOpened))(evening),
        "a seal is opened that was not laid",
    ),
    "a stake is carried that was never made": (
        "coup-nul-jp1-rembourse",
        says(e.RoundVoided, jp1_carried=(7,)),
        "a JP1 stake is carried that the book does not have",
    ),
    "a round ends before its stake is back": (
        "mise-jp1-ramassee-par-erreur",
        both(gone(e.RefundAsked), gone(e.RefundRecorded), lambda evening: [*evening, finish(evening)]),
        "round 1 is finished before a JP1 stake of it was refunded",
    ),
    "a stake is added in a round that nobody opened": (
        simple,
        says(e.ContributionAsked, round=9),
        "ContributionAsked of round 9, which is not under way",
    ),
    # JP1: prizes
    "a prize is asked for who did not stake": (
        "lot-confirme-par-le-chef",
        says(e.AwardAsked, seat=7),
        "AwardAsked for seat 7, which has no JP1 stake in the round",
    ),
    "a prize is asked twice": (
        "lot-confirme-par-le-chef",
        lambda evening: after(e.AwardRecorded, event_of(evening, e.AwardAsked))(evening),
        "AwardAsked for the second time",
    ),
    "another prize is paid than was asked": (
        "lot-confirme-par-le-chef",
        says(e.AwardRecorded, cents=lambda cents: cents + 100),
        "the prize recorded is not the prize asked",
    ),
    "a player is settled on a JP1 stake of another size": (
        simple,
        says(e.SeatSettled, lines=jp1_stake_of(1_000)),
        "seat 1 is settled on another JP1 stake than the book has of it",
    ),
    "a JP1 stake is left on the felt": (
        simple,
        says(e.SeatSettled, lines=without_line(Spot.JP1)),
        "the JP1 stake of seat 1 is not settled",
    ),
    # the meter
    "the meter at one entry of the book is two": (
        simple,
        lambda evening: after(e.MeterRead, replace(event_of(evening, e.MeterRead), meter_cents=1_000_001))(
            evening
        ),
        "the meter at entry 1 of the book was 1000000 cents before",
    ),
    "the meter moves by more than two persons said": (
        "compteur-corrige",
        says(e.MeterCorrected, cents=lambda cents: cents + 100, after_cents=lambda cents: cents + 100),
        "the meter is corrected by another amount than two persons said",
    ),
    "the meter moves by less than is told": (
        "compteur-corrige",
        says(e.MeterCorrected, after_cents=lambda cents: cents + 1),
        "the meter is corrected by another amount than two persons said",
    ),
}


def opened(evening: Evening) -> e.SealOpened:
    lies = event_of(evening, e.StakesSetAside)
    return e.SealOpened(lies.round, lies.attempt, lies.seats, False, "C")


def unrefunded(evening: Evening) -> Evening:
    return [one for one in evening if not isinstance(one.event, e.RefundAsked | e.RefundRecorded)]


def of_the_deal_before(evening: Evening) -> e.CardsRevealed:
    """A card that lay face down when the deal was void."""
    dealt = event_of(evening, e.CardDealt)
    card = e.RevealedCard(dealt.place, dealt.card.turned_up())
    return e.CardsRevealed(dealt.round, dealt.attempt, (card,))


def finish(evening: Evening) -> Entry:
    return evening[-1]._replace(event=e.FinishAsked(1, 1))


@pytest.mark.parametrize(("source", "forge", "said"), ALL.values(), ids=ALL)
def test_what_cannot_have_been_is_named(
    source: Callable[[], tuple[Entry, ...]] | str, forge: Forge, said: str
) -> None:
    honest = list(scenario(source) if isinstance(source, str) else source())
    assert why(honest) == "", "the evening itself is true"
    found = why(forge(honest))
    assert re.search(said, found), found


# --- what is unusual and can have been -----------------------------------------------------------

SEEN = Difference("finish 1/1", 9, -1, "contribute 1/1", 4, -1, "ab" * 32, 1, 1, "contribute", 0)
TWO = ("Mme Arnaud", "M. Berger")
HONEST: dict[str, tuple[Callable[[], tuple[Entry, ...]] | str, Forge]] = {
    "a book that went back tells its entries anew": (
        simple,
        after(
            e.MeterRead,
            e.MeterRead(1, 1_000_000, 9),
            e.MeterRead(1, 1_000_125, 2),
            e.MeterRead(1, 1_000_250, 9),
            nth=0,
        ),
    ),
    "JP1 is taken up by two persons whom no other table asked": (
        simple,
        after(e.MeterRead, e.JackpotReopened(3, TWO, "stopped", 1, 1_000_000, 1)),
    ),
    "two persons ask for a reopening while the book owes an answer": (
        simple,
        after(e.ContributionAsked, e.ReopeningAsked(3, TWO, "book_differs", 4)),
    ),
    "an act of people is refused that is asked no more": (
        simple,
        after(e.ContributionAsked, e.MeterActRefused(7, "below_zero")),
    ),
    "a hand is found out before its claim was asked": (
        simple,
        after(e.ContributionRecorded, e.AwardRefused(1, 1, TWO, ClaimDoubt.IMAGES, False)),
    ),
    "what the book forgot is laid aside": (
        simple,
        after(e.ContributionRecorded, e.ActSetAside(AsideAct("finish", 1, 1, 0, 0, "unknown_round"))),
    ),
}


@pytest.mark.parametrize(("source", "forge"), HONEST.values(), ids=HONEST)
def test_what_is_unusual_and_can_have_been_is_no_accusation(
    source: Callable[[], tuple[Entry, ...]] | str, forge: Forge
) -> None:
    assert why(forge(list(scenario(source) if isinstance(source, str) else source()))) == ""


def lost(evening: Evening, *asides: e.ActSetAside) -> Evening:
    """The prize of this evening was asked, and the book knows nothing of it: two persons hear it by name."""
    at = place(evening, e.AwardRecorded)
    told = [evening[at]._replace(event=one) for one in asides]
    return [*evening[:at], *told, *evening[at + 1 :]]


def test_a_prize_that_the_book_forgot_is_told_aside_by_what_was_asked_and_paid() -> None:
    evening = list(scenario("lot-confirme-par-le-chef"))
    asked = event_of(evening, e.AwardAsked)
    cents = sum(one.cents for one in asked.awards)
    aside = AsideAct("award", asked.round, asked.attempt, asked.seat, cents, "unknown_round")
    assert why(lost(evening, e.ActSetAside(aside))) == ""
    another = e.ActSetAside(replace(aside, attempt=2))
    assert "ActSetAside answers nothing that was asked" in why(lost(evening, another))
    less = e.ActSetAside(replace(aside, cents=cents - 100))
    ends = e.FinishAsked(asked.round, asked.attempt)
    evening = [
        one for one in lost(evening, less) if not isinstance(one.event, e.FinishAsked | e.FinishRecorded)
    ]
    paid = f"was paid {cents} cents of JP1, and the book posted {cents - 100}"
    assert paid in why([*evening, evening[-1]._replace(event=ends)])


def test_a_stake_that_the_book_cannot_give_back_goes_back_once_all_the_same() -> None:
    evening = list(scenario("coup-nul-jp1-rembourse"))
    asked = event_of(evening, e.RefundAsked)
    aside = e.ActSetAside(AsideAct("refund", asked.round, asked.attempt, asked.seat, 500, "unknown_round"))
    at = place(evening, e.RefundRecorded)
    assert why([*evening[:at], evening[at]._replace(event=aside), *evening[at + 1 :]]) == ""
    twice = [*evening[: at + 1], evening[at]._replace(event=aside), *evening[at + 1 :]]
    assert "goes back that is not there" in why(twice)


def test_a_void_of_before_it_was_confirmed_says_nothing_of_what_is_given_back() -> None:
    """Until a void was armed and confirmed, its stakes were at once their players' again."""
    evening = list(scenario("coup-nul-avant-abattage"))
    older = [one for one in evening if not isinstance(one.event, e.SeatRefunded | e.RefundTakenBack)]
    assert why(older) != "", "today they are given back seat by seat"
    assert why(says(e.RoundVoided, confirmed_by="")(older)) == ""


def test_a_round_whose_bets_are_open_ends_with_the_table_and_its_number_is_used_once() -> None:
    felt = Felt().open()
    evening = [one for one in felt.entries if isinstance(one.event, e.RoundOpened)][:1]
    closed = e.TableClosed("C")
    again = evening[0].event
    assert isinstance(again, e.RoundOpened)
    rows = [evening[0], evening[0]._replace(event=closed)]
    assert why(rows) == ""
    assert why([*rows, evening[0]._replace(event=replace(again, round=2))]) == ""
    assert "round 1, deal 1 is opened, where round 2, deal 1 is to come" in why([*rows, evening[0]])


def test_a_value_of_a_newer_program_is_told_from_one_that_is_forged() -> None:
    rows = written(list(scenario("coup-nul-avant-abattage")))
    at = next(number for number, row in enumerate(rows) if row.kind == "RoundVoided")
    newer = re.sub(r'"reason":"[a-z_]+"', '"reason":"of_another_year"', rows[at].body)
    assert newer != rows[at].body
    (report,) = verify_rows(
        "newer", linked([*rows[:at], rows[at]._replace(body=newer), *rows[at + 1 :]])
    ).files
    assert "RoundVoided cannot be read" in report.why
    assert report.newer


def test_a_card_that_does_not_say_of_which_deal_is_damage() -> None:
    rows = written(list(simple()))
    reading = Audit(opening_of(rows[0]))
    dealt = next(row for row in rows if row.kind == "CardDealt")
    with pytest.raises(JournalDamaged, match="CardDealt cannot be read: it lacks a field"):
        reading.check(dealt._replace(body=dealt.body.replace('"round"', '"coup"')))


def test_a_card_dealt_is_known_by_its_deal_in_whatever_order_its_fields_stand() -> None:
    rows = written(list(simple()))
    reading, (number, dealt) = (
        Audit(opening_of(rows[0])),
        next((number, row) for number, row in enumerate(rows) if row.kind == "CardDealt"),
    )
    for row in rows[1:number]:
        reading.check(row)
    fields = json.loads(dealt.body)
    reading.check(dealt._replace(body=json.dumps(dict(reversed(fields.items())))))
    fields["attempt"] = 2
    with pytest.raises(JournalDamaged, match="a card of round 1, deal 2, not under way"):
        reading.check(dealt._replace(body=json.dumps(dict(reversed(fields.items())))))
