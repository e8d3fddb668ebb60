"""The sentences of `tapis witness`: what was taken of a table, what was refused and why; French, English.

What a visit says in English (`controller.witness.visits`, whose refusals lie in `TABLE.refused` for other
programs) is known again by its form, as `controller.words.known_again` knows what a verification says.
"""

from __future__ import annotations

from typing import Final

from controller.words.known_again import finding
from controller.words.money import LANGUAGES
from controller.words.plurals import in_language

SAID: Final[dict[str, tuple[str, str]]] = {
    # trust
    "trusted": (
        "{table}\u00a0: les têtes signées de la clé {key} sont prises",
        "{table}: heads signed with {key} are taken",
    ),
    "compare": (
        "{table}\u00a0: comparer cette empreinte à celle de la table\u00a0: {print}",
        "{table}: compare this fingerprint with the table's: {print}",
    ),
    "two_persons": (
        "{table} est liée à la clé {print}\u202f; une autre demande deux personnes\u00a0: --by NOM --with"
        " NOM",
        "{table} is bound to the key {print}; another takes two persons: --by NAME --with NAME",
    ),
    "no_key": ("une clé a 64 chiffres hexadécimaux", "a key has 64 hex digits"),
    "read": (
        "{person}, l’empreinte à l’écran de la table",
        "{person}, the fingerprint on the table's screen",
    ),
    "read_another": (
        "{person} a lu une autre empreinte\u202f; {table} reste liée à la clé {print}",
        "{person} read another fingerprint; {table} stays bound to the key {print}",
    ),
    # aside
    "kept_here": (
        "{folder}\u00a0: un témoin y tient ses journaux\u202f; l’arrêter d’abord",
        "{folder}: a witness keeps its journals here; stop it first",
    ),
    "aside": (
        "{table}\u00a0: ce qui a été vu de la séance {session} et des suivantes est mis de côté par {first}"
        " et {second}",
        "{table}: what was seen of session {session} and later is set aside by {first} and {second}",
    ),
    "kept_as": ("{table}\u00a0: gardé sous {path}", "{table}: kept as {path}"),
    # pull
    "one_source": ("il faut soit --from, soit --room", "one of --from and --room is needed"),
    "journals_of_tables": (
        "{folder}\u00a0: aucune table n’y répond\u202f; les journaux se prennent de tables qui répondent",
        "{folder}: no table answers here; journals are kept from tables that do",
    ),
    "not_readable": (
        "{folder}\u00a0: aucune table n’y répond, et ce compte ne peut pas le lire\u00a0: le lancer sous"
        " le compte de son propriétaire",
        "{folder}: no table answers here, and who you are may not read it: run it as its owner",
    ),
    "another_witness": (
        "{folder}\u00a0: un autre témoin y tient ses journaux",
        "{folder}: another witness keeps its journals here",
    ),
    "silent": ("{table}\u00a0: la table ne répond pas ({why})", "{table}: the table does not answer ({why})"),
    "still_silent": ("{table}\u00a0: ne répond pas ({why})", "{table}: does not answer ({why})"),
    "not_let_in": (
        "{folder}\u00a0: la table ne répond pas ({why})\u202f; le lancer sous un compte du groupe {group}",
        "{folder}: the table does not answer ({why}); run it as a user of the group {group}",
    ),
    "nothing_signed": (
        "{folder}\u00a0: la table n’a encore rien signé",
        "{folder}: the table has signed nothing yet",
    ),
    "nothing_here": (
        "{folder}\u00a0: ni la porte d’un témoin, ni des têtes signées ici",
        "{folder}: neither a witness socket nor signed heads are here",
    ),
    "failed": (
        "{table}\u00a0: le témoin lui-même est tombé\u00a0: {why}",
        "{table}: the witness itself failed: {why}",
    ),
    "of_table": ("{table}\u00a0: {why}", "{table}: {why}"),
    # show
    "key": ("{table}\u00a0: clé {print}", "{table}: key {print}"),
    "last": (
        "{table}\u00a0: séance {session}, écriture {seq}, tête {head}",
        "{table}: session {session}, entry {seq}, head {head}",
    ),
    "nothing_yet": ("{table}\u00a0: rien encore", "{table}: nothing yet"),
}
FORMS: Final[tuple[tuple[str, str], ...]] = (
    (
        "prise     {table}, séance {session}, écriture {seq}, tête {head}",
        "taken    {table}, session {session}, entry {seq}, head {head}",
    ),
    (
        "entière   {table}, séance {session}, 1 écriture",
        "whole    {table}, session {session}, 1 entry",
    ),
    (
        "entière   {table}, séance {session}, {count} écritures",
        "whole    {table}, session {session}, {count} entries",
    ),
    ("REFUSÉE   {table}, {said}", "REFUSED  {table}, {said}"),
    ("REFUSÉE   {said}", "REFUSED  {said}"),
    # a head that does not extend the last one
    (
        "n’est pas l’écriture qui a été signée, dans {file}",
        "not the one that was signed, in {file}",
    ),
    ("une tête de {table}, séance {session}", "a head of {table}, session {session}"),
    # what a table tells of its journals
    (
        "une tête a été signée à l’écriture {seq}, et le journal qu’elle a donné finit ici",
        "a head was signed at entry {seq}, and the journal it told ends here",
    ),
    ("la table n’a plus cette séance", "the table does not have this session any more"),
    ("la table n’a pas cette séance", "the table does not have this session"),
    (
        "rangée à la table avant que rien n’en ait été vu",
        "put away on the table before anything of it was seen",
    ),
    ("rangée à la table, et vue jusqu’ici seulement", "put away on the table, and seen to here only"),
    ("donnée après la séance {session}", "told after session {session}"),
    (
        "ne suit pas la séance {session} telle qu’elle est gardée ici",
        "does not follow session {session} as it is kept here",
    ),
    (
        "elle est autre maintenant\u202f; elle avait été donnée",
        "it is another one now; it was told before",
    ),
    (
        "le journal de la table finit avant elle\u202f; elle avait été donnée",
        "the table's journal ends before it; it was told before",
    ),
    (
        "moins de têtes signées que la table n’en avait",
        "fewer signed heads than the table had before",
    ),
    ("ce qui est gardé ici ne tient pas\u00a0: {said}", "what is kept here does not hold: {said}"),
    # why a table is silent
    (
        "aucune de ses clés n’est crue ici\u00a0: «\u00a0tapis keys show\u00a0» là-bas,"
        " «\u00a0tapis witness trust\u00a0» ici",
        "no key of it is trusted here: `tapis keys show` there, `tapis witness trust` here",
    ),
    ("le témoin s’arrête", "the witness is being stopped"),
    ("la séance {session} n’a encore aucune écriture", "session {session} has no entry yet"),
    ("aucune tête signée n’a été donnée", "told no signed heads"),
    ("aucune séance n’a été donnée", "told no sessions"),
    ("elle dit autre chose", "it tells something else"),
    ("elle a coupé la liaison", "it hung up"),
    ("ce qu’elle a envoyé n’est pas un message", "what it said is no message"),
    (
        "le fichier de la salle n’a pas de certificat pour un {role}",
        "the room's file has no certificate for a {role}",
    ),
    # the store of the witness
    (
        "{file}\u00a0: le miroir ne peut être écrit\u00a0: {why}",
        "{file}: the mirror cannot be written: {why}",
    ),
    (
        "{file}\u00a0: les têtes signées ne peuvent être écrites",
        "{file}: the signed heads cannot be written",
    ),
    ("{system}", "{system}"),
)


def say(lang: str, key: str, /, **facts: object) -> str:
    """The sentence under this key; a fact `why` is said in this language itself, where it can be."""
    if "why" in facts:
        facts["why"] = told(lang, str(facts["why"]))
    return in_language(SAID[key], LANGUAGES[lang], facts)


def told(lang: str, said: str) -> str:
    """What witness or table said in English, in this language."""
    return finding(said, LANGUAGES[lang], FORMS)
