"""The eight steps before one of the two best hands is paid: when each may come, and what comes of it.

Freeze, call, identification, cards one by one, images, amounts, payment, release (art. 55-20, 2°: paid only
by a member of the comité with the supervisor card, and only after the images were viewed; screens, section
7). Who may take which step is in `rights`.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.act import Act, Acts
from controller.game.dealing.exchanged_cards import reported
from controller.game.events import Events
from controller.game.felt import Place
from controller.game.inputs import ClaimDoubt, Intent
from controller.game.payment.rights import (
    PAYING,
    REFUSING,
    RELEASING,
    REVIEWING,
    WAITING,
    WITHDRAWING,
    reading,
)
from controller.game.payment.types import Verification
from controller.game.payment.winning_hand import counts_agree, hand_places, payees, verified_now
from controller.game.rectification import true_cards
from controller.game.rectification.true_cards import keyed, why_not_corrected
from controller.game.refusals import ART_JP1, BOOK_WAITING, NOT_NOW, Refusal
from controller.game.roles import (
    comite_here,
    person_here,
)
from controller.game.state import TableState

ONLY_CAMERA: Final = "C-1"
"""What the camera is called where the house has not named any."""
REFERENCE_MAX: Final = 32
"""The longest reference of a slip or of an identity check."""
CALL_AGAIN_MS: Final = 120_000
"""A call of the comité that nobody has seen sounds again after this long."""


# --- when a step may come -----------------------------------------------------------------------------


def _running(state: TableState) -> Verification:
    verification = verified_now(state)
    assert verification is not None
    return verification


def _at_rest(state: TableState) -> Refusal | None:
    """A verification is under way, and the book owes no answer: the value is frozen."""
    if verified_now(state) is None:
        return NOT_NOW
    if state.money is not None:
        return BOOK_WAITING
    return None


def _confirm_card(state: TableState, intent: i.ConfirmCard) -> Refusal | None:
    return _at_rest(state) or _open_card(state, intent.place)


def _open_card(state: TableState, place: Place) -> Refusal | None:
    """The place is one of the hand's, and nothing has been found there yet."""
    verification = _running(state)
    if verification.confirmed_by or place not in hand_places(state):
        return NOT_NOW
    found = place in verification.same or any(place == other for other, _, _ in verification.others)
    return NOT_NOW if found else None


def _report_card(state: TableState, intent: i.ReportCard) -> Refusal | None:
    refusal = _at_rest(state)
    if refusal is not None:
        return refusal
    verification = _running(state)
    if intent.place not in state.playing.shown:
        return NOT_NOW
    if any(intent.place == place for place, _, _ in verification.others):
        return NOT_NOW
    recorded = state.playing.shown[intent.place]
    return Refusal("card_recorded", "JW-08", (("card", recorded.text),)) if recorded == intent.card else None


def _withdraw_report(state: TableState, intent: i.WithdrawReport) -> Refusal | None:
    verification = verified_now(state)
    reported = [place for place, _, _ in verification.others] if verification is not None else []
    return None if intent.place in reported else NOT_NOW


def _confirm_hand(state: TableState, intent: i.ConfirmHand) -> Refusal | None:
    refusal = _at_rest(state)
    if refusal is not None:
        return refusal
    verification = _running(state)
    if verification.confirmed_by:
        return NOT_NOW
    if verification.others:
        return _differs(state, verification)
    missing = [place for place in hand_places(state) if place not in verification.same]
    if missing:
        return Refusal("cards_to_confirm", ART_JP1, (("places", " ".join(map(str, missing))),))
    return None if counts_agree(state) else Refusal("counts_differ", ART_JP1)


def _differs(state: TableState, verification: Verification) -> Refusal:
    place, card, _ = verification.others[0]
    facts = (
        ("place", str(place)),
        ("recorded", state.playing.shown[place].text),
        ("presented", card.text),
    )
    return Refusal("card_differs", "JW-08", facts)


def _review_video(state: TableState, intent: i.ReviewVideo) -> Refusal | None:
    verification = verified_now(state)
    if verification is None or not verification.confirmed_by or verification.conform:
        return NOT_NOW
    return _images(state, intent)


def _images(state: TableState, intent: i.ReviewVideo) -> Refusal | None:
    """Whatever they show, images name their camera and are asked to be preserved (AC-14)."""
    cameras = state.facts.cameras
    if not 0 < len(intent.camera) <= REFERENCE_MAX or (cameras and intent.camera not in cameras):
        return Refusal("camera", "JW-07", (("camera", intent.camera[:REFERENCE_MAX]),))
    if not intent.kept:
        return Refusal("keep_images", "art. 21", (("days", state.facts.retention_days),))
    return None


def _wait_for_video(state: TableState, intent: i.WaitForVideo) -> Refusal | None:
    verification = verified_now(state)
    if verification is None or not verification.confirmed_by or verification.conform:
        return NOT_NOW
    return NOT_NOW if verification.video_awaited_by else None


def _read_amount(state: TableState, intent: i.ReadAmount) -> Refusal | None:
    verification = verified_now(state)
    if verification is None or verification.amounts_read:
        return NOT_NOW
    if not verification.conform:
        return Refusal("video_first", ART_JP1)
    return None if counts_agree(state) else Refusal("counts_differ", ART_JP1)


def _prepare_payment(state: TableState, intent: i.PreparePayment) -> Refusal | None:
    refusal = _at_rest(state)
    if refusal is not None:
        return refusal
    verification = _running(state)
    if not verification.conform:
        return Refusal("video_first", ART_JP1)
    if not verification.amounts_read:
        return Refusal("amount_first", ART_JP1)
    due = payees(state)
    if intent.seat not in due or verification.payment(intent.seat) is not None or verification.armed_by:
        return NOT_NOW
    if not 0 < len(intent.slip) <= REFERENCE_MAX:
        return Refusal("slip", "JW-15", (("seat", intent.seat),))
    if due[intent.seat] >= state.facts.identity_from_cents and not 0 < len(intent.identity) <= REFERENCE_MAX:
        facts = (("seat", intent.seat), ("from_cents", state.facts.identity_from_cents))
        return Refusal("identity", "JW-16", facts)
    return None


def _arm_release(state: TableState, intent: i.ArmRelease) -> Refusal | None:
    refusal = _at_rest(state)
    if refusal is not None:
        return refusal
    return _proved(state) or (NOT_NOW if _running(state).armed_by else None)


def _proved(state: TableState) -> Refusal | None:
    """Everything that a payment rests on is there (I9)."""
    verification = _running(state)
    if not verification.conform:
        return Refusal("video_first", ART_JP1)
    if not verification.amounts_read:
        return Refusal("amount_first", ART_JP1)
    waiting = [seat for seat in payees(state) if verification.payment(seat) is None]
    return Refusal("payment_first", "JW-15", (("seat", waiting[0]),)) if waiting else None


def _release_award(state: TableState, intent: i.ReleaseAward) -> Refusal | None:
    verification = verified_now(state)
    if verification is None:
        return NOT_NOW
    refusal = _proved(state)
    if refusal is not None:
        return refusal
    if not verification.armed_by:
        return Refusal("arm_first", ART_JP1)
    return None if state.money is None else BOOK_WAITING


def _propose_refusal(state: TableState, intent: i.ProposeRefusal) -> Refusal | None:
    refusal = _at_rest(state)
    if refusal is not None:
        return refusal
    running = _running(state)
    if (running.doubt, running.doubted_seat) == (intent.reason, intent.of_seat):
        return NOT_NOW
    return why_not_refused(state, intent.reason, intent.of_seat)


def claimants(state: TableState) -> tuple[int, ...]:
    """The seats that claim by the royal with a JP1 stake that was not refused."""
    told = state.playing.verification
    assert told is not None
    return tuple(n for n in told.seats if state.seat(n).in_jp1 and n not in told.stakes_refused)


def grounds(state: TableState) -> list[tuple[ClaimDoubt, int]]:
    """What the claim may be refused for: a stake that does not hold is one seat's where several claim."""
    several = claimants(state) if len(claimants(state)) > 1 else (0,)
    return [(why, n) for why in ClaimDoubt for n in (several if why is ClaimDoubt.STAKE else (0,))]


def why_not_refused(state: TableState, reason: ClaimDoubt, seat: int = 0) -> Refusal | None:
    """Why this is no reason to refuse the claim under way, or None (rules, section 3)."""
    verification = _running(state)
    if (reason, seat) not in grounds(state):
        return NOT_NOW
    if reason is ClaimDoubt.HAND:
        return why_not_corrected(state)
    if reason is ClaimDoubt.EXCHANGED:
        return None
    if verification.others:
        return _differs(state, verification)  # the hand does not hold: it is for one of the two others
    return NOT_NOW if reason is ClaimDoubt.STAKE and not claimants(state) else None


def _refuse_award(state: TableState, intent: i.RefuseAward) -> Refusal | None:
    verification = verified_now(state)
    if verification is None:
        return NOT_NOW
    if (verification.doubt, verification.doubted_seat) != (intent.reason, intent.of_seat):
        return Refusal("refusal_first", "JW-18", (("reason", str(intent.reason)),))
    if state.money is not None:
        return BOOK_WAITING
    refusal = why_not_refused(state, intent.reason, intent.of_seat)
    if refusal is None and intent.cards != cards_to_sign(verification):
        return Refusal("cards_not_same", "JW-08", (("cards", cards_to_sign(verification)),))
    return refusal


def cards_to_sign(verification: Verification) -> str:
    """The true cards that a second person confirms with the refusal proposed; empty for another reason."""
    return keyed(verification) if verification.doubt is ClaimDoubt.HAND else ""


def offered(state: TableState) -> tuple[Intent, ...]:
    """The acts of the step under way that need nothing to be typed."""
    verification = verified_now(state)
    if verification is None:
        return ()
    cards: list[Intent] = []
    if not verification.confirmed_by:
        cards = [i.ConfirmCard(place) for place in hand_places(state)]
        cards += [i.WithdrawReport(place) for place, _, _ in verification.others]
    doubt = refusal_proposed(state)
    return (
        *cards,
        i.ConfirmHand(),
        conform_review(state),
        i.WaitForVideo(),
        i.ReadAmount(),
        i.ArmRelease(),
        i.ReleaseAward(),
        *(i.ProposeRefusal(reason, seat) for reason, seat in grounds(state)),
        *doubt,
    )


def refusal_proposed(state: TableState) -> list[Intent]:
    """The refusal that waits for its second person, with the cards that he confirms."""
    running = _running(state)
    if running.doubt is None:
        return []
    return [i.RefuseAward(running.doubt, cards_to_sign(running), running.doubted_seat)]


def next_act(state: TableState) -> Intent:
    """The act that the step under way waits for."""
    verification = _running(state)
    if not verification.confirmed_by:
        return i.ConfirmHand()
    if not verification.conform:
        return conform_review(state)
    if not verification.amounts_read:
        return i.ReadAmount()
    return i.ReleaseAward() if verification.armed_by else i.ArmRelease()


def call_again_ms(state: TableState) -> int | None:
    """When the call of the comité sounds again, unless somebody has seen it or is here."""
    verification = verified_now(state)
    called = verification is not None and verification.called_ms and not state.call_seen_ms
    return state.call_last_ms + CALL_AGAIN_MS if called and not comite_here(state) else None


def calls_of(state: TableState) -> int:
    """How often the call of the comité has sounded again."""
    return _running(state).calls


def conform_review(state: TableState) -> i.ReviewVideo:
    """The images of the table's first camera agree and are preserved."""
    return i.ReviewVideo(True, next(iter(state.facts.cameras), ONLY_CAMERA), True)


# --- what comes of it ----------------------------------------------------------------------------


def _reviewed(state: TableState, intent: i.ReviewVideo) -> Events:
    verification = state.playing.verification
    until_ms = verification.since_ms if verification is not None else state.at_ms
    from_ms = state.playing.opened_ms
    return (
        e.VideoReviewed(person_here(state), intent.conform, intent.camera, from_ms, until_ms, intent.kept),
    )


def _prepared(state: TableState, intent: i.PreparePayment) -> Events:
    cents = payees(state)[intent.seat]
    return (
        e.PaymentPrepared(person_here(state), intent.seat, cents, intent.mode, intent.slip, intent.identity),
    )


def _refused(state: TableState, intent: i.RefuseAward) -> Events:
    played, verification = state.playing, _running(state)
    persons = (verification.doubted_by, person_here(state))
    if intent.of_seat:
        return (e.StakeRefused(played.number, played.attempt, persons, intent.of_seat),)
    claimed, again = verification.claimed, bool(played.claims_refused)
    told: Events = ()
    if intent.reason is ClaimDoubt.HAND:
        correction = true_cards.correction(state, persons)
        told = true_cards.round_anew(state, correction)
        truly = true_cards.corrected(state, correction.cards)
        # The same seat wins it by the true cards too, or nobody can tell yet: its value stays frozen.
        stays = true_cards.clash(truly) or true_cards.winner_of(truly) in verification.seats
        claimed = claimed and not stays
    elif intent.reason is ClaimDoubt.EXCHANGED:
        told = reported(state, persons)
    seat = verification.seats[0] if claimed and again else 0
    refused = e.AwardRefused(played.number, played.attempt, persons, intent.reason, claimed, seat)
    return (refused, *told)


_step: Final = partial(Act, procedure=True)

ACTS: Final[Acts] = {
    i.ConfirmCard: _step(
        _confirm_card, PAYING, lambda state, intent: (e.HandCardConfirmed(person_here(state), intent.place),)
    ),
    i.ReportCard: _step(
        _report_card,
        PAYING,
        lambda state, intent: (e.HandCardDiffers(person_here(state), intent.place, intent.card),),
    ),
    i.WithdrawReport: _step(
        _withdraw_report,
        WITHDRAWING,
        lambda state, intent: (e.CardReportWithdrawn(person_here(state), intent.place),),
    ),
    i.ConfirmHand: _step(_confirm_hand, PAYING, lambda state, intent: (e.HandConfirmed(person_here(state)),)),
    i.ReviewVideo: _step(_review_video, REVIEWING, _reviewed),
    i.WaitForVideo: _step(
        _wait_for_video, WAITING, lambda state, intent: (e.VideoAwaited(person_here(state)),)
    ),
    i.ReadAmount: _step(_read_amount, reading, lambda state, intent: (e.AmountRead(person_here(state)),)),
    i.PreparePayment: _step(_prepare_payment, PAYING, _prepared),
    i.ArmRelease: _step(_arm_release, PAYING, lambda state, intent: (e.ReleaseArmed(person_here(state)),)),
    i.ReleaseAward: _step(
        _release_award,
        RELEASING,
        lambda state, intent: (e.AwardReleased((_running(state).armed_by, person_here(state))),),
    ),
    i.ProposeRefusal: _step(
        _propose_refusal,
        PAYING,
        lambda state, intent: (e.RefusalProposed(person_here(state), intent.reason, intent.of_seat),),
    ),
    i.RefuseAward: _step(_refuse_award, REFUSING, _refused),
}
