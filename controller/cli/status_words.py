"""The words of `tapis status`, French and English. Alarms, machines and reasons have those of the screens."""

from __future__ import annotations

import re
from typing import Final

from controller.host.disk import MIB
from controller.words.money import LANGUAGES
from controller.words.plurals import in_language
from ui.texts.alarms import alarm_text
from ui.texts.pit import tell

SAID: Final[dict[str, tuple[str, str]]] = {
    "ok": ("bon", "ok"),
    "look": ("à voir", "look"),
    "stands": ("À VOIR", "LOOK"),
    "down": ("ARRÊT", "DOWN"),
    "table": ("table", "table"),
    "alarm": ("alarme", "alarm"),
    "disk": ("disque", "disk"),
    "journal": ("journal", "journal"),
    "clock": ("horloge", "clock"),
    "book": ("livre", "book"),
    "witness": ("témoin", "witness"),
    "backup": ("sauvegarde", "backup"),
    "units": ("services", "units"),
    "phase.closed": ("fermée", "closed"),
    "phase.opening": ("ouverture en cours", "being opened"),
    "phase.between": ("ouverte, entre deux coups", "open, between two rounds"),
    "phase.round": ("ouverte, coup en cours", "open, a round under way"),
    "head": ("{table} · séance {session} · {phase}", "{table} · session {session} · {phase}"),
    "head.down": ("{table} · ne sert personne", "{table} · serves nobody"),
    "at_work": (
        "à l’œuvre depuis {since}, {rounds} {rounds:coup joué|coups joués}",
        "at work for {since}, {rounds} round{rounds:|s} played",
    ),
    "at_work.unknown": ("à l’œuvre depuis {since}", "at work for {since}"),
    "hangs": ("ne décide plus depuis {since}", "has decided nothing for {since}"),
    "program": ("programme", "program"),
    "approved": ("édition {edition}, approuvé", "edition {edition}, approved"),
    "unapproved": (
        "édition {edition}, démonstration, non approuvé",
        "edition {edition}, demonstration, not approved",
    ),
    "waiting": ("attend son disque\u00a0: {why}", "waits for its disk: {why}"),
    "why.full": ("il est plein", "it is full"),
    "why.read_only": ("il est en lecture seule", "it is read-only"),
    "why.broken": ("il est en panne", "it is broken"),
    "mute": (
        "répond à la porte et ne dit rien\u00a0: elle démarre, ou ne décide plus",
        "is at its door and says nothing: it is starting, or decides nothing any more",
    ),
    "down.unknown": ("ne tourne pas", "does not run"),
    "down.signal": ("arrêtée le {at}, par ordre", "stopped on {at}, as it was told to"),
    "down.settings": (
        "arrêtée le {at}\u00a0: des réglages sont approuvés, elle est à relancer",
        "stopped on {at}: settings were approved, it is to be started again",
    ),
    "down.over": (
        "arrêtée le {at}\u00a0: sa séance est close, elle est à relancer",
        "stopped on {at}: its session is closed, it is to be started again",
    ),
    "down.lost": (
        "arrêtée le {at}\u00a0: la séance sans sa clé est close, elle est à relancer",
        "stopped on {at}: the session without its master is closed, it is to be started again",
    ),
    "down.halted": ("s’est arrêtée le {at}\u00a0: {said}", "stopped by itself on {at}: {said}"),
    "down.refused": ("n’a pas pu démarrer le {at}\u00a0: {said}", "could not start on {at}: {said}"),
    "down.started": (
        "démarrée le {at}, puis finie sans un mot\u00a0: coupure de courant, ou programme tué",
        "started on {at}, then ended without a word: a power cut, or the program was killed",
    ),
    "down.unit": ("service\u00a0: {state}", "unit: {state}"),
    "down.next": ("la relancer\u00a0: systemctl start tapis-table", "start it: systemctl start tapis-table"),
    "down.log": ("le détail\u00a0: journalctl -u tapis-table -n 20", "more: journalctl -u tapis-table -n 20"),
    "jp1.open": ("ouvert, compteur {meter}", "open, meter {meter}"),
    "jp1.closed": ("fermé\u00a0: {why}\u202f; compteur {meter}", "closed: {why}; meter {meter}"),
    "jp1.unread": ("fermé\u00a0: {why}", "closed: {why}"),
    "jp1.later": ("se dit entre deux coups", "is told between two rounds"),
    "line": (
        "{health}, répétés {retries}, erreurs {damaged}, retours {returns}",
        "{health}, retries {retries}, errors {damaged}, returns {returns}",
    ),
    "alarm.since": ("{code} {title} · {since}{seen}", "{code} {title} · {since}{seen}"),
    "alarm.seen": (" · vue", " · seen"),
    "alarm.over": (" · cause finie", " · cause over"),
    "alarm.more": ("et {count} de plus\u00a0: la console les montre", "and {count} more: see the console"),
    "alarm.none": ("aucune", "none"),
    "disk.free": ("{free} libres sur {size}", "{free} free of {size}"),
    "mib": ("Mio", "MiB"),
    "gib": ("Gio", "GiB"),
    "unknown": ("inconnu de cet utilisateur", "not known to this user"),
    "journal.entries": (
        "{entries} {entries:écriture|écritures}, la plus lente {slowest} ms",
        "{entries} {entries:entry|entries}, the slowest {slowest} ms",
    ),
    "journal.slowest": ("écriture la plus lente {slowest} ms", "slowest entry {slowest} ms"),
    "journal.frames": ("\u202f; trames non gardées", "; frames not kept"),
    "clock.kept": (
        "synchronisée, à {apart} ms de celle de la table",
        "kept, {apart} ms from the table's own",
    ),
    "clock.unkept": (
        "non synchronisée, à {apart} ms de celle de la table",
        "kept by nobody, {apart} ms from the table's own",
    ),
    "clock.alone": ("synchronisée", "kept"),
    "clock.nobody": ("non synchronisée", "kept by nobody"),
    "book.own": ("de cette table, répond", "this table's own, answers"),
    "book.linked": ("lié à d’autres tables, répond", "linked with other tables, answers"),
    "book.silent": ("ne répond pas", "does not answer"),
    "witness.never": ("aucun n’a demandé depuis le démarrage", "none has asked since the start"),
    "witness.asked": ("a demandé il y a {ago}", "asked {ago} ago"),
    "witness.behind": (
        "\u202f; {behind} écriture{behind:|s} de retard",
        "; {behind} {behind:entry|entries} behind",
    ),
    "backup.ago": ("la dernière il y a {ago}", "the last {ago} ago"),
    "backup.never": (
        "jamais faite\u00a0: systemctl start tapis-backup",
        "never made: systemctl start tapis-backup",
    ),
    "backup.later": (
        "datée de plus tard que maintenant\u00a0: l’horloge\u202f?",
        "dated later than now: look at the clock",
    ),
    "backup.none": ("aucune n’est connue ici", "none is known here"),
    "units.up": ("{count} à l’œuvre", "{count} at work"),
    "units.none": ("pas de systemd ici", "no systemd here"),
    "unit.failing": (
        "{unit}\u00a0: {state}, {restarts} redémarrage{restarts:|s}",
        "{unit}: {state}, {restarts} restart{restarts:|s}",
    ),
    "room.head": ("pit · {count} table{count:|s}", "pit · {count} table{count:|s}"),
    "room.visit": ("visitée il y a {ago}", "visited {ago} ago"),
    "room.headed": (", signée il y a {ago}", ", signed {ago} ago"),
    "room.never": ("le témoin n’y a jamais été", "the witness was never there"),
    "room.refused": ("REFUSÉE\u00a0: {why}", "REFUSED: {why}"),
    "room.tapis-witness.service": ("témoin", "witness"),
    "room.tapis-house.service": ("maison", "house"),
    "room.tapis-screen@pit.service": ("écran du pit", "pit screen"),
    "room.at_work": ("à l’œuvre", "at work"),
    "room.off": ("ne tourne pas{state}", "does not run{state}"),
    "room.next": ("le relancer\u00a0: systemctl start {unit}", "start it: systemctl start {unit}"),
    "room.not_permitted": (
        "cet utilisateur ne peut pas regarder ce que garde le témoin\u00a0: tapez sudo tapis status",
        "this user may not look at what the witness keeps: type sudo tapis status",
    ),
    "not_permitted": (
        "cet utilisateur ne peut pas regarder la table {table}\u00a0: tapez sudo tapis status,"
        " ou entrez dans le groupe tapis-status",
        "this user may not look at table {table}: type sudo tapis status, or join the group tapis-status",
    ),
}


def say(lang: str, key: str, /, **facts: object) -> str:
    """The words under this key."""
    return in_language(SAID[key], LANGUAGES[lang], facts)


def machine_words(lang: str, machine: str) -> str:
    """What a machine is called on the screens, in small letters."""
    return tell(lang, f"machine.{machine}").lower().replace("jp1", "JP1")


def health_words(lang: str, health: str) -> str:
    """How a machine does."""
    return tell(lang, f"health.{health}")


def closed_words(lang: str, code: str) -> str:
    """Why JP1 is closed."""
    try:
        return tell(lang, f"closed.{code}")
    except KeyError:
        return tell(lang, "closed.other", code=code)


def alarm_words(lang: str, code: str) -> str:
    """The title of an alarm; where it is and its figures stand on the console alone."""
    title = re.sub(r"\s*(–\s*)?\(?\{\w+\}\)?(\s*MI[OB])?", "", alarm_text(lang, code).title)
    return title.strip().replace("\u00a0", " ")


def since_words(ms: int) -> str:
    """How long: `12 s`, `5 min`, `3 h 12`, `4 d`; the same in both languages but for the days."""
    s = max(0, ms) // 1_000
    if s < 120:
        return f"{s} s"
    if s < 7_200:
        return f"{s // 60} min"
    return f"{s // 3_600} h {s // 60 % 60:02}"


def size_words(lang: str, count: int) -> str:
    """A size of a disk in GiB, or under ten of them in MiB."""
    mib = count // MIB
    return f"{mib} {say(lang, 'mib')}" if mib < 10 * 1_024 else f"{mib // 1_024} {say(lang, 'gib')}"
