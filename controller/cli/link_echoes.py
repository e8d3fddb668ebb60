"""What a command of `tapis link` has done, in French or English."""

from __future__ import annotations

from typing import Final

from controller.words.money import LANGUAGES
from controller.words.plurals import in_language

ECHOED: Final[dict[str, tuple[str, str]]] = {
    "made": ("fait     {what}", "made   {what}"),
    "wanted": ("à faire  {what}", "wanted  {what}"),
    "applied": ("fait     {what}", "applied {what}"),
    "current": ("le schéma en est à la migration {number}", "the schema is at migration {number}"),
    "stands_for": ("{role} est la table {table}", "{role} stands for {table}"),
    "admitted": ("{role} est admis\u00a0: {kind}", "{role} is admitted as {kind}"),
    "out": (
        "{role} est dehors\u00a0: plus de droits, plus d’entrée,"
        " {number} {number:session terminée|sessions terminées}",
        "{role} is out: no rights, no login, {number} session{number:|s} ended",
    ),
    "mended": ("{role} a ses droits et ses limites", "{role} has its rights and its limits"),
    "ended": (
        "{role} tenait une transaction depuis {seconds} s\u00a0: session {pid} terminée",
        "{role} kept a transaction open for {seconds} s: session {pid} ended",
    ),
    "last": ("écriture {number}, {at}", "entry {number}, {at}"),
    "nothing": ("rien encore", "nothing yet"),
    "open": (
        "ouvert {table}, coup {round}, génération {generation}, depuis le {at}, journal {journal}",
        "open   {table} round {round}, generation {generation}, since {at}, journal {journal}",
    ),
    "copied": (
        "{file}\u00a0: le livre entier, {number} écriture{number:|s}",
        "{file}: the whole book, {number} entr{number:y|ies}",
    ),
    "table_of_table": (
        "--table nomme la table d’un rôle de genre table, et d’aucun autre",
        "--table names the table of a role of kind table, and of no other",
    ),
    "two_persons": (
        "--person se donne deux fois\u00a0: l’une propose, l’autre approuve",
        "--person is given twice: one proposes, another approves",
    ),
    "no_open_round": (
        "pas de coup {number} ouvert à la table {table}\u00a0: tapis link tables URL les nomme",
        "no open round {number} of table {table}: tapis link tables URL names them",
    ),
    "open_rounds": (
        "{count} coup{count:|s} {number} ouvert{count:|s} à la table {table}\u00a0:"
        " en nommer un par --journal",
        "{count} open round{count:|s} {number} of table {table}: name one with --journal",
    ),
    "not_closed": ("pas fermé\u00a0: {text}", "not closed: {text}"),
    "closed": (
        "le coup {number} de la table {table} est fermé par l’écriture {seq}",
        "round {number} of table {table} is closed by entry {seq}",
    ),
}


def echoed(lang: str, code: str, **facts: str | int | tuple[str, str]) -> str:
    """What a command has done, in one line."""
    return in_language(ECHOED[code], LANGUAGES[lang], facts)
