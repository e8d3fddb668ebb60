"""The sentences of `tapis house`, French and English; the lines of its figures are beside them, in `house`.

What a journal, a house of another machine or a library says stands in brackets as it is.
"""

from __future__ import annotations

from typing import Final

from controller.words.money import LANGUAGES
from controller.words.reasons import with_reasons

SAID: Final[dict[str, tuple[str, str]]] = {
    # what is common
    "refused": ("refusé\u00a0: {why}", "{why}"),
    "unwritten": ("{path} ne s’écrit pas ({why})", "{path}: cannot be written: {why}"),
    "no_journal": (
        "{folders}\u00a0: aucun journal n’est encore là",
        "{folders}: no journal is there yet",
    ),
    "bad_journal": (
        "{file}\u00a0: écriture {entry} ({why})",
        "{file}: entry {entry}: {why}",
    ),
    "copy": (
        "{file}\u00a0: le même journal que {first}, compté une fois\u202f; enlevez la copie",
        "{file}: the same journal as {first}, counted once; take the copy away",
    ),
    "not_a_store": ("{store}\u00a0: {why}", "{store}: {why}"),
    "store_lost": (
        "{store}\u00a0: la mémoire ne répond pas ({why})\u202f;"
        " réparez-la, ou nommez-en une autre par --store",
        "{store}: {why}; mend it, or name another with --store",
    ),
    "store_taken": (
        "{store}\u00a0: une autre maison la tient\u202f; laissez-la faire, ou nommez une autre mémoire par"
        " --store",
        "{store}: another house keeps it; leave it to that, or name another with --store",
    ),
    # tapis house serve
    "key_refused": ("--key {why}", "--key {why}"),
    "signed_with": ("les preuves sont signées avec {key}", "evidence is signed with {key}"),
    # tapis house rebuild
    "rebuilt": (
        "{entries} écriture{entries:|s} de {journals} {journals:journal|journaux} en {seconds} s",
        "{entries} {entries:entry|entries} of {journals} journal{journals:|s} in {seconds} s",
    ),
    # tapis house export
    "no_parquet": ("Parquet demande {library}, et {lacks}", "Parquet needs {library}, and {lacks}"),
    "exported": (
        "{journals} {journals:journal|journaux}\u00a0: {rows}",
        "{journals} journal{journals:|s}: {rows}",
    ),
    "nothing_new": ("rien de nouveau", "nothing new"),
    "disk_refused": (
        "le disque refuse\u00a0: regardez-le avec df",
        "the disk refused: look at it with df",
    ),
    # tapis house feed
    "no_json": ("after\u00a0: il faut du JSON", "after: JSON is wanted"),
    "certificates": (
        "--at demande --ca, --certificate et --key",
        "--at needs --ca, --certificate and --key",
    ),
    "address": (
        "--at\u00a0: il faut HÔTE:PORT, pas {found}",
        "--at: HOST:PORT is wanted, not {found}",
    ),
    "house_refuses": ("la maison refuse ({why})", "{why}"),
    "no_answer_start": (
        "la maison ne répond pas ({why})\u202f; c’est «\u00a0tapis house serve\u00a0»",
        "the house does not answer ({why}); it is `tapis house serve`",
    ),
    "no_answer": ("la maison ne répond pas ({why})", "the house does not answer ({why})"),
    "stands_still": (
        "{table}\u00a0: s’arrête après l’écriture {entry} ({why})",
        "{table}: stands still after entry {entry}: {why}",
    ),
}
NOT_A_STORE: Final = (
    "ce n’est pas la mémoire d’une maison, et cela reste comme c’est\u00a0: nommez autre chose par --store"
)
"""What is named as the store holds something else, in French; its English comes with the refusal."""


def say(lang: str, key: str, /, **facts: object) -> str:
    """The sentence; a fact that is a pair of words, French and English, has those of the language."""
    return with_reasons(SAID[key], LANGUAGES[lang], facts)
