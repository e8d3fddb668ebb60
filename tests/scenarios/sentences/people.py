"""The sentences of those who sign, prove a win and pay it, and of what they report."""

from __future__ import annotations

from controller.game import events as e
from controller.game import inputs as i
from controller.game.felt import Place
from controller.game.inputs import Intent
from controller.game.payment.slips import open_slips
from controller.game.payment.steps import cards_to_sign
from controller.game.payment.winning_hand import hand_places
from tests.builders import Felt, card
from tests.scenarios.sentences.telling import sentence
from tests.scenarios.sentences.words import (
    COLOURS,
    DOUBTS,
    FINDINGS,
    INCIDENTS,
    MEASURES,
    ORPHANS,
    ROLES,
    cents,
)


@sentence(r"badge: (chef|comité|vidéo|croupier|caisse|directeur) (.+)")
def _badge(felt: Felt, role: str, person: str) -> None:
    felt.badge(person, ROLES[role])


@sentence(r"badge retiré")
def _badge_gone(felt: Felt) -> None:
    felt.see(i.BadgeGone())


@sentence(r"refus proposé: (.+?)(?: du siège (\d))?")
def _doubts(felt: Felt, reason: str, seat: str | None) -> Intent:
    return i.ProposeRefusal(DOUBTS[reason], int(seat or 0))


@sentence(r"gain refusé: (.+?)(?: du siège (\d))?")
def _refuses(felt: Felt, reason: str, seat: str | None) -> Intent:
    """What the console asks: for `main` with the true cards that were keyed."""
    told = felt.state.round.verification if felt.state.round is not None else None
    doubt = DOUBTS[reason]
    cards = cards_to_sign(told) if told is not None and told.doubt is doubt else ""
    return i.RefuseAward(doubt, cards, int(seat or 0))


@sentence(r"siège (\d): (annulation|règlement sur l'enregistrement) (proposée?|décidée?)")
def _ruling(felt: Felt, seat: str, what: str, word: str) -> Intent:
    ruling = i.SeatRuling.VOID if what == "annulation" else i.SeatRuling.RECORD
    act = i.ProposeRuling if word.startswith("proposé") else i.ConfirmRuling
    return act(int(seat), ruling)


@sentence(r"cartes conformes")
def _all_cards(felt: Felt) -> None:
    """Every card of the hand that nobody has looked at yet is found as recorded."""
    told = felt.state.playing.verification
    assert told is not None
    felt.do(*(i.ConfirmCard(place) for place in hand_places(felt.state) if place not in told.same))


@sentence(r"carte (\w\w) conforme")
def _one_card(felt: Felt, text: str) -> Intent:
    return i.ConfirmCard(_lies(felt, text))


@sentence(r"à la place de (\w\w): (\w\w)")
def _another_card(felt: Felt, text: str, found: str) -> Intent:
    return i.ReportCard(_lies(felt, text), card(found))


@sentence(r"signalement de (\w\w) retiré")
def _report_back(felt: Felt, text: str) -> Intent:
    return i.WithdrawReport(_lies(felt, text))


def _lies(felt: Felt, text: str) -> Place:
    return next(place for place, shown in felt.state.playing.shown.items() if shown == card(text))


@sentence(r"paiement siège (\d): (jetons|chèque|virement) (\S*?)(?:, identité (\S+))?")
def _pays(felt: Felt, seat: str, mode: str, slip: str, identity: str | None) -> Intent:
    modes = {"jetons": i.PaymentMode.CHIPS, "chèque": i.PaymentMode.CHEQUE}
    return i.PreparePayment(int(seat), modes.get(mode, i.PaymentMode.TRANSFER), slip, identity or "")


@sentence(r"bordereau du coup (\d+), siège (\d) signé")
def _slip(felt: Felt, round_: str, seat: str) -> Intent:
    return i.SignSlip(int(round_), int(seat))


@sentence(r"il faut: bordereaux à signer ([\w -]+)")
def _slips(felt: Felt, wanted: str) -> None:
    waiting = [slip.payment.slip for slip in open_slips(felt.state)]
    assert waiting == ([] if wanted == "aucun" else wanted.split()), waiting


@sentence(r"orphelins ([\d ,]+) (sur le tapis|à une place quittée|case JP1|au sol|dans une machine)")
def _orphan(felt: Felt, euros: str, where: str) -> Intent:
    return i.BookOrphan(cents(euros), ORPHANS[where])


@sentence(r"paiement du siège (\d) confirmé")
def _payment(felt: Felt, seat: str) -> Intent:
    return i.ConfirmPayment(int(seat))


@sentence(r"incident: (.+)")
def _incident(felt: Felt, what: str) -> Intent:
    return i.DeclareIncident(INCIDENTS[what])


@sentence(
    r"rapport: ([\w ]+)(?:, siège (\d))?(?:, carte (\w\w))?(?:, jeu (rouge|bleu)(?: de (\d+) cartes)?)?"
    r", constaté ([\w' ]+), ([\w ]+?)(, images demandées)?"
)
def _report(
    felt: Felt,
    what: str,
    seat: str | None,
    text: str | None,
    colour: str | None,
    count: str | None,
    finding: str,
    measure: str,
    images: str | None,
) -> Intent:
    """A card is named by the place where it lies open, or by one where it does not."""
    place = ""
    if text is not None:
        place = next(
            str(place)
            for place, known in felt.state.playing.cards.items()
            if known is not None and known.is_card(card(text))
        )
    return i.ReportIncident(
        INCIDENTS[what],
        FINDINGS[finding],
        MEASURES[measure],
        int(seat or 0),
        place,
        COLOURS[colour] if colour else "",
        int(count or 0),
        images is not None,
    )


@sentence(r"rapport (\d+) signé")
def _report_signed(felt: Felt, number: str) -> Intent:
    return i.SignIncident(int(number))


@sentence(r"il faut: rapport (\d+) (signé|à signer)")
def _must_be_signed(felt: Felt, number: str, word: str) -> None:
    (report,) = [one for one in felt.state.incidents.reports if one.number == int(number)]
    assert report.answered == (word == "signé"), report


@sentence(r"il faut: rapport d'arrêt du JP1 \((\w+)\)")
def _must_report_the_stop(felt: Felt, code: str) -> None:
    told = [one.cause for one in felt.events(e.JackpotInterrupted) if isinstance(one, e.JackpotInterrupted)]
    assert told[-1:] == [code], told
    assert felt.state.incidents.stop == felt.state.incidents.told


@sentence(r"il faut: aucun rapport d'arrêt du JP1")
def _must_report_no_stop(felt: Felt) -> None:
    assert felt.state.incidents.stop == 0
