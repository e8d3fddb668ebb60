"""The sentences of the meter: corrections, stops, readings, differences, and the two persons who do them."""

from __future__ import annotations

from controller.game import events as e
from controller.game import inputs as i
from controller.game.inputs import Intent
from controller.game.meter.types import CorrectionReason, Difference, StopCause, StopFate
from controller.game.money import MICRO
from tests.builders import Felt
from tests.scenarios.sentences.telling import ACTS, sentence
from tests.scenarios.sentences.words import cents

REASONS = {
    "dysfonctionnement": CorrectionReason.MALFUNCTION,
    "relevé": CorrectionReason.READING,
    "départ": CorrectionReason.SEED,
    "transfert": CorrectionReason.TRANSFER,
    "orphelins": CorrectionReason.ORPHANS,
}
FATES = {"transfert": StopFate.TRANSFER, "orphelins": StopFate.ORPHANS}
CAUSES = {
    "écran": StopCause.DISPLAY,
    "capteurs": StopCause.SENSORS,
    "programme": StopCause.PROGRAM,
    "réseau": StopCause.NETWORK,
}
ACTS |= {
    "proposition approuvée": i.ApproveMeterAct(),
    "proposition retirée": i.WithdrawMeterAct(),
    "réouverture de JP1": i.ReopenJackpot(),
    "rapprochement": i.Reconcile(),
}


@sentence(r"compteur corrigé de (-?)([\d ]+(?:,\d+)?): (.+)")
def _corrected(felt: Felt, sign: str, amount: str, reason: str) -> Intent:
    return i.CorrectMeter(cents(amount) * (-1 if sign else 1), REASONS[reason])


@sentence(r"cagnotte arrêtée: (.+)")
def _stopped(felt: Felt, fate: str) -> Intent:
    return i.StopJackpot(FATES[fate])


@sentence(r"panne de JP1: (.+)")
def _reported(felt: Felt, cause: str) -> Intent:
    return i.ReportStop(CAUSES[cause])


@sentence(r"le livre diffère: (\S+ \S+) n° (\d+) contre n° (\d+)")
def _differs(felt: Felt, told: str, told_seq: str, found_seq: str) -> None:
    meter_cents = felt.meter_cents
    found = Difference(told, int(told_seq), meter_cents, "finish 3/1", int(found_seq), meter_cents)
    felt.see(i.BookRefused("start", "book_differs", found))


@sentence(r"le livre relu est faux de (\d+) centimes")
def _does_not_add_up(felt: Felt, wrong: str) -> None:
    asked = felt.state.money
    assert isinstance(asked, e.ReconciliationAsked), "nobody reads the book"
    figures = felt.figures(residual_micro=int(wrong) * MICRO)
    felt.see(i.ReconciliationObserved(asked.number, figures))


@sentence(r"le livre répond à nouveau")
def _answers_again(felt: Felt) -> None:
    felt.answering = True


@sentence(r"il faut: autorité avisée \((\w+)\)")
def _authority_told(felt: Felt, cause: str) -> None:
    told = [
        event.cause for event in felt.events(e.JackpotInterrupted) if isinstance(event, e.JackpotInterrupted)
    ]
    assert told[-1:] == [cause], f"the authority was told of {told}"
