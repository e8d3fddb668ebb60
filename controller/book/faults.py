"""Why a jackpot book is not read or written, of its file and of its terms: French, then English."""

from __future__ import annotations

from typing import Final

from controller.told import Told

SAID: Final[dict[str, tuple[str, str]]] = {
    # which book
    "no_name": (
        "{url}\u00a0: le nom est vide\u00a0: écrire celui d’un fichier, ou une adresse postgresql://",
        "{url}: the name is empty: write that of a file, or postgresql://...",
    ),
    "no_address": (
        "{url} n’est ni un chemin, ni {memory}, ni postgresql://",
        "{url} is neither a path, {memory} nor postgresql://",
    ),
    "no_terms_for_new": (
        "livre {url}\u00a0: un nouveau livre demande les réglages du jackpot",
        "book {url}: a new book needs the jackpot's configuration",
    ),
    "no_library": ("livre postgresql://\u00a0: {lacks}", "book postgresql://: {lacks}"),
    "exists": ("{path} existe déjà", "{path} exists already"),
    "not_there": (
        "{path}\u00a0: il n’y a pas de livre\u202f; une table tient le sien dans jackpot.book",
        "{path}: there is no book; a table keeps its own as jackpot.book",
    ),
    "no_file": ("{path} n’est pas un fichier\u00a0: en nommer un", "{path} is no file: name one"),
    "no_book": (
        "{path} n’est pas un livre\u202f; une table tient le sien dans jackpot.book",
        "{path} is no book; a table keeps its own as jackpot.book",
    ),
    "no_terms": (
        "{path} n’est pas un livre\u00a0: aucun paramètre n’y est",
        "{path} is no book: it has no terms",
    ),
    # its file
    "damaged": ("{path} est abîmé", "{path} is damaged"),
    "amiss": ("le livre est abîmé", "the book is damaged"),
    "mode": (
        "{path}\u00a0: son mode d’écriture est {mode}, et ne peut être changé",
        "{path}: its journal mode is {mode} and cannot be changed",
    ),
    "let_go": ("{path}\u00a0: le livre a été fermé", "{path}: the book was let go"),
    "other_file": (
        "{path}\u00a0: un autre fichier est à sa place",
        "{path}: another file stands there",
    ),
    "memory_failed": (
        "le livre en mémoire est en défaut\u00a0: {why}",
        "the book in memory failed: {why}",
    ),
    # its version, its terms, its tables
    "version": (
        "{path}\u00a0: version {found}, ce programme lit la version {known}",
        "{path}: version {found}, this program reads version {known}",
    ),
    "version_needed": (
        "{path}\u00a0: version {found}, il faut à ce programme la version {known}",
        "{path}: version {found}, this program needs version {known}",
    ),
    "digest": (
        "{path}\u00a0: ses paramètres ne sont pas ceux de leur empreinte",
        "{path}: its terms do not agree with their digest",
    ),
    "other_terms": (
        "{path}\u00a0: {name} est {had} au livre et {wants} dans les réglages",
        "{path}: {name} is {had} in the book and {wants} in the configuration",
    ),
    "of_simulation": (
        "{path} est le livre d’une simulation\u00a0: une vraie table tient son jackpot dans un livre à"
        " elle\u202f; mettre celui-là de côté",
        "{path} is the book of a simulation: a real table keeps its jackpot in a book of its own;"
        " put this one aside",
    ),
    "of_real": (
        "{path} est le livre de vraies tables\u00a0: des cartes simulées n’y jouent jamais\u202f;"
        " n’en nommer aucun, ou un autre",
        "{path} is the book of real tables: simulated cards never play on it; leave it out, or name another",
    ),
    "other_role": (
        "{path}\u00a0: son rôle est celui {whose}, non celui de la table {table}",
        "{path}: its role stands for {whose}, not for table {table}",
    ),
    "role_table": ("de la table {table}", "table {table}"),
    "role_pit": ("du pit", "a pit"),
    "role_reader": ("d’un lecteur", "a reader"),
    "role_kind": ("de genre {kind}", "a {kind}"),
    "other_rules": (
        "{path}\u00a0: ses tables jouent {their} d’empreinte {their_digest}, celle-ci {ours} d’empreinte"
        " {our_digest}",
        "{path}: its tables play {their} with digest {their_digest}, this one {ours} with digest"
        " {our_digest}",
    ),
    "own_acts": (
        "ne montre à une table que ses propres écritures\u00a0: vérifier sous le rôle d’un lecteur",
        "shows a table its own acts only: verify by the role of a reader",
    ),
    # a journal beside it
    "unasked": (
        "{act} du coup {round}\u00a0: la réponse est au journal, et personne ne l’a demandé",
        "{act} of round {round} is answered in the journal and was not asked",
    ),
    # the server's schema
    "no_migrations": ("aucune migration dans {places}", "no migrations in {places}"),
    "migrations": (
        "{folder} a les migrations {found}, il faut 1 à {known}",
        "{folder} has migrations {found}, wanted 1 to {known}",
    ),
}


def refused(key: str, /, **facts: object) -> Told:
    """The sentence of this key, with its facts."""
    return Told(SAID[key], **facts)
