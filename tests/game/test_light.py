"""A table that cannot deal asks nobody to bet: the light is red, and says what it waits for."""

from __future__ import annotations

from controller.game import events as e
from controller.game import inputs as i
from controller.game.inputs import Machine, Role
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
