"""The sentences of `tapis journal verify`, `export` and of evidence: what holds, by whose word, and how far.

The words for the same thing are those of `deploy/check_stick.py`, which the authority reads beside them; what
was found wrong is said by `controller.words.known_again`.
"""

from __future__ import annotations

from typing import Final

from controller.words.plurals import in_language

SAID: Final[dict[str, tuple[str, str]]] = {
    "ok": ("tient   ", "ok   "),
    "fault": ("FAUX    ", "FAULT"),
    "whole": ("entier  ", "whole"),
    "note": ("à savoir", "NOTE "),
    "simulation": (", SIMULATION", ", SIMULATION"),
    "journal": ("{table}, séance {session}", "{table}, session {session}"),
    "unreadable": ("illisible", "unreadable"),
    "holds": (
        "{mark}  {file}\u00a0: {what}\u00a0: {entries} écriture{entries:|s}, tête {head}",
        "{mark}  {file}: {what}: {entries} {entries:entry|entries}, head {head}",
    ),
    "false": (
        "{mark}  {file}\u00a0: {what}\u00a0: {entries} {entries:écriture tient|écritures tiennent}\u202f;"
        " {why}",
        "{mark}  {file}: {what}: {entries} {entries:entry holds|entries hold}; {why}",
    ),
    "together": ("{mark}  {why}", "{mark}  {why}"),
    "unsigned": (
        "          non signé à partir de l’écriture {seq}",
        "       not signed from entry {seq} on",
    ),
    "witnessed": (
        "          vu du témoin jusqu’à sa dernière écriture, {seq}",
        "       witnessed to its last entry, {seq}",
    ),
    "never_witnessed": (
        "          le témoin n’a rien vu de ce journal",
        "       the witness has seen nothing of this journal",
    ),
    "unwitnessed": (
        "          le témoin n’a rien vu après l’écriture {seq}, sur {entries}",
        "       the witness has seen nothing after entry {seq} of {entries}",
    ),
    "again_with_witness": (
        "ce que le témoin n’a pas vu, qui a la machine de la table pouvait le réécrire\u00a0: reprendre le"
        " fichier du témoin à sa machine, tables fermées, et la même commande",
        "what the witness has not seen, who has the table's machine could have written anew: take the"
        " witness's file from its machine again, tables closed, and type the same",
    ),
    "no_witness": (
        "aucun témoin\u202f; qui a la machine de la table pouvait tout réécrire\u00a0: prendre le fichier du"
        " témoin à sa machine, puis --witness",
        "no witness: who has the table's machine could have written all of it anew: take the witness's file"
        " from its machine, then --witness",
    ),
    "seen": (
        "attesté   {table}\u00a0: par {names}, jusqu’à l’écriture {seq} de la séance {session}, signée le"
        " {at}\u202f; la suite, par aucune autre table d’ici",
        "       {table}: seen by {names} to session {session}, entry {seq}, signed {at}; what comes after,"
        " by no other table here",
    ),
    "unseen": (
        "attesté   {table}\u00a0: par aucune autre table d’ici\u202f; qui a son disque et sa clé peut tout"
        " réécrire, et seul le témoin peut en répondre",
        "       {table}: no other table here has seen it: who has its disk and its key can write all of it"
        " anew, and the witness alone can vouch for it",
    ),
    "sum": (
        "{journals} {journals:journal|journaux}, {entries} écriture{entries:|s}",
        "{journals} journal{journals:|s}, {entries} {entries:entry|entries}",
    ),
    "whose": (
        "la chaîne est entière\u202f; à qui elle est n’a pas été vérifié\u00a0: il y faut --key ou --witness",
        "chain is whole; whose it is was not checked: that takes --key or --witness",
    ),
    # the signed file of an inspection
    "inspection": (
        "{mark}  {file}\u00a0: signé de la clé {key}",
        "{mark}  {file}: signed with {key}",
    ),
    "by_word": (
        "          la maison y répond des clés des tables\u00a0: les comparer au papier",
        "       the tables' keys are as the house names them in it: compare them on paper",
    ),
    "whose_inspection": (
        "          à qui sont le fichier et ses journaux n’a pas été vérifié\u00a0: il y faut"
        " --key house=HEX",
        "       whose the file and its journals are was not checked: that takes --key house=HEX",
    ),
    # the evidence of a round
    "round": (
        "{mark}  {file}\u00a0: {table}, séance {session}, coup {round}{simulation}\u00a0: {rows} "
        "écriture{rows:|s}, dont {sealed} de cartes scellées, {heads} {heads:tête signée|têtes signées}",
        "{mark}  {file}: {table}, session {session}, round {round}{simulation}: {rows} {rows:entry|entries},"
        " {sealed} of sealed cards, {heads} signed head{heads:|s}",
    ),
    "signer": ("          signé de la clé {key}", "       signed with {key}"),
    "heads_by": (
        "          ses têtes de la clé {key}, celle de la table",
        "       its heads with {key}, the table's",
    ),
    "not_over": (
        "          le coup n’y est pas terminé\u00a0: la suite est ailleurs",
        "       the round is not over in it: what came after stands elsewhere",
    ),
    "not_bound": (
        "          aucune tête du témoin ne le lie en entier\u00a0: seul son signataire en répond",
        "       no head of the witness binds all of it: for that its signer alone vouches",
    ),
    "whose_round": (
        "          {chain}à qui il est n’a pas été vérifié\u00a0: il y faut --key ou le fichier d’un témoin",
        "       {chain}whose it is was not checked: that takes --key or a witness's store",
    ),
    "chain": ("sa chaîne est entière\u202f; ", "its chain is whole; "),
    "written": (
        "{file}\u00a0: coup {round}, {entries} écriture{entries:|s}, {through} avec celles jusqu’à la tête",
        "{file}: round {round}, {entries} {entries:entry|entries}, {through} with those to the head",
    ),
    "again": (
        "non signé à partir de l’écriture {seq}\u00a0: le reprendre quand la tête du coup sera signée",
        "not signed from entry {seq} on: take it again when the round's head is signed",
    ),
    # refusals
    "which": (
        "dire --round N, ou --check pour un dossier qui est déjà là",
        "say --round N, or --check for evidence that is there already",
    ),
    "other_key": (
        "{file}\u00a0: ses têtes ont été signées d’une autre clé que {key}",
        "{file}: its heads were signed with another key than {key}",
    ),
    "real": (
        "{file}\u00a0: le journal est d’une vraie séance, pour laquelle aucune simulation ne signe",
        "{file}: the journal is of a real session, which no simulation signs for",
    ),
    "seed": ("\u202f; dire --simulated-seed", "; say --simulated-seed"),
    "form": ("dire --csv ou --json", "say --csv or --json"),
    "no_frame": ("aucune trame ainsi demandée dans {file}", "no such frame in {file}"),
    "no_round": ("le coup {round} n’est pas dans {file}", "round {round} is not in {file}"),
}


def say(key: str, language: int, /, **facts: object) -> str:
    """The sentence under this key, with its facts."""
    return in_language(SAID[key], language, facts)
