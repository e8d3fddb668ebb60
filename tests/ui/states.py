"""Real tables brought into every state the console shows: the core's own views, not invented ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from controller.game import inputs as i
from controller.game.dealing.declared_hand import Outcome
from controller.game.events import SessionResumed
from controller.game.felt import Spot, board, parse_place
from controller.game.hands import HandClass
from controller.game.inputs import Health, Incident, Machine, Role
from controller.game.payment.winning_hand import hand_places
from controller.game.views import console
from tests.builders import Felt, card
from tests.ui.claim_states import CLAIM_STATES
from tests.ui.deck_states import DECK_STATES
from tests.ui.master_states import MASTER_STATES
from tests.ui.meter_states import METER_STATES
from tests.ui.press_states import PRESS_STATES
from tests.ui.record_states import RECORD_STATES
from tests.ui.sensor_states import SENSOR_STATES
from tests.ui.sheet_states import SHEET_STATES

View = dict[str, Any]
FIVE = {"s1": (1000, 500), "s2": 2000, "s4": (1000, 1000), "s6": (1000, 500), "s7": (3000, 1000)}
# Seats 1, 2, 4, 6, 7, then the dealer: the round of the reference pictures.
HANDS = "8c 6s Ks Qd Tc 5d Ah 7h 7s 5s 8d 6c"
FLOP, RIVER = "Qh 9h 4h", "Js 2c"
ROYAL_HANDS = "8c 6h Kd Qd Tc 5d Ks Ts 7s 5s Kc 9c"
ROYAL_FLOP, ROYAL_RIVER = "As Qs 9d", "Js 7h"


def machines(felt: Felt) -> Felt:
    felt.see(*(i.HealthObserved(machine, Health.UP) for machine in Machine))
    return felt.deck("red", "blue").see(i.ShoeObserved(True, 52))


def seated() -> Felt:
    return machines(Felt()).open(sensors=True).stakes(**FIVE)


def betting() -> Felt:
    return seated().chips(1, 2, 5, 6)


def latched() -> Felt:
    return seated().chips(1, 2, 6, 7).do(i.CloseBets())


def adding() -> Felt:
    felt = latched()
    felt.answering = False
    return felt.do(i.CollectJp1())


def dealing() -> Felt:
    return latched().do(i.CollectJp1()).sweep().draw("8c 6s Ks Qd Tc")


def dealt() -> Felt:
    return latched().do(i.CollectJp1()).sweep().draw(HANDS)


def preflop() -> Felt:
    return dealt().play(3, 2).play(4, 6)


def street_called() -> Felt:
    return preflop().do(i.CallStreet()).draw("Qh")


def flop() -> Felt:
    return preflop().draw(FLOP)


def river() -> Felt:
    return flop().draw(RIVER).play(1, 1)


def decided() -> Felt:
    return river().fold(4).play(1, 7)


def showdown() -> Felt:
    return decided().showdown()


def settling() -> Felt:
    return showdown().do(i.OpenSettlement())


def second_seat() -> Felt:
    return settling().do(i.SettleSeat(7))


def contested() -> Felt:
    return second_seat().do(i.ContestSeat(6))


def contested_in_turn() -> Felt:
    """The contested seat has come back: two pair are paid, and its Trips is taken besides."""
    felt = Felt().open().stakes(s2=(1_000, 500)).close().draw("4c Ac As 7c").do(i.CallStreet())
    felt.draw("4d Jc 5c").do(i.CallStreet()).draw("Js 8h").do(i.BetRest()).showdown()
    return felt.do(i.OpenSettlement()).do(i.ContestSeat(2))


def clearing() -> Felt:
    return showdown().settle()


def next_round() -> Felt:
    return clearing().next_round()


def hollow() -> Felt:
    """Seat 1 has laid its stakes again, seat 6 its JP1 chip before them, nobody else anything."""
    return next_round().chips(6).as_before(1)


def hollow_by_sensors() -> Felt:
    """The same, and the sensors saw a chip on Trips where none stood."""
    felt = next_round().as_before(1)
    told = [i.SpotSense(Spot.TRIPS, 2, covered) for covered in (False, True)]
    return felt.see(*(i.SpotsObserved((one,)) for one in told))


def vacant_chip() -> Felt:
    """A JP1 chip lies where nobody stakes, and the chef is there."""
    return next_round().as_before().chips(3).badge()


def prize() -> Felt:
    """Seat 6 has a full house with JP1."""
    felt = latched().do(i.CollectJp1()).sweep().draw("8c 6s Ks 3d Tc 5d Qc Qs 7s 5s 8d 6c")
    felt.draw("Qh 9h 9c").draw("2s 2c").play(1, 1, 2, 6, 7).fold(4)
    return felt.showdown().do(i.OpenSettlement()).do(i.SettleSeat(7))


def royal() -> Felt:
    """Seat 6 has the royal flush with JP1."""
    felt = latched().do(i.CollectJp1()).sweep().draw(ROYAL_HANDS).draw(ROYAL_FLOP).draw(ROYAL_RIVER)
    return felt.play(1, 1, 2, 6, 7).fold(4).showdown()


def royal_called() -> Felt:
    return royal().do(i.CallChef())


def royal_identified() -> Felt:
    return royal_called().badge("MCD 03", Role.COMITE)


def royal_half_seen() -> Felt:
    felt = royal_identified()
    return felt.do(*(i.ConfirmCard(place) for place in hand_places(felt.state)[:3]))


def royal_exchanged() -> Felt:
    """Another card than the shoe's lies at the player's first place."""
    felt = royal_half_seen()
    return felt.do(i.ReportCard(hand_places(felt.state)[1], card("2h"))).badge("CT 21", Role.CHEF)


def royal_confirmed() -> Felt:
    return royal_called().identify("MCD 03").badge("OV 11", Role.VIDEO)


def royal_reviewed() -> Felt:
    return royal_confirmed().view_images("OV 11").badge("MCD 03", Role.COMITE)


def royal_read() -> Felt:
    return royal_reviewed().read_amounts("MCD 03", "OV 11").badge("MCD 03", Role.COMITE)


def royal_prepared() -> Felt:
    return royal_read().prepare_payments("MCD 03")


def royal_armed() -> Felt:
    return royal_prepared().do(i.ArmRelease()).badge("OV 11", Role.VIDEO)


def royal_released() -> Felt:
    return royal_armed().do(i.ReleaseAward())


def royal_doubted() -> Felt:
    return royal_confirmed().badge("MCD 03", Role.COMITE).do(i.ProposeRefusal(i.ClaimDoubt.IMAGES))


def royal_refused() -> Felt:
    return royal_doubted().badge("OV 11", Role.VIDEO).do(i.RefuseAward(i.ClaimDoubt.IMAGES))


def community() -> Felt:
    """The board is a royal: every JP1 bettor is paid, under the same supervision."""
    felt = latched().do(i.CollectJp1()).sweep().draw("8c 6h Kd Qd Tc 5d Kc Th 7s 5s 9c 9h")
    return felt.draw("As Qs Ks").draw("Js Ts").play(1, 1, 2, 6, 7).fold(4).showdown()


def unread() -> Felt:
    return latched().do(i.CollectJp1()).sweep().draw("8c 6s Ks Qd Tc ?? Ah 7h 7s 5s 8d 6c")


def to_key() -> Felt:
    return unread().draw(FLOP).draw(RIVER).play(1, 1, 2, 4, 6, 7)


def board_unread() -> Felt:
    return preflop().draw("Qh ?? 4h")


def held() -> Felt:
    return preflop().do(i.DeclareIncident(Incident.EXPOSED_CARD))


def held_for_chef() -> Felt:
    return preflop().do(i.DeclareIncident(Incident.CONTESTED_CHIPS)).badge()


def duplicate() -> Felt:
    return dealing().draw("8c")


def keyed_twice() -> Felt:
    """The flop's second card was keyed as one that the shoe reads at the turn."""
    wrong = i.KeyCard(board(1), card("2s"))
    return board_unread().do(wrong, wrong, i.CallStreet()).draw("2s 3s")


def keyed_twice_both() -> Felt:
    """Two cards of the flop were keyed as the same one."""
    felt = preflop().draw("Qh ?? ??")
    wrong = [i.KeyCard(board(slot), card("2s")) for slot in (1, 2)]
    return felt.do(*wrong, *wrong).badge()


def keyed_twice_chef() -> Felt:
    return keyed_twice().badge()


def not_registered() -> Felt:
    return latched().draw("8c")


def not_registered_chef() -> Felt:
    return not_registered().badge()


def chef_called() -> Felt:
    return preflop().do(i.CallChef(), i.SeeCall())


def link_lost() -> Felt:
    return seated().see(i.BookUnreachable("read", "no answer"))


def link_lost_latched() -> Felt:
    return latched().see(i.BookUnreachable("read", "no answer"))


def incident_reported() -> Felt:
    """A round is held for a contested bet, whose report waits for the chef."""
    felt = preflop().do(i.DeclareIncident(Incident.CONTESTED_CHIPS))
    return felt.do(
        i.ReportIncident(Incident.CONTESTED_CHIPS, i.Finding.PLAYER, i.Measure.STAKE_HELD, 4, images=True)
    )


def no_display() -> Felt:
    """The last display of the jackpot went out while bets are open."""
    felt = Felt(display_required=True).see(i.DisplaysObserved(1), i.MeterObserved(1, 1_000_000, 1))
    felt = machines(felt).open(sensors=True).stakes(**FIVE)
    return felt.see(i.DisplaysObserved(0))


def machine_lost() -> Felt:
    return dealing().see(i.HealthObserved(Machine.SHOE, Health.LOST, "silence"))


def voided() -> Felt:
    return preflop().do(i.DeclareIncident(Incident.IRREGULAR_DEAL)).void()


def void_armed() -> Felt:
    """On the flop, with JP1 alive: the chef has armed, a member of the comité is waited for."""
    felt = flop().do(i.DeclareIncident(Incident.IRREGULAR_DEAL))
    return felt.badge().do(i.ArmVoid(Incident.IRREGULAR_DEAL))


def void_to_confirm() -> Felt:
    return void_armed().badge("MCD 03", Role.COMITE)


def refunding() -> Felt:
    """The deal is void, and the first seat has its stakes back."""
    felt = void_to_confirm().do(i.VoidRound(Incident.IRREGULAR_DEAL)).badge()
    return felt.do(i.RefundSeat(max(felt.state.players)))


def late_chip() -> Felt:
    return dealt().chips(4)


def resumed() -> Felt:
    felt = preflop()
    felt._step((SessionResumed(),))
    return felt


def resumed_closed() -> Felt:
    felt = machines(Felt())
    felt._step((SessionResumed(),))
    return felt


def paused() -> Felt:
    return next_round().do(i.Pause())


def paused_chef() -> Felt:
    return paused().badge()


# --- without a shoe -------------------------------------------------------------------------------


def shoe_lost() -> Felt:
    """The shoe has read the hands of seats 1 and 2."""
    felt = latched().do(i.CollectJp1()).sweep().draw("8c 6s Ks Qd")
    return felt.see(i.HealthObserved(Machine.SHOE, Health.LOST, "silent"))


def shoe_lost_chef() -> Felt:
    return shoe_lost().badge()


def by_hand() -> Felt:
    return shoe_lost_chef().do(i.DealByHand()).see(i.BadgeGone())


def by_hand_preflop() -> Felt:
    return by_hand().do(i.ConfirmDealt()).play(4, 6)


def keyed(felt: Felt, **cards: str) -> Felt:
    """Each card keyed twice, where it lies."""
    for pile, texts in cards.items():
        begun = sum(place.pile == "board" for place in felt.state.playing.shown) if pile == "board" else 0
        for slot, text in enumerate(texts.split(), begun):
            at = parse_place(f"{pile.replace('_', '.')}.{slot}")
            felt.do(i.KeyCard(at, card(text)), i.KeyCard(at, card(text)))
    return felt


def by_hand_flop_half() -> Felt:
    felt = by_hand_preflop()
    return felt.do(i.KeyCard(board(0), card("Qh")), i.KeyCard(board(0), card("Qh")))


def by_hand_river() -> Felt:
    return keyed(keyed(by_hand_preflop(), board=FLOP), board=RIVER).play(1, 1)


def by_hand_decided() -> Felt:
    return by_hand_river().fold(4).play(1, 2, 7)


def by_hand_telling() -> Felt:
    """The dealer has a pair of queens; seat 7 is the first to be told."""
    return keyed(by_hand_decided(), dealer="Qs 6c")


def by_hand_folded() -> Felt:
    """Seat 4 folded, and its Trips still plays: its class alone is told."""
    felt = by_hand_telling().do(i.EnterHand(7, Outcome.LOSE, HandClass.HIGH_CARD))
    return felt.do(i.EnterHand(6, Outcome.WIN, HandClass.FLUSH))


def by_hand_told() -> Felt:
    return by_hand_folded().do(i.EnterHand(4, Outcome.NONE, HandClass.PAIR))


def by_hand_settling() -> Felt:
    return by_hand_told().do(i.OpenHands(), i.OpenSettlement())


def by_hand_contested() -> Felt:
    felt = by_hand_settling().do(i.ContestSeat(7))
    return felt.do(*(i.SettleSeat(n) for n in (6, 4, 2, 1)))


def shoe_back() -> Felt:
    felt = by_hand().see(i.HealthObserved(Machine.SHOE, Health.UP), i.ShoeObserved(True, 48))
    return felt.badge()


def shoe_back_wrong() -> Felt:
    felt = by_hand().see(i.HealthObserved(Machine.SHOE, Health.UP), i.ShoeObserved(True, 47))
    return felt.badge()


def by_hand_closed() -> Felt:
    return by_hand_settling().settle()


def paid_royal() -> Felt:
    """The jackpot is released and settled; its slip waits for a cashier."""
    return royal().prove_hand().release().settle().see(i.BadgeGone()).next_round()


STATES: dict[str, Callable[[], Felt]] = {
    "slip_waits": paid_royal,
    "slip_cashier": lambda: paid_royal().badge("Lopez", Role.CASHIER),
    "inspector": lambda: clearing().badge("Roux", Role.INSPECTOR),
    **SENSOR_STATES,
    **SHEET_STATES,
    **METER_STATES,
    **PRESS_STATES,
    **DECK_STATES,
    **CLAIM_STATES,
    **MASTER_STATES,
    **RECORD_STATES,
    "closed": lambda: machines(Felt()),
    "opening": lambda: machines(Felt()).do(i.OpenTable()),
    "opening_chef": lambda: machines(Felt()).do(i.OpenTable()).badge(),
    "empty": lambda: machines(Felt()).open(sensors=True),
    "seated": seated,
    "betting": betting,
    "maximum_coming": lambda: betting().badge("Durand", i.Role.COMITE).do(i.ChangeMaximum(10_000)),
    "latched": latched,
    "adding": adding,
    "dealing": dealing,
    "dealt": dealt,
    "preflop": preflop,
    "street_called": street_called,
    "flop": flop,
    "river": river,
    "decided": decided,
    "showdown": showdown,
    "settling": settling,
    "second_seat": second_seat,
    "contested": contested,
    "contested_in_turn": contested_in_turn,
    "clearing": clearing,
    "next_round": next_round,
    "hollow": hollow,
    "hollow_by_sensors": hollow_by_sensors,
    "vacant_chip": vacant_chip,
    "prize": prize,
    "royal": royal,
    "royal_called": royal_called,
    "royal_identified": royal_identified,
    "royal_confirmed": royal_confirmed,
    "royal_half_seen": royal_half_seen,
    "royal_exchanged": royal_exchanged,
    "royal_reviewed": royal_reviewed,
    "royal_read": royal_read,
    "royal_prepared": royal_prepared,
    "royal_armed": royal_armed,
    "royal_doubted": royal_doubted,
    "royal_released": royal_released,
    "royal_refused": royal_refused,
    "community": community,
    "unread": unread,
    "to_key": to_key,
    "board_unread": board_unread,
    "held": held,
    "held_for_chef": held_for_chef,
    "duplicate": duplicate,
    "keyed_twice": keyed_twice,
    "keyed_twice_chef": keyed_twice_chef,
    "keyed_twice_both": keyed_twice_both,
    "not_registered": not_registered,
    "not_registered_chef": not_registered_chef,
    "chef_called": chef_called,
    "link_lost": link_lost,
    "no_display": no_display,
    "incident_reported": incident_reported,
    "link_lost_latched": link_lost_latched,
    "machine_lost": machine_lost,
    "voided": voided,
    "void_armed": void_armed,
    "void_to_confirm": void_to_confirm,
    "refunding": refunding,
    "late_chip": late_chip,
    "resumed": resumed,
    "resumed_closed": resumed_closed,
    "paused": paused,
    "paused_chef": paused_chef,
    "shoe_lost": shoe_lost,
    "shoe_lost_chef": shoe_lost_chef,
    "by_hand": by_hand,
    "by_hand_preflop": by_hand_preflop,
    "by_hand_flop_half": by_hand_flop_half,
    "by_hand_river": by_hand_river,
    "by_hand_decided": by_hand_decided,
    "by_hand_telling": by_hand_telling,
    "by_hand_folded": by_hand_folded,
    "by_hand_told": by_hand_told,
    "by_hand_settling": by_hand_settling,
    "by_hand_contested": by_hand_contested,
    "by_hand_closed": by_hand_closed,
    "shoe_back": shoe_back,
    "shoe_back_wrong": shoe_back_wrong,
}


def view_of(name: str) -> View:
    """The console's view of that state, as it comes over the wire."""
    felt = STATES[name]()
    return console(felt.state) | {"now_ms": felt.now_ms + 400}
