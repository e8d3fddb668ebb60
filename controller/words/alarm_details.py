"""The detail of an alarm, as a machine told it, in words: French, then English."""

from __future__ import annotations

from typing import Final

from controller.words.codes import CODES
from controller.words.money import HARD

AS_ELSEWHERE: Final = (
    *("conflict", "bad_seats", "seat_has_stake", "round_finished", "unknown_round", "denied", "bad_value"),
)
"""Details that mean what their code means everywhere."""
DETAILS: Final[dict[str, tuple[str, str]]] = {
    **{code: CODES[code] for code in AS_ELSEWHERE},
    "book_differs": ("journal et jackpot diffèrent", "journal and jackpot differ"),
    "wrong_stake": ("une autre mise", "another bet"),
    "wrong_share": ("une autre part", "another share"),
    "data_short": ("elles s’arrêtent avant la marque", "they end before the mark"),
    "data_other": ("une autre copie", "another copy"),
    "mark_missing": ("la marque manque", "the mark is missing"),
    "mark_damaged": ("la marque est illisible", "the mark is unreadable"),
    "card_revoked": ("révoqué", "revoked"),
    "card_expired": ("périmé", "expired"),
    "card_without_key": ("sans clé", "no key"),
    "card_refused": ("signature fausse", "wrong signature"),
    "card_silent": ("muet", "silent"),
    "card_busy": ("pris par un autre programme", "held by another program"),
    "port_no_permission": ("accès refusé", "access refused"),
    "port_busy": ("pris par un autre programme", "in use by another program"),
    "port_two_alike": ("branché en double", "plugged in twice"),
    "port_failed": ("en panne", "failing"),
    "foreign_device": ("autre appareil branché", "another device is plugged in"),
    "port_not_there": ("débranché", "unplugged"),
    "library_missing": ("logiciel non installé", "library not installed"),
    "pins_missing": ("pas de broches ici", "no pins here"),
    "pit_code": ("code du pit", "pit code"),
    "lock_stays_open": ("reste ouvert", "stays open"),
    "lock_stays_shut": ("reste fermé", "stays shut"),
    "foreign_message": ("d’un autre appareil", "of another machine"),
    "malformed_message": ("contenu faux", "wrong content"),
    "sound_player": ("rien ne joue de son ici", "nothing plays sounds here"),
    "sound_failed": ("le lecteur de sons échoue", "the player of sounds fails"),
    "unplugged": ("débranché", "unplugged"),
    "silence": ("silence", "silence"),
    "no_answer": ("aucune réponse", "no answer"),
    "no_ack": ("aucun accusé", "no acknowledgement"),
    "open": ("réponse du jackpot attendue", "the jackpot’s answer is awaited"),
    "added": ("ajoutés puis remboursés, à rendre", "added and paid back, to be given back"),
    "not_added": ("jamais ajoutés, à rendre", "never added, to be given back"),
}
"""What a machine told, where its code would not do."""
LINES: Final = {machine: CODES[machine] for machine in ("shuffler", "shoe", "badge")}
"""The machine whose line repeats messages: `shoe_14` is 1.4 % at the shoe."""


def repeats_in_words(detail: str, language: int) -> str:
    """`shoe_14` as `1,4 % (sabot)`; empty for any other detail."""
    line, _, permille = detail.partition("_")
    if line not in LINES or not permille.isdecimal():
        return ""
    whole, tenth = divmod(int(permille), 10)
    return f"{whole}{',.'[language]}{tenth}{HARD}% ({LINES[line][language]})"
