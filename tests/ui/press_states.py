"""Tables whose JP1 press nobody answers, and whose chips are sealed."""

from __future__ import annotations

from controller.game import inputs as i
from controller.game import requests as r
from controller.game.react import book_request
from tests.builders import COMITE, Felt

LOST = i.BookUnreachable("Contribute", "timeout")


def unanswered() -> Felt:
    """JP1 of three seats is collected, and the link is gone with the answer."""
    felt = Felt().open().stakes(s1=1000, s3=(1000, 500), s5=2500, s6=1000).chips(1, 3, 6)
    felt.answering = False
    return felt.do(i.CloseBets(), i.CollectJp1()).sweep().see(LOST)


def held() -> Felt:
    """Half a minute later nobody has answered: a chef is called."""
    felt = unanswered()
    felt.now_ms += felt.state.facts.unanswered_ms
    return felt.see(i.TimeObserved(felt.now_ms))


def with_chef() -> Felt:
    return held().badge()


def armed() -> Felt:
    """The board was drawn past the hold: the chef has armed the void, and the comité seals."""
    felt = unanswered().draw("As Ks 4c 5c 6h 7d Tc Td 9h 9d Qs Js Ts").badge().do(i.Resume())
    felt.now_ms += felt.state.facts.unanswered_ms
    return felt.see(i.TimeObserved(felt.now_ms)).do(i.SetStakesAside(3)).see(i.BadgeGone())


def armed_with_comite() -> Felt:
    return armed().badge(*COMITE)


def sealed() -> Felt:
    """The next round takes bets without JP1; the chips lie under seal."""
    return with_chef().do(i.SetStakesAside(3)).refund().see(i.BadgeGone())


def not_added() -> Felt:
    """The book never had the stakes; a chef is there to open the seal."""
    felt = sealed().see(i.BookRefused("Forgo", "forgone"))
    return felt.see(i.MeterObserved(1, felt.meter_cents, felt.book_seq)).badge()


def added() -> Felt:
    """The book had them and has paid them back."""
    felt = sealed()
    felt.answering = True
    asked = book_request(felt.state)
    assert isinstance(asked, r.Forgo)
    felt.see(felt.answer(r.Contribute(asked.round, asked.attempt, asked.seats, asked.stake_cents)))
    return felt.see(i.MeterObserved(1, felt.meter_cents, felt.book_seq)).badge()


PRESS_STATES = {
    "press_unanswered": unanswered,
    "press_held": held,
    "press_with_chef": with_chef,
    "press_armed": armed,
    "press_armed_comite": armed_with_comite,
    "press_sealed": sealed,
    "seal_not_added": not_added,
    "seal_added": added,
}
