"""The sentences of `tapis backup` and `tapis restore`, French and English.

Why one is refused is in `controller.backup.refusals`.
"""

from __future__ import annotations

from typing import Final

from controller.words.money import LANGUAGES
from controller.words.reasons import with_reasons

SAID: Final[dict[str, tuple[str, str]]] = {
    # what is common to both
    "as_it_is": ("{sentence}", "{sentence}"),
    "no_session": ("aucune séance", "no session"),
    "no_session_yet": ("aucune séance encore", "no session yet"),
    "session": ("séance {session} jusqu’à l’écriture {entry}", "session {session} to entry {entry}"),
    "session_open": (
        "séance {session} jusqu’à l’écriture {entry}, qui est ouverte",
        "session {session} to entry {entry}, which is open",
    ),
    # tapis backup
    "no_target": (
        "nommez CIBLE, ou «\u00a0target\u00a0» sous [backup] des réglages",
        "name the TARGET, or `target` under [backup] of the settings",
    ),
    "not_made": ("{table}\u00a0: pas de sauvegarde\u00a0: {why}", "{table}: no backup: {why}"),
    "made": (
        "{table}\u00a0: {folder}\u00a0: {sessions} séance{sessions:|s} ({where}), {book}, {keys},"
        " {size} Mio{gone}",
        "{table}: {folder}: {sessions} session{sessions:|s} ({where}), {book}, {keys}, {size} MiB{gone}",
    ),
    "gone": ("\u202f; enlevées\u00a0: {removed}", "; removed {removed}"),
    "book": ("livre jusqu’à l’écriture {entries}", "book to entry {entries}"),
    "linked_book": ("livre lié jusqu’à l’écriture {entries}", "linked book to entry {entries}"),
    "keys": ("{count} clé{count:|s}", "{count} key{count:|s}"),
    "no_keys": ("sans clés", "no keys"),
    "lacks": (
        "{table}\u00a0: n’y sont pas, car la table ne les a plus\u00a0: {missing} (tapis doctor)",
        "{table}: not in it, for the table has none any more: {missing} (tapis doctor)",
    ),
    "told": ("{table}\u00a0: {sentence}", "{table}: {sentence}"),
    "later": (
        "{table}\u00a0: {name} est datée de plus tard que celle-ci\u00a0: l’horloge est fausse maintenant, ou"
        " l’était alors (timedatectl)\u202f; les sauvegardes se rangent par ce qu’elles contiennent",
        "{table}: {name} is dated later than this one: the clock is wrong now, or was then"
        " (timedatectl); backups stand in the order of what they hold",
    ),
    "without_recipient": (
        "{table}\u00a0: les clés n’y sont pas\u00a0: aucun destinataire n’est nommé sous [backup]",
        "{table}: the keys are not in it: no recipient is named under [backup]",
    ),
    "without_key": (
        "{table}\u00a0: les clés n’y sont pas\u00a0: il n’y en a encore aucune",
        "{table}: the keys are not in it: no key is there yet",
    ),
    "some_keys": (
        "{table}\u00a0: les clés n’y sont pas toutes\u00a0:"
        " gardez une copie des «\u00a0credentials\u00a0» là où ils se font",
        "{table}: not all keys are in it: keep a copy of the credentials where they are made",
    ),
    "same_disk": (
        "{table}\u00a0: elle est sur le disque des données mêmes de la table, et se perd avec lui",
        "{table}: it is on the disk of the table's own data, and is lost with it",
    ),
    "damaged": (
        "{table}\u00a0: ne se vérifie pas\u00a0: {what}",
        "{table}: does not verify: {what}",
    ),
    "kept_damaged": (
        "{table}\u00a0: la sauvegarde contient ce qu’il y a, abîmé comme il est\u202f;"
        " aucune plus ancienne n’a été enlevée. N’effacez rien\u202f; restaurez ce qui est nommé"
        " depuis une sauvegarde plus ancienne (OPERATIONS.md, 5)",
        "{table}: the backup holds what is there, damaged as it is; no older was removed."
        " Erase nothing; restore what is named from an older backup (OPERATIONS.md, section 5)",
    ),
    "no_note": (
        "{table}\u00a0: {folder} n’en prend pas note\u00a0: personne n’apprend quand elle fut faite",
        "{table}: {folder} takes no note of it: nobody hears when it was made",
    ),
    # tapis restore
    "checked": (
        "{table}\u00a0: {folder}\u00a0: {where}\u202f; {book}\u202f;"
        " fichiers tels qu’ils furent écrits\u00a0: {whole} sur {files}{lacks}",
        "{table}: {folder}: {where}; {book}; {whole} of {files} files are as they were written{lacks}",
    ),
    "checked_sessions": (
        "{sessions} séance{sessions:|s}, la dernière jusqu’à l’écriture {entry}",
        "{sessions} session{sessions:|s}, the last to entry {entry}",
    ),
    "checked_open": (
        "{sessions} séance{sessions:|s}, la dernière jusqu’à l’écriture {entry}, qui est ouverte",
        "{sessions} session{sessions:|s}, the last to entry {entry}, which is open",
    ),
    "checked_linked": (
        "livre lié {url} jusqu’à l’écriture {entries}",
        "linked book {url} to entry {entries}",
    ),
    "checked_lacks": (
        "\u202f; sans {lacks}, que la table n’avait pas",
        "; without {lacks}, which the table had not",
    ),
    "not_restored": (
        "{table}\u00a0: rien n’a été restauré\u00a0: {faults}. Fichiers entiers\u00a0: {whole}."
        " N’effacez rien, et prenez la sauvegarde d’avant\u202f; ce qui y manque est dans les miroirs du"
        " témoin (OPERATIONS.md, 5)",
        "{table}: nothing was put back: {faults}. The other {whole} {whole:file is|files are} whole. Erase"
        " nothing, and take the backup before it; what that lacks is in the witness's mirrors (OPERATIONS.md,"
        " section 5)",
    ),
    "refused": (
        "{table}\u00a0: la sauvegarde n’est pas restaurée\u00a0: {why}",
        "{table}: the backup is not put back: {why}",
    ),
    "lies": (
        "{table}\u00a0: ce qui était là est dans {folder}, clés comprises\u202f; tapis keys forget --aside"
        " les détruit, une fois la table reconnue bonne",
        "{table}: what was there lies in {folder}, its keys too; tapis keys forget --aside destroys them,"
        " once the table is known to be right",
    ),
    "other_table": (
        "la sauvegarde est de la table {theirs}, les réglages sont de {ours}",
        "the backup is of table {theirs}, the settings are of {ours}",
    ),
    "book_linked_here": (
        "{table}\u00a0: un livre du jackpot d’une autre sorte\u202f; les réglages en nomment un\u202f;"
        " corrigez d’abord [table]",
        "{table}: another kind of jackpot book; the settings name one; correct [table] first",
    ),
    "book_linked_there": (
        "{table}\u00a0: un livre du jackpot d’une autre sorte\u202f; celui de la sauvegarde était lié\u00a0:"
        " book = {book}\u202f; corrigez d’abord [table]",
        "{table}: another kind of jackpot book; the backup's was linked: book = {book}; correct [table]"
        " first",
    ),
    "book_was_at": (
        "{table}\u00a0: le livre lié était à {book}",
        "{table}: the linked book was at {book}",
    ),
    "no_account": (
        "il n’y a pas de compte {account} sur cette machine",
        "there is no account {account} on this machine",
    ),
    "no_account_yet": (
        "il n’y a pas de compte {account} sur cette machine\u00a0: installez d’abord le paquet de la table,"
        " ou nommez son compte par --owner",
        "there is no account {account} on this machine: install the package of the table first, or name"
        " its account by --owner",
    ),
    "only_root": (
        "seul root peut donner des fichiers à {owner}",
        "only root can give files to {owner}",
    ),
    "restored": (
        "{table}\u00a0: restaurée dans {data}\u00a0: {where}\u202f; {keys}",
        "{table}: put back to {data}: {where}; {keys}",
    ),
    "agree": ("{table}\u00a0: journaux et livre concordent", "{table}: journals and book agree"),
    "differ": (
        "{table}\u00a0: journaux et livre diffèrent\u00a0: {what}",
        "{table}: journals and book differ: {what}",
    ),
    "round_void": (
        "{table}\u00a0: sans ses clés le coup ouvert est nul\u00a0: deux personnes le disent à la console",
        "{table}: without its keys the round that is open is void: two persons say so at the console",
    ),
    "new_keys": (
        "{table}\u00a0: sans ses clés la table en fait de nouvelles\u00a0:"
        " tenez la cérémonie des clés (OPERATIONS.md, 3)",
        "{table}: without its keys the table makes new ones: hold the key ceremony (OPERATIONS.md,"
        " section 3)",
    ),
    "no_pepper": (
        "{table}\u00a0: sans {pepper} aucun PIN ne compte\u00a0: restaurez-le depuis sa propre copie",
        "{table}: without {pepper} no PIN counts: put it back from its own copy",
    ),
    "no_mark": (
        "{table}\u00a0: il n’y a pas de marque ici\u00a0: JP1 reste fermé (A-110) jusqu’à ce que deux"
        " personnes l’acceptent",
        "{table}: there is no mark here: JP1 stays closed (A-110) until two persons accept that",
    ),
    "mark_agrees": (
        "{table}\u00a0: rien ne s’est joué depuis, d’après la marque de la table",
        "{table}: nothing was played since by the table's mark",
    ),
    "mark_ahead": (
        "{table}\u00a0: la marque parle de la séance {session}, écriture {entry}, que la sauvegarde n’a"
        " pas\u00a0: JP1 reste fermé (A-110) jusqu’à ce que deux personnes acceptent l’écart",
        "{table}: the mark tells of session {session}, entry {entry}, which the backup lacks: JP1 stays"
        " closed (A-110) until two persons accept the difference",
    ),
    "mark_unread": (
        "{table}\u00a0: la marque de {folder} ne se lit pas\u00a0: JP1 reste fermé (A-110) jusqu’à ce que"
        " deux personnes l’acceptent",
        "{table}: the mark in {folder} cannot be read: JP1 stays closed (A-110) until two accept that",
    ),
}


def say(lang: str, key: str, /, **facts: object) -> str:
    """The sentence; a fact that is a pair of words, French and English, has those of the language."""
    return with_reasons(SAID[key], LANGUAGES[lang], facts)
