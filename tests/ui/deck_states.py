"""Tables whose decks, shuffler, reader or programs ask for a person, as the core makes them."""

from __future__ import annotations

from collections.abc import Callable

from controller.game import inputs as i
from controller.game.dealing.show_by_hand import dealing_by_hand
from controller.game.felt import parse_place
from controller.game.inputs import Health, Machine, Mode, Role
from controller.game.legal_acts import legal_now
from tests.builders import Felt, card

STAKED = {"s1": (1000, 500), "s2": 2000, "s4": (1000, 1000), "s6": (1000, 500), "s7": (3000, 1000)}


def shuffler(felt: Felt, colour: str = "", count: int = 52, recovery: str = "", **told: bool) -> Felt:
    shuffled = bool(colour) and not recovery
    seen = i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "", colour, count, shuffled, recovery=recovery, **told)
    return felt.see(seen)


def at_work() -> Felt:
    """Five players; the red deck is in the shoe, the blue one lies ready in the tray."""
    felt = Felt()
    for machine in Machine:
        felt.see(i.HealthObserved(machine, Health.UP))
    shuffler(shuffler(felt, "red"))
    return shuffler(felt.open(sensors=True).stakes(**STAKED), "blue")


def next_round() -> Felt:
    """The red deck has been dealt once."""
    felt = at_work().close().draw("8c 6s Ks Qd Tc 5d Ah 7h 7s 5s 8d 6c").do(i.CallStreet()).draw("Qh 9h 4h")
    felt.do(i.CallStreet()).draw("Js 2c").do(i.FoldRest(), i.OpenHands()).settle()
    return felt.do(i.NextRound())


def short() -> Felt:
    """The next deck was counted to 51."""
    return shuffler(shuffler(next_round()), "blue", 51)


def jammed() -> Felt:
    felt = shuffler(next_round(), "", 0, "open_lid", lid_open=False)
    return felt.see(i.TroubleObserved(Machine.SHUFFLER, "jam_feed"), _recount())


def _recount() -> i.TroubleObserved:
    return i.TroubleObserved(Machine.SHUFFLER, "recount_due")


def lost() -> Felt:
    return shuffler(next_round()).see(i.HealthObserved(Machine.SHUFFLER, Health.LOST, "silence"))


def by_hand() -> Felt:
    """The decks are shuffled by hand, and one is to be declared."""
    return lost().badge().do(i.AllowMode(Mode.HAND_SHUFFLE))


def firmware() -> Felt:
    return at_work().see(i.TroubleObserved(Machine.SHOE, "firmware_changed"))


def reader_lost() -> Felt:
    felt = at_work().see(i.HealthObserved(Machine.BADGE, Health.LOST, "silence"))
    return felt.do(i.AskPit("4711"))


def remote() -> Felt:
    """A chef has shown his badge at the pit, with the code of this table."""
    return reader_lost().see(i.RemoteBadgeObserved("Chef 1", Role.CHEF, "4711", True))


def many_ways() -> Felt:
    """No shoe, no sensors, no shuffler, no reader: the round bears every mark."""
    felt = next_round().as_before().see(i.HealthObserved(Machine.SHOE, Health.LOST, "silence"))
    felt.see(i.HealthObserved(Machine.CHIPS, Health.LOST, "silence"))
    felt.see(i.HealthObserved(Machine.SHUFFLER, Health.LOST, "silence")).badge()
    felt.do(i.AllowHandLamps(), i.AllowMode(Mode.HAND_SHUFFLE), i.DealByHand()).see(i.BadgeGone())
    felt.see(i.HealthObserved(Machine.BADGE, Health.LOST, "silence")).do(i.AskPit("4711"))
    felt.see(i.RemoteBadgeObserved("Chef 1", Role.CHEF, "4711", True))
    return felt.do(i.DeclareDeck("blue", 52), i.SetLamp(1, True))


def marked() -> Felt:
    """The last round was played without any of them."""
    felt = many_ways().do(i.CloseBets(), i.CollectJp1(), i.ConfirmDealt())
    for street in ("Qh 9h 4h", "Js 2c"):
        _key(felt.do(i.CallStreet()), street)
    _key(felt.do(i.FoldRest(), i.OpenHands()), "8d 6c")
    told = {act.seat: act for act in legal_now(felt.state) if isinstance(act, i.EnterHand)}
    return felt.do(*told.values()).do(i.OpenHands()).settle().do(i.NextRound())


def _key(felt: Felt, cards: str) -> None:
    """The cards that are turned next are keyed, each twice."""
    for text in cards.split():
        keyed = i.KeyCard(parse_place(dealing_by_hand(felt.state)["turn"][0]), card(text))
        felt.do(keyed, keyed)


DECK_STATES: dict[str, Callable[[], Felt]] = {
    "deck_next_round": next_round,
    "deck_short": short,
    "deck_short_chef": lambda: short().badge(),
    "deck_jammed": jammed,
    "deck_shuffler_lost": lost,
    "deck_by_hand": by_hand,
    "deck_declared": lambda: by_hand().do(i.DeclareDeck("blue", 52)),
    "deck_firmware": firmware,
    "deck_firmware_comite": lambda: firmware().badge("Durand", Role.COMITE),
    "reader_lost": reader_lost,
    "reader_remote": remote,
    "empty_asked": lambda: next_round().do(i.ShowEmpty(i.Occasion.REQUEST)),
    "every_way_by_hand": many_ways,
    "every_mark": marked,
}
