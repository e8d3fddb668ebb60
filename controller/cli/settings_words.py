"""Settings, what follows from them and why they are refused, on the command line: French, then English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from controller.game.settings.types import Consequence, SettingChange
from controller.words.money import EN, FR, money, percent
from controller.words.plurals import in_language
from controller.words.setting_words import CHANGE_REASONS, setting_value
from controller.words.spots import SIDES, SPOTS

Words = Mapping[str, tuple[str, str]]

MEANING: Final[Words] = {
    "table.profile": ("les règles en vigueur", "the rules in force"),
    "table.jackpot": ("les termes du jackpot", "the jackpot's terms"),
    "limits.minimum_cents": ("le minimum des mises", "the least that is staked, in cents"),
    "limits.maximum_multiple": (
        "le maximum, en minimums",
        "how many times the minimum the maximum is",
    ),
    "pace.betting_ms": ("combien de temps les mises sont ouvertes", "how long bets stay open"),
    "pace.last_bets_ms": ("combien de temps le feu est jaune", "how long the light is yellow"),
    "pace.showdown_ms": ("combien de temps l’abattage reste affiché", "how long a showdown stands"),
    "pace.unanswered_ms": (
        "combien de temps une mise JP1 attend le jackpot avant que le coup soit gelé",
        "how long a JP1 press waits for the jackpot before the round is held",
    ),
    "pace.clearing_ms": ("le délai avant le coup suivant", "how long until the next round"),
    "video.retention_days": ("la conservation des images", "how long images are kept"),
    "payments.identity_from_cents": (
        "dès combien une identité est contrôlée",
        "from when an identity is checked",
    ),
    "payments.second_person_from_cents": (
        "au-delà de combien un paiement à une place attend le chef de table",
        "above what a payment to one seat waits for the floor supervisor",
    ),
    "payments.stop_notice_h": (
        "le préavis d’un arrêt du jackpot",
        "how long before it a stop of the jackpot is announced",
    ),
    "opening.coefficient": ("l’avance, en minimums", "how many times the minimum the avance is"),
    "opening.last_deals": ("combien de dernières donnes sont annoncées", "how many last deals are announced"),
    "opening.closes": ("l’heure de fermeture", "when the table means to close"),
    "opening.announce_min": (
        "combien de temps avant elle les dernières donnes sont annoncées",
        "how long before it the last deals are announced",
    ),
}
"""What a key is, where its name does not say it."""

SAID: Final[Words] = {
    # why it is refused
    "nothing_differs": ("rien ne change", "nothing differs"),
    "other_table": (
        "le nouveau fichier est d’une autre table, ou tient ses registres ailleurs\u00a0: celle-ci est"
        " {table}",
        "the new file is of another table or keeps its records elsewhere; this is {table}",
    ),
    "machine_key": (
        "{key} est au technicien, dans le fichier même\u00a0: un projet ne le change pas",
        "{key} is the technician's, in the file itself: a draft does not change it",
    ),
    "setting_value": (
        "{key}\u00a0: {value} n’est pas un choix permis\u00a0: tapis settings keys dit ceux qui le sont",
        "{key} is not to be {value}: tapis settings keys lists what may be chosen",
    ),
    "table_open": (
        "{table} est ouverte\u00a0: rien ne change d’une table en service",
        "{table} is open: nothing of a table is changed while it is in operation",
    ),
    "jackpot_runs": (
        "mise, parts, gains et livre de JP1 restent tant que le jackpot tourne\u00a0: l’arrêter d’abord",
        "stake, shares, prizes and book of JP1 stay while the jackpot runs: stop it first",
    ),
    "book_terms": (
        "le livre garde les termes pour lesquels il fut ouvert\u00a0: d’autres sont ceux d’un autre jackpot",
        "the book keeps the terms that it was made for: other terms are another jackpot's",
    ),
    **dict.fromkeys(
        ("other_book", "book_rules", "book_role", "book_simulated", "book_version"),
        (
            "le livre du jackpot ne prendrait pas cette table\u00a0: {why}",
            "the jackpot's book would not take this table: {why}",
        ),
    ),
    "book_unreachable": (
        "le livre du jackpot ne répond pas\u00a0: nul ne peut dire s’il prendrait cette table",
        "the jackpot's book does not answer: nobody can say whether it would take this table",
    ),
    "does_not_load": ("la table ne démarrerait pas\u00a0: {why}", "the table would not start: {why}"),
    "no_draft": ("aucun projet n’attend", "no draft waits"),
    "draft_waits": ("le projet de {person} attend déjà", "a draft of {person} waits already"),
    "same_person": (
        "{person} l’a proposé ou approuvé\u00a0: une autre personne approuve",
        "{person} proposed or approved it: another person approves",
    ),
    "proposer_revoked": (
        "{person} est révoqué\u00a0: retirer le projet et le proposer de nouveau",
        "{person} is revoked: withdraw the draft and propose it anew",
    ),
    "file_changed": (
        "les réglages ne sont plus ceux du projet\u00a0: l’écrire de nouveau",
        "the settings are no longer those that the draft was made for: draft it anew",
    ),
    "no_right": ("{person} n’en a pas le droit", "{person} may not do this"),
    "no_register": (
        "table.toml\u00a0: people manque\u202f; c’est le registre qui distingue deux personnes",
        "table.toml: people: missing; two persons are told apart by the register",
    ),
    "one_of_two": (
        "soit un fichier NOUVEAU, soit --set CLÉ=VALEUR, et non les deux",
        "either a file NEW or --set KEY=VALUE, and not both",
    ),
    "no_setting": (
        "--set {text}\u00a0: pas de CLÉ=VALEUR d’un réglage\u00a0: tapis settings keys les nomme",
        "--set {text}: no KEY=VALUE of a setting; tapis settings keys lists them",
    ),
    # what is drafted, and what became of it
    "key": ("{key} = {value}  ({choices})", "{key} = {value}  ({choices})"),
    "proposed": (
        "{table}\u00a0: proposé par {person}\u00a0: {reason}",
        "{table}: proposed by {person}: {reason}",
    ),
    "approved": ("approuvé par {person}", "approved by {person}"),
    "waits": (
        "attend l’approbation d’une autre personne\u00a0: tapis settings approve --by ID",
        "waits for the approval of another person: tapis settings approve --by ID",
    ),
    "waits_twice": (
        "attend l’approbation d’une autre personne\u00a0: tapis settings approve --by ID, et d’une de"
        " plus\u00a0: un retour dépasse 100\u00a0%",
        "waits for the approval of another person: tapis settings approve --by ID, and of one more: a"
        " return is above 100 %",
    ),
    "of_table": ("{table}\u00a0: {what}", "{table}: {what}"),
    "in_force": ("en vigueur à la prochaine ouverture de la table", "in force when the table opens next"),
    "refused": ("le projet de {person} est refusé", "the draft of {person} is refused"),
    "withdrawn": ("le projet de {person} est retiré", "the draft of {person} is forgotten"),
    "nothing": ("rien", "nothing"),
    "becomes": (
        "{named}\u00a0: {after} au lieu de {before}",
        "{named}: {before} becomes {after}",
    ),
}

FOLLOWS: Final[Words] = {
    "minimum": (
        "minimum des mises\u00a0: {after} au lieu de {before}",
        "the minimum of the bets: {before} cents becomes {after} cents",
    ),
    "maximum": (
        "maximum des mises\u00a0: {after} au lieu de {before}",
        "the maximum of the bets: {before} cents becomes {after} cents",
    ),
    "avance": (
        "le coefficient d’avance exige {after}, au lieu de {before}",
        "the avance that the coefficient asks for: {before} cents becomes {after} cents",
    ),
    "rules": (
        "empreinte des règles\u00a0: {after} au lieu de {before}",
        "the digest of the rules: {before} becomes {after}",
    ),
    "approval": (
        "programme non homologué pour ces règles\u00a0: la table est une démonstration",
        "the approval of this program is not for these rules: the table is a demonstration",
    ),
    "jp1_return_1": (
        "JP1 rend {after} à un seul joueur, au lieu de {before}",
        "JP1 returns to one bettor, in millionths of the stake: {before} becomes {after}",
    ),
    "jp1_return_7": (
        "JP1 rend {after} à sept joueurs, au lieu de {before}",
        "JP1 returns to each of seven, in millionths of the stake: {before} becomes {after}",
    ),
    **{
        f"{spot}_return": (
            f"{SPOTS[spot].name[FR]} rend {{after}}, au lieu de {{before}}",
            f"{SPOTS[spot].name[EN]} returns, in millionths of the stake: {{before}} becomes {{after}}",
        )
        for spot in SIDES
    },
    "ceiling": (
        "un retour dépasse {after}\u00a0: deux personnes approuvent, outre celle qui propose (PM-05)",
        "a return is above {after} millionths: two persons approve, beside who proposes (PM-05)",
    ),
}
_AMOUNTS: Final = ("minimum", "maximum", "avance")


def say(key: str, language: int, /, **facts: object) -> str:
    """The sentence under this key."""
    return in_language(SAID[key], language, facts)


def reason_words(reason: str, language: int) -> str:
    """`affluence`; in English the code."""
    return CHANGE_REASONS[reason][FR] if language == FR and reason in CHANGE_REASONS else reason


def change_words(change: SettingChange, language: int) -> str:
    """`pace.betting_ms (how long bets stay open): 45000 becomes 60000`; in French `60 s au lieu de 45 s`."""
    meaning = MEANING[change.key][language] if change.key in MEANING else ""
    named = f"{change.key} ({meaning})" if meaning else change.key
    before, after = (_value(change.key, one, language) for one in (change.before, change.after))
    return say("becomes", language, named=named, before=before, after=after)


def _value(key: str, value: str, language: int) -> str:
    return setting_value(key, value, FR) if language == FR else value or say("nothing", language)


def consequence_words(found: Consequence, language: int) -> str:
    """What follows from a draft, in one line."""
    before, after = (_figure(found.code, one, language) for one in (found.before, found.after))
    return FOLLOWS[found.code][language].format(before=before, after=after)


def _figure(code: str, value: str, language: int) -> str:
    """An amount or a return as papers have it; in English the number of the settings' file."""
    if language == FR and value.isdecimal():
        if code in _AMOUNTS:
            return money(int(value))
        if code == "ceiling" or "_return" in code:
            return percent(int(value))
    return value or say("nothing", language)
