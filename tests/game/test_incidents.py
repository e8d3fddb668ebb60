"""Reports of incidents: what a form may say, who signs, the stop of JP1 that reports itself (CS-10)."""

from __future__ import annotations

from controller.game import events as e
from controller.game import inputs as i
from controller.game.cards import DECK
from controller.game.felt import board, dealer, hole
from controller.game.incidents import REPORTS_MAX
from controller.game.inputs import Finding, Incident, Measure, Role
from controller.game.refusals import Refusal
from tests.builders import Felt, card

MISSING = i.ReportIncident(Incident.MISSING_CARD, Finding.HAND_COUNT, Measure.DECK_REMOVED)


def at_the_flop() -> Felt:
    felt = Felt().open().stakes(s1=1000).close().draw("Ah Ad Kh Qd")
    return felt.do(i.CallStreet()).draw("9h 4h 2c")


def reported(felt: Felt) -> list[e.IncidentReported]:
    return [one for one in felt.events(e.IncidentReported) if isinstance(one, e.IncidentReported)]


def test_a_report_tells_round_people_and_the_card_that_lies_open() -> None:
    felt = at_the_flop().do(i.DeclareIncident(Incident.MARKED_CARD))
    declared_ms = felt.now_ms
    report = i.ReportIncident(
        Incident.MARKED_CARD, Finding.IN_PLAY, Measure.CARD_KEPT, 1, "board.1", "red", 52, images=True
    )
    felt.badge().do(report)
    assert reported(felt) == [
        e.IncidentReported(
            incident=1,
            kind=Incident.MARKED_CARD,
            round=1,
            attempt=1,
            phase="deciding",
            declared_ms=declared_ms,
            seat=1,
            place=board(1),
            card=card("4h"),
            finding=Finding.IN_PLAY,
            measure=Measure.CARD_KEPT,
            images_asked=True,
            deck="red",
            serial="",
            count=52,
            reporter="Chef 1",
            dealer="",
        )
    ]


def test_no_place_of_a_face_down_card_is_taken() -> None:
    felt = at_the_flop()
    for place in (hole(1, 0), hole(4, 1), dealer(0), board(3), "nonsense"):
        refusal = felt.tap(i.ReportIncident(*_of(MISSING), place=str(place)))
        assert refusal == Refusal("card_not_open", "CS-13"), place
    assert not reported(felt)


def _of(report: i.ReportIncident) -> tuple[Incident, Finding, Measure]:
    return report.incident, report.finding, report.measure


def test_a_report_made_face_down_names_none_of_the_cards_that_lie_there() -> None:
    felt = at_the_flop().do(MISSING)
    (report,) = reported(felt)
    assert not [one for one in DECK if one.text in repr(report)]


def test_the_serial_of_the_deck_is_the_one_of_the_opening_sheet() -> None:
    felt = Felt().open()
    felt._step([e.SerialDeclared("Chef 1", "red", "R-0042")])
    felt.do(i.ReportIncident(*_of(MISSING), deck="red"), i.ReportIncident(*_of(MISSING), deck="blue"))
    assert [one.serial for one in reported(felt)] == ["R-0042", ""]


def test_what_the_form_cannot_be_is_refused() -> None:
    assert Felt().tap(MISSING) == Refusal("not_now")
    felt = Felt().open()
    for report, code in (
        (i.ReportIncident(*_of(MISSING), seat=8), "unknown_seat"),
        (i.ReportIncident(*_of(MISSING), deck="green"), "colour_unknown"),
        (i.ReportIncident(*_of(MISSING), count=105), "incident_count"),
        (i.ReportIncident(*_of(MISSING), count=-1), "incident_count"),
        (i.ReportIncident(Incident.CONTESTED_CHIPS, Finding.PLAYER, Measure.STAKE_HELD), "incident_seat"),
    ):
        refusal = felt.tap(report)
        assert refusal is not None, report
        assert refusal.code == code


def test_a_session_has_no_more_reports_than_its_limit() -> None:
    felt = Felt().open().do(*([MISSING] * REPORTS_MAX))
    assert felt.tap(MISSING) == Refusal("incidents_full", "CS-10", (("most", REPORTS_MAX),))


def test_a_report_can_be_made_while_held_paused_or_after_a_restart() -> None:
    felt = at_the_flop().do(i.DeclareIncident(Incident.MISSING_CARD), MISSING)
    felt._step([e.SessionResumed()])
    felt.do(MISSING)
    paused = Felt().open().do(i.Pause(), MISSING)
    assert [one.incident for one in reported(felt)] == [1, 2]
    assert len(reported(paused)) == 1


def test_a_witness_signs_once_and_a_chef_answers_for_the_report() -> None:
    felt = Felt().open().do(MISSING).badge("Sol", Role.CASHIER).do(i.SignIncident(1))
    assert felt.tap(i.SignIncident(1)) == Refusal("signed_already", "CS-10")
    assert not felt.state.incidents.reports[0].answered
    felt.badge("Durand", Role.COMITE).do(i.SignIncident(1))
    (report,) = felt.state.incidents.reports
    assert report.answered
    assert report.signed == (("Sol", Role.CASHIER), ("Durand", Role.COMITE))


def test_with_a_register_a_signature_needs_the_pin() -> None:
    felt = Felt(register=True).open().do(MISSING).badge("Chef 1", Role.CHEF)
    assert felt.tap(i.SignIncident(1)) == Refusal("pin_first", "SE-11", (("person", "Chef 1"),))
    felt.person("Chef 1", Role.CHEF).do(i.SignIncident(1))
    assert reported(felt)[0].dealer == reported(felt)[0].reporter == "croupier-07"


def test_the_table_does_not_close_over_a_report_that_no_chef_has_signed() -> None:
    felt = Felt().open().do(MISSING).badge()
    assert felt.tap(i.CloseTable()) == Refusal("incident_unsigned", "CS-10", (("number", 1),))
    felt.do(i.SignIncident(1), i.CloseTable(), i.OpenTable(), MISSING)
    assert [one.number for one in felt.state.incidents.reports] == [2], "numbers go on in the session"


def test_an_involuntary_stop_is_reported_once_and_again_at_the_next() -> None:
    felt = Felt().open()
    stops = felt.events(e.JackpotStopReported)
    assert stops == []
    felt.see(i.BookUnreachable("read", "timeout"), i.BookUnreachable("read", "timeout"))
    felt.see(i.MeterObserved(1, felt.meter_cents, 1), i.BookUnreachable("read", "timeout"))
    told = felt.events(e.JackpotStopReported)
    assert [(one.incident, one.code, one.meter_cents) for one in told] == [  # type: ignore[attr-defined]
        (1, "link_lost", 1_000_000),
        (2, "link_lost", 1_000_000),
    ]


def test_a_jackpot_that_stops_while_the_table_is_closed_is_reported_when_it_opens() -> None:
    felt = Felt().see(i.BookUnreachable("read", "timeout"))
    assert not felt.events(e.JackpotStopReported)
    felt.open()
    assert len(felt.events(e.JackpotStopReported)) == 1


def test_a_jackpot_that_was_never_read_has_not_stopped() -> None:
    assert not Felt(jp1=False).open().events(e.JackpotStopReported)


def test_the_deal_tells_which_deck_is_dealt() -> None:
    felt = Felt().see(i.HealthObserved(i.Machine.SHUFFLER, i.Health.UP))
    felt.see(i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "blue", "red", 52, True))
    felt.see(i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "blue", "", 0, False))
    felt.open().stakes(s1=1000).close()
    assert felt.events(e.DealBegun) == [e.DealBegun("red")]
