"""What is wrong with a journal, and with the files made of it or beside it: French, then English.

A verification's English is what other programs read in JSON; the French has the words in which
`deploy/check_stick.py` says the same to the authority. What entries tell that cannot have been is in
`controller.journal.play_faults`, what a witness refuses in `controller.journal.witness_faults`.
"""

from __future__ import annotations

from typing import Final

from controller.journal.play_faults import PLAYED
from controller.journal.witness_faults import WITNESSED
from controller.told import Told

SAID: Final[dict[str, tuple[str, str]]] = {
    "of_entry": (
        "écriture {seq}\u00a0: {said}",
        "entry {seq}: {said}",
    ),
    "first_entry_missing": (
        "la première écriture manque",
        "the first entry is missing",
    ),
    "entry_missing_there_instead": (
        "elle manque\u202f; {seq} est à sa place",
        "the entry is missing; {seq} is there instead",
    ),
    "hash_not_content": (
        "son empreinte n’est pas celle de son contenu\u00a0: elle a été changée",
        "its hash is not that of its content",
    ),
    "hash_not_content_entry_before": (
        "son empreinte n’est pas celle de son contenu et de l’écriture d’avant",
        "its hash is not that of its content and of the entry before",
    ),
    "does_not_follow_entry_before": (
        "elle ne suit pas l’écriture d’avant",
        "it does not follow from the entry before",
    ),
    "does_not_follow_before": (
        "elle ne suit pas celle d’avant",
        "it does not follow from the one before",
    ),
    "left_out": (
        "elle a été retirée",
        "it was left out",
    ),
    "session_opened_twice": (
        "la séance est ouverte deux fois",
        "the session is opened twice",
    ),
    "unknown_kind": (
        "genre inconnu {what}",
        "unknown kind {what}",
    ),
    "time_before_entry_before": (
        "son heure précède celle de l’écriture d’avant",
        "its time is before that of the entry before",
    ),
    "session_follows_none": (
        "la séance {session} n’en suit aucune",
        "session {session} follows none",
    ),
    "session_follows_session": (
        "la séance {session} suit une séance",
        "session {session} follows a session",
    ),
    "cannot_read_no_cards_table": (
        "{kind} ne peut être lue\u00a0: pas de cartes telles qu’une table les écrit",
        "{kind} cannot be read: no cards as a table writes them",
    ),
    "cannot_read_lacks_field": (
        "{kind} ne peut être lue\u00a0: il y manque un champ",
        "{kind} cannot be read: it lacks a field",
    ),
    "entry_unread": (
        "{kind} ne peut être lue\u00a0: {why}",
        "{kind} cannot be read: {why}",
    ),
    "unread": (
        "ne peut être lu\u00a0: {why}",
        "cannot be read: {why}",
    ),
    "unread_as_journal": (
        "ne peut être lu comme un journal",
        "cannot be read as a journal",
    ),
    "unopened": ("ne peut être ouvert", "cannot be opened"),
    "missing_file": (
        "{column} manque au fichier",
        "{column} is missing from the file",
    ),
    "not_created": (
        "{column} n’est pas tel qu’il a été créé",
        "{column} is not as it was created",
    ),
    "does_not_belong_file": (
        "{column} n’a rien à faire dans le fichier",
        "{column} does not belong in the file",
    ),
    "not_signed_entry_on": (
        "non signé à partir de l’écriture {seq}",
        "not signed from entry {seq} on",
    ),
    "not_whose_head_signed": (
        "ce n’est pas l’écriture qui a été signée\u00a0: le journal a été réécrit",
        "it is not the one whose head was signed",
    ),
    "head_signed_entry_journal_ends": (
        "une tête a été signée à l’écriture {seq}, et le journal finit à la {end}ᵉ\u00a0: la copie est"
        " plus ancienne, ou la fin a été coupée",
        "a head was signed at entry {seq}, and the journal ends at {end}",
    ),
    "head_entry_signed_key_nobody": (
        "la tête à l’écriture {seq} est signée de {key}, une clé que personne n’a nommée",
        "the head at entry {seq} is signed with {key}, a key that nobody named",
    ),
    "signature_head_entry_does_not": (
        "la signature de la tête à l’écriture {seq} ne tient pas",
        "the signature of the head at entry {seq} does not hold",
    ),
    "head_signed_entry_another_journal": (
        "la tête signée à l’écriture {seq} est d’un autre journal, ou d’une autre clé",
        "the head signed at entry {seq} is of another journal or key",
    ),
    "head_signed_in_another_journal": (
        "une tête signée à l’écriture {seq} est d’un autre journal",
        "a head signed at entry {seq} is of another journal",
    ),
    "head_signed_entry_comes_after": (
        "une tête signée à l’écriture {seq} vient après celle de l’écriture {end}",
        "a head signed at entry {seq} comes after one of entry {end}",
    ),
    "no_signed_head": (
        "ce n’est pas une tête signée",
        "no signed head",
    ),
    "signed_key_no_line_before": (
        "signée d’une clé qu’aucune ligne avant elle ne nomme, ou changée avant elle",
        "signed with a key that no line before names, or that was changed before",
    ),
    "neither_key_nor_signed_head": (
        "ni une clé, ni une tête signée",
        "neither a key nor a signed head",
    ),
    "wanted_journal_id_seq_hash": (
        "il faut «\u00a0id-du-journal numéro empreinte\u00a0»\u202f; il y a {what}",
        "wanted `journal_id seq hash`, found {what}",
    ),
    "line": (
        "{file}, ligne {line}\u00a0: {said}",
        "{file}, line {line}: {said}",
    ),
    "no_head_stands_nothing_witnessed": (
        "aucune tête dedans\u00a0: rien n’a encore été vu d’un témoin",
        "no head stands in it: nothing was witnessed yet",
    ),
    "more_than_lines": (
        "plus de {count} lignes",
        "more than {count} lines",
    ),
    "line_longer_than_letters": (
        "la ligne {line} a plus de {count} caractères",
        "line {line} is longer than {count} letters",
    ),
    "not_ascii_text": (
        "ce fichier ne peut être lu comme du texte",
        "is not ASCII text",
    ),
    "no_head_session_witnessed": (
        "aucune tête de la table {table}, séance {session}, n’a été vue du témoin",
        "no head of {table}, session {session} was witnessed",
    ),
    "no_head_journal_witnessed": (
        "aucune tête de ce journal n’a été vue du témoin",
        "no head of its journal was witnessed",
    ),
    "no_head_witnessed": (
        "aucune tête de la table {table} n’a été vue du témoin",
        "no head of {table} was witnessed",
    ),
    "journal_witnessed_entry_not_here": (
        "le journal {journal} a été vu du témoin à l’écriture {seq}, et n’est pas ici",
        "journal {journal} was witnessed at entry {seq} and is not here",
    ),
    "entry_not_witnessed": (
        "l’écriture {seq} n’est pas celle qui a été vue du témoin\u00a0: le journal a été réécrit",
        "entry {seq} is not the one that was witnessed",
    ),
    "entry_not_signed": (
        "l’écriture {seq} n’est pas celle qui a été signée\u00a0: le journal a été réécrit",
        "entry {seq} is not the one that was signed",
    ),
    "session_before_not_here_no": (
        "la séance d’avant n’est pas ici, et aucun témoin n’en a la tête",
        "the session before it is not here, and no witness has its head",
    ),
    "same_session": (
        "la même séance que {file}",
        "the same session as {file}",
    ),
    "no_session_between_here": (
        "entre les séances {session} et {after}, aucune n’est ici",
        "no session between {session} and {after} is here",
    ),
    "does_not_follow_whose_head": (
        "elle ne suit pas {file}, dont la tête est une autre",
        "does not follow {file}, whose head is another",
    ),
    "does_not_follow": (
        "elle ne suit pas {file}",
        "does not follow {file}",
    ),
    "named_session_session": (
        "le fichier porte le nom de {table}, séance {session}, et c’est {table2}, séance {after}",
        "named as {table}, session {session}, and it is {table2}, session {after}",
    ),
    "entry_not_hold_signed": (
        "l’écriture {seq} n’est plus celle que {table} a signée le {at}\u202f; sa tête est dans le"
        " journal de {names}",
        "entry {seq} is not the one that {names} hold{s}, signed by {table} {at}",
    ),
    "entries_not_hold_signed": (
        "de l’écriture {seq} à la {end}ᵉ, une au moins n’est plus celle que {table} a signée le"
        " {at}\u202f; la tête est dans le journal de {names}",
        "one of entries {seq} to {end} is not the one that {names} hold{s}, signed by {table} {at}",
    ),
    "journal_not_hold_signed": (
        "ce n’est pas le journal que {table} a signé le {at}\u202f; sa tête est dans le journal de {names}",
        "the journal is not the one that {names} hold{s}, signed by {table} {at}",
    ),
    "ends_entry_hold_entry_older": (
        "finit à l’écriture {seq}, et le journal de {names} a la tête de la {end}ᵉ\u00a0:"
        " copie plus ancienne, ou fin coupée",
        "ends at entry {seq}, and {names} hold{s} its entry {end}: an older copy, or cut off",
    ),
    "hold_heads_entries_not_older": (
        "des écritures attestées par {names}, jusqu’à la {seq}ᵉ, n’y sont pas\u00a0: des"
        " données plus anciennes ont été remises en place, comme son propre journal ou deux personnes au"
        " témoin le disent",
        "{names} hold{s} heads of entries to {seq} that are not in it: older data were put back,"
        " as the table's own journal or two persons at the witness say",
    ),
    "hold_other_heads_key_nobody": (
        "le journal de {names} a d’autres têtes de lui, d’une clé que personne n’a nommée\u00a0: {key}",
        "{names} hold{s} other heads of it, by a key that nobody named as its own: {key}",
    ),
    "session_which_hold_not_here": (
        "la séance {session} de {table}, attestée par {names}, n’est pas ici\u00a0: copie plus ancienne,"
        " ou fin coupée",
        "session {session} of {table}, which {names} hold{s}, is not here: an older copy, or cut off",
    ),
    "signature_manifest_does_not_hold": (
        "la signature de son manifeste ne tient pas",
        "the signature of the manifest does not hold",
    ),
    "not_file_signed": (
        "{file} n’est pas le fichier qui a été signé",
        "{file} is not the file that was signed",
    ),
    "signed_which_nobody_named_key": (
        "il est signé de la clé {key}, que personne n’a nommée\u00a0: --key house=HEX, lue sur le papier",
        "it is signed with {key}, which nobody named: --key house=HEX, from paper",
    ),
    "signed_which_nobody_named_house": (
        "il est signé de la clé {key}, que personne n’a nommée comme celle de la maison",
        "it is signed with {key}, which nobody named as the house's",
    ),
    "heads_signed_which_nobody_named": (
        "ses têtes sont signées de la clé {key}, que personne n’a nommée comme celle de {table}",
        "its heads are signed with {key}, which nobody named as {table}'s",
    ),
    "first_row_not_journal_names": (
        "sa première écriture n’est pas celle du journal qu’il nomme",
        "its first row is not the one of the journal that it names",
    ),
    "round_not_first_deal_on": (
        "le coup {round} n’y est pas depuis sa première donne",
        "round {round} is not in it from its first deal on",
    ),
    "row_bundle_cannot_read": (
        "la ligne {line} du dossier ne peut être lue",
        "row {line} of the bundle cannot be read",
    ),
    "other_journals_than_names": (
        "il contient d’autres journaux que ceux qu’il nomme",
        "other journals are in it than it names",
    ),
    "no_reading_made_written_down": (
        "aucune lecture n’y est, alors que la première est notée d’abord",
        "no reading is in it, and the one that made it was written down first",
    ),
    "does_not_end_where_file": (
        "il ne se termine pas où le fichier le dit",
        "it does not end where the file says that it does",
    ),
    "evidence_format": (
        "dossier d’un coup au format {what}, que ce programme ne lit pas",
        "evidence of format {what}",
    ),
    "no_evidence_round": (
        "ce n’est pas le dossier de preuve d’un coup",
        "no evidence of a round",
    ),
    "too_large_evidence_round": (
        "trop grand pour le dossier d’un coup",
        "too large for evidence of a round",
    ),
    "inspection_format": (
        "fichier d’inspection au format {what}, que ce programme ne lit pas",
        "an inspection of format {what}",
    ),
    "no_signed_file_inspection": (
        "ce n’est pas le fichier signé d’une inspection",
        "no signed file of an inspection",
    ),
    "too_large_file_inspection": (
        "trop grand pour le fichier d’une inspection",
        "too large for the file of an inspection",
    ),
    "file_twice": (
        "un fichier y est deux fois",
        "a file is in it twice",
    ),
    "zip_unread_at_all": (
        "ce zip ne peut être lu\u202f; la copie est abîmée ou incomplète",
        "cannot be read as a zip",
    ),
    "zip_unread": (
        "ce zip ne peut être lu\u202f; la copie est abîmée ou incomplète",
        "cannot be read as a zip: {why}",
    ),
    "not_a_journal": (
        "ce n’est pas un journal\u202f; ceux d’une table s’appellent UTH-1-000001.journal, par table et"
        " séance",
        "not a journal; a table's are named UTH-1-000001.journal, by table and session",
    ),
    "book_not_a_journal": (
        "c’est un livre du jackpot, pas un journal\u202f; taper la même commande avec le journal de la"
        " séance, qui est dans journals et s’appelle UTH-1-000001.journal, par table et séance",
        "a jackpot book, not a journal; type the same with the session's journal, which is in journals and"
        " named UTH-1-000001.journal, by table and session",
    ),
    "journal_format_version_reads": (
        "journal au format {what}\u202f; ce programme lit le format {known}",
        "journal of format {what}; this version reads {known}",
    ),
    "no_journal_directory": (
        "aucun journal dans ce dossier",
        "no journal in this directory",
    ),
    "cannot_copied_read": (
        "ne peut être copié pour être lu\u00a0: {why}",
        "cannot be copied to be read: {why}",
    ),
    "name_key_empty_write_hex": (
        "le nom de la clé est vide\u00a0: écrire HEX, TABLE=HEX ou le nom d’un fichier",
        "the name of the key is empty: write HEX, TABLE=HEX or that of a file",
    ),
    "neither_key_hex_table_hex": (
        "ni une clé (HEX ou TABLE=HEX), ni un fichier\u00a0: {why}",
        "neither a key (HEX or TABLE=HEX) nor a file: {why}",
    ),
    "names_no_key_wanted_lines": (
        "ne nomme aucune clé\u202f; il faut des lignes «\u00a0key TABLE\u00a0» et 64 chiffres hexadécimaux",
        "names no key; wanted lines `key TABLE` and 64 hex digits",
    ),
    "trusts_key_you_did_not": (
        "croit la clé {key} pour {table}, que vous n’avez pas nommée\u00a0: le fichier du témoin n’est"
        " pas le bon, ou n’est pas honnête",
        "trusts {key}, a key of {table} that you did not name",
    ),
    # a journal that is written
    "unwritten": ("le journal ne peut être écrit\u00a0: {why}", "the journal cannot be written: {why}"),
    "other_master": ("scellé sous une autre clé", "sealed under another master key"),
    "exists": ("existe déjà", "exists already"),
    "stays_beside": (
        "sa première écriture n’est pas entrée dans son fichier",
        "its first entry did not come into its file",
    ),
    "taken": ("un autre programme écrit ce journal", "another process writes this journal"),
    **PLAYED,
    **WITNESSED,
}


PIECES: Final[dict[str, tuple[str, str]]] = {
    "in_file": ("{said} ({path})", "{said} ({path})"),
    "some_and_last": ("{some} et {last}", "{some} and {last}"),
    "wanted_deal": ("coup {round}, donne {deal}", "round {round}, deal {deal}"),
    "wanted_either": ("{one} ou {other}", "{one} or {other}"),
}
"""What stands within a sentence."""


def faulty(key: str, /, **facts: object) -> Told:
    """The sentence of this key, with its facts."""
    return Told(SAID.get(key) or PIECES[key], **facts)
