"""The words of the opening and closing sheets: French, then English, with the same facts."""

from __future__ import annotations

from typing import Final

OPENING: Final[dict[str, tuple[str, str]]] = {
    "line.float": ("Avance", "Float"),
    "line.serial_red": ("N° du jeu rouge", "Red deck number"),
    "line.serial_blue": ("N° du jeu bleu", "Blue deck number"),
    "line.deck_red": ("Jeu rouge compté", "Red deck counted"),
    "line.deck_blue": ("Jeu bleu compté", "Blue deck counted"),
    "line.cards_sound": ("Cartes en parfait état", "Cards in perfect condition"),
    "line.witness": ("Joueur témoin présent", "Witnessing player present"),
    "line.limits": ("Minimum – maximum", "Minimum – maximum"),
    "line.jackpot": ("JP1 affiché", "JP1 shown"),
    "line.rules": ("Règles lues", "Rules read"),
    "line.encaisse": ("Encaisse", "Closing count"),
    "line.disputes": ("Litiges ouverts", "Open disputes"),
    "line.decks_ordered": ("Jeux remis en ordre", "Decks put in order"),
    "line.decks_examined": ("Jeux examinés", "Decks examined"),
    "line.decks_counted": ("Jeux comptés", "Decks counted"),
    "line.decks_stored": ("Rendus au dépôt", "Back in the dépôt"),
    "line.jackpot_history": ("Historique JP1", "JP1 history"),
    "line.reconciliation": ("Écart du jackpot", "Jackpot difference"),
}

REFUSED_FR: Final[dict[str, str]] = {
    "opening_line": "manque\u00a0: {line}",
    "closing_line": "manque\u00a0: {line}",
    "closing_first": "feuille de fermeture d’abord",
    "closing": "fermeture en cours",
    "last_deal_played": "dernière donne jouée",
    "no_such_piece": "pas de pièce de {amount}",
    "too_many_pieces": "trop de pièces\u00a0: {count}",
    "nothing_counted": "rien n’est compté",
    "avance_differs": "compté {amount}, avance {wanted}",
    "no_serial": "numéro invalide",
    "serial_twice": "n° {serial}\u00a0: l’autre jeu l’a",
    "badge_cashier": "carte du caissier attendue",
}
REFUSED_EN: Final[dict[str, str]] = {
    "opening_line": "missing: {line}",
    "closing_line": "missing: {line}",
    "closing_first": "closing sheet first",
    "closing": "the table is being closed",
    "last_deal_played": "the last deal is played",
    "no_such_piece": "no piece of {amount}",
    "too_many_pieces": "too many pieces: {count}",
    "nothing_counted": "nothing is counted",
    "avance_differs": "counted {amount}, float {wanted}",
    "no_serial": "invalid number",
    "serial_twice": "no. {serial}: the other deck has it",
    "badge_cashier": "cashier’s card expected",
}
