"""Supervised payments as the pit meets them: a jackpot step by step, refused, paused, and its like."""

from __future__ import annotations

from collections.abc import Callable

from controller.game import inputs as i
from controller.game.cards import Card
from controller.game.inputs import ClaimDoubt, Health, Machine, Role
from controller.game.payment.winning_hand import hand_places, payees
from controller.game.people.at_pit import AtPit, purpose_of
from tests.builders import Felt
from tests.ui.pit_states import METER_CENTS

MEMBER, SECOND, DIRECTOR = "B. Carlier", "N. Ozanne", "A. Lenoir"
CAMERAS = ("C-31", "C-32")
SECOND_MS = 1_000


def felt(**known: object) -> Felt:
    """A table with a register of people, on which dealer 14 deals."""
    made = Felt(jp1=False, register=True, cameras=CAMERAS, **known)
    made.meter_cents = METER_CENTS
    for machine in Machine:
        made.see(i.HealthObserved(machine, Health.UP))
    return made.deck("red", "blue").see(i.MeterObserved(1, METER_CENTS, 1))


def frozen(
    hands: str = "9c 8s 6c 6d Kh Th 4s 4c Qc 9d 2c 3d", board: str = "Ah Qh Jh 2s 5c", **known: object
) -> Felt:
    """Five players; seat 4 holds a royal of hearts with two own cards, seat 2 has folded with a JP1 stake.

    Seat 5 has folded without one: its hand stays face down.
    """
    made = felt(**known).open(sensors=True)
    made.stakes(s1=1000, s2=1000, s4=(1000, 500), s5=1000, s6=1000).chips(1, 2, 4, 6).close()
    made.draw(hands).do(i.CallStreet()).draw(board[:8]).do(i.CallStreet()).draw(board[9:])
    made.play(1, 1, 4, 6).fold(2, 5)
    return later(made, 9).do(i.OpenHands())


def later(made: Felt, seconds: int) -> Felt:
    made.now_ms += seconds * SECOND_MS
    return made


def here(made: Felt, person: str, role: Role, seconds: int = 40) -> Felt:
    """The person is at the table's reader with card and PIN, so much later."""
    return later(made.see(i.BadgeGone()), seconds).person(person, role)


def called() -> Felt:
    return later(frozen(), 17).do(i.CallChef())


def showing(count: int = 3) -> Felt:
    """Some of the five cards have been found on the felt."""
    made = here(called(), MEMBER, Role.COMITE)
    for place in hand_places(made.state)[:count]:
        later(made, 4).do(i.ConfirmCard(place))
    return made


def identified() -> Felt:
    return later(showing(5), 6).do(i.ConfirmHand())


def viewed() -> Felt:
    made = here(identified(), SECOND, Role.VIDEO, 120)
    return later(made, 60).do(i.ReviewVideo(True, CAMERAS[0], True))


def one_read() -> Felt:
    """The member of the comité has read the amounts; the second person is awaited."""
    return later(here(viewed(), MEMBER, Role.COMITE, 30), 5).do(i.ReadAmount())


def read() -> Felt:
    return later(here(one_read(), SECOND, Role.VIDEO, 20), 3).do(i.ReadAmount())


def prepared() -> Felt:
    made = here(read(), MEMBER, Role.COMITE, 20)
    for seat in payees(made.state):
        later(made, 30).do(i.PreparePayment(seat, i.PaymentMode.TRANSFER, f"B-{seat}", f"ID-{seat}"))
    return made


def armed() -> Felt:
    return later(prepared(), 5).do(i.ArmRelease())


def released() -> Felt:
    return later(here(armed(), SECOND, Role.VIDEO, 15), 2).do(i.ReleaseAward())


def exchanged() -> Felt:
    """Another card lies on the felt than the shoe recorded."""
    made = showing(2)
    return made.do(i.ReportCard(hand_places(made.state)[2], Card.parse("Qd")))


def differing() -> Felt:
    made = here(identified(), SECOND, Role.VIDEO, 120)
    return later(made, 60).do(i.ReviewVideo(False, CAMERAS[0], True))


def doubted() -> Felt:
    return here(differing(), MEMBER, Role.COMITE, 30).do(i.ProposeRefusal(ClaimDoubt.EXCHANGED))


def refused() -> Felt:
    return here(doubted(), DIRECTOR, Role.DIRECTOR, 30).do(i.RefuseAward(ClaimDoubt.EXCHANGED))


def paused() -> Felt:
    made = one_read()
    return made.do(i.Pause())


def community() -> Felt:
    """The board is the royal: every JP1 bettor wins the same."""
    made = frozen("9c 8s 6c 6d Ks Tc 4s 4c Qc 9d 2c 3d", "Ah Qh Jh Kh Th")
    return here(later(made, 17).do(i.CallChef()), MEMBER, Role.COMITE)


def community_read() -> Felt:
    made = community()
    for place in hand_places(made.state):
        later(made, 4).do(i.ConfirmCard(place))
    made.do(i.ConfirmHand())
    made = here(made, SECOND, Role.VIDEO, 120).do(i.ReviewVideo(True, CAMERAS[0], True))
    return here(made, MEMBER, Role.COMITE, 30).do(i.ReadAmount())


def allowed() -> Felt:
    """As `one_read`, at a table that takes cards at the pit; no card is in its own reader."""
    made = here(later(frozen(pit_cards=True), 17).do(i.CallChef()), MEMBER, Role.COMITE)
    for place in hand_places(made.state):
        later(made, 4).do(i.ConfirmCard(place))
    made = here(later(made, 6).do(i.ConfirmHand()), SECOND, Role.VIDEO, 120)
    made = here(later(made, 60).do(i.ReviewVideo(True, CAMERAS[0], True)), MEMBER, Role.COMITE, 30)
    return later(made, 5).do(i.ReadAmount()).see(i.BadgeGone())


def signed(person: str = SECOND, role: Role = Role.VIDEO, act: str = "ReadAmount") -> Felt:
    """The person's card in the pit's reader has signed for the act, and his PIN is right."""
    made = allowed()
    made.see(i.PitCardObserved(person, role, act, purpose_of(made.state, act)))
    assert made.state.pit_card is not None
    return made.see(i.PinAnswered(person, made.state.pit_card.badge.shown, True))


def acted() -> Felt:
    """The second person has read the amounts at the pit."""
    return signed().do(AtPit(i.ReadAmount()))


STATES: dict[str, Callable[[], Felt]] = {
    "payment_frozen": frozen,
    "payment_called": called,
    "payment_showing": showing,
    "payment_identified": identified,
    "payment_viewed": viewed,
    "payment_one_read": one_read,
    "payment_read": read,
    "payment_armed": armed,
    "payment_released": released,
    "payment_exchanged": exchanged,
    "payment_differing": differing,
    "payment_doubted": doubted,
    "payment_refused": refused,
    "payment_paused": paused,
    "payment_community": community_read,
    "payment_at_pit": allowed,
    "payment_signed": signed,
    "payment_same_person": lambda: signed(MEMBER, Role.COMITE),
    "payment_acted": acted,
}
