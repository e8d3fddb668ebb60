"""Why a witness does not take a key, a head or a journal that it is told: French, then English."""

from __future__ import annotations

from typing import Final

WITNESSED: Final[dict[str, tuple[str, str]]] = {
    # whose head, which entry
    "head_of": (
        "{table}, séance {session}, écriture {seq}\u00a0: {said}",
        "{table}, session {session}, entry {seq}: {said}",
    ),
    "session_of": ("{table}, séance {session}\u00a0: {said}", "{table}, session {session}: {said}"),
    "entry_of_session": (
        "séance {session}, écriture {seq}\u00a0: {said}",
        "session {session}, entry {seq}: {said}",
    ),
    "of_session": ("séance {session}\u00a0: {said}", "session {session}: {said}"),
    # a head that does not extend the last one
    "unknown_key": (
        "signée d’une clé qui n’est pas connue ici ({key})",
        "signed with a key that is not known here ({key})",
    ),
    "former_key": (
        "signée d’une clé qui a été changée avant elle ({key})",
        "signed with a key that was changed before ({key})",
    ),
    "now_simulated": (
        "une simulation, et cette table n’en était pas une",
        "a simulation, and this table was not",
    ),
    "now_live": ("vraie, et cette table était une simulation", "live, and this table was not"),
    "shorter": (
        "plus courte que la séance {session}, écriture {seq}, vue avant",
        "shorter than session {session}, entry {seq}, seen before",
    ),
    "signed_before": (
        "signée avant la tête vue avant elle",
        "signed before the head that was seen before it",
    ),
    "other_journal": ("un autre journal que celui vu avant", "another journal than the one seen before"),
    "other_hash": ("une autre empreinte que celle vue avant", "another hash than the one seen before"),
    "no_head_told": (
        "aucune tête de la séance {session} n’a été donnée",
        "no head of session {session} was told",
    ),
    "not_as_seen": (
        "ne suit pas la séance {session} telle qu’elle a été vue en dernier",
        "does not follow session {session} as it was seen last",
    ),
    # the store
    "key_of_other": ("la clé {print} est celle de {table}", "the key {print} is that of {table}"),
    "bound": (
        "{table} est liée à la clé {print}\u00a0: une autre demande deux personnes",
        "{table} is bound to the key {print}: another takes two persons",
    ),
    "key_wanted": (
        "il faut une table, une clé de 64 chiffres hexadécimaux, et des noms sans espace\u202f; il y a"
        " {what}",
        "wanted a table, a key of 64 hex digits, and names without blanks; found {what}",
    ),
    "aside_wanted": (
        "il faut une table, une séance, et deux noms différents sans espace",
        "wanted a table, a session, and two different names without blanks",
    ),
    "nothing_seen": ("rien n’en a été vu", "nothing was seen of it"),
    # a journal that is kept there too
    "first_wanted": ("ce n’est pas une première écriture", "it is no first entry"),
    "opens_other": ("ouvre la séance {session} de {table}", "opens session {session} of {table}"),
    "other_head": (
        "la tête que la table a signée n’est pas celle de l’écriture qu’elle a donnée",
        "the head that the table signed is not that of the entry it told",
    ),
    "no_rows": ("aucune écriture n’a été donnée", "told no rows"),
    "no_row": ("ce qui a été donné n’est pas une écriture", "told what is no row"),
    "mirror_unwritten": (
        "le miroir ne peut être écrit\u00a0: {why}",
        "the mirror cannot be written: {why}",
    ),
    "heads_unwritten": (
        "les têtes signées ne peuvent être écrites",
        "the signed heads cannot be written",
    ),
}
