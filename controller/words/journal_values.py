"""What the codes of an entry mean, field by field, in French and in English.

A code that no field has for itself has the words of the registers and of the alarms; one that nobody knows,
of a newer edition say, is told without its underscores.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from controller.game.felt import Pile, parse_place
from controller.words.alarm_details import DETAILS, repeats_in_words
from controller.words.codes import CODES
from controller.words.hands import PRIZES
from controller.words.roles import within_a_sentence
from controller.words.spots import RULES, SPOTS

Words = Mapping[str, tuple[str, str]]

_COLOURS: Final[Words] = {"red": ("rouge", "red"), "blue": ("bleu", "blue")}
_MACHINES: Final[Words] = {
    "shuffler": ("mélangeur", "shuffler"),
    "shoe": ("sabot", "shoe"),
    "chips": ("capteurs JP1", "JP1 sensors"),
    "badge": ("lecteur de badge", "badge reader"),
    "link": ("livre du jackpot", "jackpot book"),
}
PAID: Final = ("payée", "paid")
PILES: Final = {
    Pile.HOLE: ("siège {seat} carte {slot}", "seat {seat} card {slot}"),
    Pile.DEALER: ("banque carte {slot}", "dealer card {slot}"),
    Pile.BOARD: ("board carte {slot}", "board card {slot}"),
    Pile.BURN: ("brûlée {slot}", "burned {slot}"),
}
VALUES: Final[Mapping[str, Words]] = {
    "colour": _COLOURS,
    "deck": _COLOURS,
    "deck_in": _COLOURS,
    "deck_out": _COLOURS,
    "machine": _MACHINES,
    "kind": {
        **PRIZES,
        "first_read": ("premier relevé", "first reading"),
        "same_cycle": ("même génération", "same generation"),
        "new_cycle": ("jackpot gagné ailleurs", "jackpot won elsewhere"),
        "undivided": ("sans partage connu", "shares not known"),
    },
    "what": {
        "void": ("annulation armée", "void armed"),
        "release": ("libération armée", "release armed"),
        "amount": ("montant lu", "amount read"),
        "refusal": ("refus proposé", "refusal proposed"),
        "ruling": ("décision proposée", "decision proposed"),
        "meter": ("acte sur le JP1 proposé", "act on JP1 proposed"),
        "rectification": ("rectification proposée", "rectification proposed"),
        "jp1_correction": ("mise JP1 à rendre", "JP1 stake to return"),
        "count": ("signature d’un compte", "signature of a count"),
        "owed": ("signature de ce qui est dû", "signature of what is owed"),
        "settings": ("réglages proposés", "settings proposed"),
    },
    "health": {
        "up": ("en service", "in service"),
        "degraded": ("dégradé", "degraded"),
        "lost": ("muet", "silent"),
        "absent": ("absent", "absent"),
    },
    "outcome": {
        "agrees": ("compte juste", "count right"),
        "no_chip": ("sans jeton", "no chip"),
        "returned": ("rendu", "returned"),
        "kept": ("gardé", "kept"),
        "win": ("gagne", "wins"),
        "tie": ("égalité", "tie"),
        "lose": ("perd", "loses"),
        "none": ("rien", "nothing"),
    },
    "spot": {str(spot): row.name for spot, row in SPOTS.items()},
    "role": within_a_sentence(),
    "reason": {
        "checked": ("vérifié", "checked"),
        "repaired": ("réparé", "repaired"),
        "replaced": ("remplacé", "replaced"),
        "out_of_use": ("hors service", "out of use"),
        "false_alarm": ("fausse alarme", "false alarm"),
        "irregular_deal": ("donne irrégulière", "irregular deal"),
        "exposed_card": ("carte exposée", "exposed card"),
        "missing_card": ("carte manquante", "missing card"),
        "extra_card": ("carte en trop", "extra card"),
        "marked_card": ("carte marquée", "marked card"),
        "exchanged_card": ("carte échangée", "exchanged card"),
        "contested_chips": ("jetons contestés", "contested chips"),
        "keying": ("saisie", "keying"),
        "claim": ("réclamation", "claim"),
        "images": ("images", "images"),
        "count": ("compte", "count"),
    },
    "mistake": {
        "decision": ("la parole", "the decision"),
        "stake": ("la mise", "the stake"),
        "hand": ("la main", "the hand"),
        "card": ("une carte", "a card"),
        "payment": ("le paiement", "the payment"),
    },
    "occasion": {
        "request": ("demande", "request"),
        "closing": ("fermeture", "closing"),
        "removal": ("retrait", "removal"),
    },
    "purpose": {"float": ("avance", "float"), "closing": ("encaisse", "closing count")},
    "mode": {
        "shuffle": ("mélange", "shuffle"),
        "sort": ("tri", "sort"),
        "hand_shuffle": ("mélange à la main", "hand shuffle"),
        "no_reader": ("sans lecteur", "no reader"),
        "chips": ("jetons", "chips"),
        "cheque": ("chèque", "cheque"),
        "transfer": ("virement", "transfer"),
    },
    "act": {
        "correction": ("correction", "correction"),
        "stop": ("arrêt", "stop"),
        "reopening": ("réouverture", "reopening"),
        "propose": ("proposition", "proposal"),
        "approve": ("approbation", "approval"),
        "refuse": ("refus", "refusal"),
        "withdraw": ("retrait", "withdrawal"),
    },
    "cause": {"transfer": ("virement", "transfer"), "program": ("programme", "program")},
    "fate": {
        "transfer": ("versé à un autre jackpot", "moved to another jackpot"),
        "orphans": ("aux orphelins", "to the orphan stakes"),
    },
    "line": {
        "witness": ("témoin", "witness"),
        "jackpot": ("jackpot affiché", "jackpot displayed"),
        "rules": ("règles affichées", "rules displayed"),
    },
    "phase": {
        "closed": ("table fermée", "table closed"),
        "opening": ("ouverture", "opening"),
        "betting": ("mises", "betting"),
        "latched": ("mises fermées", "bets closed"),
        "collected": ("JP1 ramassé", "JP1 collected"),
        "dealing": ("donne", "deal"),
        "deciding": ("paroles", "decisions"),
        "showdown": ("abattage", "showdown"),
        "settling": ("règlement", "settlement"),
        "refunding": ("remboursement", "refund"),
        "clearing": ("ramassage", "clearing"),
    },
    "place": {"seat_left": ("place quittée", "place left")},
    "ruling": {
        "void": ("nul pour ce siège", "void for this seat"),
        "record": ("réglé tel quel", "as recorded"),
    },
    "screen": {
        "console": ("console", "console"),
        "pit": ("pit", "pit"),
        "chef": within_a_sentence()["chef"],
    },
    "moved": {
        "by_hand": ("réglé à la main", "moved by hand"),
        "already": ("déjà juste", "found right"),
        "left": ("joueur parti", "player gone"),
    },
}


CODED: Final = frozenset(
    {"rule", "cause", "code", "detail", "why", "kind", "line", "finding", "measure", "phase", "recovery"}
    | {"reason", "fate", "ruling", "outcome", "occasion", "place", "act", "screen", "holds"}
    | {"purpose", "mode", "moved", "mistake"}
)
"""Fields that hold codes; in others, a person's or a machine's name say, a text stands as it is."""


def in_words(field: str, value: str, language: int) -> str:
    """The code in words, 0 French and 1 English; any other text itself."""
    own = VALUES.get(field, {}).get(value)
    if own is not None:
        return own[language]
    if field not in CODED:
        return value
    if field == "rule" and value in RULES:
        return (RULES[value].glass if RULES[value].glass[language] else PAID)[language]
    if field == "detail" and (told := _detail(value, language)):
        return told
    return CODES[value][language] if value in CODES else value.replace("_", " ")


def _detail(value: str, language: int) -> str:
    """What an alarm tells besides its code: a machine's own word, or a place of the felt."""
    if value in DETAILS:
        return DETAILS[value][language]
    place = place_in_words(value, language)
    return place if place != value else repeats_in_words(value, language)


def place_in_words(text: str, language: int) -> str:
    """Where a card lies, of its text `hole.4.1`; any other text as it stands."""
    try:
        place = parse_place(text)
    except ValueError:
        return text
    return PILES[place.pile][language].format(seat=place.seat, slot=place.slot + 1)


def time_in_words(at_ms: int) -> str:
    """Day and time in UTC, to the millisecond."""
    try:
        at = datetime.fromtimestamp(at_ms // 1000, UTC)
    except (ValueError, OverflowError, OSError):
        return f"{at_ms} ms"  # before year 1 or after year 9999
    return f"{at:%d/%m/%Y %H:%M:%S}.{at_ms % 1000:03d}"
