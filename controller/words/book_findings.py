"""What is found where the jackpot book and the journals do not tell the same: French, then English.

`tapis book verify --json` and a backup tell it in English, which other programs read.
"""

from __future__ import annotations

from typing import Final

from controller.words.money import FR, money
from controller.words.plurals import in_language

ACTS: Final[dict[str, str]] = {
    "contribute": "mises",
    "finish": "fin du coup",
    "claim": "demande du jackpot",
    "award": "lot",
    "consolation": "consolation",
    "refuse": "refus de la demande",
    "refund": "remboursement",
    "correct": "correction du compteur",
    "close": "coup clos",
    "stop": "arrêt du jackpot",
    "reopen": "réouverture du jackpot",
}
"""The acts on the book in French; their English is the word of the book."""

SAID: Final[dict[str, tuple[str, str]]] = {
    "key": (
        "{kind} {table} {journal} coup {round}/{attempt}",
        "{kind} {table} {journal} round {round}/{attempt}",
    ),
    "seat": (" siège {seat}", " seat {seat}"),
    "cents": (", {cents}", ", {cents} cents"),
    # the book against the journals
    "twice": ("{key}\u00a0: {count} fois dans les journaux", "{key}: {count} times in the journals"),
    "refused": ("{key}{cents}\u00a0: refusé ({why})", "{key}{cents}: refused ({why})"),
    "lost": (
        "{key}{cents}\u00a0: écriture {seq} au journal, perdue par le livre",
        "{key}{cents}: entry {seq} in the journal, lost by the book",
    ),
    "asked": ("{key}\u00a0: demandé, pas au livre", "{key}: asked, not in the book"),
    "unanswered": (
        "{key}\u00a0: demandé, au livre comme écriture {seq}, sans réponse au journal",
        "{key}: asked, in the book as entry {seq}, the answer not in the journal",
    ),
    "not_accepted": (
        "{key}\u00a0: le livre l’a refusé ({why}), et deux personnes ne l’ont pas encore accepté",
        "{key}: the book refused it ({why}), and two persons have not accepted that yet",
    ),
    "not_held": (
        "{key}\u00a0: au journal comme écriture {seq}, pas au livre",
        "{key}: in the journal as entry {seq}, not in the book",
    ),
    "other_entry": (
        "{key}\u00a0: écriture {told} au journal, {found} au livre",
        "{key}: entry {told} in the journal, {found} in the book",
    ),
    "other_amount": (
        "{key}\u00a0: {told} au journal, {found} au livre",
        "{key}: {told} cents in the journal, {found} in the book",
    ),
    "other_act": (
        "{key}\u00a0: {told} au journal, {found} au livre",
        "{key}: {told} in the journal, {found} in the book",
    ),
    "too_many": (
        "{table}\u00a0: {count} actes en cours, il n’en faut qu’un",
        "{table}: {count} acts in flight, where one is the most",
    ),
    "untold": (
        "{key}\u00a0: au livre comme écriture {seq}, dans aucun journal",
        "{key}: in the book as entry {seq}, in no journal",
    ),
    # the ledger
    "residual": (
        "les écritures ne s’additionnent pas\u00a0: {micro} micro-centimes de différence",
        "the ledger does not add up: {micro} micro-cents of difference",
    ),
    "stakes": (
        "les actes ont {acts} de mises, les écritures {ledger}",
        "the acts hold {acts} cents of stakes, the ledger {ledger}",
    ),
    "prizes": (
        "les actes ont {acts} de lots, les écritures {ledger}",
        "the acts hold {acts} cents of prizes, the ledger {ledger}",
    ),
    # the book done again from its acts
    "never_done": (
        "le livre ne se refait pas\u00a0: ses actes ne sont pas ce qu’une table demande, ou se contredisent",
        "the book cannot be done again: its acts are not what a table asks, or contradict each other",
    ),
    "named": ("{table}, coup {round}, {kind}", "{table}, round {round}, {kind}"),
    "no_place": (
        "answers\u00a0: {named} n’a pas de place au livre",
        "answers: {named} has no place in the book",
    ),
    "no_act": (
        "entries\u00a0: l’écriture {seq} n’est d’aucun acte",
        "entries: entry {seq} belongs to no act",
    ),
    "no_entry": (
        "answers\u00a0: {named} n’a pas d’écriture au livre",
        "answers: {named} has no entry in the book",
    ),
    "kept_as": ("answers\u00a0: {named} est gardé comme {act}", "answers: {named} is kept as {act}"),
    "not_asked": (
        "answers\u00a0: {named}\u00a0: ses écritures ne sont pas ce qui fut demandé",
        "answers: {named}: its entries are not what was asked",
    ),
    "would_refuse": (
        "answers\u00a0: {named}\u00a0: le livre l’aurait refusé\u00a0: {why}",
        "answers: {named}: the book would have refused it: {why}",
    ),
    "row_of_no_act": ("{table}\u00a0: {row} n’est d’aucun acte", "{table}: {row} belongs to no act"),
    "row_missing": ("{table}\u00a0: {row} manque", "{table}: {row} is missing"),
    "row_differs": (
        "{table}\u00a0: {row}\u00a0: {column} est {found}, et les actes en font {made}",
        "{table}: {row}: {column} is {found}, and the acts make it {made}",
    ),
}


def finding(key: str, language: int, /, **facts: object) -> str:
    """The sentence, with its facts: amounts by `amount`, an act by `act_in_words`."""
    return in_language(SAID[key], language, facts)


def amount(cents: int, language: int) -> str:
    """`5,00 €` in French; in English bare cents, as other programs read them."""
    return money(cents) if language == FR else str(cents)


def act_in_words(kind: str, language: int) -> str:
    """What an act on the book is called."""
    return ACTS.get(kind, kind) if language == FR else kind
