"""The register of people in words, French and English, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC
from typing import Final

from controller.people.journals import RegisterTold, ToldOtherwise
from controller.people.reading import LOCK_MS, Card, Change, Person, PinCheck
from controller.words.instants import to_the_second
from controller.words.money import FR, LANGUAGES
from controller.words.plurals import in_language
from controller.words.roles import within_a_sentence

SAID: Final[dict[str, tuple[str, str]]] = {
    # why it is refused
    "known_register": (
        "{path}\u00a0: il y a déjà un registre\u202f; rien n’est changé",
        "{path}: there is a register already; nothing was changed",
    ),
    "bad_id": (
        "{person}\u00a0: un identifiant a 2 à 24 lettres, chiffres, points ou traits d’union, des espaces au"
        " milieu",
        "{person}: an id has 2 to 24 letters, digits, points, hyphens or blanks between them",
    ),
    "begun": ("le registre a déjà des personnes", "the register has people already"),
    "known_person": ("{person}\u00a0: est déjà au registre", "{person}: is in the register already"),
    "unknown_person": (
        "{person}\u00a0: ni une personne ni un badge du registre",
        "{person}: neither a person nor a card of the register",
    ),
    "known_card": (
        "{card}\u00a0: est déjà le badge de quelqu’un",
        "{card}: is somebody's card already",
    ),
    "known_key": (
        "{card}\u00a0: sa clé est déjà celle d’un autre badge",
        "{card}: its key is another card's already",
    ),
    "expired": (
        "{card}\u00a0: le dernier jour du badge est passé",
        "{card}: the last day of the card is over",
    ),
    "not_his_role": (
        "{person}\u00a0: n’a pas le rôle «\u00a0{role}\u00a0»",
        "{person}: has not the role {role}",
    ),
    "no_right": (
        "{person}\u00a0: n’a pas le droit de faire ce changement (RO-04)",
        "{person}: may not make this change (RO-04)",
    ),
    "second_needed": (
        "il faut une deuxième personne, du comité ou le directeur\u00a0: --with ID (règles, 7.11)",
        "a second person, a casino manager or director, is needed: --with ID (rules 7.11)",
    ),
    "same_person": (
        "{person}\u00a0: il faut deux personnes différentes, et aucune des deux n’est celle dont il s’agit",
        "{person}: two different persons are needed, neither the one concerned",
    ),
    "last_two": (
        "{person}\u00a0: le comité garde au moins deux personnes\u202f; en nommer d’abord une"
        " autre, et révoquer ses badges dès maintenant",
        "{person}: two casino managers or directors stay at least; appoint another first, and revoke his"
        " cards now",
    ),
    "last_director": (
        "{person}\u00a0: il faut toujours un directeur responsable\u202f; en nommer d’abord un autre",
        "{person}: there is always a casino director; appoint another first",
    ),
    "weak_pin": (
        "{person}\u00a0: un PIN d’un ou deux chiffres répétés, ou de chiffres qui se suivent, est refusé",
        "{person}: a PIN of one or two digits, or of digits in a row, is not taken",
    ),
    "two_tables": (
        "{person}\u00a0: deux tables au plus (art. 55-20)\u00a0: {tables}",
        "{person}: two tables at most (art. 55-20): {tables}",
    ),
    "locked": ("{person}\u00a0: bloqué jusqu’au {at}", "{person}: locked out until {at}"),
    "refused": (
        "{person}\u00a0: PIN refusé\u00a0: il reste {left} essai{left:|s} avant {minutes} minutes de blocage",
        "{person}: PIN refused: {left} {left:try|tries} left before {minutes} minutes of lock-out",
    ),
    "both_files": (
        "--register et --pepper vont ensemble",
        "--register and --pepper are given together",
    ),
    "no_register": (
        "table.toml\u00a0: people manque\u202f; y nommer le registre, ou donner --register et --pepper",
        "table.toml: people: missing; name the register there, or give --register and --pepper",
    ),
    "not_there": (
        "{path}\u00a0: il n’y a pas de registre\u202f; la première fois tapis people init le crée, sinon le"
        " restaurer depuis la sauvegarde (OPERATIONS.md, 5)",
        "{path}: there is no register; the first time tapis people init makes it, else put it back from the"
        " backup (OPERATIONS.md, section 5)",
    ),
    # what was done
    "begins": (
        "{path}\u00a0: {director} est directeur responsable, {member} est membre du comité de direction",
        "{path}: {director} is casino director, {member} is casino manager",
    ),
    "added": (
        "{person} est au registre\u202f; ensuite\u00a0: tapis people card, tapis people pin",
        "{person} is added; next: tapis people card, tapis people pin",
    ),
    "enrolled": (
        "{number} est le badge de {person}, rôle «\u00a0{role}\u00a0»",
        "{number} is the card of {person} as {role}",
    ),
    "new_pin": ("{person} a un nouveau PIN", "{person} has a new PIN"),
    "revoked": ("{what} est révoqué", "{what} is revoked"),
    "restored": ("{what} compte de nouveau", "{what} counts again"),
    "released": ("{person} n’a pas {table} en charge", "{table} is not in the charge of {person}"),
    "in_charge": ("{person} a en charge\u00a0: {tables}", "{person} has in his charge: {tables}"),
    # the list
    "mark.revoked": ("révoqué", "revoked"),
    "mark.no_pin": ("sans PIN", "no PIN"),
    "mark.locked": ("bloqué jusqu’au {at}", "locked until {at}"),
    "mark.charges": ("en charge de {tables}", "in charge of {tables}"),
    "mark.between": ("\u202f; ", "; "),
    "card": ("    badge {number}  {role}, {standing}", "    card {number}  {role}, {standing}"),
    "card.expired": ("périmé le {at}", "expired {at}"),
    "card.key": ("avec sa clé", "proves itself"),
    "card.number": ("un simple numéro", "a number only"),
    "card.until": ("{standing}, jusqu’au {at}", "{standing}, until {at}"),
    # the history
    "by": ("par {by}", "by {by}"),
    "act.begin": ("début", "begin"),
    "act.add": ("ajout", "add"),
    "act.card": ("badge", "card"),
    "act.pin": ("PIN", "pin"),
    "act.revoke": ("révoqué", "revoke"),
    "act.restore": ("rétabli", "restore"),
    "act.charge": ("charge", "charge"),
    "act.leave": ("décharge", "leave"),
    "act.locked": ("bloqué", "locked"),
    # whether it holds
    "line.bad": (
        "la ligne {line} de l’historique ne suit pas celles d’avant",
        "line {line} of the history does not follow from those before it",
    ),
    "line.other": (
        "la ligne {line} de l’historique n’est pas celle que nomme {where}",
        "line {line} of the history is not the one that {where} names",
    ),
    "changed.after": (
        "personnes, badges ou PIN ont changé après {where}, sans aucune ligne",
        "people, cards or PINs were changed after {where}, without any line",
    ),
    "told.line": (
        "la ligne {line} de l’historique était autre dans {first} que dans {then}",
        "line {line} of the history was another one in {first} than in {then}",
    ),
    "told.changed": (
        "personnes, badges ou PIN ont changé entre {first} et {then}, sans aucune ligne",
        "people, cards or PINs were changed between {first} and {then}, without any line",
    ),
    "told.older": (
        "le registre de {then} est plus ancien que celui de {first}\u00a0: une copie a été restaurée",
        "the register of {then} is older than that of {first}: it was put back",
    ),
    "unsaid": (
        "{what}\u00a0: autre que ne le disent les lignes de l’historique\u00a0: changé sans aucune ligne",
        "{what}: not as the lines of the history say: changed without any line",
    ),
    "a_card": ("badge {number}", "card {number}"),
    "entry": ("{file}, écriture {seq}", "{file}, entry {seq}"),
    "changes": ("{count} changement{count:|s}, tête {head}", "{count} change{count:|s}, head {head}"),
    "as_told": (
        "comme {count:le dit|le disent} {count} écriture{count:|s} des journaux",
        "as {count} {count:entry of the journals says|entries of the journals say}",
    ),
}
_ROLES: Final = within_a_sentence()


def say(lang: str, key: str, /, **facts: object) -> str:
    """The sentence under this key; in French a fact `role` has its word, in English its code."""
    if "role" in facts:
        facts["role"] = role_word(lang, str(facts["role"]))
    return in_language(SAID[key], LANGUAGES[lang], facts)


def pin_refused(lang: str, person: str, check: PinCheck) -> str:
    """What a PIN that was not accepted came to: how many tries are left, or until when nothing is tried."""
    if check.locked_until_ms:
        return say(lang, "locked", person=person, at=when(check.locked_until_ms))
    return say(lang, "refused", person=person, left=check.tries_left, minutes=LOCK_MS // 60_000)


def role_word(lang: str, role: str) -> str:
    """`comité`; in English the code that is typed, `comite`."""
    return _ROLES[role][FR] if LANGUAGES[lang] == FR else role


def when(at_ms: int) -> str:
    """An instant in UTC, to the second: `20/11/2026 20:41:07 UTC`."""
    return f"{to_the_second(at_ms, UTC)} UTC"


def people_lines(people: Sequence[Person], now_ms: int, lang: str) -> Iterator[str]:
    """A line for each person, then one for each of his cards."""
    between = say(lang, "mark.between")
    for person in people:
        locked = person.locked_until_ms
        marks = [
            say(lang, "mark.revoked") if person.revoked else "",
            "" if person.has_pin else say(lang, "mark.no_pin"),
            say(lang, "mark.locked", at=when(locked)) if locked > now_ms else "",
            say(lang, "mark.charges", tables=", ".join(person.charges)) if person.charges else "",
        ]
        roles = ", ".join(role_word(lang, role) for role in person.roles)
        line = f"{person.id:<20} {roles:<24} {person.name:<24} {between.join(filter(None, marks))}"
        yield line.rstrip()
        for card in person.cards:
            standing = _standing(card, now_ms, lang)
            yield say(lang, "card", number=card.number, role=card.role, standing=standing)


def change_line(change: Change, lang: str) -> str:
    """One line of the history: its number, when, what was done to whom, and by whom."""
    by = f"{change.by} + {change.second}" if change.second else change.by
    act, detail = say(lang, f"act.{change.act}"), _detail(change, lang)
    told = f"{change.seq:>6}  {when(change.at_ms)}  {act:<8} {change.person:<20} {say(lang, 'by', by=by)}"
    return f"{told}  {detail}" if detail else told


def entry_words(told: RegisterTold, lang: str) -> str:
    """`UTH-1-000002.journal, écriture 12`."""
    return say(lang, "entry", file=told.file, seq=told.seq)


def otherwise_words(told: ToldOtherwise, lang: str) -> str:
    """What one entry of the journals tells against another."""
    first, then = entry_words(told.first, lang), entry_words(told.then, lang)
    return say(lang, f"told.{told.code}", line=told.then.changes, first=first, then=then)


def unsaid_words(what: str, lang: str) -> str:
    """The person, card or charge that no line of the history made, as `Register.unsaid` names it."""
    kind, _, number = what.partition(" ")
    return say(lang, "unsaid", what=say(lang, "a_card", number=number) if kind == "card" else what)


def _detail(change: Change, lang: str) -> str:
    """What the line tells beside the person, its roles in words."""
    words = change.detail.split(" ")
    roles = {"begin": slice(0, 1), "add": slice(0, None), "card": slice(1, None)}.get(change.act, slice(0))
    words[roles] = [role_word(lang, word) if word in _ROLES else word for word in words[roles]]
    return " ".join(words)


def _standing(card: Card, now_ms: int, lang: str) -> str:
    if card.revoked:
        return say(lang, "mark.revoked")
    if card.until_ms and card.until_ms <= now_ms:
        return say(lang, "card.expired", at=when(card.until_ms))
    standing = say(lang, "card.key" if card.key else "card.number")
    return say(lang, "card.until", standing=standing, at=when(card.until_ms)) if card.until_ms else standing
