"""A sentence is told: it is one of the acts in plain words, or fits one of the patterns."""

from __future__ import annotations

import re
from collections.abc import Callable

from controller.game import inputs as i
from controller.game.inputs import Intent
from controller.game.refusals import Refusal
from tests.builders import Felt

ACTS: dict[str, Intent] = {
    "rien ne va plus": i.CloseBets(),
    "JP1 ramassé": i.CollectJp1(),
    "JP1 enregistré maintenant": i.RegisterJp1Now(),
    "JP1 rendu aux joueurs": i.GiveJp1Back(),
    "mises rouvertes": i.ReopenBets(),
    "la parole est passée": i.CallStreet(),
    "les autres jouent x1": i.BetRest(),
    "les autres se couchent": i.FoldRest(),
    "les autres misent A0,5T": i.BetRest(),
    "les autres abandonnent": i.FoldRest(),
    "les autres passent": i.CheckRest(),
    "les Antes sont payées": i.PayAntes(),
    "abattage": i.OpenHands(),
    "le règlement commence": i.OpenSettlement(),
    "annuler": i.Undo(),
    "reprise": i.Resume(),
    "main confirmée": i.ConfirmHand(),
    "images conformes": i.ReviewVideo(True, "caméra 3", True),
    "images conformes, conservation non demandée": i.ReviewVideo(True, "caméra 3"),
    "images conformes, caméra non dite": i.ReviewVideo(True, "", True),
    "images non conformes": i.ReviewVideo(False, "caméra 3", True),
    "images non conformes, conservation non demandée": i.ReviewVideo(False, "caméra 3"),
    "images attendues": i.WaitForVideo(),
    "montants lus": i.ReadAmount(),
    "libération armée": i.ArmRelease(),
    "gain libéré": i.ReleaseAward(),
    "coup suivant": i.NextRound(),
    "pause": i.Pause(),
    "fin de pause": i.EndPause(),
    "appel du chef": i.CallChef(),
    "le tapis correspond": i.ConfirmFelt(),
    "donne à la main": i.DealByHand(),
    "le sabot reprend la donne": i.DealByShoe(),
    "les mains sont données": i.ConfirmDealt(),
    "ouverture": i.OpenTable(),
    "feuille d'ouverture validée": i.ConfirmOpening(),
    "table fermée": i.CloseTable(),
    "lampes JP1 à la main": i.AllowHandLamps(),
    "capteurs repris": i.EndHandLamps(),
    "totaux JP1 contresignés": i.CountersignTotals(),
    "différence de jetons JP1": i.TellDifference(),
    "le compte est bon": i.CountAgrees(),
    "correction approuvée": i.ApproveCorrection(),
}


class UnknownSentence(ValueError):
    """Nobody at the table would understand this."""


Teller = Callable[..., "Intent | None"]
_SENTENCES: list[tuple[re.Pattern[str], Teller]] = []


def sentence(pattern: str) -> Callable[[Teller], Teller]:
    """The function tells every sentence of this pattern; it may hand back the act to be taken."""

    def told_by(teller: Teller) -> Teller:
        _SENTENCES.append((re.compile(pattern), teller))
        return teller

    return told_by


def tell(felt: Felt, text: str) -> None:
    """The sentence has happened at the table, and was true where it asks something.

    Raises:
        UnknownSentence: no pattern fits.
    """
    refused = re.fullmatch(r"refusé \((\w+)\): (.+)", text)
    if refused is None:
        intent = _act(felt, text)
        if intent is not None:
            felt.do(intent)
        return
    intent = _act(felt, refused[2])
    assert intent is not None, f"{text!r}: this is no act that could be refused"
    refusal = felt.tap(intent)
    assert isinstance(refusal, Refusal), f"{text!r}: it was not refused"
    assert refusal.code == refused[1], f"{text!r}: refused as {refusal}"


def _act(felt: Felt, text: str) -> Intent | None:
    if text in ACTS:
        return ACTS[text]
    fitting = [(found, teller) for pattern, teller in _SENTENCES if (found := pattern.fullmatch(text))]
    if not fitting:
        raise UnknownSentence(text)
    assert len(fitting) == 1, f"{text!r} is told by {[teller.__name__ for _, teller in fitting]}"
    found, teller = fitting[0]
    return teller(felt, *found.groups())
