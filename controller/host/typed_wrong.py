"""What click says of a command line that is typed wrongly, put into French.

Each sentence of click that a person can meet has its row in `FRENCH_OF`; `tests/shell/test_typed_wrong.py`
reads click's own source and finds one that has none. `ARGUMENTS` are the words by which help and errors call
what is to be typed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import click

ARGUMENTS: Final = {
    "ARGS": "ARGUMENTS",
    "BOOK": "LIVRE",
    "CARD": "BADGE",
    "COMMAND": "COMMANDE",
    "DAY": "JOUR",
    "DEVICE": "MACHINE",
    "DIR": "DOSSIER",
    "DIRECTOR": "DIRECTEUR",
    "DIRECTORY": "DOSSIER",
    "DRIVER": "PILOTE",
    "FILE": "FICHIER",
    "FLOAT RANGE": "NOMBRE",
    "FRAME": "TRAME",
    "HOST": "HÔTE",
    "INTEGER RANGE": "ENTIER",
    "KEY": "CLÉ",
    "KIND": "PANNE",
    "LESSON": "LEÇON",
    "MEMBER": "MEMBRE",
    "NAME": "NOM",
    "NEW": "NOUVEAU",
    "NUMBER": "NUMÉRO",
    "PATH": "CHEMIN",
    "PRODUCT": "PRODUIT",
    "PROFILE": "PROFIL",
    "ROLE": "RÔLE",
    "SESSION": "SÉANCE",
    "STORE": "MÉMOIRE",
    "TARGET": "CIBLE",
    "TEXT": "TEXTE",
    "USER": "UTILISATEUR",
    "VALUE": "VALEUR",
    "VENDOR": "FABRICANT",
}
"""What stands for a word to be typed, English and French; what is not here is the same in both."""
_ARGUMENT: Final = re.compile(r"\b(?:(?:FLOAT|INTEGER) RANGE|[A-Z]{3,}(?![-_a-z]))\b")

_QUOTED: Final = """['"](.*)['"]"""
FRENCH_OF: Final = {
    r"Takes (\S+) values but (\S+) (?:was|were) given\.": "il faut {0} valeurs, et il y en a {1}",
    r"(\S+) values are required, but (\S+) (?:was|were) given\.": "il faut {0} valeurs, et il y en a {1}",
    r"Missing command\.": "il manque la commande",
    rf"No such option {_QUOTED}\.": "il n’y a pas d’option {0}",
    rf"No such command {_QUOTED}\.": "il n’y a pas de commande {0}",
    rf"Argument {_QUOTED} takes (\S+) values\.": "{0} demande {1} valeurs",
    rf"Option {_QUOTED} does not take a value\.": "l’option {0} ne prend pas de valeur",
    rf"Option {_QUOTED} requires an argument\.": "l’option {0} demande une valeur",
    rf"Option {_QUOTED} requires (\S+) arguments\.": "l’option {0} demande {1} valeurs",
    r"Got unexpected extra arguments? \((.*)\)": "il y a trop de mots\u00a0: {0}",
    r"Choose from:\n\t(.*)": "à choisir parmi {0}",
    rf"{_QUOTED} is not (?:one of )?((?:'.*', )*'.*')\.": "«\u00a0{0}\u00a0» n’est pas parmi {1}",
    rf"{_QUOTED} does not match the formats? '.*'\.": (
        "«\u00a0{0}\u00a0» n’est pas un jour\u00a0: écrire 2026-11-20"
    ),
    rf"{_QUOTED} is not a valid integer(?: range)?\.": "«\u00a0{0}\u00a0» n’est pas un nombre entier",
    rf"{_QUOTED} is not a valid float(?: range)?\.": "«\u00a0{0}\u00a0» n’est pas un nombre",
    rf"{_QUOTED} is not a valid boolean\. Recognized values: (.*)": "«\u00a0{0}\u00a0» n’est pas parmi {1}",
    r"(\S+) is not in the range ([^<>]+)<=x<=([^<>]+)\.": "{0} n’est pas entre {1} et {2}",
    r"(\S+) is not in the range x>=([^<>]+)\.": "{0} est trop petit, il faut au moins {1}",
    r"(\S+) is not in the range (\S+)\.": "{0} n’est pas dans l’intervalle {1}",
    rf"(?:File|Directory|Path) {_QUOTED} does not exist\.": "{0} n’existe pas",
    rf"(?:File|Directory|Path) {_QUOTED} is a file\.": "{0} est un fichier\u00a0: nommer un dossier",
    rf"(?:File|Directory|Path) {_QUOTED} is a directory\.": "{0} est un dossier\u00a0: nommer un fichier",
    rf"(?:File|Directory|Path) {_QUOTED} is not readable\.": "{0} ne peut être lu",
    rf"(?:File|Directory|Path) {_QUOTED} is not writable\.": "{0} ne peut être écrit",
    rf"(?:File|Directory|Path) {_QUOTED} is not executable\.": "{0} ne peut être exécuté",
}
"""A sentence of click as it begins and ends, and the same in French with the places in their order."""


def in_french(error: click.UsageError) -> str:
    """The sentence of an error of click in French, without a full stop.

    What click has no row for here stays as it says it.
    """
    if isinstance(error, click.NoSuchOption):
        near = " ou ".join(error.possibilities or ())
        return sentence_in_french(error.message) + (f"\u202f; serait-ce {near}\u202f?" if near else "")
    if isinstance(error, click.MissingParameter):
        return _missing(error)
    if isinstance(error, click.BadParameter):
        of = _hint(error)
        return f"{of}\u00a0: {sentence_in_french(error.message)}" if of else sentence_in_french(error.message)
    return sentence_in_french(error.message)


def sentence_in_french(said: str) -> str:
    """One sentence of click in French, or as it is."""
    for english, french in FRENCH_OF.items():
        found = re.fullmatch(english, said, re.DOTALL)
        if found is not None:
            return french.format(*map(_listed, found.groups()))
    return without_stop(said)


def without_stop(said: str) -> str:
    """The sentence without its full stop; three dots stay."""
    return re.sub(r"(?<!\.)\.$", "", said)


def arguments(words: str) -> str:
    """The words that stand for what is to be typed, `FILE|DIR`, in French."""
    return _ARGUMENT.sub(lambda found: ARGUMENTS.get(found[0], found[0]), words)


def _missing(error: click.MissingParameter) -> str:
    of = _hint(error)
    option = error.param_type == "option" or isinstance(error.param, click.Option)
    which = "l’option" if option else "l’argument"
    choices = error.param.type.get_missing_message(error.param, error.ctx) if error.param is not None else ""
    return f"il manque {which} {of}" + (f"\u00a0: {sentence_in_french(choices)}" if choices else "")


def _hint(error: click.BadParameter) -> str:
    """Which option or argument it is about."""
    hint: str | Sequence[str] | None = error.param_hint
    if hint is None and error.param is not None:
        hint = error.param.get_error_hint(error.ctx)
    if hint is None:
        return ""
    of = arguments(hint.replace("'", "") if isinstance(hint, str) else " / ".join(hint))
    return re.sub(r"^\[(.*)\]$", r"\1", of)


def _listed(words: str) -> str:
    """What click lists in quotes or a line each, with commas alone; an empty word is seen."""
    listed = re.fullmatch(r"'[^']*'(?:, '[^']*')*", words) is not None
    return re.sub(r",\n\t", ", ", words.replace("'", "") if listed else words) or "''"
