"""Acts at the pit are done by cards: a mouse alone, one person twice, an expired card, an old signature."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.inputs import Role
from controller.game.people.at_pit import PIT_CARD_MS, AtPit
from controller.game.people.pin import Pin
from controller.house.acts import acts_of
from controller.journal.codec import Codec
from controller.screens import taps, wire
from controller.screens.pit_card import CardShown
from controller.words.journal_entries import facts_in_words
from tests.shell.line.test_reception import PIN
from tests.shell.pit.pit_table import CHEF, MEMBER, VIDEO, PitTable, awaiting, awaiting_state

WRONG = "864209"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PitTable]:
    made = PitTable(tmp_path, awaiting_state())
    yield made
    made.close()


def test_a_mouse_alone_does_nothing_and_nothing_is_written(table: PitTable) -> None:
    pit = table.pit()
    for act in ("ReadAmount", "ArmRelease", "ReleaseAward", "WaitForVideo"):
        code, article = pit.refused(act)
        assert (code, bool(article)) == ("physical_card", True)
    assert pit.refused("ConfirmHand")[0] == "physical_card"
    assert table.journal.events == []


def test_the_awaited_persons_card_lets_that_person_act_once(table: PitTable) -> None:
    pit = table.pit()
    assert pit.signs(table.cards[VIDEO], "ReadAmount") == ""
    told = pit.until(lambda view: view["pit_card"] and view["pit_card"]["proven"])["pit_card"]
    assert (told["person"], told["role"], told["why"]) == (VIDEO, "video", None)
    assert told["offers"] == [{"act": "ReadAmount"}]
    assert pit.click("ReadAmount")["ok"]
    assert [type(event).__name__ for event in table.journal.events] == [
        *("PitCardRead", "PersonProven", "ActedAtPit", "AmountRead", "PitCardGone"),
    ]
    assert table.events(e.AmountRead)[-1].person == VIDEO
    assert table.events(e.ActedAtPit) == [e.ActedAtPit(VIDEO, "ReadAmount", "pit")]
    done = table.table.state.playing.verification.taken[-1]
    assert (done.person, done.role, done.at_pit, done.proven_ms > 0) == (VIDEO, "video", True, True)
    assert pit.refused("ReadAmount")[0] == "physical_card"


def test_the_same_person_twice_is_refused_with_the_article(table: PitTable) -> None:
    pit = table.pit()
    assert pit.signs(table.cards[MEMBER], "ReadAmount") == ""
    told = pit.until(lambda view: view["pit_card"] and view["pit_card"]["proven"])["pit_card"]
    assert told["offers"] == []
    assert (told["why"]["code"], told["why"]["article"]) == ("same_person", "art. 55-20, 2°")
    assert pit.refused("ReadAmount") == ("same_person", "art. 55-20, 2°")
    assert table.events(e.AmountRead) == []


def test_one_who_has_two_cards_is_one_person(table: PitTable) -> None:
    """The member's card lies in the table's reader, and he stands at the pit with another of his."""
    table.pump.put(i.BadgeObserved(MEMBER, Role.COMITE))
    table.until(lambda state: state.badge is not None)
    pit = table.pit()
    assert pit.signs(table.cards[MEMBER], "ReadAmount") == ""
    pit.until(lambda view: view["pit_card"] and view["pit_card"]["proven"])
    assert table.table.state.badge.proven is False
    assert pit.refused("ReadAmount")[0] == "same_person"


def test_an_expired_card_is_refused_and_kept(table: PitTable) -> None:
    pit = table.pit()
    assert pit.signs(table.cards["expired"], "ReadAmount") == "card_expired"
    assert table.events(e.PitRefused) == [e.PitRefused(VIDEO, "card_expired", "ReadAmount")]
    assert pit.refused("ReadAmount")[0] == "physical_card"


def test_a_wrong_pin_proves_nothing_and_lies_nowhere(table: PitTable) -> None:
    pit = table.pit()
    assert pit.signs(table.cards[VIDEO], "ReadAmount", WRONG) == ""
    told = pit.until(lambda view: view["pit_card"] and view["pit_card"]["tries_left"] >= 0)["pit_card"]
    assert (told["proven"], told["tries_left"], told["offers"]) == (False, 4, [])
    assert pit.refused("ReadAmount") == ("pin_first", "SE-11")
    assert WRONG not in repr(table.journal.events)
    assert pit.signs(table.cards[VIDEO], "ReadAmount") == ""
    pit.until(lambda view: view["pit_card"] and view["pit_card"]["proven"])
    assert pit.click("ReadAmount")["ok"]


def test_another_line_of_the_pit_cannot_use_the_card(table: PitTable) -> None:
    pit, other = table.pit(), table.pit()
    assert pit.signs(table.cards[VIDEO], "ReadAmount") == ""
    pit.until(lambda view: view["pit_card"] and view["pit_card"]["proven"])
    assert other.refused("ReadAmount")[0] == "physical_card"
    assert pit.click("ReadAmount")["ok"]


def test_a_card_that_was_taken_out_acts_no_more(table: PitTable) -> None:
    pit = table.pit()
    assert pit.signs(table.cards[VIDEO], "ReadAmount") == ""
    pit.until(lambda view: view["pit_card"] and view["pit_card"]["proven"])
    pit.takes_out()
    assert pit.refused("ReadAmount")[0] == "physical_card"
    assert table.table.state.pit_card is None


def test_a_signature_for_another_act_or_amount_is_refused(table: PitTable) -> None:
    pit = table.pit()
    told = pit.asked("ReadAmount")["purpose"]
    assert told == f"ReadAmount UTH-2 1.1 {28_578_75}"
    other = told.replace("2857875", "9957875")
    assert pit.signs(table.cards[VIDEO], "ReadAmount", purpose=other) == "card_refused"
    assert pit.signs(table.cards[VIDEO], "ReadAmount", purpose="see") == "card_refused"
    assert pit.signs(table.cards[VIDEO], "ReleaseAward") == "not_awaited"
    assert pit.signs(table.cards[VIDEO], "ReadAmount") == ""
    pit.until(lambda view: view["pit_card"] and view["pit_card"]["proven"])
    assert pit.refused("ProposeRefusal", reason="hand")[0] == "physical_card"


def test_an_old_signature_shown_again_is_refused(table: PitTable) -> None:
    pit = table.pit()
    assert pit.signs(table.cards[VIDEO], "ReadAmount") == ""
    again = CardShown(table.cards[VIDEO].number, "", b"\x30", Pin(PIN), "ReadAmount")
    assert pit.shows(again) == "replayed"
    pit.asked("ReadAmount")
    assert pit.shows(again) == "card_refused"
    pit.asked("see")
    assert pit.shows(again) == "replayed"


def test_the_console_cannot_use_the_card_at_the_pit(table: PitTable) -> None:
    pit = table.pit()
    assert pit.signs(table.cards[VIDEO], "ReadAmount") == ""
    pit.until(lambda view: view["pit_card"] and view["pit_card"]["proven"])
    ask = taps.Ask("c-1", table.table.state.seq, i.ReadAmount())
    refusal = table.screens._decide("dealer", ask)
    assert refusal is not None
    assert refusal.code == "second_person"


def test_a_table_that_has_not_allowed_it_takes_no_card_from_the_pit(tmp_path: Path) -> None:
    table = PitTable(tmp_path, awaiting_state(pit_cards=False))
    try:
        pit = table.pit()
        assert pit.signs(table.cards[VIDEO], "ReadAmount") == "not_allowed"
        assert pit.refused("ReadAmount")[0] == "physical_card"
        assert table.journal.events == []
    finally:
        table.close()


def test_a_revoked_person_at_the_pit_counts_for_nothing_at_once(table: PitTable) -> None:
    pit = table.pit()
    assert pit.signs(table.cards[VIDEO], "ReadAmount") == ""
    pit.until(lambda view: view["pit_card"] and view["pit_card"]["proven"])
    table.pump.put(i.RevokedObserved(VIDEO))
    table.until(lambda state: state.pit_card is None)
    assert pit.refused("ReadAmount")[0] == "physical_card"


def test_over_tls_the_card_of_another_machine_acts_as_well_and_no_mouse_does(table: PitTable) -> None:
    pit = table.remote_pit()
    assert pit.refused("ReadAmount")[0] == "physical_card"
    assert pit.signs(table.cards["expired"], "ReadAmount") == "card_expired"
    assert pit.signs(table.cards[MEMBER], "ReadAmount") == ""
    pit.until(lambda view: view["pit_card"] and view["pit_card"]["proven"])
    assert pit.refused("ReadAmount")[0] == "same_person"
    pit.takes_out()
    assert pit.signs(table.cards[VIDEO], "ReadAmount") == ""
    pit.until(lambda view: view["pit_card"] and view["pit_card"]["proven"])
    assert pit.click("ReadAmount")["ok"]
    assert table.events(e.ActedAtPit) == [e.ActedAtPit(VIDEO, "ReadAmount", "pit")]


# --- who has seen it ------------------------------------------------------------------------------


def test_whose_card_is_at_the_table_has_not_seen_what_a_mouse_at_the_pit_acknowledges(
    table: PitTable,
) -> None:
    table.pump.put(i.BadgeObserved(CHEF, Role.CHEF))
    table.until(lambda state: state.badge is not None)
    pit = table.pit()
    alarm = table.alarmed()
    assert pit.click("SeeAlarm", alarm=alarm, reason="")["ok"]
    assert table.events(e.AlarmSeen) == [e.AlarmSeen(alarm, "", "", "pit")]


def test_whose_card_signs_at_the_pit_is_named_once(table: PitTable) -> None:
    pit = table.pit()
    alarm = table.alarmed()
    assert pit.signs(table.cards[CHEF], "see", "") == ""
    assert pit.click("SeeCall")["ok"]
    assert pit.click("SeeAlarm", alarm=alarm, reason="")["ok"]
    assert table.events(e.CallSeen) == [e.CallSeen(CHEF, "pit")]
    assert table.events(e.AlarmSeen) == [e.AlarmSeen(alarm, "", "", "pit")]
    view = pit.until(lambda view: view["call"]["seen_ms"])
    assert (view["call"]["seen_by"], view["call"]["seen_on"]) == (CHEF, "pit")


def test_a_card_that_does_not_count_names_nobody(table: PitTable) -> None:
    pit = table.pit()
    assert pit.signs(table.cards["expired"], "see", "") == "card_expired"
    assert pit.signs(table.cards[CHEF], "see", "", purpose="ReadAmount") == "card_refused"
    assert pit.click("SeeCall")["ok"]
    assert table.events(e.CallSeen) == [e.CallSeen("", "pit")]


def test_a_chefs_own_screen_is_told_apart(table: PitTable) -> None:
    pit = table.pit()
    pit.line.send(wire.screen_name_line("chef"))
    assert pit.click("SeeCall")["ok"]
    assert table.events(e.CallSeen) == [e.CallSeen("", "chef")]


def test_over_tls_the_certificate_says_which_screen_it_is_and_the_screen_cannot_change_it(
    table: PitTable,
) -> None:
    chef = table.remote_pit("chef")
    chef.line.send(wire.screen_name_line("pit"))
    assert chef.click("SeeCall")["ok"]
    assert table.events(e.CallSeen) == [e.CallSeen("", "chef")]


# --- by itself ------------------------------------------------------------------------------------


def test_a_card_that_was_read_too_long_ago_counts_no_more() -> None:
    felt = awaiting()
    purpose = f"ReadAmount UTH-2 1.1 {28_578_75}"
    felt.see(i.PitCardObserved(VIDEO, Role.VIDEO, "ReadAmount", purpose))
    assert felt.state.pit_card is not None
    felt.now_ms = felt.state.pit_card.since_ms + PIT_CARD_MS
    felt.see(i.TimeObserved(felt.now_ms))
    assert felt.state.pit_card is None


def test_a_card_that_signed_for_a_state_that_has_passed_counts_for_nothing() -> None:
    felt = awaiting()
    for purpose in ("", "ReadAmount UTH-2 1.1 1", "ReadAmount UTH-9 1.1 2857875"):
        felt.see(i.PitCardObserved(VIDEO, Role.VIDEO, "ReadAmount", purpose))
        assert felt.state.pit_card is None


def test_a_restart_forgets_the_card_at_the_pit() -> None:
    felt = awaiting()
    felt.see(i.PitCardObserved(VIDEO, Role.VIDEO, "ReadAmount", f"ReadAmount UTH-2 1.1 {28_578_75}"))
    felt._step([e.SessionResumed()])
    assert felt.state.pit_card is None
    assert felt.tap(AtPit(i.ReadAmount())) is not None


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (e.AlarmSeen(3), "no. 3 · screen console"),
        (e.AlarmSeen(3, "", "", "pit"), "no. 3 · screen pit"),
        (e.AlarmSeen(3, CHEF, "", "pit"), f"no. 3 · person {CHEF} · screen pit"),
        (e.CallSeen(CHEF, "chef"), f"person {CHEF} · screen floor supervisor"),
        (e.ActedAtPit(VIDEO, "ReadAmount", "pit"), f"person {VIDEO} · act amounts read · screen pit"),
    ],
)
def test_the_journal_in_words_tells_console_pit_and_chefs_screen_apart(event: e.Event, told: str) -> None:
    _, body = Codec(e.EVENTS).encode(event)
    assert facts_in_words(json.loads(body), 1) == told


def test_the_journal_of_authorisations_names_who_saw_and_what_was_done_at_the_pit() -> None:
    codec = Codec(e.EVENTS)
    events = (
        *(e.AlarmSeen(1), e.AlarmSeen(2, "", "", "pit"), e.CallSeen(CHEF, "chef")),
        *(e.ActedAtPit(VIDEO, "ReadAmount", "pit"), e.AmountRead(VIDEO), e.AmountRead(MEMBER)),
    )
    rows = [(seq, 0, *codec.encode(event)) for seq, event in enumerate(events, start=1)]
    told = [(act["persons"], act["screen"]) for act in acts_of("UTH-2", rows)]
    assert told == [([], ""), (["pit"], "pit"), ([CHEF], "chef"), ([VIDEO], "pit"), ([MEMBER], "")]
