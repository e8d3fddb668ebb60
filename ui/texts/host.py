"""The words for the machine that the table runs on: its disk, its clock, and a journal not written."""

from __future__ import annotations

import re
from typing import Final

from ui.texts.alarms_en import AlarmText

ALARMS_FR: Final[dict[str, AlarmText]] = {
    "A-101": AlarmText(
        "JOURNAL NON ÉCRIT – COUP ARRÊTÉ",
        "Le journal ne s’écrit plus\u00a0: {detail}.",
        "Tout ce qui est affiché est inscrit\u202f; rien n’est perdu.",
        ("Laissez les cartes en place", "Appelez le chef de table"),
        "Le chef et la technique",
    ),
    "A-104": AlarmText(
        "HORLOGE INCERTAINE – À VALIDER",
        "L’heure de la machine n’est pas sûre\u00a0: {detail}.",
        "Le coup finit\u202f; l’heure du journal ne recule jamais.",
        ("Finissez le coup", "Comparez l’heure à une autre", "Appelez le chef, qui valide"),
        "Le chef et la technique",
    ),
    "A-108": AlarmText(
        "DISQUE PRESQUE PLEIN – {detail} MIO",
        "Il reste {detail} Mio sur le disque de la table.",
        "Tout est inscrit\u202f; disque plein, la table s’arrête.",
        ("Finissez le coup", "Appelez la technique", "Libérez de la place"),
        "La technique, tout de suite",
    ),
    "A-109": AlarmText(
        "JOURNAL DÉPLACÉ – PLUS DE MISES",
        "Le fichier {detail} n’est plus à sa place.",
        "Le coup finit\u202f; aucune mise nouvelle n’est prise.",
        ("Finissez le coup", "N’arrêtez pas la table", "Appelez la technique, qui remet le fichier"),
        "La technique, tout de suite",
    ),
    "A-112": AlarmText(
        "REGISTRE DES PERSONNES ILLISIBLE",
        "Le registre des personnes ne se lit pas.",
        "Le coup finit\u202f; aucun PIN n’est vérifié, aucune révocation n’arrive.",
        ("Finissez le coup", "Vérifiez de vue qui présente un badge", "Appelez la technique"),
        "Le chef et la technique, tout de suite",
    ),
    "A-240": AlarmText(
        "DISQUE LENT",
        "Le disque de la table répond tard\u00a0: {detail}.",
        "Rien n’est perdu\u202f; les appareils ne sont pas en cause.",
        ("Attendez la réponse à chaque touche", "Finissez le coup", "Appelez la technique"),
        "La technique",
    ),
    "A-241": AlarmText(
        "SESSION CLOSE ABÎMÉE – CONTINUEZ",
        "Le journal {detail}, d’une session close, n’est plus celui qui fut écrit.",
        "Le jeu de ce soir n’est pas touché et reste inscrit.",
        ("Continuez", "N’effacez rien", "La technique remet le fichier\u00a0: copie ou miroir du témoin"),
        "La technique, avant la fermeture",
    ),
}
ALARMS_EN: Final[dict[str, AlarmText]] = {
    "A-101": AlarmText(
        "JOURNAL NOT WRITTEN – ROUND HALTED",
        "The journal is no longer written: {detail}.",
        "All that is shown is on record; nothing is lost.",
        ("Leave the cards where they are", "Call the floor"),
        "The floor supervisor and the technician",
    ),
    "A-104": AlarmText(
        "CLOCK IN DOUBT – TO BE CONFIRMED",
        "The machine’s time is not certain: {detail}.",
        "The round goes on; the journal’s time never runs back.",
        ("Finish the round", "Compare the time with another", "Call the floor, who confirms it"),
        "The floor supervisor and the technician",
    ),
    "A-108": AlarmText(
        "DISK NEARLY FULL – {detail} MIB",
        "{detail} MiB are left on the table’s disk.",
        "All is on record; with a full disk the table stops.",
        ("Finish the round", "Call the technician", "Free some space"),
        "The technician, at once",
    ),
    "A-109": AlarmText(
        "JOURNAL MOVED – NO MORE BETS",
        "The file {detail} is not where it was.",
        "The round goes on; no new bet is taken.",
        ("Finish the round", "Do not stop the table", "Call the technician, who puts the file back"),
        "The technician, at once",
    ),
    "A-112": AlarmText(
        "REGISTER OF PEOPLE CANNOT BE READ",
        "The register of people cannot be read.",
        "The round goes on; no PIN is checked, no revocation is heard.",
        ("Finish the round", "Know by sight who shows a badge", "Call the technician"),
        "The floor supervisor and the technician, at once",
    ),
    "A-240": AlarmText(
        "DISK SLOW",
        "The table’s disk answers late: {detail}.",
        "Nothing is lost; no machine is to blame.",
        ("Wait for the answer to each tap", "Finish the round", "Call the technician"),
        "The technician",
    ),
    "A-241": AlarmText(
        "CLOSED SESSION DAMAGED – GO ON",
        "The journal {detail} of a closed session is not what was written.",
        "Tonight’s game is not touched, and is on record.",
        ("Go on", "Erase nothing", "The technician puts the file back: backup or witness’s mirror"),
        "The technician, before closing",
    ),
}

UNWRITTEN: Final[dict[str, tuple[str, str]]] = {
    "full": ("disque plein", "disk full"),
    "broken": ("disque en panne", "disk broken"),
    "read_only": ("disque en lecture seule", "disk read-only"),
    "forbidden": ("écriture interdite", "writing forbidden"),
    "no_folder": ("dossier des données absent", "data folder missing"),
    "slow": ("disque lent", "disk slow"),
}
"""Why the journal is not written, by what the table tells (`controller.host.disk`)."""
_CLOCKS: Final[dict[str, tuple[str, str]]] = {
    "ahead": ("en avance de {}", "{} ahead"),
    "behind": ("en retard de {}", "{} behind"),
}
_UNITS: Final = ((172_800, 86_400, ("j", "days")), (7_200, 3_600, ("h", "h")), (120, 60, ("min", "min")))


def host_detail(language: str, detail: str) -> str:
    """The detail of an alarm of disk or clock in words, `ahead_7200` as `en avance de 2 h`; else empty."""
    english = language == "en"
    if detail in UNWRITTEN:
        return UNWRITTEN[detail][english]
    kind, _, figure = detail.partition("_")
    if kind in _CLOCKS and figure.isdecimal():
        return _CLOCKS[kind][english].format(_lasting(int(figure), english))
    if kind == "took" and figure.isdecimal():
        tenths = round(int(figure) / 100)
        return f"{tenths // 10}{'.' if english else ','}{tenths % 10} s"
    return ""


def _lasting(seconds: int, english: bool) -> str:
    for least, unit, names in _UNITS:
        if seconds >= least:
            return f"{seconds // unit} {names[english]}"
    return f"{seconds} s"


def unwritten_alarm(why: str) -> tuple[str, int]:
    """The alarm that a journal not written is, and its priority: a slow disk is no fault yet."""
    return ("A-240", 2) if why == "slow" else ("A-101", 1)


def unwritten_words(language: str, why: str) -> str:
    """What a screen says that has no view of the table yet; empty without a fault."""
    if not why:
        return ""
    if why == "slow":
        return UNWRITTEN[why][language == "en"].capitalize()
    told = (ALARMS_EN if language == "en" else ALARMS_FR)["A-101"]
    detail = UNWRITTEN.get(why, UNWRITTEN["broken"])[language == "en"]
    title = told.title.partition(" – ")[0].capitalize()
    return f"{title}: {detail}" if language == "en" else f"{title}\u00a0: {detail}"


UNREADABLE: Final = ("TABLE ILLISIBLE", "TABLE NOT READABLE")
UNREADABLE_TEXT: Final = (
    "«\u00a0{part}\u00a0» ne se lit pas\u00a0: appelez la technique",
    "“{part}” cannot be read: call the technician",
)
UNREADABLE_WAITING: Final = ("Table illisible\u00a0: «\u00a0{part}\u00a0»", "Table not readable: “{part}”")


def unreadable_words(language: str, why: str) -> tuple[str, str]:
    """Title and text for a view with a part that is missing or wrong; both empty without one.

    Args:
        why: what is wrong, after the path of the part: `seats[2].ante_cents: is missing`.
    """
    english = language == "en"
    return (UNREADABLE[english], UNREADABLE_TEXT[english].format(part=_part(why))) if why else ("", "")


def _part(why: str) -> str:
    return re.split(r"[.:\[]", why)[0]


def waiting_words(language: str, unwritten: str, unreadable: str) -> str:
    """What a screen says that has no view of the table; empty where it only has to wait."""
    if unwritten or not unreadable:
        return unwritten_words(language, unwritten)
    return UNREADABLE_WAITING[language == "en"].format(part=_part(unreadable))
