"""What is found wrong with journals and with the files made of them: French, then English.

A verification says it in English, which other programs read in JSON; here each sentence is known again by its
English form and said in French, in the words in which `deploy/check_stick.py` says the same to the authority.
The first form that fits counts.
"""

from __future__ import annotations

import re
from functools import cache
from string import Formatter
from typing import Final

from controller.cli.journal_entry_findings import PLAYED
from controller.clock import in_utc
from controller.game.felt import Spot
from controller.host.endings import SYSTEM_WORDS, in_own_words
from controller.words.cards import card_in_words
from controller.words.money import FR, grouped, money
from controller.words.spots import SPOTS

SAID: Final[tuple[tuple[str, str], ...]] = (
    # the chain
    ("écriture {seq}\u00a0: {said}", "entry {seq}: {said}"),
    ("la première écriture manque", "the first entry is missing"),
    (
        "elle manque\u202f; {seq} est à sa place",
        "the entry is missing; {seq} is there instead",
    ),
    (
        "son empreinte n’est pas celle de son contenu\u00a0: elle a été changée",
        "its hash is not that of its content",
    ),
    (
        "son empreinte n’est pas celle de son contenu et de l’écriture d’avant",
        "its hash is not that of its content and of the entry before",
    ),
    ("elle ne suit pas l’écriture d’avant", "it does not follow from the entry before"),
    ("elle ne suit pas celle d’avant", "it does not follow from the one before"),
    ("elle a été retirée", "it was left out"),
    ("la séance est ouverte deux fois", "the session is opened twice"),
    ("genre inconnu {what}", "unknown kind {what}"),
    ("son heure précède celle de l’écriture d’avant", "its time is before that of the entry before"),
    (
        "la séance {session} n’en suit aucune",
        "session {session} follows none",
    ),
    ("la séance {session} suit une séance", "session {session} follows a session"),
    # how an entry is written
    (
        "{kind} ne peut être lue\u00a0: pas de cartes telles qu’une table les écrit",
        "{kind} cannot be read: no cards as a table writes them",
    ),
    ("{kind} ne peut être lue\u00a0: il y manque un champ", "{kind} cannot be read: it lacks a field"),
    ("{kind} ne peut être lue\u00a0: {why}", "{kind} cannot be read: {why}"),
    ("ne peut être lu\u00a0: {why}", "cannot be read: {why}"),
    ("ne peut être lu", "cannot be read"),
    ("{column} manque au fichier", "{column} is missing from the file"),
    ("{column} n’est pas tel qu’il a été créé", "{column} is not as it was created"),
    ("{column} n’a rien à faire dans le fichier", "{column} does not belong in the file"),
    *PLAYED,
    # signed heads, witness, sessions
    ("non signé à partir de l’écriture {seq}", "not signed from entry {seq} on"),
    (
        "ce n’est pas l’écriture qui a été signée\u00a0: le journal a été réécrit",
        "it is not the one whose head was signed",
    ),
    (
        "une tête a été signée à l’écriture {seq}, et le journal finit à la {end}ᵉ\u00a0:"
        " la copie est plus ancienne, ou la fin a été coupée",
        "a head was signed at entry {seq}, and the journal ends at {end}",
    ),
    (
        "la tête à l’écriture {seq} est signée de {key}, une clé que personne n’a nommée",
        "the head at entry {seq} is signed with {key}, a key that nobody named",
    ),
    (
        "la signature de la tête à l’écriture {seq} ne tient pas",
        "the signature of the head at entry {seq} does not hold",
    ),
    (
        "la tête signée à l’écriture {seq} est d’un autre journal, ou d’une autre clé",
        "the head signed at entry {seq} is of another journal or key",
    ),
    (
        "une tête signée à l’écriture {seq} est d’un autre journal",
        "a head signed at entry {seq} is of another journal",
    ),
    (
        "une tête signée à l’écriture {seq} vient après celle de l’écriture {end}",
        "a head signed at entry {seq} comes after one of entry {end}",
    ),
    ("ce n’est pas une tête signée", "no signed head"),
    (
        "signée d’une clé qu’aucune ligne avant elle ne nomme, ou changée avant elle",
        "signed with a key that no line before names, or that was changed before",
    ),
    ("ni une clé, ni une tête signée", "neither a key nor a signed head"),
    (
        "il faut «\u00a0id-du-journal numéro empreinte\u00a0»\u202f; il y a {what}",
        "wanted `journal_id seq hash`, found {what}",
    ),
    ("{file}, ligne {line}\u00a0: {said}", "{file}, line {line}: {said}"),
    (
        "{file}\u00a0: aucune tête dedans\u00a0: rien n’a encore été vu d’un témoin",
        "{file}: no head stands in it: nothing was witnessed yet",
    ),
    ("{file}\u00a0: plus de {count} lignes", "{file}: more than {count} lines"),
    (
        "{file}\u00a0: la ligne {line} a plus de {count} caractères",
        "{file}: line {line} is longer than {count} letters",
    ),
    ("{file}\u00a0: ce fichier ne peut être lu comme du texte", "{file}: is not ASCII text"),
    (
        "aucune tête de la table {table}, séance {session}, n’a été vue du témoin",
        "no head of {table}, session {session} was witnessed",
    ),
    ("aucune tête de ce journal n’a été vue du témoin", "no head of its journal was witnessed"),
    ("aucune tête de la table {table} n’a été vue du témoin", "no head of {table} was witnessed"),
    (
        "le journal {journal} a été vu du témoin à l’écriture {seq}, et n’est pas ici",
        "journal {journal} was witnessed at entry {seq} and is not here",
    ),
    (
        "l’écriture {seq} n’est pas celle qui a été vue du témoin\u00a0: le journal a été réécrit",
        "entry {seq} is not the one that was witnessed",
    ),
    (
        "l’écriture {seq} n’est pas celle qui a été signée\u00a0: le journal a été réécrit",
        "entry {seq} is not the one that was signed",
    ),
    (
        "la séance d’avant n’est pas ici, et aucun témoin n’en a la tête",
        "the session before it is not here, and no witness has its head",
    ),
    ("la même séance que {file}", "the same session as {file}"),
    (
        "entre les séances {session} et {after}, aucune n’est ici",
        "no session between {session} and {after} is here",
    ),
    (
        "elle ne suit pas {file}, dont la tête est une autre",
        "does not follow {file}, whose head is another",
    ),
    ("elle ne suit pas {file}", "does not follow {file}"),
    (
        "le fichier porte le nom de {table}, séance {session}, et c’est {table2}, séance {after}",
        "named as {table}, session {session}, and it is {table2}, session {after}",
    ),
    # what other tables hold
    (
        "l’écriture {seq} n’est plus celle que {table} a signée le {at}\u202f;"
        " sa tête est dans le journal de {names}",
        "entry {seq} is not the one that {names} hold{s}, signed by {table} {at}",
    ),
    (
        "de l’écriture {seq} à la {end}ᵉ, une au moins n’est plus celle que {table} a signée le {at}\u202f;"
        " la tête est dans le journal de {names}",
        "one of entries {seq} to {end} is not the one that {names} hold{s}, signed by {table} {at}",
    ),
    (
        "ce n’est pas le journal que {table} a signé le {at}\u202f; sa tête est dans le journal de {names}",
        "the journal is not the one that {names} hold{s}, signed by {table} {at}",
    ),
    (
        "{file}\u00a0: finit à l’écriture {seq}, et le journal de {names} a la tête de la {end}ᵉ\u00a0:"
        " copie plus ancienne, ou fin coupée",
        "{file}: ends at entry {seq}, and {names} hold{s} its entry {end}: an older copy, or cut off",
    ),
    (
        "{file}\u00a0: des écritures attestées par {names}, jusqu’à la {seq}ᵉ, n’y sont pas\u00a0: des"
        " données plus anciennes ont été remises en place, comme son propre journal ou deux personnes au"
        " témoin le disent",
        "{file}: {names} hold{s} heads of entries to {seq} that are not in it: older data were put back, as"
        " the table's own journal or two persons at the witness say",
    ),
    (
        "{file}\u00a0: le journal de {names} a d’autres têtes de lui, d’une clé que personne n’a nommée"
        "\u00a0: {key}",
        "{file}: {names} hold{s} other heads of it, by a key that nobody named as its own: {key}",
    ),
    (
        "la séance {session} de {table}, attestée par {names}, n’est pas ici\u00a0: copie plus ancienne,"
        " ou fin coupée",
        "session {session} of {table}, which {names} hold{s}, is not here: an older copy, or cut off",
    ),
    # the evidence of a round, the file of an inspection
    ("la signature de son manifeste ne tient pas", "the signature of the manifest does not hold"),
    ("{file} n’est pas le fichier qui a été signé", "{file} is not the file that was signed"),
    (
        "il est signé de la clé {key}, que personne n’a nommée\u00a0: --key house=HEX, lue sur le papier",
        "it is signed with {key}, which nobody named: --key house=HEX, from paper",
    ),
    (
        "il est signé de la clé {key}, que personne n’a nommée comme celle de la maison",
        "it is signed with {key}, which nobody named as the house's",
    ),
    (
        "ses têtes sont signées de la clé {key}, que personne n’a nommée comme celle de {table}",
        "its heads are signed with {key}, which nobody named as {table}'s",
    ),
    (
        "sa première écriture n’est pas celle du journal qu’il nomme",
        "its first row is not the one of the journal that it names",
    ),
    (
        "le coup {round} n’y est pas depuis sa première donne",
        "round {round} is not in it from its first deal on",
    ),
    ("la ligne {line} du dossier ne peut être lue", "row {line} of the bundle cannot be read"),
    ("il contient d’autres journaux que ceux qu’il nomme", "other journals are in it than it names"),
    (
        "aucune lecture n’y est, alors que la première est notée d’abord",
        "no reading is in it, and the one that made it was written down first",
    ),
    ("il ne se termine pas où le fichier le dit", "it does not end where the file says that it does"),
    (
        "{file}\u00a0: dossier d’un coup au format {what}, que ce programme ne lit pas",
        "{file}: evidence of format {what}",
    ),
    ("{file}\u00a0: ce n’est pas le dossier de preuve d’un coup", "{file}: no evidence of a round"),
    ("{file}\u00a0: trop grand pour le dossier d’un coup", "{file}: too large for evidence of a round"),
    (
        "{file}\u00a0: fichier d’inspection au format {what}, que ce programme ne lit pas",
        "{file}: an inspection of format {what}",
    ),
    (
        "{file}\u00a0: ce n’est pas le fichier signé d’une inspection",
        "{file}: no signed file of an inspection",
    ),
    (
        "{file}\u00a0: trop grand pour le fichier d’une inspection",
        "{file}: too large for the file of an inspection",
    ),
    ("{file}\u00a0: un fichier y est deux fois", "{file}: a file is in it twice"),
    (
        "{file}\u00a0: ce zip ne peut être lu\u202f; la copie est abîmée ou incomplète",
        "{file}: cannot be read as a zip",
    ),
    (
        "{file}\u00a0: ce zip ne peut être lu\u202f; la copie est abîmée ou incomplète",
        "{file}: cannot be read as a zip: {why}",
    ),
    # files and keys that were named
    (
        "{file}\u00a0: ce n’est pas un journal\u202f; ceux d’une table s’appellent UTH-1-000001.journal, par"
        " table et séance",
        "{file}: not a journal; a table's are named UTH-1-000001.journal, by table and session",
    ),
    (
        "journal au format {what}\u202f; ce programme lit le format {known}",
        "journal of format {what}; this version reads {known}",
    ),
    ("{file}\u00a0: aucun journal dans ce dossier", "{file}: no journal in this directory"),
    (
        "{file}\u00a0: ne peut être copié pour être lu\u00a0: {why}",
        "{file}: cannot be copied to be read: {why}",
    ),
    (
        "{file}\u00a0: est un tube, où l’on attendrait sans fin\u202f; nommer un fichier",
        "{file}: is a pipe, where one may wait for ever: name a file",
    ),
    (
        "le nom de la clé est vide\u00a0: écrire HEX, TABLE=HEX ou le nom d’un fichier",
        "the name of the key is empty: write HEX, TABLE=HEX or that of a file",
    ),
    (
        "{file}\u00a0: ni une clé (HEX ou TABLE=HEX), ni un fichier\u00a0: {why}",
        "{file}: neither a key (HEX or TABLE=HEX) nor a file: {why}",
    ),
    (
        "{file}\u00a0: ne nomme aucune clé\u202f; il faut des lignes «\u00a0key TABLE\u00a0» et 64 chiffres"
        " hexadécimaux",
        "{file}: names no key; wanted lines `key TABLE` and 64 hex digits",
    ),
    (
        "{file}\u00a0: croit la clé {key} pour {table}, que vous n’avez pas nommée\u00a0: le fichier du"
        " témoin n’est pas le bon, ou n’est pas honnête",
        "{file}: trusts {key}, a key of {table} that you did not name",
    ),
    # the key of a table
    ("clé {file}\u00a0: n’est pas un fichier simple", "key {file}: is not a plain file"),
    (
        "clé {file}\u00a0: ses droits {what} laissent entrer d’autres comptes\u202f; il faut 0400 ou 0600",
        "key {file}: mode {what} lets others at it; 0400 or 0600 is wanted",
    ),
    (
        "clé {file}\u00a0: appartient au compte {what}, non à {known}",
        "key {file}: belongs to user {what}, not to {known}",
    ),
    (
        "clé {file}\u00a0: a {what} octets au lieu de {known}",
        "key {file}: has {what} bytes instead of {known}",
    ),
    ("clé {file}\u00a0: {system}", "key {file}: {system}"),
    # last, for they fit much
    ("{file}\u00a0: {system}", "{file}: {system}"),
    ("{file}\u00a0: {said}", "{file}: {said}"),
)
REASONS: Final = {
    "timed out": "pas de réponse à temps",
    "cannot be opened": "ce compte ne peut pas l’ouvrir",
    "damaged": "abîmé",
    "no room on the disk": "plus de place sur le disque",
    "may not be written": "ne peut être écrit",
    "not of its kind": "ce n’en est pas un",
    "the disk has an error": "le disque est en panne",
    "held by another program": "un autre programme le tient",
    "not permitted": "ce compte n’en a pas le droit",
    "contradicts itself": "il se contredit",
    "cannot be opened: its folder has to be there, and open to this user": (
        "son dossier doit être là, et ouvert à ce compte"
    ),
}
"""What `controller.host.disk` says of SQLite, and others; what is not here stands as it is."""
_AMOUNTS: Final = frozenset(("cents", "told_cents"))
_GROUPED: Final = frozenset(("seq", "end", "count"))
_NUMBERS: Final = _AMOUNTS | _GROUPED | {"round", "deal", "seat", "times", "session", "after", "line"}
_WORDS: Final = frozenset(
    ("kind", "kind2", "spot", "spot2", "rule", "table", "place", "card", "journal", "column")
)
_ONE_SENTENCE: Final = "(?:(?!; ).)+?"
_LOOKS: Final = {
    "s": "s?",
    "key": "[0-9a-f]{64}",
    "said": ".+",
    "system": "|".join(map(re.escape, (*SYSTEM_WORDS, "timed out"))),
}
_AT: Final = re.compile(r"(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d:\d\d UTC)").fullmatch
_PLACE: Final = re.compile(r"(hole|dealer|board|burn)\.(?:(\d)\.)?(\d)").fullmatch
_PILES: Final = {"hole": "place {seat}", "dealer": "banque", "board": "tableau", "burn": "brûlée"}


Forms = tuple[tuple[str, str], ...]
"""Sentences, French and English, whose `{facts}` say what stands there."""


def finding(said: str, language: int, more: Forms = ()) -> str:
    """The sentence in this language; one that has no form, such as the words of a system, as it stands.

    Several that were found together, with semicolons between, are said one after the other. `more` are
    forms of the caller's own, which are tried first.
    """
    if language != FR:
        return said
    return _in_french(said, more) or said


def instant(at_ms: int, language: int) -> str:
    """`20/11/2026 à 20:41:07 UTC`; in English as `controller.clock.in_utc` has it."""
    return _named(in_utc(at_ms)) if language == FR else in_utc(at_ms)


def _in_french(said: str, more: Forms) -> str | None:
    """The sentence, or the sentences between semicolons; None where one of them has no form here."""
    whole = _by_a_form(said, more)
    if whole is not None:
        return whole
    for semicolon in re.finditer("; ", said):
        begun = _by_a_form(said[: semicolon.start()], more)
        rest = _in_french(said[semicolon.end() :], more)
        if begun is not None and rest is not None:
            return f"{begun}\u202f; {rest}"
    return None


def _by_a_form(said: str, more: Forms) -> str | None:
    """The sentence by the first form that fits; a part of it that is a sentence has a form itself."""
    for form, french in _forms(more):
        found = form.fullmatch(said)
        if found is None:
            continue
        facts = {
            name: _in_french(value, more) if name == "said" else _fact(name, value)
            for name, value in found.groupdict().items()
        }
        if None not in facts.values():
            return french.format_map(facts)
    return None


@cache
def _forms(more: Forms) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(_pattern(english), re.DOTALL), french) for french, english in (*more, *SAID))


def _pattern(english: str) -> str:
    made = []
    for text, name, _, _ in Formatter().parse(english):
        made.append(re.escape(text))
        if name:
            made.append(f"(?P<{name}>{_fits(name)})")
    return "".join(made)


def _fits(name: str) -> str:
    """What a fact of this name looks like in the English sentence."""
    if name in _NUMBERS:
        return r"-?\d+"
    return _LOOKS.get(name, r"\S+" if name in _WORDS else _ONE_SENTENCE)


def _fact(name: str, value: str) -> str:
    """A fact as one says it in French."""
    if name in _AMOUNTS:
        return money(int(value))
    if name in _GROUPED:
        return grouped(int(value))
    if name in ("spot", "spot2"):
        return SPOTS[Spot(value)].name[FR] if value in list(Spot) else value
    if name == "card":
        return card_in_words(value)
    if name == "wanted":
        return value.replace("round", "coup").replace("deal", "donne").replace(" or ", " ou ")
    if name == "names":
        return value.replace(" and ", " et ")
    return REASONS.get(value) or in_own_words(value, "fr") if name in ("why", "system") else _named(value)


def _named(value: str) -> str:
    """A place of a card, or an instant, in French; any other text as it stands."""
    place = _PLACE(value)
    if place:
        pile = _PILES[place[1]].format(seat=place[2])
        return f"{pile}, carte {int(place[3]) + 1}"
    day = _AT(value)
    return f"{day[3]}/{day[2]}/{day[1]} à {day[4]}" if day else value
