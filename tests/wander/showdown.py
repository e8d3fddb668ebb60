"""What people do once the hands are open: a win is proven, seats are settled, the felt is cleared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.game import inputs as i
from controller.game.dealing.by_hand import seats_to_key
from controller.game.dealing.exchanged_cards import seats_to_rule
from controller.game.felt import SEATS
from controller.game.inputs import Role
from controller.game.legal_acts import legal_now
from controller.game.payment.large_payments import seat_to_confirm
from controller.game.payment.steps import grounds, refusal_proposed
from controller.game.payment.types import Verification
from controller.game.payment.winning_hand import hand_places, payees
from controller.game.people.at_pit import AtPit, purpose_of
from controller.game.settling.showdown import antes_first, holes
from controller.game.state import seats_to_settle
from tests.builders import card
from tests.stacked import CARDS
from tests.wander.anything import PEOPLE
from tests.wander.bets import mend_deck
from tests.wander.hands import tell_a_hand
from tests.wander.meter import reopened

if TYPE_CHECKING:
    from tests.wander.wanderer import Wanderer


def showdown(table: Wanderer) -> None:
    if table.state.playing.antes_paid_ms and tell_a_hand(table):
        return
    table.see(i.ChipObserved(table.rng.choice(SEATS), False))
    verification = table.state.playing.verification
    if antes_first(table.state, table.state.playing.qualified):
        large = [one for one in legal_now(table.state) if isinstance(one, i.ConfirmPayment)]
        if not large and seat_to_confirm(table.state):
            table.badge(Role.COMITE)  # a large Ante is confirmed before it is paid
        table.tap(large[0] if large else i.PayAntes())
    elif verification is None or verification.over:
        table.tap(i.OpenSettlement())
    elif verification.doubt is not None and table.chance(50):
        table.badge(Role.VIDEO, Role.COMITE)
        table.tap(*refusal_proposed(table.state))
    else:
        prove(table, verification)


def prove(table: Wanderer, verification: Verification) -> None:
    """The next step of a supervised payment, by whoever is there."""
    table.badge(Role.COMITE, Role.VIDEO)
    if table.chance(5):
        table.tap(i.ProposeRefusal(*table.rng.choice(grounds(table.state))))
    elif not verification.confirmed_by:
        identify(table, verification)
    elif not verification.conform:
        viewed = i.ReviewVideo(table.chance(80), "camera 3", table.chance(90))
        table.tap(i.WaitForVideo() if table.chance(20) else viewed)
    elif not verification.amounts_read:
        read_amount(table)
    elif waiting := [seat for seat in payees(table.state) if verification.payment(seat) is None]:
        table.tap(i.PreparePayment(waiting[0], i.PaymentMode.CHEQUE, "B-7", "ID-7"))
    else:
        table.tap(i.ReleaseAward() if verification.armed_by else i.ArmRelease())
    if table.chance(30):
        table.badge(Role.COMITE, Role.VIDEO)


def read_amount(table: Wanderer) -> None:
    """At the table, or at the pit by a card that may be taken out before it acts."""
    purpose = purpose_of(table.state, "ReadAmount")
    if not purpose or table.pit_dice.randrange(2):
        table.tap(i.ReadAmount())
        return
    person, role = table.pit_dice.choice([one for one in PEOPLE if one[1] in (Role.COMITE, Role.VIDEO)])
    table.see(i.PitCardObserved(person, role, "ReadAmount", purpose))
    if table.state.pit_card is not None and table.state.facts.register:
        table.see(i.PinAnswered(person, table.state.pit_card.badge.shown, True))
    if not table.pit_dice.randrange(6):
        table.see(i.PitCardGoneObserved())
    table.tap(AtPit(i.ReadAmount()))


def identify(table: Wanderer, verification: Verification) -> None:
    """The cards one by one; now and then another card is found, or the comité does not come."""
    if not table.state.call_ms:
        table.tap(i.CallChef())
    if table.chance(10):
        table.see(i.BadgeGone())
        table.felt.now_ms += 120_000
        table.see(i.TimeObserved(table.felt.now_ms))
        return
    if verification.others and table.chance(30):
        table.tap(i.ProposeRefusal(i.ClaimDoubt.HAND))
        return
    for place, _, _ in verification.others:
        if table.chance(50):
            table.tap(i.WithdrawReport(place))
    waiting = [place for place in hand_places(table.state) if place not in verification.same]
    if waiting:
        found = i.ReportCard(waiting[0], card(table.rng.choice(CARDS)))
        table.tap(found if table.chance(6) else i.ConfirmCard(waiting[0]))
    else:
        table.tap(i.ConfirmHand())


def settling(table: Wanderer) -> None:
    legal = [
        one
        for one in legal_now(table.state)
        if isinstance(one, i.SettleSeat | i.ContestSeat | i.ConfirmPayment | i.Undo)
    ]
    if rule(table):
        return
    if not any(isinstance(one, i.SettleSeat) for one in legal):
        table.badge(Role.CHEF)
    contested = seats_to_key(table.state)
    if contested and table.chance(70):
        unknown = [place for place in holes(contested) if table.state.playing.cards[place] is None]
        table.key(unknown[0])
    elif not legal:
        table.book()
    elif table.chance(85) or len(legal) == 1:
        table.tap(legal[0])
    else:
        table.tap(table.rng.choice(legal))


def rule(table: Wanderer) -> bool:
    """A seat whose cards were exchanged waits for two persons, when its turn has come."""
    waiting, turn = seats_to_rule(table.state), seats_to_settle(table.state)
    if not waiting or not turn or turn[0] not in waiting:
        return False
    exchange = table.state.seat(turn[0]).exchange
    table.badge(Role.COMITE, Role.VIDEO)
    if exchange is not None and exchange.proposed is not None and table.chance(60):
        table.tap(i.ConfirmRuling(turn[0], exchange.proposed))
    else:
        table.tap(i.ProposeRuling(turn[0], table.rng.choice(tuple(i.SeatRuling))))
    return True


def clearing(table: Wanderer) -> None:
    for seat in table.state.places:
        if table.state.seat(seat).chip:
            table.see(i.ChipObserved(seat, False))
    if table.chance(4):
        table.badge(Role.DEALER)
        table.tap(i.SignOn())
    if reopened(table):
        return
    if table.state.sheet.deals_left == 0:
        table.badge(Role.CHEF)
        table.tap(i.BeginClosing())
    elif table.chance(50) or table.state.blocked:
        if table.tap(i.NextRound()):
            mend_deck(table)
    else:
        table.felt.now_ms += 3_000
        table.see(i.TimeObserved(table.felt.now_ms))
