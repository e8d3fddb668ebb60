"""What a card at the pit may sign, what the screen offers its holder, and what a mouse there may do alone.

Screens, section 6; requirements JW-06, JW-18. The reader, its keys and its signatures: `tests/shell/pit`.
"""

from __future__ import annotations

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.felt import hole
from controller.game.inputs import ClaimDoubt, Role
from controller.game.payment.steps import ONLY_CAMERA, grounds
from controller.game.payment.winning_hand import hand_places
from controller.game.people.at_pit import AtPit, purpose_of
from controller.game.people.pin import Pin
from controller.game.refusals import NOT_NOW, Refusal
from controller.game.views import offer, pit
from tests.builders import CHEF, COMITE, Felt, card

VIDEO = ("Petit", Role.VIDEO)
HAND = "art. 55-20, 2°"


def royal(**known: object) -> Felt:
    """Seat 1 holds a royal of his own with JP1; the house lets cards count at the pit."""
    felt = Felt(**{"pit_cards": True, **known}).open().stakes(s1=1000).chips(1).close()  # type: ignore[arg-type]
    felt.draw("As Ks 3h 8c").do(i.CallStreet()).draw("Qs Js Ts").do(i.CallStreet()).draw("4d 9h")
    return felt.do(i.BetRest()).showdown()


def identified(**known: object) -> Felt:
    return royal(**known).identify().see(i.BadgeGone())


def signs(felt: Felt, person: tuple[str, Role], act: str) -> Felt:
    """This person's card is in the pit's reader and has signed this act as it is awaited."""
    purpose = purpose_of(felt.state, act)
    assert purpose, f"{act} is not awaited"
    return felt.see(i.PitCardObserved(*person, act, purpose))


def shown(felt: Felt) -> dict[str, object]:
    told = pit(felt.state)["pit_card"]
    assert told is not None
    return dict(told)


def offers(felt: Felt) -> list[object]:
    return list(shown(felt)["offers"])  # type: ignore[call-overload]


# --- which acts a card may sign -------------------------------------------------------------------


def test_at_each_step_of_the_payment_a_card_may_sign_the_next_act_and_the_proposal_to_refuse() -> None:
    felt = royal()
    assert pit(felt.state)["pit_signs"]["acts"] == ["ProposeRefusal"], (
        "the five cards are looked at on the felt"
    )
    felt.identify()
    assert pit(felt.state)["pit_signs"]["acts"] == ["ReviewVideo", "WaitForVideo", "ProposeRefusal"]
    felt.view_images()
    assert pit(felt.state)["pit_signs"]["acts"] == ["ReadAmount", "ProposeRefusal"]
    felt.read_amounts().prepare_payments()
    assert pit(felt.state)["pit_signs"]["acts"] == ["ArmRelease", "ProposeRefusal"]
    felt.badge(*COMITE).do(i.ArmRelease())
    assert pit(felt.state)["pit_signs"]["acts"] == ["ReleaseAward", "ProposeRefusal"]
    felt.badge(*VIDEO).do(i.ReleaseAward())
    assert pit(felt.state)["pit_signs"]["acts"] == []


def test_where_the_house_does_not_allow_it_no_card_at_the_pit_signs_anything() -> None:
    felt = identified(pit_cards=False)
    assert pit(felt.state)["pit_signs"] == {"allowed": False, "acts": [], "digits": [6, 8]}
    felt.see(i.PitCardObserved(*VIDEO, "ReviewVideo", purpose_of(felt.state, "ReviewVideo")))
    assert felt.state.pit_card is None
    assert pit(felt.state)["pit_card"] is None


# --- what its holder is offered -------------------------------------------------------------------


def test_a_review_is_offered_either_way_by_each_camera_of_the_house() -> None:
    felt = signs(identified(cameras=("C-14", "C-15")), VIDEO, "ReviewVideo")
    reviews = [
        i.ReviewVideo(conform, camera, True) for camera in ("C-14", "C-15") for conform in (True, False)
    ]
    assert offers(felt) == [offer(one) for one in reviews]
    assert shown(felt)["why"] is None
    only = signs(identified(), VIDEO, "ReviewVideo")
    assert offers(only) == [offer(i.ReviewVideo(conform, ONLY_CAMERA, True)) for conform in (True, False)]


def test_a_review_at_the_pit_is_that_card_s_and_the_card_counts_once() -> None:
    felt = signs(identified(), VIDEO, "ReviewVideo")
    felt.do(AtPit(i.ReviewVideo(True, ONLY_CAMERA, True)))
    assert felt.events(e.ActedAtPit) == [e.ActedAtPit("Petit", "ReviewVideo", "pit")]
    checked = felt.state.playing.verification
    assert checked is not None
    assert (checked.video_by, checked.conform, felt.state.pit_card) == ("Petit", True, None)


@pytest.mark.parametrize(
    ("act", "person", "before"),
    [
        (i.WaitForVideo(), COMITE, ()),
        (i.ReadAmount(), COMITE, ("view_images",)),
        (i.ArmRelease(), COMITE, ("view_images", "read_amounts", "prepare_payments")),
    ],
)
def test_an_act_without_a_choice_is_offered_as_it_is(
    act: i.Intent, person: tuple[str, Role], before: tuple[str, ...]
) -> None:
    felt = identified()
    for step in before:
        getattr(felt, step)()
    signs(felt.see(i.BadgeGone()), person, type(act).__name__)
    assert offers(felt) == [offer(act)]
    felt.do(AtPit(act))
    assert felt.state.pit_card is None


def test_the_release_is_offered_to_another_than_who_armed_it() -> None:
    felt = royal().prove_hand().badge(*COMITE).do(i.ArmRelease()).see(i.BadgeGone())
    signs(felt, COMITE, "ReleaseAward")
    assert offers(felt) == []
    assert shown(felt)["why"] == {"code": "same_person", "article": HAND, "facts": {"person": "Durand"}}
    signs(felt, VIDEO, "ReleaseAward")
    assert offers(felt) == [offer(i.ReleaseAward())]
    felt.do(AtPit(i.ReleaseAward()))
    (released,) = felt.events(e.AwardReleased)
    assert released == e.AwardReleased(("Durand", "Petit"))


def test_no_payment_is_armed_at_the_pit_before_its_papers_are_prepared_at_the_table() -> None:
    felt = identified().view_images().read_amounts().see(i.BadgeGone())
    signs(felt, COMITE, "ArmRelease")
    assert offers(felt) == []
    assert shown(felt)["why"] == {"code": "payment_first", "article": "JW-15", "facts": {"seat": 1}}


def test_a_refusal_is_proposed_for_any_ground_but_the_one_that_is_proposed_already() -> None:
    felt = signs(identified(), COMITE, "ProposeRefusal")
    whole = [offer(i.ProposeRefusal(*ground)) for ground in grounds(felt.state)]
    true_cards_first = [offer(i.ProposeRefusal(ClaimDoubt.HAND))]
    assert offers(felt) == [one for one in whole if one not in true_cards_first]
    felt.do(AtPit(i.ProposeRefusal(ClaimDoubt.IMAGES)))
    signs(felt, COMITE, "ProposeRefusal")
    assert offer(i.ProposeRefusal(ClaimDoubt.IMAGES)) not in offers(felt)
    assert offer(i.ProposeRefusal(ClaimDoubt.EXCHANGED)) in offers(felt)


def test_a_refusal_that_is_proposed_is_confirmed_at_the_pit_by_another_with_the_true_cards() -> None:
    felt = royal().badge(*COMITE).do(i.ReportCard(hole(1, 1), card("Kc")), i.ProposeRefusal(ClaimDoubt.HAND))
    signs(felt.see(i.BadgeGone()), VIDEO, "RefuseAward")
    confirmed = i.RefuseAward(ClaimDoubt.HAND, "hole.1.1=Kc")
    assert offers(felt) == [offer(confirmed)]
    felt.do(AtPit(confirmed))
    assert felt.events(e.RecordCorrected)[-1].persons == ("Durand", "Petit")  # type: ignore[attr-defined]


def test_a_card_that_signed_an_act_which_is_done_meanwhile_is_offered_nothing_more() -> None:
    felt = signs(identified(), VIDEO, "ReviewVideo")
    felt.view_images("Lenoir").see(i.BadgeGone())
    assert (offers(felt), shown(felt)["why"], shown(felt)["act"]) == ([], None, "ReviewVideo")
    assert felt.tap(AtPit(i.ReviewVideo(True, ONLY_CAMERA, True))) == Refusal("physical_card", HAND)
    felt.see(i.PitCardGoneObserved())
    assert pit(felt.state)["pit_card"] is None


# --- what needs no card, and what a card does not do ----------------------------------------------


def test_an_acknowledgement_at_the_pit_needs_no_card_and_names_whose_was_read_there_and_the_screen() -> None:
    felt = Felt().open().do(i.CallChef())
    felt.do(AtPit(i.SeeCall(), "chef", "Chef 1"))
    assert felt.events(e.CallSeen) == [e.CallSeen("Chef 1", "chef")]
    felt = royal()
    (up,) = felt.state.alarms
    felt.do(AtPit(i.SeeAlarm(up.number)))
    assert felt.events(e.AlarmSeen) == [e.AlarmSeen(up.number, "", "", "pit")]


def test_whose_card_lies_at_the_table_is_not_he_who_touches_the_pit_s_screen() -> None:
    felt = royal().badge(*CHEF)
    (up,) = felt.state.alarms
    felt.do(AtPit(i.SeeAlarm(up.number)))
    assert felt.events(e.AlarmSeen) == [e.AlarmSeen(up.number, "", "", "pit")]


def test_an_acknowledgement_that_is_refused_at_the_table_is_refused_at_the_pit() -> None:
    felt = Felt().open()
    assert felt.tap(AtPit(i.SeeCall())) == Refusal("no_call")
    felt.see(i.TroubleObserved(i.Machine.SHOE, "firmware_changed")).badge(*CHEF)
    warning = next(up for up in felt.state.alarms)
    refusal = felt.tap(AtPit(i.SeeAlarm(warning.number, "replaced")))
    assert refusal is not None
    assert refusal.code == "badge_chef", "the chef's card lies at the table"


def test_a_pin_entered_at_the_pit_is_that_of_the_card_there_and_never_of_the_table_s() -> None:
    felt = royal(register=True).person(*COMITE)
    felt.do(*(i.ConfirmCard(place) for place in hand_places(felt.state)), i.ConfirmHand())
    felt.see(i.BadgeGone(), i.BadgeObserved(*VIDEO))
    assert felt.state.badge is not None
    assert not felt.state.badge.proven
    assert felt.tap(AtPit(i.EnterPin(Pin("135790")))) == NOT_NOW
    signs(felt, VIDEO, "ReviewVideo")
    assert felt.tap(AtPit(i.EnterPin(Pin("135790")))) is None
    assert not shown(felt)["proven"]
    assert felt.tap(AtPit(i.ReviewVideo(True, ONLY_CAMERA, True))) == Refusal(
        "pin_first", "SE-11", (("person", "Petit"),)
    )


def test_a_machine_s_warning_is_not_seen_from_the_pit_even_once_its_cause_is_over() -> None:
    """CS-07: it ends with the reason of a chef, whose card is read at the table."""
    felt = Felt().open().see(i.TroubleObserved(i.Machine.SHUFFLER, "jam_feed"))
    felt.see(i.TroubleObserved(i.Machine.SHUFFLER, "jam_feed", active=False)).badge(*CHEF)
    (up,) = felt.state.alarms
    assert up.over
    refusal = felt.tap(AtPit(i.SeeAlarm(up.number, "checked"), "chef", "Chef 1"))
    assert refusal is not None
    assert refusal.code == "badge_chef"
    felt.do(i.SeeAlarm(up.number, "checked"))
    assert felt.state.alarms == ()


def test_whose_badge_is_withdrawn_has_no_card_at_the_pit_any_more() -> None:
    felt = signs(identified(), VIDEO, "ReviewVideo")
    felt.see(i.RevokedObserved("Durand"))
    assert felt.state.pit_card is not None
    felt.see(i.RevokedObserved("Petit"))
    assert felt.state.pit_card is None
    assert felt.tap(AtPit(i.ReviewVideo(True, ONLY_CAMERA, True))) == Refusal("physical_card", HAND)


def test_the_ground_that_is_proposed_is_not_said_to_be_what_the_card_may_not_do() -> None:
    felt = royal().badge(*COMITE).do(i.ReportCard(hole(1, 1), card("Kc")), i.ProposeRefusal(ClaimDoubt.HAND))
    signs(felt.see(i.BadgeGone()), VIDEO, "ProposeRefusal")
    assert shown(felt)["why"] != {"code": "not_now", "article": "", "facts": {}}
