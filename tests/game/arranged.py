"""Tables brought to a point of a round, a session or a verification, for what is then asked of them."""

from __future__ import annotations

from dataclasses import replace

from controller.game import events as e
from controller.game import inputs as i
from controller.game.changes import with_round
from controller.game.felt import Spot, hole
from controller.game.inputs import Health, Machine, Role, ShufflerMode
from controller.game.payment.winning_hand import hand_places
from controller.settings.rules import load_profile
from tests.builders import TERMS, Felt, card
from tests.wander.settings import SETTINGS, in_force


def betting() -> Felt:
    return Felt().open().stakes(s1=1000, s4=1000)


def latched() -> Felt:
    return betting().chips(1).do(i.CloseBets())


def waiting_for_the_book() -> Felt:
    felt = latched()
    felt.answering = False
    return felt.do(i.CollectJp1())


def preflop(cards: str = "2c 7d 3c 8d 9s 4h") -> Felt:
    return betting().close().draw(cards)


def river(cards: str = "2c 7d 3c 8d 9s 4h") -> Felt:
    return preflop(cards).do(i.CallStreet()).draw("Kc Jd 6h").do(i.CallStreet()).draw("5s Qs")


def showdown() -> Felt:
    return river().do(i.BetRest()).showdown()


def nobody_answers() -> Felt:
    """The press of one seat, half a minute without an answer."""
    felt = waiting_for_the_book().see(i.BookUnreachable("contribute", "timeout"))
    felt.now_ms += felt.state.facts.unanswered_ms
    return felt.see(i.TimeObserved(felt.now_ms))


def sealed() -> Felt:
    return nobody_answers().badge().do(i.SetStakesAside(1)).see(i.BadgeGone())


def settling() -> Felt:
    return showdown().do(i.OpenSettlement())


def royal(*others: int) -> Felt:
    """Seat 1 holds a royal of his own and plays JP1, and so do these other seats."""
    felt = betting().chips(1, *others).close().draw("As Ks 2c 7d 3h 8c").do(i.CallStreet()).draw("Qs Js Ts")
    return felt.do(i.CallStreet()).draw("4d 9h").do(i.BetRest()).showdown()


def drafted() -> Felt:
    """A draft of settings is in writing, and was found to be sound."""
    felt = Felt(settings=SETTINGS).see(in_force()).do(i.DraftSetting("pace.betting_ms", "60000"))
    return felt.see(i.DraftObserved(felt.state.settings.writing, "d1"))


def identified() -> Felt:
    return royal().identify()


def wrongly_read() -> Felt:
    """The king of clubs lies at seat 1, and the record has that of spades."""
    return identified().do(i.ReportCard(hole(1, 1), card("Kc")))


def exchanged() -> Felt:
    """A card of seat 1 is not the one that was dealt; two persons have refused its claim."""
    return royal().refuse(i.ClaimDoubt.EXCHANGED).do(i.OpenSettlement(), i.SettleSeat(4))


def viewed() -> Felt:
    return identified().view_images()


def read() -> Felt:
    return viewed().read_amounts()


MISSING = i.ReportIncident(i.Incident.MISSING_CARD, i.Finding.HAND_COUNT, i.Measure.DECK_REMOVED)


def miscounted() -> Felt:
    """The settlement of the royal has a cent too many: a bug of ours, and the second count finds it."""
    felt = royal(4).badge("Durand", Role.COMITE)
    felt.do(*(i.ConfirmCard(place) for place in hand_places(felt.state)))
    settlement = felt.state.playing.settlement
    assert settlement is not None
    lines = [
        line._replace(awards=tuple(award._replace(cents=award.cents + 1) for award in line.awards))
        for line in settlement.seat(4).lines
    ]
    seats = tuple(one if one.seat == 1 else one._replace(lines=tuple(lines)) for one in settlement.seats)
    felt.state = with_round(felt.state, settlement=settlement._replace(seats=seats))
    return felt


def large_prize() -> Felt:
    """Seat 1 holds a full house with JP1, and the dealer's limit is below its prize."""
    felt = Felt(second_person_from_cents=4_999).open().stakes(s1=1000).chips(1).close().draw("Kc Kd 2c 7d")
    felt.do(i.CallStreet()).draw("Kh 8s 8d").do(i.CallStreet()).draw("4d 9h").do(i.BetRest())
    return felt.showdown().do(i.OpenSettlement())


def without_side_bet() -> Felt:
    return Felt(replace(load_profile("fr-55-20-2015"), trips={}, digest="no trips")).open()


def live() -> Felt:
    """A table by the clock, whose stakes do not stand: seat 1 staked in the round before."""
    felt = Felt(load_profile("live-uth")).open().stakes(s1=1000).close().draw("2c 7d 9s 4h")
    felt.do(i.Check(1), i.CallStreet()).draw("Kc Jd 6h").do(i.Check(1), i.CallStreet()).draw("5s Qs")
    return felt.fold(1).showdown().settle().do(i.NextRound())


def casino() -> Felt:
    """Hold'em poker de casino on the turn; seats 1 and 4 have bet nothing, the bank has nothing."""
    felt = Felt(load_profile("fr-holdem-casino")).open().stakes(s1=1000, s4=(1000, 500))
    felt.close().draw("2c 7d 3c 8d 9s 4h").do(i.CallStreet()).draw("Ts Kc Jd 6h").do(i.CallStreet())
    return felt.draw("As 5s")


def casino_showdown() -> Felt:
    felt = casino().do(i.BetOn(1, Spot.A05T), i.BetOn(4, Spot.A05T), i.CallStreet())
    return felt.draw("Ah Qs").showdown()


def late_chip() -> Felt:
    return river().do(i.BetRest()).showdown().chips(4).settle()


def shuffler(mode: ShufflerMode, count: int, shuffled: bool) -> Felt:
    felt = betting().see(i.HealthObserved(Machine.SHUFFLER, Health.UP))
    return felt.see(i.ShufflerObserved(mode, "red", "blue", count, shuffled))


def closing_over_a_deck() -> Felt:
    """The closing sheet is begun while a deck lies in the shuffler's tray."""
    deck = i.ShufflerObserved(ShufflerMode.SHUFFLE, "", "red", 52, True)
    felt = Felt(cash=TERMS).open().see(i.HealthObserved(Machine.SHUFFLER, Health.UP), deck)
    return felt.badge().do(i.BeginClosing())


def jp1_closed_after_latching() -> Felt:
    return latched().see(i.BookUnreachable("read", "timeout"))


def card_before_jp1(*cards: str) -> Felt:
    return latched().draw(" ".join(cards)).badge()


def restarted() -> Felt:
    felt = preflop()
    felt._step([e.SessionResumed()])
    return felt


def registered() -> Felt:
    return Felt(register=True)


def chef_again() -> tuple[i.Observation, ...]:
    """A chef whose card has checked his PIN, not yet in charge of the table."""
    return (i.BadgeObserved("Martin", Role.CHEF, True),)


def book_not_read() -> Felt:
    """The table closes, the book gave no figures, and one of the comité is there."""
    felt = Felt(cash=TERMS).open().badge()
    felt.answering = False
    felt.do(i.BeginClosing()).see(i.BookUnreachable("readbook", "timeout"))
    return felt.badge("Durand", Role.COMITE)


def last_deal_played() -> Felt:
    """One last deal was announced, and it is played."""
    felt = Felt(cash=replace(TERMS, last_deals=1)).open().badge().do(i.AnnounceLastDeals())
    felt.see(i.BadgeGone()).stakes(s1=1000).close().draw("Ah 7d Qc Jd").play(4, 1)
    return felt.draw("Kd 8s 3h 9c 4d").showdown().settle()
