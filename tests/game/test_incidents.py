"""Reports of incidents: what a form may say, who signs, the stop of JP1 that reports itself (CS-10)."""

from __future__ import annotations

from controller.game import events as e
from controller.game import inputs as i
from controller.game.cards import DECK
from controller.game.felt import board, dealer, hole
from controller.game.incidents.reports import REPORTS_MAX, why_not_signed
from controller.game.inputs import Finding, Incident, Measure, Role
from controller.game.refusals import Refusal
from tests.builders import Felt, card
from tests.law.requirements import requirement

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


def interruptions(felt: Felt) -> list[tuple[int, str, int]]:
    told = [one for one in felt.events(e.JackpotInterrupted) if isinstance(one, e.JackpotInterrupted)]
    return [(one.incident, one.cause, one.round) for one in told]


LINK_LOST = i.BookUnreachable("read", "timeout")


def link_back(felt: Felt) -> Felt:
    return felt.see(i.MeterObserved(1, felt.meter_cents, 1))


@requirement("PM-15")
def test_a_link_away_for_some_seconds_that_no_deal_met_is_no_incident() -> None:
    """PM-15: the base game did not go on without JP1. The journal has the stop all the same."""
    felt = Felt().open().stakes(s1=1000)
    for _ in range(3):
        link_back(felt.see(LINK_LOST))
    assert interruptions(felt) == []
    assert len(felt.events(e.Jp1Closed)) == 3
    felt.chips(1).close().draw("2c 3d").see(LINK_LOST).draw("Qs Js")
    assert interruptions(felt) == [], "this round plays for JP1"


@requirement("PM-15")
def test_a_deal_without_jp1_for_a_failure_is_reported_once_and_again_at_the_next_stop() -> None:
    """PM-15; art. 56-3-2 by analogy: an incident addressed to the authority, and nobody can win."""
    felt = Felt().open().stakes(s1=1000).see(LINK_LOST, LINK_LOST)
    for round_ in (1, 2):
        felt.do(i.CloseBets()).draw("2c 3d Qs Js").play(4, 1).do(i.CallStreet()).draw("Kc 8d 7h")
        felt.do(i.CallStreet()).draw("9s 4d").showdown().settle()
        assert interruptions(felt) == [(1, "link_lost", 1)], f"round {round_}"
        felt.do(i.NextRound(), i.ConfirmRest())
    link_back(felt).see(LINK_LOST).do(i.CloseBets())
    assert interruptions(felt) == [(1, "link_lost", 1), (2, "link_lost", 3)]


def test_chips_given_back_because_the_link_went_make_a_deal_without_jp1() -> None:
    felt = Felt().open().stakes(s1=1000).chips(1).do(i.CloseBets()).see(LINK_LOST)
    assert interruptions(felt) == []
    felt.do(i.GiveJp1Back())
    assert interruptions(felt) == [(1, "link_lost", 1)]


@requirement("PM-15")
def test_a_stop_that_only_persons_can_end_is_reported_at_once_under_the_number_it_has() -> None:
    felt = Felt().open().stakes(s1=1000).see(LINK_LOST).do(i.CloseBets())
    assert interruptions(felt) == [(1, "link_lost", 1)]
    assert felt.state.upkeep.stop is None, "it ends by itself"
    felt.see(i.BookRefused("start", "book_differs"))
    assert interruptions(felt) == [(1, "link_lost", 1), (1, "book_differs", 1)]
    assert felt.state.upkeep.stop is not None


def test_a_jackpot_that_stops_while_the_table_is_closed_is_reported_at_its_first_deal() -> None:
    felt = Felt().see(LINK_LOST).open().stakes(s1=1000)
    assert interruptions(felt) == []
    assert interruptions(felt.do(i.CloseBets())) == [(1, "link_lost", 1)]


def test_a_jackpot_that_was_never_read_has_not_stopped() -> None:
    assert interruptions(Felt(jp1=False).open().stakes(s1=1000).do(i.CloseBets())) == []


def test_the_deal_tells_which_deck_is_dealt() -> None:
    felt = Felt().see(i.HealthObserved(i.Machine.SHUFFLER, i.Health.UP))
    felt.see(i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "blue", "red", 52, True))
    felt.see(i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "blue", "", 0, False))
    felt.open().stakes(s1=1000).close()
    assert felt.events(e.DealBegun) == [e.DealBegun("red")]


def test_a_dealer_does_not_answer_for_his_own_report_with_the_card_of_a_chef() -> None:
    """He dealt, reported a missing card, signed it, and the table could be closed over it (CS-10)."""
    felt = Felt(register=True).open()
    form = (i.Incident.MISSING_CARD, i.Finding.HAND_COUNT, i.Measure.DECK_REMOVED)
    felt.do(i.ReportIncident(*form, deck="red"))
    dealer = felt.state.dealer
    assert dealer is not None
    felt.person(dealer.person, Role.CHEF).do(i.SignIncident(1))
    assert [one.answered for one in felt.state.incidents.reports] == [False]
    assert why_not_signed(felt.state) is not None
    felt.person("Chef 1", Role.CHEF).do(i.SignIncident(1))
    assert why_not_signed(felt.state) is None
