"""The words of people at the console: PINs, the dealer's sign-on and relief.

Each key has its French words, then its English words, with the same facts in braces.
"""

from __future__ import annotations

from typing import Final

PEOPLE: Final[dict[str, tuple[str, str]]] = {
    "pin.of": ("PIN de {person}", "PIN of {person}"),
    "pin.more": ("encore {count} chiffre{count:|s}", "{count} more digit{count:|s}"),
    "pin.tries.row": ("Essais restants", "Tries left"),
    "pin.text": (
        "Le code n’est ni affiché, ni écrit, ni gardé.",
        "The PIN is neither shown, nor written, nor kept.",
    ),
    "pin.digits": ("6 à 8 chiffres", "6 to 8 digits"),
    "pin.entered": (
        "{count} {count:chiffre saisi|chiffres saisis}",
        "{count} {count:digit entered|digits entered}",
    ),
    "pin.tries": (
        "PIN refusé\u00a0: il reste {count} essai{count:|s} avant 15 minutes de blocage.",
        "PIN refused: {count} {count:try left|tries left} before 15 minutes of lock-out.",
    ),
    "pin.last": (
        "PIN refusé\u00a0: dernier essai avant 15 minutes de blocage.",
        "PIN refused: last try before 15 minutes of lock-out.",
    ),
    "pin.locked": (
        "Badge bloqué jusqu’à {time}. Il n’autorise plus rien, à aucune table.",
        "Badge locked until {time}. It opens nothing now, at any table.",
    ),
    "pin.before": (
        "Le badge de {person} attend son PIN\u00a0: saisissez-le, ou retirez le badge.",
        "The card of {person} waits for its PIN: enter it, or take the card out.",
    ),
    "pin.open": ("SAISIR\nLE PIN", "ENTER\nTHE PIN"),
    "act.EnterPin": ("VALIDER\nLE PIN", "CONFIRM\nTHE PIN"),
    "act.SignOn": ("PRENDRE\nLA TABLE", "TAKE\nTHE TABLE"),
    "sign_off": ("Quitter la table", "Leave the table"),
    "relief": ("RELÈVE REFUSÉE", "RELIEF REFUSED"),
    "paused.locked": (
        "verrouillée\u00a0: badge et PIN pour reprendre",
        "locked: badge and PIN to resume",
    ),
}
