"""The sentences of rectifications: what was really so, who decides about it, and what became of the money."""

from __future__ import annotations

import re
from typing import Any

from controller.game import inputs as i
from controller.game.inputs import Intent
from controller.game.rectification.claimed_facts import Mistake, Moved, RectificationReason
from tests.builders import Felt
from tests.scenarios.sentences.telling import ACTS, sentence
from tests.scenarios.sentences.words import (
    A_BETS,
    HAND_WORDS,
    ON_SIDES,
    OUTCOMES,
    cents,
    on_sides,
    place,
    told_of,
)

REASONS = {
    "erreur de saisie": RectificationReason.KEYING,
    "réclamation": RectificationReason.CLAIM,
    "vu aux images": RectificationReason.IMAGES,
    "écart de caisse": RectificationReason.COUNT,
}
ACTS |= {
    "rectification approuvée": i.ApproveRectification(),
    "rectification rejetée": i.RejectRectification(),
    "rectification retirée": i.WithdrawRectification(),
    "différence réglée": i.SettleRectification(Moved.BY_HAND),
    "différence déjà réglée": i.SettleRectification(Moved.ALREADY),
    "différence due à un joueur parti": i.SettleRectification(Moved.LEFT),
}


@sentence(r"rectification proposée: coup (\d+), siège (\d), (.+) \(([\w ]+)\)")
def _proposed(felt: Felt, round_: str, seat: str, what: str, reason: str) -> Intent:
    mistake, told = _truth(felt, what)
    return i.ProposeRectification(int(round_), int(seat), mistake, REASONS[reason], **told)


def _truth(felt: Felt, what: str) -> tuple[Mistake, dict[str, Any]]:
    if found := re.fullmatch(r"(?:a joué|a misé) (.+?)(?:, main (\w+) (.+))?", what):
        hand = f"{OUTCOMES[found[2]]}.{HAND_WORDS[found[3]]}" if found[2] else ""
        return Mistake.DECISION, {"decision": ".".join(_bet(word) for word in found[1].split()), "hand": hand}
    if what == "s'est couché":
        return Mistake.DECISION, {"decision": "fold"}
    if found := re.fullmatch(r"mises ante ([\d,]+)" + ON_SIDES, what):
        side_cents, further = told_of(felt.state.profile, on_sides(found[2]))
        return Mistake.STAKE, {"ante_cents": cents(found[1]), "side_cents": side_cents, "further": further}
    if found := re.fullmatch(r"payé ([\d,]+) (de moins|de trop)", what):
        return Mistake.PAYMENT, {"by_cents": cents(found[1]) * (1 if found[2] == "de moins" else -1)}
    if found := re.fullmatch(r"main (\w+) (.+)", what):
        return Mistake.HAND, {"hand": f"{OUTCOMES[found[1]]}.{HAND_WORDS[found[2]]}"}
    found = re.fullmatch(r"carte (.+) = (\w\w)", what)
    assert found is not None, f"nobody understands {what!r}"
    return Mistake.CARD, {"place": str(place(found[1])), "card": found[2]}


def _bet(word: str) -> str:
    return f"play{word[1:]}" if word.startswith("x") else str(A_BETS[word])


@sentence(r"il faut: différence (à payer|à reprendre) ([\d,]+)")
def _difference(felt: Felt, way: str, euros: str) -> None:
    asked = felt.state.record.open
    assert asked is not None, "nothing is rectified"
    assert asked.approval is not None or not asked.proposal.sealed, "the hand lies face down"
    assert asked.latest.cents == cents(euros) * (1 if way == "à payer" else -1), asked.latest.cents


@sentence(r"il faut: la différence n'est pas encore dite")
def _sealed(felt: Felt) -> None:
    asked = felt.state.record.open
    assert asked is not None, "nothing is rectified"
    assert asked.proposal.sealed
    assert not asked.latest.lines


@sentence(r"il faut: (aucune|\d+) rectifications?(?: pour (-?)([\d,]+) à la banque)?")
def _recorded(felt: Felt, number: str, sign: str | None, euros: str | None) -> None:
    done = felt.state.record.done
    assert len(done) == (0 if number == "aucune" else int(number)), done
    if euros is not None:
        assert felt.state.record.bank_cents == cents(euros) * (-1 if sign else 1), (
            felt.state.record.bank_cents
        )


@sentence(r"il faut: orphelins ([\d,]+)")
def _orphans(felt: Felt, euros: str) -> None:
    assert felt.state.sheet.orphans_cents == cents(euros)
