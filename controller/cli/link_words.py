"""The sentences of `tapis link`, French and English: what was found, where, and what to do about it."""

from __future__ import annotations

from typing import Final

from controller.book.postgres_check import Checked, Level
from controller.book.postgres_said import Said
from controller.words.money import LANGUAGES
from controller.words.plurals import in_language

MOST: Final = 8
"""Findings of one check that are told in full; of more, their number."""

LEVELS: Final[dict[str, tuple[str, str]]] = {
    Level.OK: ("bon", "ok"),
    Level.WARNING: ("à voir", "look"),
    Level.WRONG: ("FAUX", "WRONG"),
}
CHECKS: Final[dict[str, tuple[str, str]]] = {
    "server": ("serveur", "server"),
    "schema": ("schéma", "schema"),
    "settings": ("réglages du serveur", "server's settings"),
    "standby": ("serveur de secours", "standby"),
    "writes": ("écriture", "writing"),
    "definitions": ("définitions", "definitions"),
    "roles": ("rôles", "roles"),
    "doors": ("fonctions ouvertes", "open functions"),
    "entrances": ("pg_hba.conf", "pg_hba.conf"),
    "sessions": ("sessions", "sessions"),
    "ledger": ("grand livre", "ledger"),
}
SAID: Final[dict[str, tuple[str, str]]] = {
    "server": ("PostgreSQL {version}", "PostgreSQL {version}"),
    "server_old": (
        "PostgreSQL {version} est trop ancien\u202f; il faut la version 15 ou une plus récente",
        "PostgreSQL {version} is too old; version 15 or newer is needed",
    ),
    "schema": ("migration {number}", "migration {number}"),
    "migrate": (
        "ce programme veut la migration {number}\u00a0: arrêter les tables, puis tapis link migrate URL",
        "this program needs migration {number}: stop the tables, then tapis link migrate URL",
    ),
    "other_migration": (
        "la migration {name} n’est pas celle de ce programme ({digest})\u00a0:"
        " prendre le programme qui a fait ce livre",
        "migration {name} is not this program's ({digest}): use the program that made this book",
    ),
    "newer_migration": (
        "le livre a la migration {number}, ce programme va jusqu’à {last}\u00a0: prendre le programme "
        "plus récent",
        "the book has migration {number}, this program goes to {last}: use the newer program",
    ),
    "no_book": (
        "il n’y a pas de livre dans cette base\u00a0: tapis link create URL, ou une autre adresse",
        "there is no book in this database: tapis link create URL, or another address",
    ),
    "no_database": (
        "l’adresse ne nomme pas de base\u00a0: postgresql://…/jackpot",
        "the address names no database: postgresql://…/jackpot",
    ),
    "has_jackpot": (
        "cette base a déjà un jackpot\u00a0: donner une autre base, ou garder celui-là",
        "this database has a jackpot already: name another database, or keep this one",
    ),
    "file_there": (
        "{path} existe déjà\u00a0: nommer un autre fichier, ou l’enlever d’abord",
        "{path} exists already: name another file, or remove it first",
    ),
    "known_role": (
        "{role} ou {table} est déjà admis\u00a0: tapis link tables URL\u202f;"
        " tapis link dismiss URL avant d’admettre autrement",
        "{role} or {table} is admitted already: tapis link tables URL; tapis link dismiss URL before another",
    ),
    "unknown_role": (
        "{role} n’est pas admis\u00a0: tapis link tables URL les nomme",
        "{role} is not admitted: tapis link tables URL names them",
    ),
    "role_powerful": (
        "{role} peut davantage sur ce serveur que parler à un jackpot\u00a0: admettre un rôle fait pour cela",
        "{role} may do more on this server than speak to a jackpot: admit a role made for it",
    ),
    "unreachable": (
        "le serveur ne répond pas, ou refuse\u00a0: {text}",
        "the server does not answer, or refuses: {text}",
    ),
    "book": ("le livre n’est pas celui qu’il faut\u00a0: {text}", "the book is not the one wanted: {text}"),
    "made_database": ("base {name}", "database {name}"),
    "made_owner": ("rôle {role}, qui n’entre jamais", "role {role}, who never logs in"),
    "made_migration": ("migration {name}", "migration {name}"),
    "made_jackpot": ("jackpot de {profile}", "jackpot of {profile}"),
    "settings_ok": ("{names} comme il faut", "{names} as needed"),
    "setting": (
        "{name} = {value}, il faut {needed}\u00a0: postgresql.conf, puis redémarrer le serveur",
        "{name} = {value}, {needed} is needed: postgresql.conf, then restart the server",
    ),
    "database_setting": (
        "un réglage de la base, {setting}, vaut pour toutes les tables\u00a0: ALTER DATABASE … RESET",
        "a setting of the database, {setting}, holds for every table: ALTER DATABASE … RESET",
    ),
    "reads_only": (
        "ce serveur est un secours\u00a0: lu chaque seconde, il n’annonce rien (NOTIFY)",
        "this server is a standby: it is read each second, and tells nobody of news (NOTIFY)",
    ),
    "standby": (
        "chaque mise est sur {needed} de {names} avant la réponse",
        "each stake is on {needed} of {names} before it is answered",
    ),
    "is_standby": (
        "ce serveur est un secours, il ne s’écrit pas\u00a0: donner l’adresse du serveur principal",
        "this server is a standby and is not written to: give the address of the primary",
    ),
    "no_standby": (
        "aucun\u00a0: synchronous_standby_names est vide. Si ce serveur est perdu, des mises acquittées"
        " le sont aussi (LINK.md)",
        "none: synchronous_standby_names is empty. If this server is lost, so are acknowledged stakes"
        " (LINK.md)",
    ),
    "standby_missing": (
        "attendu {wanted}, relié\u00a0: {names}. Aucune mise n’est acquittée\u00a0: rétablir le secours, ou"
        " changer synchronous_standby_names",
        "wanted {wanted}, connected: {names}. No stake is acknowledged: bring the standby back, or change"
        " synchronous_standby_names",
    ),
    "writes": (
        "un acte est allé jusqu’au bout en {ms} ms (verrou, disque, secours)",
        "an act went the whole way in {ms} ms (lock, disk, standby)",
    ),
    "cannot_write": (
        "ce serveur ne s’écrit pas\u00a0: secours, ou default_transaction_read_only."
        " Chercher le serveur principal",
        "this server cannot be written to: a standby, or default_transaction_read_only. Find the primary",
    ),
    "waits_for_standby": (
        "l’acte attend le serveur de secours\u00a0: le rétablir, ou changer synchronous_standby_names",
        "the act waits for the standby: bring it back, or change synchronous_standby_names",
    ),
    "waits_for_lock": (
        "l’acte attend le rôle {role} depuis {seconds} s\u00a0: SELECT pg_terminate_backend({pid})",
        "the act waits for role {role}, {seconds} s now: SELECT pg_terminate_backend({pid})",
    ),
    "no_act": (
        "aucun acte n’aboutit ({text})\u00a0: voir le journal du serveur",
        "no act succeeds ({text}): see the log of the server",
    ),
    "definitions_ok": ("celles des migrations, une à une", "those of the migrations, one by one"),
    "differs": (
        "{name} n’est pas ce qui a été installé",
        "{name} is not what was installed",
    ),
    "not_compared": (
        "pas comparées\u00a0: ce serveur ne s’écrit pas",
        "not compared: this server cannot be written to",
    ),
    "roles_ok": (
        "admis\u00a0: {number}, avec leurs droits et rien d’autre",
        "{number} admitted, with their rights and no more",
    ),
    "role_gone": (
        "{role} est admis et le serveur ne le connaît pas\u00a0: tapis link mend URL",
        "{role} is admitted and the server does not know it: tapis link mend URL",
    ),
    "role_no_login": (
        "{role} est admis et n’entre pas (NOLOGIN)\u00a0: tapis link mend URL",
        "{role} is admitted and may not log in (NOLOGIN): tapis link mend URL",
    ),
    "role_powers": (
        "{role} peut davantage ({powers})\u00a0: le lui retirer, puis tapis link mend URL",
        "{role} may do more ({powers}): take it away, then tapis link mend URL",
    ),
    "role_password": (
        "{role} a un mot de passe, il n’entre que par certificat\u00a0: tapis link mend URL",
        "{role} has a password, it comes in by certificate only: tapis link mend URL",
    ),
    "role_connections": (
        "{role} a {number} connexion{number:|s} au plus, il en faut {needed}\u00a0: tapis link mend URL",
        "{role} has {number} connection{number:|s} at most, {needed} are needed: tapis link mend URL",
    ),
    "role_no_connect": (
        "{role} ne peut se connecter à {database}\u00a0: tapis link mend URL",
        "{role} cannot connect to {database}: tapis link mend URL",
    ),
    "role_elsewhere": (
        "{role} peut se connecter ailleurs\u00a0: REVOKE CONNECT ON DATABASE {database} FROM PUBLIC",
        "{role} can connect elsewhere: REVOKE CONNECT ON DATABASE {database} FROM PUBLIC",
    ),
    "role_setting": (
        "{role} a un réglage qui n’est pas le nôtre, {name} = {value}\u00a0:"
        " tapis link mend URL, et demander qui l’a mis",
        "{role} has a setting that is not ours, {name} = {value}: tapis link mend URL, and ask who made it",
    ),
    "role_limits_gone": (
        "{role} n’a plus ses limites ({names})\u00a0: tapis link mend URL",
        "{role} has lost its limits ({names}): tapis link mend URL",
    ),
    "right_gone": (
        "{role} n’a pas le droit sur {name}\u00a0: tapis link mend URL",
        "{role} has not the right on {name}: tapis link mend URL",
    ),
    "right_more": (
        "{role} a un droit de trop, sur {name}\u00a0: REVOKE ALL ON {name} FROM {role}",
        "{role} has a right too many, on {name}: REVOKE ALL ON {name} FROM {role}",
    ),
    "stranger": (
        "{role} peut se connecter et n’est pas admis\u00a0: REVOKE ALL ON DATABASE {database} FROM {role}",
        "{role} can connect and is not admitted: REVOKE ALL ON DATABASE {database} FROM {role}",
    ),
    "keeper_only": (
        "rôles, définitions et réglages\u00a0: seul le gardien du serveur les voit",
        "roles, definitions and settings: only the keeper of the server sees them",
    ),
    "doors_ok": (
        "ni grands objets, ni verrous à soi, ni programmes",
        "no large objects, no locks of one's own, no programs",
    ),
    "door_functions": (
        "{number} {number:fonction de PostgreSQL est ouverte|fonctions de PostgreSQL sont ouvertes}"
        " à tous, dont {name}\u00a0: tapis link mend URL",
        "{number} {number:function of PostgreSQL is|functions of PostgreSQL are}"
        " open to everybody, {name} among them: tapis link mend URL",
    ),
    "door_language": (
        "chacun peut écrire des programmes en {name}\u00a0: tapis link mend URL",
        "anybody may write programs in {name}: tapis link mend URL",
    ),
    "entrances_ok": (
        "par le réseau, un certificat pour chacun",
        "over the network, a certificate for everybody",
    ),
    "hba": (
        "ligne {line} ({type} … {method})\u00a0: un rôle entre sans certificat\u202f;"
        " la limiter ou mettre hostssl … cert",
        "line {line} ({type} … {method}): a role comes in without a certificate;"
        " narrow it, or hostssl … cert",
    ),
    "hba_error": (
        "ligne {line} ne se lit pas ({text})\u00a0: la corriger, puis SELECT pg_reload_conf()",
        "line {line} cannot be read ({text}): mend it, then SELECT pg_reload_conf()",
    ),
    "sessions_ok": ("personne ne retient rien", "nobody holds anything"),
    "held": (
        "{role} tient une transaction ouverte depuis {seconds} s\u00a0: SELECT pg_terminate_backend({pid})",
        "{role} keeps a transaction open, {seconds} s now: SELECT pg_terminate_backend({pid})",
    ),
    "told_full": (
        "la file de NOTIFY est pleine à {percent}\u00a0%\u00a0: chercher qui écoute sans lire,"
        " et terminer sa session",
        "the queue of NOTIFY is {percent}% full: find who listens and does not read, and end his session",
    ),
    "large_objects": (
        "{number} {number:grand objet|grands objets} que le livre n’a pas faits\u00a0:"
        " SELECT oid, lomowner FROM pg_largeobject_metadata",
        "{number} {number:large object|large objects} that the book did not make:"
        " SELECT oid, lomowner FROM pg_largeobject_metadata",
    ),
    "ledger_ok": ("la somme des écritures est juste ({number})", "the entries add up ({number})"),
    "residual": (
        "il manque ou reste {number} micro-centimes\u00a0: arrêter le jackpot, tapis book verify",
        "{number} micro-cents are missing or left: stop the jackpot, tapis book verify",
    ),
    "sum": (
        "{what}\u00a0: {kept} gardé, {added} par les écritures\u00a0: arrêter le jackpot, tapis book verify",
        "{what}: {kept} kept, {added} by the entries: stop the jackpot, tapis book verify",
    ),
    "more": ("et {number} autre{number:|s}", "and {number} more"),
}


def sentence(said: Said, lang: str) -> str:
    """A finding in words."""
    return in_language(SAID[said.code], LANGUAGES[lang], said.facts)


def lines(checked: Checked, lang: str) -> list[str]:
    """A check in lines of a terminal: how it is, what was looked at, and a line for each finding."""
    at = LANGUAGES[lang]
    shown = [sentence(said, lang) for said in checked.said[:MOST]]
    if len(checked.said) > MOST:
        shown.append(sentence(Said("more", number=len(checked.said) - MOST), lang))
    head = f"{LEVELS[checked.level][at]:<7} {CHECKS[checked.what][at]:<20} "
    return [(head if n == 0 else " " * len(head)) + text for n, text in enumerate(shown)]
