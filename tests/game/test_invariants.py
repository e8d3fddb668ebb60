"""Every invariant can fail: a step that was really made is true, and with one thing broken in it is told so.

A check that cannot fail holds nothing (reliability, invariants I1 to I13). So each is given a step of a real
round in which one thing was made wrong, and answers in its own words: no other one answers instead of it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game import invariants
from controller.game.cards import FaceDown
from controller.game.changes import changed, with_round, with_seat
from controller.game.dealing.declared_hand import Outcome
from controller.game.evolve import evolve
from controller.game.felt import Place, Spot, board, dealer, hole
from controller.game.hands import HandClass
from controller.game.inputs import Health, Machine
from controller.game.invariants import broken
from controller.game.meter.types import AsideAct
from controller.game.rectification.claimed_facts import Mistake, Moved, RectificationReason
from controller.game.round import Jp1
from controller.game.state import Phase, TableState
from tests.builders import Felt, card
from tests.game.arranged import betting, late_chip, preflop, royal

ASIDE = AsideAct("refund", 1, 1, 1, 500, "unknown_round")


class Step(NamedTuple):
    """An event of a real table, and the table before and after it."""

    before: TableState
    event: Any
    after: TableState


# --- real rounds, each played once ----------------------------------------------------------------


@cache
def played() -> Felt:
    """A round was played to its end, and what its players staked stands in the next one and is confirmed."""
    return late_chip().sweep().next_round().as_before()


@cache
def paid_royal() -> Felt:
    return royal().prove_hand().release()


@cache
def voided() -> Felt:
    """A deal with JP1 and the board begun is void, and so a new one opens."""
    felt = betting().chips(1).close().draw("2c 7d 3c 8d 9s 4h").do(i.CallStreet()).draw("Kc Jd 6h")
    return felt.void()


@cache
def closed() -> Felt:
    """The shoe's program has changed and the deal is void: no other round opens, and the table is closed."""
    return preflop().see(i.TroubleObserved(Machine.SHOE, "firmware_changed")).void().do(i.CloseTable())


@cache
def dealt_by_hand() -> Felt:
    """Cards are dealt by hand beside a mute shoe, and seat 1 is told by its class."""
    felt = Felt().open().stakes(s1=1000)
    felt.see(i.HealthObserved(Machine.SHOE, Health.LOST)).badge().do(i.DealByHand()).close()
    felt.do(i.ConfirmDealt(), i.CallStreet())
    key(felt, [board(n) for n in range(3)], "Qs Qh 7d").do(i.CallStreet())
    key(felt, [board(3), board(4)], "7c 2s").do(i.BetRest())
    key(felt, [dealer(0), dealer(1)], "2h 3c")
    return felt.do(i.EnterHand(1, Outcome.WIN, HandClass.FULL_HOUSE))


def key(felt: Felt, places: list[Place], cards: str) -> Felt:
    for place, text in zip(places, cards.split(), strict=True):
        felt.do(i.KeyCard(place, card(text)), i.KeyCard(place, card(text)))
    return felt


@cache
def rectified() -> Felt:
    """A fold that was none was put right by two persons, while the round is still settled."""
    felt = Felt().open().dealer().stakes(s1=1000, s2=1000).close().draw("2c 7d Kd 8d 9s 4h")
    felt.do(i.CallStreet()).draw("Kc Jd 6h").do(i.CallStreet()).draw("5s Qs").fold(2).play(1, 1)
    felt.showdown().do(i.OpenSettlement(), i.SettleSeat(2))
    felt.do(i.ProposeRectification(1, 2, Mistake.DECISION, RectificationReason.KEYING, "play1"))
    return felt.badge().do(i.ApproveRectification(), i.SettleRectification(Moved.BY_HAND))


def step(felt: Felt, kind: type[e.Event]) -> Step:
    """The last step of this kind that this table made."""
    state, found = TableState(felt.state.facts), []
    for entry in felt.entries:
        after = evolve(state, entry)
        if type(entry.event) is kind:
            found.append(Step(state, entry.event, after))
        state = after
    return found[-1]


# --- one thing made wrong -------------------------------------------------------------------------


def told(was: Step, **changes: Any) -> Step:
    """The event tells this otherwise."""
    return was._replace(event=replace(was.event, **changes))


def told_line(was: Step, **more_cents: int) -> Step:
    """The first line of the event has so many cents more there."""
    first, *others = was.event.lines
    cents = {name: getattr(first, name) + more for name, more in more_cents.items()}
    return told(was, lines=(replace(first, **cents), *others))


def before(was: Step, **changes: Any) -> Step:
    """The table was otherwise before it."""
    return was._replace(before=changed(was.before, **changes))


def seat_before(was: Step, number: int, **changes: Any) -> Step:
    return was._replace(before=with_seat(was.before, number, **changes))


def after(was: Step, **changes: Any) -> Step:
    """The table is otherwise after it."""
    return was._replace(after=changed(was.after, **changes))


def meter_after(was: Step, more_cents: int) -> Step:
    jackpot = was.after.jackpot
    return after(was, jackpot=replace(jackpot, meter_cents=jackpot.meter_cents + more_cents))


def set_aside(was: Step) -> Step:
    return after(was, upkeep=replace(was.after.upkeep, aside=(ASIDE,)))


def seat_after(was: Step, number: int, **changes: Any) -> Step:
    return was._replace(after=with_seat(was.after, number, **changes))


def checked(was: Step, **changes: Any) -> Step:
    """The verification had come otherwise far before the release."""
    verification = was.before.playing.verification
    assert verification is not None
    return was._replace(before=with_round(was.before, verification=replace(verification, **changes)))


def unverified(was: Step) -> Step:
    return was._replace(before=with_round(was.before, verification=None))


def twice(was: Step) -> Step:
    """The ace of spades lies open at two places."""
    two = {board(0): card("As"), board(1): card("As")}
    shown = {**was.after.playing.shown, **two}
    return Step(with_round(was.before, shown=shown), was.event, with_round(was.after, shown=shown))


def short_of_places(was: Step) -> Step:
    return was._replace(after=with_round(was.after, order=was.after.playing.order[:-1], cards=every(was)))


def every(was: Step) -> dict[Place, FaceDown | None]:
    return dict.fromkeys(was.after.playing.order)


def known(was: Step) -> Step:
    """Both cards of seat 1 are known, face down as they lie."""
    lying = {hole(1, 0): FaceDown(card("As")), hole(1, 1): FaceDown(card("Ad"))}
    return was._replace(before=with_round(was.before, cards={**was.before.playing.cards, **lying}))


def out_of_order(was: Step) -> Step:
    return told(was, places=was.event.places[::-1])


def jp1_line(was: Step) -> Step:
    stake = e.SettledSpot(Spot.JP1, 500, 0, 500, 0, "jp1")
    return told(was, lines=(*was.event.lines, stake))


def other_stake(was: Step) -> Step:
    (first, *others) = was.event.stakes
    return told(was, stakes=(replace(first, ante_cents=first.ante_cents + 500), *others))


def half_refunded(was: Step) -> Step:
    return told(was, lines=was.event.lines[1:])


def booked_otherwise(was: Step) -> Step:
    return told(was, bank_cents=was.event.bank_cents + 1)


def too_much(was: Step) -> Step:
    return told(was, cents=was.event.cents + 1)


def by_its_chef(was: Step) -> Step:
    return told(was, confirmed_by=was.event.chef)


def one_more_book_act(was: Step) -> Step:
    owed = e.FinishAsked(1, 1)
    return after(before(was, money=owed), money=e.ReconciliationAsked(1, "demand", "Durand"))


Broken = Callable[[Step], Step]
CASES: list[tuple[str, Callable[[], Felt], type[e.Event], Broken]] = [
    (
        "I1: the session's entries come to 1000125 and the meter to 1000126",
        voided,
        e.ContributionRecorded,
        partial(meter_after, more_cents=1),
    ),
    ("I2: ante of seat 1 does not add up", played, e.SeatSettled, partial(told_line, taken_cents=1)),
    ("I2: ante of seat 1 is negative", played, e.SeatSettled, partial(told_line, paid_cents=-9_000)),
    (
        "I2: ante of seat 1 is negative",
        played,
        e.SeatSettled,
        partial(told_line, returned_cents=9_000, taken_cents=-9_000),
    ),
    (
        "I2: seat 1 staked 4000 in the settlement and otherwise on the felt",
        played,
        e.SeatSettled,
        partial(told_line, stake_cents=1_000, taken_cents=1_000),
    ),
    ("I2: JP1 was moved with seat 2 of round 1", rectified, e.RectificationRecorded, jp1_line),
    (
        "I2: the rectification of seat 2 of round 1 does not add up",
        rectified,
        e.RectificationRecorded,
        partial(told_line, taken_cents=1),
    ),
    (
        "I2: seat 2 of round 1 rectified by 3001 and the lines differ by 3000",
        rectified,
        e.RectificationRecorded,
        too_much,
    ),
    (
        "I2: the rectification of seat 2 of round 1 is booked otherwise than it was moved",
        rectified,
        e.RectificationRecorded,
        booked_otherwise,
    ),
    ("I2: seat 1 staked 2000 and was refunded 1000", voided, e.SeatRefunded, half_refunded),
    (
        "I2: seat 1 was paid 0 on its Ante and gave 1000 back",
        voided,
        e.SeatRefunded,
        partial(told, ante_back_cents=1000),
    ),
    ("I3: more cards than places", played, e.CardDealt, short_of_places),
    ("I3: more cards than places", dealt_by_hand, e.CardKeyed, short_of_places),
    ("I3: settled although a card lies at two places", played, e.ShowdownOpened, twice),
    ("I3: settled although a card lies at two places", played, e.SettlementOpened, twice),
    ("I3: settled although a card lies at two places", played, e.SeatSettled, twice),
    ("I3: dealt by hand out of order", dealt_by_hand, e.CardsDealtByHand, out_of_order),
    (
        "I3: dealt by hand beside a shoe at work",
        dealt_by_hand,
        e.CardsDealtByHand,
        partial(before, by_hand=False),
    ),
    ("I4: seat 1 was settled already", played, e.SeatSettled, partial(seat_before, number=1, settled=())),
    (
        "I4: seat 2 of round 1 rectified without two persons",
        rectified,
        e.RectificationRecorded,
        partial(told, persons=("Chef 1", "Chef 1")),
    ),
    (
        "I4: seat 2 of round 1 rectified without two persons",
        rectified,
        e.RectificationRecorded,
        partial(told, persons=("croupier-07", "")),
    ),
    (
        "I4: the rectification of seat 2 of round 1 changed what was recorded",
        rectified,
        e.RectificationRecorded,
        partial(seat_after, number=2, folded=False),
    ),
    (
        "I4: the rectification of seat 2 of round 1 changed what was recorded",
        rectified,
        e.RectificationRecorded,
        partial(meter_after, more_cents=1),
    ),
    (
        "I4: seat 1 was refunded already",
        voided,
        e.SeatRefunded,
        partial(seat_before, number=1, refunded=True),
    ),
    (
        "I4: bets open and seats (1,) are not refunded",
        voided,
        e.RoundOpened,
        partial(seat_before, number=1, refunded=False),
    ),
    (
        "I4: a round opened at a blocked table",
        played,
        e.RoundOpened,
        partial(before, blocked=(Machine.SHOE,)),
    ),
    (
        "I4: closed and seats (1,) are not refunded",
        closed,
        e.TableClosed,
        partial(seat_before, number=1, refunded=False),
    ),
    (
        "I7: the meter fell without an award or a correction",
        played,
        e.StakesConfirmed,
        partial(meter_after, more_cents=-1),
    ),
    ("I7: JP1 opened over acts set aside", played, e.Jp1Opened, set_aside),
    ("I8: JP1 latched at seat 7 without main bets", voided, e.BetsClosed, partial(told, jp1_seats=(1, 7))),
    ("I8: seat 1 confirmed what did not stand there", played, e.StakesConfirmed, other_stake),
    ("I8: no stake was confirmed", played, e.StakesConfirmed, partial(told, stakes=())),
    ("I8: JP1 asked for seat 7 without main bets", voided, e.ContributionAsked, partial(told, seats=(1, 7))),
    (
        "I8: the deal began with unregistered JP1 stakes",
        voided,
        e.DealBegun,
        partial(seat_after, number=1, jp1=Jp1.LATCHED),
    ),
    ("I8: the deal began outside a round", voided, e.DealBegun, partial(after, phase=Phase.BETTING)),
    ("I8: the deal began outside a round", voided, e.DealBegun, partial(after, phase=Phase.COLLECTED)),
    ("I9: a deal with JP1 alive was voided by one person", voided, e.RoundVoided, by_its_chef),
    ("I9: released without a positive video record", paid_royal, e.AwardReleased, unverified),
    (
        "I9: released without a positive video record",
        paid_royal,
        e.AwardReleased,
        partial(checked, conform=False),
    ),
    (
        "I9: released without two distinct persons",
        paid_royal,
        e.AwardReleased,
        partial(told, persons=("Durand", "Durand")),
    ),
    (
        "I9: released without two distinct persons",
        paid_royal,
        e.AwardReleased,
        partial(told, persons=("Durand", "")),
    ),
    (
        "I9: released although a card differs, or none was confirmed",
        paid_royal,
        e.AwardReleased,
        partial(checked, others=((hole(1, 1), card("Kc"), "Durand"),)),
    ),
    (
        "I9: released although a card differs, or none was confirmed",
        paid_royal,
        e.AwardReleased,
        partial(checked, confirmed_by=""),
    ),
    (
        "I9: released before two persons have read the amounts",
        paid_royal,
        e.AwardReleased,
        partial(checked, read_by=("Durand",)),
    ),
    (
        "I9: released without the slip of a payment",
        paid_royal,
        e.AwardReleased,
        partial(checked, payments=()),
    ),
    (
        "I11: seat 1 told by class and not as cards",
        dealt_by_hand,
        e.HandEntered,
        partial(told, hand_class=HandClass.ROYAL_FLUSH),
    ),
    ("I11: seat 1 told although its cards are known", dealt_by_hand, e.HandEntered, known),
    (
        "I13: RoundOpened asked of the book while it owes FinishAsked",
        played,
        e.RoundOpened,
        one_more_book_act,
    ),
]


@pytest.mark.parametrize(("words", "table", "kind", "breaks"), CASES)
def test_a_step_in_which_one_thing_is_wrong_is_told_by_the_words_of_its_invariant(
    words: str, table: Callable[[], Felt], kind: type[e.Event], breaks: Broken
) -> None:
    was = step(table(), kind)
    assert broken(*was) == ""
    assert broken(*breaks(was)) == words


def test_no_invariant_is_without_a_step_in_which_it_fails() -> None:
    """Every text that the module answers with is the answer of one of the cases above."""
    texts = [text for text in answers(ast.parse(Path(invariants.__file__).read_text("utf-8"))) if text]
    assert len(texts) > 30
    assert [one for one in texts if not any(re.fullmatch(one, words) for words, *_ in CASES)] == []


def answers(tree: ast.AST) -> list[str]:
    """What its functions return as texts, as patterns: anything may stand where something is told of."""
    found = []
    for returned in (node.value for node in ast.walk(tree) if isinstance(node, ast.Return)):
        either = [returned.body, returned.orelse] if isinstance(returned, ast.IfExp) else [returned]
        for text in either:
            parts = text.values if isinstance(text, ast.JoinedStr) else [text]
            found.append(
                "".join(re.escape(str(p.value)) if isinstance(p, ast.Constant) else ".+" for p in parts)
            )
    return [text for text in found if text != ".+"]


def test_every_event_that_an_invariant_looks_at_is_one_that_a_step_above_was_broken_for() -> None:
    tried = {kind for _, _, kind, _ in CASES}
    assert set(invariants._HOLDS) - tried - invariants._METER_MAY_FALL == {e.StopEndSeen}


@pytest.mark.parametrize("kind", sorted(invariants._METER_MAY_FALL, key=lambda kind: kind.__name__))
def test_after_each_event_that_may_move_the_meter_the_entries_come_to_it(kind: type[e.Event]) -> None:
    was = step(voided(), e.ContributionRecorded)._replace(event=kind.__new__(kind))
    assert broken(*was) == ""
    assert broken(*meter_after(was, 1)).startswith("I1: ")
    assert broken(*meter_after(was, -126)).startswith("I1: "), "such an event may let the meter fall"


def test_jp1_does_not_run_again_by_itself_over_acts_set_aside() -> None:
    was = step(played(), e.Jp1Opened)._replace(event=e.StopEndSeen.__new__(e.StopEndSeen))
    assert broken(*was) == ""
    assert broken(*set_aside(was)) == "I7: JP1 opened over acts set aside"
