"""Settings drafted at a table: who may, when, and what the journal tells of it (PM-05, PM-10, PM-11)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.inputs import Intent, Role
from controller.game.people.at_pit import AtPit, purpose_of
from controller.game.react import react
from controller.game.refusals import Refusal
from controller.game.settings.show import drafting
from controller.game.settings.types import ChangeReason, DraftDoubt, Outcome, SettingChange, SettingsAct
from controller.game.state import Phase
from controller.game.views import offer, pit
from tests.builders import Felt
from tests.law.requirements import requirement
from tests.wander.settings import SETTINGS, answered, in_force

LONGER = i.DraftSetting("pace.betting_ms", "60000")
PROPOSE = i.ProposeSettings(ChangeReason.ATTENDANCE)
OPEN = Refusal("table_open", "PM-10", (("table", "UTH-2"),))
SAME = Refusal("same_person", "PM-11", (("person", "Fontaine"),))


def closed(**known: object) -> Felt:
    """A closed table whose process has said what is in force."""
    return Felt(settings=SETTINGS, **known).see(in_force())


def answer(felt: Felt) -> Felt:
    """The record and what works out drafts have answered."""
    for request in react(felt.state):
        if isinstance(request, r.CheckDraft | r.WriteSettings):
            felt.see(answered(request, felt.now_ms, felt.state.settings.draft))
    return felt


def written() -> Felt:
    """A draft is in writing and was found to be sound."""
    return answer(closed().do(LONGER))


def proposed() -> Felt:
    """The director has proposed it."""
    return answer(written().badge("Fontaine", Role.DIRECTOR).do(PROPOSE))


def kinds(felt: Felt) -> list[str]:
    return [type(entry.event).__name__ for entry in felt.entries]


def test_a_draft_is_written_checked_proposed_and_approved_and_each_is_journalled() -> None:
    felt = proposed()
    draft = felt.state.settings.draft
    assert draft is not None
    assert draft.changes == (SettingChange("pace.betting_ms", "45000", "60000"),)
    assert (draft.person, draft.reason) == ("Fontaine", "attendance")
    answer(felt.badge("Durand", Role.COMITE).do(i.ApproveSettings()))
    assert kinds(felt)[-3:] == ["BadgePresented", "SettingsActAsked", "SettingsApproved"]
    told = felt.entries[-1].event
    assert isinstance(told, e.SettingsApproved)
    assert (told.complete, told.draft.before, told.draft.after, told.draft.approved) == (
        True,
        "d0",
        "d1",
        ("Durand",),
    )
    assert felt.state.settings.coming


def test_approved_settings_end_the_process_and_keep_the_table_from_opening_before() -> None:
    felt = proposed().badge("Durand", Role.COMITE).do(i.ApproveSettings())
    assert r.EndProcess() not in react(felt.state)
    assert felt.tap(i.OpenTable()) == Refusal("settings_busy", "PM-11")
    answer(felt)
    assert r.EndProcess() in react(felt.state)
    assert felt.tap(i.OpenTable()) == Refusal("settings_coming", "PM-11")
    felt.see(i.SettingsObserved(2, "d1", "d0", None, felt.state.settings.approved))
    assert r.EndProcess() not in react(felt.state)
    assert isinstance(felt.entries[-1].event, e.SettingsInForce)
    assert felt.tap(i.OpenTable()) is None


def test_the_process_does_not_end_while_the_book_owes_an_answer() -> None:
    felt = answer(proposed().badge("Durand", Role.COMITE).do(i.ApproveSettings()))
    felt.answering = False
    felt.badge("Durand", Role.COMITE).do(i.Reconcile())
    assert r.EndProcess() not in react(felt.state)


@requirement("RP-02")
@pytest.mark.parametrize(
    "intent", [LONGER, i.DropDraft(), PROPOSE, i.ApproveSettings(), i.WithdrawSettings()]
)
def test_nothing_is_drafted_or_approved_while_the_table_is_open(intent: Intent) -> None:
    felt = proposed().open()
    felt.badge("Durand", Role.DIRECTOR)
    assert felt.state.phase is Phase.BETTING
    assert felt.tap(intent) == OPEN


@pytest.mark.parametrize(
    ("person", "role", "intent", "refusal"),
    [
        (None, None, i.ApproveSettings(), Refusal("badge_comite", "PM-11")),
        ("Fontaine", Role.DIRECTOR, i.ApproveSettings(), SAME),
        ("Fontaine", Role.DIRECTOR, i.RefuseSettings(DraftDoubt.FIGURES), SAME),
        ("Chef 1", Role.CHEF, i.ApproveSettings(), Refusal("badge_comite", "PM-11")),
        ("Sol", Role.TECHNICIAN, i.WithdrawSettings(), Refusal("badge_comite", "PM-11")),
    ],
)
def test_a_mouse_alone_the_same_person_and_a_wrong_role_approve_nothing(
    person: str | None, role: Role | None, intent: Intent, refusal: Refusal
) -> None:
    felt = proposed().see(i.BadgeGone())
    if person is not None and role is not None:
        felt.badge(person, role)
    assert felt.tap(intent) == refusal
    assert felt.state.settings.asked is None


@requirement("RO-04")
@pytest.mark.parametrize("role", [None, Role.CHEF, Role.COMITE])
def test_only_the_director_proposes(role: Role | None) -> None:
    felt = written()
    if role is not None:
        felt.badge("Durand", role)
    assert felt.tap(PROPOSE) == Refusal("badge_director", "RO-04")


def test_a_card_without_its_pin_proposes_nothing_where_people_are_registered() -> None:
    felt = answer(closed(register=True).do(LONGER)).badge("Fontaine", Role.DIRECTOR)
    assert felt.tap(PROPOSE) == Refusal("pin_first", "SE-11", (("person", "Fontaine"),))


def test_two_approvals_are_waited_for_where_a_return_is_above_the_ceiling() -> None:
    felt = written().badge("Fontaine", Role.DIRECTOR).do(PROPOSE)
    (asked,) = (one for one in react(felt.state) if isinstance(one, r.WriteSettings))
    seen = answered(asked, felt.now_ms, None)
    assert isinstance(seen, i.SettingsActObserved)
    felt.see(replace(seen, draft=replace(seen.draft, needed=2)))
    answer(felt.badge("Durand", Role.COMITE).do(i.ApproveSettings()))
    assert not felt.state.settings.coming
    assert felt.tap(i.ApproveSettings()) == Refusal("same_person", "PM-11", (("person", "Durand"),))
    answer(felt.badge("Vidal", Role.COMITE).do(i.ApproveSettings()))
    assert felt.state.settings.coming


def test_a_draft_that_cannot_be_is_not_proposed_and_says_why() -> None:
    felt = closed().do(LONGER)
    changes = felt.state.settings.writing
    felt.see(i.DraftObserved(changes, code="other_book", article="LK-01", detail="its tables play others"))
    felt.badge("Fontaine", Role.DIRECTOR)
    why = Refusal("other_book", "LK-01", (("why", "its tables play others"), ("table", "UTH-2")))
    assert felt.tap(PROPOSE) == why


def test_what_was_found_of_an_earlier_draft_is_not_taken_for_this_one() -> None:
    felt = closed().do(LONGER)
    before = felt.state.settings.writing
    felt.do(i.DraftSetting("limits.minimum_cents", "1000")).see(i.DraftObserved(before, "d1"))
    assert felt.state.settings.checked is None
    assert [one.key for one in felt.state.settings.writing] == ["limits.minimum_cents", "pace.betting_ms"]


def test_the_value_in_force_takes_a_setting_out_of_the_draft_again() -> None:
    felt = written().do(i.DraftSetting("pace.betting_ms", "45000"))
    assert felt.state.settings.writing == ()
    assert felt.tap(i.DropDraft()) == Refusal("nothing_differs", "PM-11")


@pytest.mark.parametrize(("key", "value"), [("pace.betting_ms", "61000"), ("table.data", "/tmp")])
def test_what_is_no_choice_is_not_written(key: str, value: str) -> None:
    refusal = closed().tap(i.DraftSetting(key, value))
    assert refusal == Refusal("setting_value", "PM-10", (("key", key), ("value", value)))


def test_a_second_draft_waits_until_the_first_is_decided() -> None:
    felt = proposed()
    assert felt.tap(LONGER) == Refusal("draft_waits", "PM-11", (("person", "Fontaine"),))
    answer(felt.badge("Durand", Role.COMITE).do(i.RefuseSettings(DraftDoubt.FIGURES)))
    assert isinstance(felt.entries[-1].event, e.SettingsRefused)
    told = felt.state.settings
    assert told.draft is None
    assert told.outcome is not None
    assert (told.outcome.code, told.outcome.person, told.outcome.detail) == ("refused", "Durand", "figures")
    felt.do(LONGER)


def test_a_line_that_somebody_else_wrote_is_told_once_and_in_its_order() -> None:
    felt = proposed()
    draft = felt.state.settings.draft
    assert draft is not None
    line = i.SettingsActObserved(2, SettingsAct.WITHDRAW, "Vidal", "", felt.now_ms, draft)
    felt.see(line, line, replace(line, number=9))
    assert kinds(felt).count("SettingsWithdrawn") == 1
    assert felt.state.settings.number == 2


def test_an_act_that_was_refused_by_the_record_is_told_with_its_reason() -> None:
    felt = proposed().badge("Durand", Role.COMITE).do(i.ApproveSettings())
    felt.see(i.SettingsRefusedObserved(SettingsAct.APPROVE, "Durand", "file_changed", "PM-11"))
    assert isinstance(felt.entries[-1].event, e.SettingsActRefused)
    told = felt.state.settings
    assert told.asked is None
    assert told.outcome == Outcome("file_changed", "Durand", felt.now_ms, "PM-11")


def test_what_was_asked_and_not_answered_is_asked_again_after_a_restart() -> None:
    felt = proposed().badge("Durand", Role.COMITE).do(i.ApproveSettings())
    wanted = [one for one in react(felt.state) if isinstance(one, r.WriteSettings)]
    felt.see(in_force(digest="d0", previous="d0"))
    assert [one for one in react(felt.state) if isinstance(one, r.WriteSettings)] == wanted


def test_the_pit_is_told_who_is_waited_for_and_why_not_yet() -> None:
    told = drafting(proposed().see(i.BadgeGone()).state)
    assert told is not None
    assert told["acts"]["propose"]["code"] == "draft_waits"
    assert told["acts"]["approve"] is None
    assert told["cards"]["approve"] == {"code": "badge_comite", "article": "PM-11", "facts": {}}
    assert pit(Felt().state)["drafting"] is None


def test_a_card_in_the_pits_reader_approves_the_draft_it_has_signed_and_no_other() -> None:
    felt = answer(answer(closed(pit_cards=True).do(LONGER)).badge("Fontaine", Role.DIRECTOR).do(PROPOSE))
    felt.see(i.BadgeGone())
    purpose = purpose_of(felt.state, "ApproveSettings")
    assert purpose == "ApproveSettings UTH-2 1 d1"
    approve = AtPit(i.ApproveSettings())
    assert felt.tap(approve) == Refusal("physical_card", "PM-11")
    felt.see(i.PitCardObserved("Durand", Role.COMITE, "ApproveSettings", purpose))
    answer(felt.do(approve))
    assert felt.state.settings.coming
    assert ("ActedAtPit", "SettingsActAsked") in pairwise(kinds(felt))


def test_a_directors_card_at_the_pit_proposes_the_draft_it_has_signed_once_it_was_found_sound() -> None:
    felt = closed(pit_cards=True).do(LONGER)
    assert purpose_of(felt.state, "ProposeSettings") == "", "nobody has worked it out yet"
    purpose = purpose_of(answer(felt).state, "ProposeSettings")
    assert purpose == "ProposeSettings UTH-2 1 d1"
    felt.see(i.PitCardObserved("Fontaine", Role.DIRECTOR, "ProposeSettings", purpose))
    told = pit(felt.state)["pit_card"]
    assert told is not None
    assert told["offers"] == [offer(i.ProposeSettings(reason)) for reason in ChangeReason]
    answer(felt.do(AtPit(PROPOSE)))
    draft = felt.state.settings.draft
    assert draft is not None
    assert draft.person == "Fontaine"


def test_a_card_at_the_pit_that_proposed_or_signed_another_draft_approves_nothing() -> None:
    felt = answer(answer(closed(pit_cards=True).do(LONGER)).badge("Fontaine", Role.DIRECTOR).do(PROPOSE))
    felt.see(i.BadgeGone())
    purpose = purpose_of(felt.state, "ApproveSettings")
    other = i.PitCardObserved("Durand", Role.COMITE, "ApproveSettings", purpose.replace("d1", "d2"))
    assert felt.see(other).tap(AtPit(i.ApproveSettings())) == Refusal("physical_card", "PM-11")
    felt.see(i.PitCardObserved("Fontaine", Role.DIRECTOR, "ApproveSettings", purpose))
    assert felt.tap(AtPit(i.ApproveSettings())) == SAME


def test_the_card_at_the_pit_is_offered_what_it_signed_of_the_draft_and_nothing_else() -> None:
    felt = answer(answer(closed(pit_cards=True).do(LONGER)).badge("Fontaine", Role.DIRECTOR).do(PROPOSE))
    felt.see(i.BadgeGone())
    signed = {
        "ApproveSettings": [i.ApproveSettings()],
        "WithdrawSettings": [i.WithdrawSettings()],
        "RefuseSettings": [i.RefuseSettings(doubt) for doubt in DraftDoubt],
    }
    for act, acts in signed.items():
        felt.see(i.PitCardObserved("Durand", Role.COMITE, act, purpose_of(felt.state, act)))
        told = pit(felt.state)["pit_card"]
        assert told is not None
        assert (told["offers"], told["why"]) == ([offer(one) for one in acts], None)
    felt.see(
        i.PitCardObserved(
            "Fontaine", Role.DIRECTOR, "ApproveSettings", purpose_of(felt.state, "ApproveSettings")
        )
    )
    told = pit(felt.state)["pit_card"]
    assert told is not None
    assert told["offers"] == []
    assert told["why"] == {"code": "same_person", "article": "PM-11", "facts": {"person": "Fontaine"}}


def test_what_was_refused_to_another_person_or_in_another_act_is_no_answer_to_this_one() -> None:
    felt = written().badge("Fontaine", Role.DIRECTOR).do(PROPOSE)
    asked = felt.state.settings.asked
    assert asked is not None
    for act, person in ((SettingsAct.PROPOSE, "Durand"), (SettingsAct.APPROVE, "Fontaine")):
        felt.see(i.SettingsRefusedObserved(act, person, "draft_stale", "PM-11"))
        assert (felt.state.settings.asked, felt.events(e.SettingsActRefused)) == (asked, [])
    felt.see(i.SettingsRefusedObserved(SettingsAct.PROPOSE, "Fontaine", "draft_stale", "PM-11"))
    assert (felt.state.settings.asked, len(felt.events(e.SettingsActRefused))) == (None, 1)


def test_a_start_that_reads_the_line_of_the_record_that_was_asked_for_asks_for_it_no_more() -> None:
    """What was not answered is asked anew, and what was written meanwhile is not written twice."""
    felt = written().badge("Fontaine", Role.DIRECTOR).do(PROPOSE)
    asked = felt.state.settings.asked
    assert asked is not None
    assert asked.number == 1
    for number, left in ((0, asked), (1, None)):
        felt.see(replace(in_force(), number=number, digest=f"other {number}"))
        assert felt.state.settings.asked == left
