"""Why a backup is not made, read or put back, French and English: one sentence each, with the next step."""

from __future__ import annotations

from typing import Final

from controller.host.disk import BROKEN, FORBIDDEN, FULL, NO_FOLDER, READ_ONLY
from controller.words.money import EN, FR
from controller.words.plurals import in_language

SAID: Final[dict[str, tuple[str, str]]] = {
    "as_it_is": ("{sentence}", "{sentence}"),
    # which backup
    "not_mounted": (
        "{source} ne se lit pas ({why})\u202f; montez le disque ou la clé USB des sauvegardes",
        "{source}: {why}; mount the disk or stick with the backups",
    ),
    "newest_unread": (
        "{folder}\u00a0: {why}\u202f; personne ne sait donc si c’est la plus récente\u202f;"
        " nommez le dossier de la sauvegarde voulue",
        "{folder}: {why}, so that nobody knows whether it is the newest; name the"
        " directory of the backup that you want",
    ),
    "none_here": (
        "{source}\u00a0: aucune sauvegarde entière ici\u00a0: aucun de ses dossiers n’a de manifeste",
        "{source}: no whole backup is here: none of its directories has a manifest",
    ),
    "none_of_table": (
        "{source}\u00a0: aucune sauvegarde entière de {table} ici\u00a0:"
        " aucun de ses dossiers n’a de manifeste",
        "{source}: no whole backup of {table} is here: none of its directories has a manifest",
    ),
    "later_damaged": (
        "{newest} contient le plus, mais {other}, datée de plus tard, ne se vérifiait pas quand elle fut"
        " faite ({why})\u202f; nommez le dossier de la sauvegarde voulue",
        "{newest} holds most, and {other}, which is dated later, did not verify when it was made: {why}; name"
        " the directory of the backup that you want",
    ),
    "later_of_other_history": (
        "{newest} contient le plus, mais {other}, datée de plus tard, a une autre histoire\u00a0:"
        " la table a été restaurée entre les deux\u202f; nommez le dossier de la sauvegarde voulue",
        "{newest} holds most, and {other}, which is dated later, is of another history: the table was"
        " restored between the two; name the directory of the backup that you want",
    ),
    # its manifest
    "no_manifest": (
        "{folder} n’est pas une sauvegarde entière\u00a0: {manifest} y manque\u202f;"
        " prenez-en une plus ancienne à côté",
        "{folder} is no whole backup: it has no {manifest}; take an older one beside it",
    ),
    "a_link": (
        "{path}\u00a0: un lien, pas un fichier simple dans un dossier\u202f;"
        " nommez le dossier même de la sauvegarde",
        "{path}: a link, no plain file in a directory; name the backup's own directory",
    ),
    "unread": ("{path} ne se lit pas ({why})", "{path} cannot be read: {why}"),
    "other_format": (
        "{path} est d’un autre format\u202f; ce programme lit {format}",
        "{path} is of another format; this program reads {format}",
    ),
    "manifest_damaged": (
        "{path} est abîmé\u00a0: on ne sait pas ce que la sauvegarde contenait\u202f; prenez-en une autre",
        "{path} is damaged: what the backup held is not known; take another backup",
    ),
    "at_odds": (
        "{path} se contredit ({why})\u00a0: aucune table ne l’a écrit ainsi\u202f;"
        " prenez une autre sauvegarde",
        "{path} {why}: no table wrote it so; take another backup",
    ),
    "of_no_table": (
        "{path} est de {table}, qui n’est pas une table\u202f; prenez une autre sauvegarde",
        "{path} is of {table}, which is no table; take another backup",
    ),
    "named_twice": (
        "{path} nomme deux fois {name}\u00a0: aucune table ne l’a écrit\u202f; prenez une autre sauvegarde",
        "{path} names {name}, twice: no table wrote it; take another",
    ),
    "named_strangely": (
        "{path} nomme {name}, un nom qu’aucun fichier d’une sauvegarde ne porte\u00a0:"
        " aucune table ne l’a écrit\u202f; prenez une autre sauvegarde",
        "{path} names {name}, which no file of a backup is called: no table wrote it; take another",
    ),
    # its keys
    "pair_exists": (
        "{path} existe déjà\u202f; aucune clé n’est écrasée\u00a0: nommez un autre fichier",
        "{path} exists already; no key is overwritten",
    ),
    "pair_unwritten": ("{path} ne s’écrit pas ({why})", "{path} cannot be written: {why}"),
    "no_private_key": (
        "{path} n’est pas une clé privée de tapis keys pair\u202f; nommez celle du coffre",
        "{path} is no private key of tapis keys pair; name the one from the safe",
    ),
    "other_private_key": (
        "{path} est une clé privée d’une autre sorte",
        "{path} is a private key of another kind",
    ),
    "keys_other_format": (
        "des clés de format {format}\u202f; ce programme lit {wanted}",
        "keys of format {format}; this program reads {wanted}",
    ),
    "keys_damaged": (
        "le fichier des clés est abîmé\u202f; prenez les clés d’une autre sauvegarde",
        "the file of keys is damaged; take the keys of another backup",
    ),
    "keys_other_recipient": (
        "les clés sont pour le destinataire {recipient}\u202f; cette clé privée est celle d’un autre\u202f;"
        " nommez la bonne par --keys",
        "the keys are for the recipient {recipient}; this private key is another's; name the"
        " right one with --keys",
    ),
    "keys_closed": (
        "le fichier des clés est abîmé\u00a0: il ne s’ouvre pas\u202f; prenez les clés"
        " d’une autre sauvegarde",
        "the file of keys is damaged: it does not open; take the keys of another backup",
    ),
    "keys_strange": (
        "le fichier des clés a {name}, qui n’est pas une clé de table\u202f;"
        " prenez celui d’une autre sauvegarde",
        "the file of keys has {name}, which is no key of a table; take another's",
    ),
    "no_keys": (
        "{folder} n’a pas de clés\u00a0: elle a été faite sans destinataire",
        "{folder} holds no keys: it was made without a recipient",
    ),
    "keys_faulty": (
        "{path} {why}\u202f; prenez les clés d’une autre sauvegarde",
        "{path} {why}; take the keys of another backup",
    ),
    "keys_gone": (
        "{folder} nomme des clés et n’a pas {name}\u202f; prenez les clés d’une autre sauvegarde",
        "{folder} names keys and has no {name}; take the keys of another backup",
    ),
    "keys_unlike": (
        "{path} et le manifeste ne disent pas la même chose de {name}\u00a0:"
        " l’un des deux a été changé\u202f; prenez les clés d’une autre sauvegarde",
        "{path} and the manifest do not tell alike of {name}: one of the two was"
        " changed; take the keys of another backup",
    ),
    "no_key_of_table": (
        "{name} n’est pas une clé de table\u202f; prenez les clés d’une autre sauvegarde",
        "{name} is no key of a table; take the keys of another backup",
    ),
    # putting it back
    "changed_to_link": (
        "{path} n’est pas un fichier simple\u00a0: il a changé pendant la copie",
        "{path} is no plain file: it changed while it was copied",
    ),
    "changed": (
        "{path} a changé pendant la copie",
        "{path} changed while it was copied",
    ),
    "not_written": (
        "{place}\u00a0: {why}\u202f; tapez-le en root ou sous l’utilisateur de la table,"
        " avec de la place sur le disque",
        "{place}: {why}; run it as root or as the table's user, with room on the disk",
    ),
    "not_written_begun": (
        "{place}\u00a0: {why}\u202f; tapez-le en root ou sous l’utilisateur de la table,"
        " avec de la place sur le disque\u202f; aucune table ne démarre avant qu’il soit allé au bout",
        "{place}: {why}; run it as root or as the table's user, with room on the disk;"
        " no table starts before it was typed again and went through",
    ),
    "aside_no_name": (
        "--aside {name}\u00a0: il faut un nom, pas un chemin\u00a0: --aside premier",
        "--aside {name}: a name is wanted, no path: --aside first",
    ),
    "link_in_data": (
        "{path} est un lien, qu’aucune restauration n’a fait\u00a0: cherchez qui, et enlevez-le",
        "{path} is a link, which no restore made: find out who did, remove it",
    ),
    "keys_of_restore": (
        "{data}\u00a0: une restauration a été interrompue\u202f; relancez tapis restore d’abord, aucune clé"
        " n’est détruite",
        "{data}: a restore was cut off; run tapis restore again first, no key is destroyed",
    ),
    "table_runs": (
        "{path}\u00a0: la table tourne\u202f; arrêtez-la d’abord\u00a0: systemctl stop tapis-table",
        "{path}: the table runs; stop it first: systemctl stop tapis-table",
    ),
    "there_already": (
        "{path} est déjà là, et rien n’est écrasé\u00a0: avec --aside NOM, tout ce qui est dans"
        " {data} est gardé dans {aside}/NOM",
        "{path} is there already, and nothing is overwritten: with --aside NAME all that is in"
        " {data} is kept in {aside}/NAME",
    ),
    "aside_taken": (
        "{path} est déjà là\u202f; choisissez un autre nom",
        "{path} is there already; choose another name",
    ),
    # making it
    "no_journals": (
        "{data}\u00a0: aucun journal ici\u202f; le premier démarrage de la table les fait",
        "{data}: no journals are here; the first start of the table makes them",
    ),
    "inside_data": (
        "{target} est dans les données mêmes de la table\u202f; une sauvegarde va sur un autre disque",
        "{target} is in the table's own data; a backup belongs on another disk",
    ),
    "exists": ("{path} existe déjà", "{path} exists already"),
    "being_made": (
        "{target}\u00a0: une autre sauvegarde s’y fait\u202f; attendez-la",
        "{target}: another backup is being made there; wait for it",
    ),
    "book_busy": (
        "{path}\u00a0: on y écrit sans cesse\u202f; relancez la sauvegarde",
        "{path}: it is written to all the time; run the backup again",
    ),
    "book_uncopied": (
        "le livre du jackpot ne se copie pas ({why})",
        "the jackpot book cannot be copied: {why}",
    ),
    "target_full": (
        "{target} n’a plus de place\u00a0: libérez-en, ou baissez keep\u202f;"
        " les sauvegardes d’avant sont entières",
        "{target} has no room left: free some, or lower `keep`; the backups of before are whole",
    ),
    "target_read_only": (
        "{target} est en lecture seule\u00a0: montez-le en écriture, ou poussez le verrou de la clé USB",
        "{target} is read-only: mount it for writing, or slide the stick's lock",
    ),
    "target_forbidden": (
        "{target}\u00a0: ce compte ne peut pas y écrire\u00a0: donnez-le à l’utilisateur de la table, ou"
        " montez-le ainsi",
        "{target} may not be written by this account: give it to the table's user, or mount it so",
    ),
    "target_no_folder": (
        "{target} n’est pas là\u00a0: branchez-le ou montez-le, puis relancez la sauvegarde",
        "{target} is not there: plug it in or mount it, then run the backup again",
    ),
    "target_broken": (
        "{target} a une erreur\u00a0: prenez une autre clé USB ou un autre disque,"
        " puis relancez la sauvegarde",
        "{target} has an error: take another stick or disk, then run the backup again",
    ),
    # what is in a backup, after the name of a file
    "missing": ("manque", "is missing"),
    "not_plain": (
        "n’est pas un fichier simple\u00a0: aucune table ne l’a écrit",
        "is no plain file: no table wrote it",
    ),
    "file_unread": ("ne se lit pas", "cannot be read"),
    "file_damaged": (
        "est abîmé\u00a0: ce n’est pas ce qui fut écrit",
        "is damaged: it is not what was written",
    ),
    "folder_unread": ("manque ou ne se lit pas", "is missing or cannot be read"),
    "stranger": (
        "n’est aucun des fichiers de cette sauvegarde d’après son manifeste\u00a0:"
        " l’un des deux a été changé",
        "is none of this backup's files by its manifest: one of the two was changed",
    ),
    "unsound": ("ne se vérifie pas ({why})", "does not verify: {why}"),
    "other_journal": (
        "est un autre journal que celui que nomme le manifeste",
        "is another journal than the manifest names",
    ),
    "not_named": (
        "est connu des journaux, et le manifeste ne le nomme pas ni ne dit qu’il manquait",
        "is told of by the journals, and the manifest neither names it nor says that it was missing",
    ),
    "open_otherwise": (
        "dit autre chose que le dernier journal\u00a0: si sa séance était ouverte",
        "says otherwise than the last journal whether its session was open",
    ),
    "book_entries": (
        "va jusqu’à l’écriture {there}, et le manifeste dit {told}",
        "goes to entry {there}, and the manifest says {told}",
    ),
    # what lies beside the backups
    "of_another": (
        "elle appartient à {owner}, et {me} ne peut pas la lire",
        "it belongs to {owner}, and {me} may not read it",
    ),
    "its_manifest_unread": ("son {manifest} ne se lit pas", "its {manifest} cannot be read"),
    "its_manifest_damaged": ("son {manifest} est abîmé", "its {manifest} is damaged"),
    "left": (
        "ce qui reste de {names} appartient à {owners}, prend de la place et ne peut être enlevé par"
        " {me}\u202f; en root\u00a0: rm -r -- {typed}",
        "what is left of {names} belongs to {owners}, takes room and cannot be removed by {me};"
        " as root: rm -r -- {typed}",
    ),
    "unread_look": (
        "{folder}\u00a0: {why}\u202f; elle n’est ni comptée ni jamais enlevée\u202f;"
        " regardez-la (tapis restore {typed} --check) et enlevez-la à la main",
        "{folder}: {why}; it is neither counted nor ever removed;"
        " look at it (tapis restore {typed} --check) and remove it by hand",
    ),
    "unread_give": (
        "{folder}\u00a0: {why}\u202f; elle n’est ni comptée ni jamais enlevée\u202f;"
        " en root\u00a0: chown -R {account}: {typed}",
        "{folder}: {why}; it is neither counted nor ever removed; as root: chown -R {account}: {typed}",
    ),
    "left_too": ("{sentence}\u202f; {left}", "{sentence}; {left}"),
}


OF_TARGET: Final = (FULL, READ_ONLY, FORBIDDEN, NO_FOLDER, BROKEN)
"""What is wrong with the place of the backups, by the words of `controller.host.disk`."""


class BackupRefused(Exception):
    """A backup that cannot be made, read or put back; its text is English, `in_words` has both languages."""

    def __init__(self, key: str, /, **facts: object) -> None:
        self.in_words = both(key, **facts)
        super().__init__(self.in_words[EN])


class KeysRefused(ValueError):
    """Keys that cannot be encrypted, or do not open; as `BackupRefused`."""

    def __init__(self, key: str, /, **facts: object) -> None:
        self.in_words = both(key, **facts)
        super().__init__(self.in_words[EN])


def both(key: str, /, **facts: object) -> tuple[str, str]:
    """The sentence in French and in English; a fact that is a pair has its own words in each."""
    return in_language(SAID[key], FR, facts), in_language(SAID[key], EN, facts)
