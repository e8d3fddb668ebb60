"""A table that cannot deal asks nobody to bet: the light is red, and says what it waits for."""

from __future__ import annotations

from controller.game import events as e
from controller.game import inputs as i
from controller.game.inputs import Health, HostTrouble, Machine, Role
from controller.game.opening.master_lost import master_told
from controller.game.refusals import Refusal
from controller.game.state import Phase
from controller.game.views import console, display
from tests.builders import Felt
from tests.game.arranged import betting
from ui.screen.console import ConsoleFace


def lamps(felt: Felt) -> tuple[str, str]:
    """Of the console's and the public's light, whether bets are taken or not."""
    return console(felt.state)["light"]["state"], display(felt.state)["light"]["state"]


def test_a_blocked_table_shows_no_green_light_to_the_dealer_nor_to_the_public() -> None:
    felt = betting().see(i.TroubleObserved(Machine.SHOE, "firmware_changed"))
    assert lamps(felt) == ("stop", "stop")
    shown = ConsoleFace("fr").words(console(felt.state) | {"now_ms": felt.now_ms})
    assert shown["light"]["word"] == "MISES\nSUSPENDUES"
    assert "programme modifié" in shown["focus"]["title"].lower()
    felt.badge("Durand", Role.COMITE).do(i.LiftBlock("replaced"))
    assert lamps(felt) == ("bets", "bets")


def test_the_public_reads_that_bets_wait_and_not_for_what() -> None:
    told = display(betting().see(i.TroubleObserved(Machine.SHOE, "firmware_changed")).state)
    assert told["light"]["waits"] is True


def test_a_table_held_or_resumed_between_rounds_shows_no_green_light() -> None:
    held = betting().do(i.DeclareIncident(i.Incident.EXPOSED_CARD))
    assert lamps(held) == ("stop", "stop")
    resumed = betting()
    resumed._step((e.SessionResumed(),))
    assert lamps(resumed) == ("stop", "stop")
    assert lamps(resumed.do(i.ConfirmFelt())) == ("bets", "bets")


def test_a_silent_shoe_asks_nobody_to_bet_and_closes_no_bets() -> None:
    """Findings dealer 7: MISEZ stayed green, and closing led to a deal that nobody could begin."""
    felt = betting().see(i.HealthObserved(Machine.SHOE, Health.LOST, "silence"))
    assert lamps(felt) == ("stop", "stop")
    shown = ConsoleFace("fr").words(console(felt.state) | {"now_ms": felt.now_ms})
    assert shown["light"]["word"] == "MISES\nSUSPENDUES"
    assert shown["focus"]["title"] == "Saisie manuelle\u202f?", "it says what may be done about it"
    assert shown["primary"]["tap"] is None
    assert felt.tap(i.CloseBets()) == Refusal("shoe_away", "RC-06")
    felt.badge().do(i.DealByHand())
    assert lamps(felt) == ("bets", "bets")
    assert felt.tap(i.CloseBets()) is None


def test_no_stake_is_validated_on_the_pad_while_the_table_is_blocked() -> None:
    """Findings dealer 7: the light was red, and VALIDER lit."""
    felt = betting().see(i.TroubleObserved(Machine.SHOE, "firmware_changed"))
    face = ConsoleFace("fr")
    view = console(felt.state) | {"now_ms": felt.now_ms}
    face.words(view)
    assert face.take({"act": "local.stakes", "seat": 3})
    assert face.take({"act": "local.chip", "cents": 500})
    primary = face.words(view)["primary"]
    assert (primary["tap"], "programme modifié" in primary["sub"]) == (None, True)


def test_no_light_is_green_where_no_card_can_be_sealed_no_money_written_and_nobody_deals() -> None:
    lost = betting()
    lost._step(master_told(lost.state, "a3f09c1d5b7e2864"))
    moved = betting().see(i.HostObserved(HostTrouble.JOURNAL_MOVED, detail="UTH-2-000001.journal"))
    for felt in (lost, moved):
        assert lamps(felt) == ("stop", "stop")
        assert felt.tap(i.CloseBets()) is not None
    alone = Felt(register=True).open().do(i.SignOff())
    assert alone.state.dealer is None
    assert lamps(alone) == ("stop", "stop")
    assert alone.dealer().state.phase is Phase.BETTING
    assert lamps(alone) == ("bets", "bets")
