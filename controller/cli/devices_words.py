"""The sentences of `tapis devices`: what is plugged in, what a machine says, and what to do; French, English.

Lines for other programs stay as they are. What is typed or stands in table.toml keeps its name in both
languages: the machines, and the codes of their troubles. The faults of machines, which their drivers say in
English, are known again by their form (`controller.boot.devices_findings`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from controller.boot.devices_findings import FORMS
from controller.words.journal_fields import FIELDS
from controller.words.journal_values import VALUES
from controller.words.known_again import finding
from controller.words.money import EN, FR, LANGUAGES
from controller.words.plain import COLON
from controller.words.plurals import in_language

SAID: Final[dict[str, tuple[str, str]]] = {
    # the list
    "there": ("branché", "plugged in"),
    "not_there": ("absent", "not there"),
    "not_tried": ("non essayé ici", "not tried here"),
    "no_machine": ("aucun appareil dans les réglages", "no machine in the settings"),
    "runs": ("la table tourne\u00a0:", "the table runs:"),
    "plugged": ("branchés\u00a0:", "plugged in:"),
    "none_plugged": ("rien n’est branché", "nothing is plugged in"),
    "no_list": ("aucune liste d’appareils permis", "no list of allowed devices"),
    "not_allowed": ("NON PERMIS", "NOT ALLOWED"),
    "allowed": ("permis\u00a0: {what}", "allowed: {what}"),
    "record": (
        "{head}  répétés={retries} erreurs={errors} retours={returns} réponse/p99={took} derniers\u00a0:"
        " {words}",
        "{head}  retries={retries} errors={errors} returns={returns} answer/p99={took} last: {words}",
    ),
    # one machine
    "up": ("{device}\u00a0: en service", "{device}: up"),
    "records": (
        "{device}\u00a0: ce qui passe sa ligne est gardé pendant {seconds} s\u202f; s’en servir maintenant",
        "{device}: what passes its line is kept for {seconds} s: use it now",
    ),
    "recorded": (
        "{file}\u00a0: {moments} {moments:moment|moments} de {device} en {seconds} s",
        "{file}: {moments} {moments:moment|moments} of the {device} in {seconds} s",
    ),
    "yes": ("{name}", "{name}"),
    "no": ("non-{name}", "not-{name}"),
    # refusals
    "file_there": (
        "{file}\u00a0: est déjà là\u202f; nommer un autre fichier",
        "{file}: is there already; name another file",
    ),
    "too_large": ("{file}\u00a0: {count} octets au plus", "{file}: at most {count} bytes"),
    "pins": (
        "{device}\u00a0: capteurs et voyants sont des broches, non une ligne du protocole ouvert\u00a0:"
        " `tapis devices test chips` les essaie",
        "{device}: sensors and lamps are pins, no line of the open protocol: `tapis devices test chips`"
        " tries it",
    ),
    "speaks_pcsc": (
        "{device}\u00a0: un lecteur de badge parle PC/SC, non le protocole ouvert\u202f;"
        " `tapis devices test badge` l’essaie",
        "{device}: a card reader speaks PC/SC, not the open protocol; `tapis devices test badge` tries it",
    ),
    "draw_of_shoe": (
        "--draw\u00a0: seul un sabot laisse sortir une carte",
        "--draw: only a shoe lets a card out",
    ),
    "held": ("tenue      {section}  {says} ({rule})", "held      {section}  {says} ({rule})"),
    "not_held": ("PAS TENUE  {section}  {says} ({rule})", "NOT HELD  {section}  {says} ({rule})"),
    "tried": ("    essayé\u00a0: {tried}", "    tried: {tried}"),
    "seen": ("    vu\u00a0: {seen}", "    seen: {seen}"),
    "verdict": (
        "{held} {held:règle tenue|règles tenues} sur {rules}",
        "{held} of {rules} rules held",
    ),
    "table_says": (
        "{device}\u00a0: la table qui tourne dit {health}\u202f; {why}",
        "{device}: the table that runs says {health}; {why}",
    ),
}
KINDS: Final[Mapping[str, str]] = {
    "card": "carte",
    "unreadable": "illisible",
    "cut_card": "carte-de-coupe",
    "shoe": "sabot",
    "shuffler": "mélangeur",
    "health": "état",
    "trouble": "ennui",
    "chip": "jeton",
    "moves": "mouvements",
    "spots": "capteurs",
    "badge": "badge",
    "badge_gone": "badge-retiré",
    "identity": "identité",
    "reader": "lecteur",
    "counters": "compteurs",
    "ask": "À FAIRE",
    "seat": "siège",
    "sound": "son",
    "record": "relevé",
    "in": "reçu",
    "out": "envoyé",
    "up": "ligne-ouverte",
    "down": "ligne-fermée",
    "edge": "front",
    "level": "niveau",
}
"""What a line tells of, in French; in English its code."""
FACTS: Final[Mapping[str, str]] = {
    "active": "en cours",
    "present": "présent",
    "name": "nom",
    "firmware_sha256": "sha256 du micrologiciel",
    "bytes": "octets",
    "frames_in": "trames reçues",
    "frames_out": "trames envoyées",
    "retries": "répétées",
    "damaged": "abîmées",
    "duplicates": "doubles",
    "gaps": "trous",
    "malformed": "mal formées",
    "strangers": "étrangères",
    "connections": "appels",
    "reconnections": "retours",
    "reboots": "redémarrages",
    "why": "motif",
    "said": "dit",
    "do": "quoi",
    "result": "résultat",
    "sound": "signal",
}
"""Names of facts that no entry of a journal has, in French."""
SOUNDS: Final[Mapping[str, str]] = {
    "tick": "tic",
    "high": "alarme",
    "critical": "alarme-critique",
    "chime": "carillon",
}
_BARE: Final = ("card", "code", "health")
"""Facts that are told by their value alone."""


def say(lang: str, key: str, /, **facts: object) -> str:
    """The sentence under this key; a fact `why` is said in this language itself, where it can be."""
    if "why" in facts:
        facts["why"] = told(lang, str(facts["why"]))
    return in_language(SAID[key], LANGUAGES[lang], facts)


def told(lang: str, said: str) -> str:
    """What a driver said in English, in this language."""
    return finding(said, LANGUAGES[lang], FORMS)


def parted(said: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """What was found, and what to do about it, of a driver's English sentence; each French and English."""
    french, _, step = told("fr", said).partition(COLON[FR])
    found, _, advice = said.partition(COLON[EN])
    return (french, found), (step, advice)


def health_words(lang: str, health: str) -> str:
    """How a machine is: `en service`; in English its code."""
    return VALUES["health"][health][FR] if LANGUAGES[lang] == FR and health in VALUES["health"] else health


def in_words(said: Mapping[str, Any], lang: str) -> str:
    """One line for a person: the instant if there is one, the kind, then the rest as name and value."""
    at = f"{said['ms']:>8} ms  " if "ms" in said else ""
    rest = " ".join(_shown(name, value, lang) for name, value in said.items() if name not in ("ms", "kind"))
    kind = KINDS.get(said["kind"], said["kind"]) if LANGUAGES[lang] == FR else said["kind"]
    return f"{at}{kind} {rest}".rstrip()


def _shown(name: str, value: object, lang: str) -> str:
    if isinstance(value, bool):
        return say(lang, "yes" if value else "no", name=_name(name, lang))
    if isinstance(value, list):
        return " ".join(map(str, value))
    return _value(name, value, lang) if name in _BARE else f"{_name(name, lang)}={_value(name, value, lang)}"


def _name(name: str, lang: str) -> str:
    if LANGUAGES[lang] != FR:
        return name
    return FACTS.get(name) or (FIELDS[name][FR] if name in FIELDS else name)


def _value(name: str, value: object, lang: str) -> str:
    if LANGUAGES[lang] != FR or not isinstance(value, str):
        return str(value)
    if name == "health":
        return health_words(lang, value)
    if name == "sound":
        return SOUNDS.get(value, value)
    if name == "result" and value == "good":
        return "bon"
    return told(lang, value) if name in ("do", "result", "why") else value
