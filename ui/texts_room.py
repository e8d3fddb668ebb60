"""What the pit's screen says of many tables: tabs, tiles, rows, sums. French words, then English words."""

from __future__ import annotations

from typing import Final

ROOM: Final[dict[str, tuple[str, str]]] = {
    "tab.room": ("Salle", "Room"),
    "tab.live": ("Coup en direct", "Live round"),
    "tab.rounds": ("Coups", "Rounds"),
    "tab.jackpot": ("Jackpot", "Jackpot"),
    "tab.plots": ("Courbes", "Plots"),
    "tab.devices": ("Appareils", "Devices"),
    "tab.registers": ("Registres", "Registers"),
    "tab.integrity": ("Intégrité", "Integrity"),
    "tab.settings": ("Réglages", "Settings"),
    "tables": ("Tables", "Tables"),
    "tables.worst": ("pire d’abord", "worst first"),
    "pace": ("{count}\u00a0c/h", "{count}/h"),
    "unheard": ("muette depuis {time}", "unheard for {time}"),
    "unheard.never": ("Table muette", "Table unheard"),
    "unheard.wait": ("rien n’est encore venu d’elle", "nothing has come from it yet"),
    "unheard.tag": ("muette", "unheard"),
    "call.tag": ("appel", "call"),
    "room.table": ("Table", "Table"),
    "room.table.note": (
        "pire d’abord, ordre figé sous le pointeur",
        "worst first, order kept under the pointer",
    ),
    "room.places": ("Places", "Seats"),
    "room.places.note": ("assis, mise JP1", "seated, JP1 stake"),
    "room.pace": ("Coups par heure", "Rounds an hour"),
    "room.pace.note": ("durée des dix derniers", "length of the last ten"),
    "room.jp1": ("JP1", "JP1"),
    "room.jp1.note": ("part des mains", "share of hands"),
    "room.bank": ("Résultat de la banque", "Result of the bank"),
    "room.bank.note": ("dix derniers coups", "last ten rounds"),
    "room.machines": ("Appareils", "Devices"),
    "room.machines.note": ("", ""),
    "letter.shuffler": ("M", "Sf"),
    "letter.shoe": ("S", "Sh"),
    "letter.chips": ("C", "J"),
    "letter.badge": ("L", "R"),
    "letter.link": ("B", "B"),
    "room.foot": (
        "Appareils\u00a0: mélangeur, sabot, capteurs JP1, lecteur de carte, cagnotte. "
        "Un carré gris est sain\u00a0; toucher une ligne ouvre la table.",
        "Devices: shuffler, shoe, JP1 sensors, card reader, jackpot book. "
        "A grey square is well; touching a row opens the table.",
    ),
    "sum.tables": ("Tables ouvertes", "Tables open"),
    "sum.heard": ("toutes entendues", "all are heard"),
    "sum.unheard": ("muettes\u00a0: {count}", "unheard: {count}"),
    "sum.pace": ("Coups par heure, salle", "Rounds an hour, room"),
    "sum.pace.note": ("par les derniers coups", "by the last rounds"),
    "sum.pace.target": ("cible {count}", "target {count}"),
    "sum.seats": ("Joueurs assis", "Players seated"),
    "sum.seats.note": ("sur {count} places", "of {count} seats"),
    "sum.jp1": ("Participation JP1", "JP1 share"),
    "sum.jp1.note": ("des mains jouées", "of the hands played"),
    "sum.bank": ("Résultat de la salle", "Result of the room"),
    "sum.bank.note": ("{count} derniers coups", "last {count} rounds"),
    "sum.meter.note": (
        "{count} tables, mise {stake}, {share} au compteur",
        "{count} tables, stake {stake}, {share} to the meter",
    ),
    "sum.meter.one": ("mise {stake}, {share} au compteur", "stake {stake}, {share} to the meter"),
    "calm.room": ("Tables suivies\u00a0: {count}. Aucune alarme.", "Tables watched: {count}. No alarm."),
    "silent.none": ("rien n’est encore venu de cette table", "nothing has come from this table yet"),
    "help": ("AIDE", "HELP"),
    "help.says": ("Aide\u00a0: {title}", "Help: {title}"),
    "look": ("VOIR", "LOOK"),
    "look.says": ("Voir la table {table}", "Look at table {table}"),
    "refused": ("Refusé", "Refused"),
}


def told(language: str) -> dict[str, str]:
    """These words in one language."""
    at = ("fr", "en").index(language)
    return {key: both[at] for key, both in ROOM.items()}
