"""The sentences of the opening and closing sheets; `feuilles = true` has the table keep them."""

from __future__ import annotations

from controller.game import events as e
from controller.game import inputs as i
from controller.game.inputs import Intent, SheetLine
from controller.game.state import Phase
from tests.builders import Felt
from tests.scenarios.sentences.telling import ACTS, sentence
from tests.scenarios.sentences.words import COLOURS, cents

LINES = {
    "cartes en parfait état": SheetLine.CARDS_SOUND,
    "un joueur témoin": SheetLine.WITNESS,
    "limites lues": SheetLine.LIMITS,
    "cagnotte lue": SheetLine.JACKPOT,
    "règles lues": SheetLine.RULES,
    "jeux remis dans l'ordre": SheetLine.DECKS_ORDERED,
    "jeux examinés": SheetLine.DECKS_EXAMINED,
    "jeux comptés": SheetLine.DECKS_COUNTED,
    "jeux au dépôt": SheetLine.DECKS_STORED,
    "historique du JP1": SheetLine.JACKPOT_HISTORY,
    "rapprochement": SheetLine.RECONCILIATION,
}
PHASES = {"fermée": Phase.CLOSED, "en ouverture": Phase.OPENING, "ouverte": Phase.BETTING}
ACTS.update(
    {
        "caisse signée": i.SignCash(),
        "nouvelle avance": i.BeginAdvance(),
        "avance abandonnée": i.GiveUpAdvance(),
        "dernières donnes annoncées": i.AnnounceLastDeals(),
        "annonce des dernières donnes retirée": i.WithdrawLastDeals(),
        "fermeture commencée": i.BeginClosing(),
        "fermeture quittée": i.LeaveClosing(),
    }
)


@sentence(r"comptés: (.+)")
def _counted(felt: Felt, text: str) -> Intent:
    """`15 de 1000, 50 de 5`: so many pieces of each value."""
    counts = []
    for part in text.split("; "):
        number, value = part.split(" de ")
        counts.append(i.CountPieces(cents(value), int(number)))
    felt.do(*counts[:-1])
    return counts[-1]


@sentence(r"jeu (rouge|bleu) numéro (\S*)")
def _serial(felt: Felt, colour: str, serial: str) -> Intent:
    return i.DeclareSerial(COLOURS[colour], serial)


@sentence(r"jeu (rouge|bleu) compté: (\d+)")
def _deck(felt: Felt, colour: str, count: str) -> Intent:
    return i.CountDeck(COLOURS[colour], int(count))


@sentence(r"jetons JP1 de la séance: (\d+)")
def _chips(felt: Felt, count: str) -> Intent:
    return i.CountJp1Chips(int(count))


@sentence(r"ligne: (.+)")
def _line(felt: Felt, line: str) -> Intent:
    return i.TickLine(LINES[line])


@sentence(r"un écart de ([\d, ]+) au compteur")
def _moved(felt: Felt, amount: str) -> None:
    """The display moves without an act of this table."""
    felt.book_seq += 1
    felt.meter_cents += cents(amount)
    felt.see(i.MeterObserved(felt.generation, felt.meter_cents, felt.book_seq))


@sentence(r"il faut: table (fermée|en ouverture|ouverte)")
def _must_be(felt: Felt, word: str) -> None:
    assert felt.state.phase is PHASES[word], felt.state.phase


@sentence(r"il faut: encore (\d+) donnes?")
def _must_be_left(felt: Felt, left: str) -> None:
    assert felt.state.sheet.deals_left == int(left)


@sentence(r"il faut: résultat (-?)([\d, ]+), écart ([\d, ]+)")
def _must_have_won(felt: Felt, sign: str, amount: str, residual: str) -> None:
    (told,) = [one for one in felt.events(e.ResultRecorded) if isinstance(one, e.ResultRecorded)]
    assert (told.result_cents, told.residual_cents) == (
        -cents(amount) if sign else cents(amount),
        cents(residual),
    )
