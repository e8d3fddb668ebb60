"""A wrong command line: one sentence with place, value and next step, the right exit, nothing written."""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from controller.cli import main
from controller.cli.options import Place
from tests.shell.live_table import write_settings
from tests.shell.settle.settle_lines import ROYAL

GOLDEN = Path(__file__).parents[1] / "golden" / "journals" / "trips"
FOREIGN = re.compile(
    r"Errno|Traceback|Exception|malformed|codec|surrogate|No such file|NoneType|object at 0x"
)
"""Words of Python, of SQLite or of the system."""
LEADING = "^(Error: |Erreur\u00a0: )"
NO_SERVER = (
    "127.0.0.1\u00a0: aucun serveur n’écoute à cette adresse\u00a0: "
    "vérifier l’adresse, et que PostgreSQL tourne"
)
NONE = "il n’y a ni fichier ni dossier de ce nom\u00a0: nommez-en un qui est là"
WAITS = "est un tube, où l’on attendrait sans fin\u202f; nommer un fichier"
WAITS_EN = "is a pipe, where one may wait for ever: name a file"
LOOK = ": look there for a quote, a bracket or an equals sign too few or too many"
LINES: dict[str, tuple[int, str]] = {
    "setle": (2, "tapis\u00a0: il n’y a pas de commande setle\u202f; serait-ce tapis settle\u202f?"),
    "settle --jsn": (2, "tapis settle\u00a0: il n’y a pas d’option --jsn\u202f; serait-ce --json\u202f?"),
    "settle nothing.jsonl": (
        2,
        "nothing.jsonl\u00a0: il n’y a ni fichier ni dossier de ce nom\u00a0: nommez-en un qui est là",
    ),
    "settle folder --lang en": (2, "folder: is a folder: name a file"),
    "settle empty": (2, "empty\u00a0: aucun coup dedans\u202f; un coup est un objet JSON par ligne"),
    "settle --profile nothing.toml -": (
        2,
        f"nothing.toml\u00a0: ne peut être lu\u00a0: {NONE}",
    ),
    "settle --profile fr-55-20-2012 -": (2, "fr-55-20-2012: unknown profile; did you mean fr-55-20-2021?"),
    "settle --profile noise.toml -": (2, f"noise.toml: is no TOML at line 1, column 7{LOOK}"),
    "settle --profile /dev/zero -": (2, "/dev/zero: has more than the 262144 bytes that settings may have"),
    "settle pipe": (2, f"pipe\u00a0: {WAITS}, ou taper - < pipe"),
    "settle /dev/zero": (2, "une ligne sans fin\u00a0: nommer un fichier de coups, un par ligne"),
    "settle --profile ./pipe -": (2, f"pipe\u00a0: {WAITS}"),
    "settle round.jsonl --pdf pipe": (2, f"pipe\u00a0: {WAITS}"),
    "par fr-55-20-2021 --jackpot-config pipe": (2, f"pipe\u00a0: {WAITS}"),
    "simulate --rounds 1 --seed 1 --book pipe": (2, "pipe is no file: name one"),
    "simulate --rounds 1 --seed 1 --book /dev/zero": (2, "/dev/zero is no file: name one"),
    "simulate --script ./pipe": (2, f"pipe: {WAITS_EN}"),
    "devices decode open pipe": (2, f"pipe\u00a0: {WAITS}, ou taper - < pipe"),
    "devices replay pipe": (2, f"pipe\u00a0: {WAITS}"),
    "devices test": (
        2,
        "tapis devices test\u00a0: il manque l’argument MACHINE\u00a0: à choisir parmi shoe, shuffler, …",
    ),
    "demo --pictures noise": (
        2,
        "tapis demo\u00a0: --pictures\u00a0: noise est un fichier\u00a0: nommer un dossier",
    ),
    "journal verify pipe": (2, f"pipe\u00a0: {WAITS}"),
    "journal verify UTH-1.journal --witness pipe": (2, f"pipe\u00a0: {WAITS}"),
    "journal verify UTH-1.journal --key pipe --lang en": (2, f"pipe: {WAITS_EN}"),
    "journal show pipe": (2, f"pipe\u00a0: {WAITS}"),
    "journal evidence pipe --check": (2, f"pipe\u00a0: {WAITS}"),
    "report closing pipe": (2, f"pipe\u00a0: {WAITS}"),
    "report check pipe": (2, f"pipe\u00a0: {WAITS}"),
    "report registers pipe --out out": (2, f"pipe\u00a0: {WAITS}"),
    "house figures journals --store pipe --lang en": (2, "pipe: is no file: name another with --store"),
    "witness show pipe": (2, f"pipe\u00a0: {WAITS}"),
    "settings show --settings pipe": (2, f"pipe\u00a0: {WAITS}"),
    "settings draft pipe --by anna --reason trial": (2, f"pipe\u00a0: {WAITS}"),
    "status --settings pipe": (2, f"pipe\u00a0: {WAITS}"),
    "run --check --settings pipe": (2, f"pipe: {WAITS_EN}"),
    "settle --lang de": (2, "tapis settle\u00a0: --lang\u00a0: «\u00a0de\u00a0» n’est pas parmi fr, en"),
    "settle round.jsonl --pdf no/paper.pdf": (
        2,
        f"no/paper.pdf\u00a0: ne peut être écrit\u00a0: {NONE}",
    ),
    "settle round.jsonl --pdf folder": (
        2,
        "folder\u00a0: ne peut être écrit\u00a0: est un dossier\u00a0: nommez un fichier",
    ),
    "settle round.jsonl --pdf UTH-1.journal": (
        2,
        "UTH-1.journal\u00a0: ne peut être écrit\u00a0: contient autre chose, qui reste\u00a0: "
        "nommer un autre fichier",
    ),
    "settle round.jsonl --pdf /dev/full": (
        2,
        "/dev/full\u00a0: ne peut être écrit\u00a0: le disque est plein\u00a0: libérez de la place, et"
        " recommencez",
    ),
    "par": (2, "tapis par\u00a0: il manque l’argument PROFIL|FICHIER"),
    "par nothing.toml --lang en": (
        2,
        "nothing.toml: cannot be read: there is no such file or folder: name one that is there",
    ),
    "par UTH-1.journal/x.toml --lang en": (
        2,
        "UTH-1.journal/x.toml: cannot be read: a part of this path is no folder: look at it with ls",
    ),
    "par fr-55-20-2021 --jackpot-config noise": (
        2,
        "noise: is not UTF-8 at byte 0, line 1: save it as UTF-8",
    ),
    "par fr-55-20-2015 --pdf no/par.pdf": (
        2,
        f"no/par.pdf\u00a0: ne peut être écrit\u00a0: {NONE}",
    ),
    "simulate": (2, "tapis simulate\u00a0: il manque l’option --rounds"),
    "simulate --rounds 0 --seed 1": (
        2,
        "tapis simulate\u00a0: --rounds\u00a0: 0 n’est pas entre 1 et 10000000",
    ),
    "simulate --rounds -5 --seed 1": (
        2,
        "tapis simulate\u00a0: --rounds\u00a0: -5 n’est pas entre 1 et 10000000",
    ),
    "simulate --rounds 99999999999999999999 --seed 1": (
        2,
        "tapis simulate\u00a0: --rounds\u00a0: 99999999999999999999 n’est pas entre 1 et 10000000",
    ),
    "simulate --rounds ten --seed 1": (
        2,
        "tapis simulate\u00a0: --rounds\u00a0: «\u00a0ten\u00a0» n’est pas un nombre entier",
    ),
    "simulate --rounds 1 --seed 1 --tables 99": (
        2,
        "tapis simulate\u00a0: --tables\u00a0: 99 n’est pas entre 1 et 64",
    ),
    "simulate --rounds 1 --seed 1 --faults many": (
        2,
        "tapis simulate\u00a0: --faults\u00a0: «\u00a0many\u00a0» n’est pas parmi none, some, hard",
    ),
    "simulate --rounds 1 --seed 1 --journal noise": (
        2,
        "tapis simulate\u00a0: --journal\u00a0: noise est un fichier\u00a0: nommer un dossier",
    ),
    "simulate --rounds 1 --seed 1 --journal /proc/nights": (
        2,
        "/proc/nights: there is no such file or folder: name one that is there",
    ),
    "simulate --rounds 1 --seed 1 --book no/jackpot.book": (
        2,
        "no/jackpot.book: cannot be opened: its folder has to be there, and open to this user",
    ),
    "simulate --rounds 1 --seed 1 --book noise": (
        2,
        "noise is no book; a table keeps its own as jackpot.book",
    ),
    "simulate --rounds 1 --seed 1 --book postgresql://tapis@127.0.0.1:1/jackpot": (
        2,
        "127.0.0.1: no server listens there",
    ),
    "simulate --script royal-at-seat-4": (
        2,
        "royal-at-seat-4: no such script; did you mean royal-at-seat-3?",
    ),
    "simulate --script noise.toml": (2, f"noise.toml: is no TOML at line 1, column 7{LOOK}"),
    "simulate --script royal-at-seat-3 --seed 1": (
        2,
        "--seed: the script says what is played\n  leave --seed out",
    ),
    "demo --tables 0": (2, "tapis demo\u00a0: --tables\u00a0: 0 n’est pas entre 1 et 4"),
    "demo --pace fast": (2, "tapis demo\u00a0: --pace\u00a0: «\u00a0fast\u00a0» n’est pas un nombre"),
    "demo --profile fr-55": (
        2,
        "fr-55: unknown profile; known are fr-55-20-2015, fr-55-20-2021, fr-casino-page, "
        "fr-holdem-casino, live-uth, and a file as a path, ./house.toml",
    ),
    "learn 13": (
        2,
        "leçon 13\u00a0: il y en a de 1 à 12\u00a0: first, jp1, folds, unqualified, prize, misdeal, "
        "refund, unread, contested, royal, link, closing",
    ),
    "fault jam --socket no.sock --lang en": (
        2,
        "no.sock: no answer (there is no such file or folder: name one that is there)",
    ),
    "journal verfy UTH-1.journal": (
        2,
        "tapis journal\u00a0: il n’y a pas de commande verfy\u202f; serait-ce tapis journal verify\u202f?",
    ),
    "journal verify": (2, "tapis journal verify\u00a0: il manque l’argument FICHIER|DOSSIER"),
    "journal verify nothing.journal --lang en": (
        2,
        "nothing.journal: there is no such file or folder: name one that is there",
    ),
    "journal verify noise --lang en": (
        2,
        "noise: not a journal; a table's are named UTH-1-000001.journal, by table and session",
    ),
    "journal verify empty --lang en": (
        2,
        "empty: not a journal; a table's are named UTH-1-000001.journal, by table and session",
    ),
    "journal verify other.db --lang en": (
        2,
        "other.db: not a journal; a table's are named UTH-1-000001.journal, by table and session",
    ),
    "journal verify UTH-1.journal --key nonsense --lang en": (
        2,
        "nonsense: neither a key (HEX or TABLE=HEX) nor a file: there is no such file or folder: name "
        "one that is there",
    ),
    "journal verify UTH-1.journal --witness noise --lang en": (2, "noise: is not ASCII text"),
    "journal verify UTH-1.journal --witness /dev/zero --lang en": (
        2,
        "/dev/zero: line 1 is longer than 4096 letters",
    ),
    "journal show UTH-1.journal --round 0": (
        2,
        "tapis journal show\u00a0: --round\u00a0: 0 est trop petit, il faut au moins 1",
    ),
    "journal show UTH-1.journal --round 999999999999999999999999 --lang en": (
        1,
        "round 999999999999999999999999 is not in UTH-1.journal",
    ),
    "journal show folder --lang en": (2, "folder: is a folder: name a file"),
    "journal replay UTH-1.journal": (2, "tapis journal replay\u00a0: il manque l’option --round"),
    "journal replay UTH-1.journal --round 4096 --lang en": (1, "round 4096 is not in UTH-1.journal"),
    "journal export UTH-1.journal --lang en": (2, "say --csv or --json"),
    "journal evidence UTH-1.journal --round 1 --key nothing.key": (
        2,
        "clé nothing.key\u00a0: il n’y a ni fichier ni dossier de ce nom\u00a0: nommez-en un qui est là",
    ),
    "journal evidence UTH-1.journal --round 1 --simulated-seed 4 --lang en": (
        2,
        "UTH-1.journal: its heads were signed with another key than "
        "a475a2653d4953b71d124e4306f8fe4d3a9c6ad96ea231044e4568a8c36750ce",
    ),
    "journal evidence UTH-1.journal --round 1 --simulated-seed 3 --out no/round.zip": (
        2,
        "no/round.zip\u00a0: il n’y a ni fichier ni dossier de ce nom\u00a0: nommez-en un qui est là",
    ),
    "journal evidence UTH-1.journal --check --lang en": (2, "UTH-1.journal: cannot be read as a zip"),
    "journal frames UTH-1.journal --frame xyz": (
        2,
        "tapis journal frames\u00a0: --frame\u00a0: «\u00a0xyz\u00a0» n’est pas une trame\u00a0: "
        "écrire 0C4A par exemple",
    ),
    "report closing nothing.journal": (
        2,
        "nothing.journal\u00a0: il n’y a ni fichier ni dossier de ce nom\u00a0: nommez-en un qui est là",
    ),
    "report closing noise --pdf paper.pdf": (
        2,
        "noise\u00a0: ce n’est pas un journal\u202f; ceux d’une table s’appellent "
        "UTH-1-000001.journal, par table et séance",
    ),
    "report closing UTH-1.journal --zone Europe/Pari": (
        2,
        "--zone Europe/Pari\u00a0: ce fuseau n’existe pas\u00a0: écrire Europe/Paris par exemple",
    ),
    "report closing UTH-1.journal --lang de": (
        2,
        "tapis report closing\u00a0: --lang\u00a0: «\u00a0de\u00a0» n’est pas parmi fr, en",
    ),
    "report closing UTH-1.journal --sign noise": (
        2,
        "--sign signe le fichier de --pdf\u00a0: dire où l’écrire",
    ),
    "report closing UTH-1.journal --pdf UTH-1.journal": (
        2,
        "UTH-1.journal\u00a0: ne peut être écrit\u00a0: contient autre chose, qui reste\u00a0: "
        "nommer un autre fichier",
    ),
    "report win UTH-1.journal": (2, "tapis report win\u00a0: il manque l’option --round"),
    "report win UTH-1.journal --round 2": (
        1,
        "le coup 2 de UTH-1.journal n’a aucune des deux meilleures mains avec JP1",
    ),
    "report notices UTH-1.journal --pdf paper.pdf": (
        1,
        "UTH-1.journal\u00a0: personne n’a corrigé le compteur, rectifié un coup ni changé les "
        "réglages\u202f; paper.pdf n’est pas écrit\u00a0: enlever --pdf pour seulement regarder",
    ),
    "report incident UTH-1.journal --pdf paper.pdf": (
        2,
        "--pdf paper.pdf\u00a0: dire de quel rapport, --number N\u202f; il y en a 0 dans UTH-1.journal",
    ),
    "report incident UTH-1.journal --number 9": (1, "UTH-1.journal n’a pas de rapport 9\u202f; il en a 0"),
    "report jp1 noise": (
        2,
        "noise\u00a0: ce n’est pas un journal\u202f; ceux d’une table s’appellent "
        "UTH-1-000001.journal, par table et séance",
    ),
    "report jp1 UTH-1.journal --format xml": (
        2,
        "tapis report jp1\u00a0: --format\u00a0: «\u00a0xml\u00a0» n’est pas parmi text, csv, json",
    ),
    "report registers UTH-1.journal --from 2026-13-45 --to 2026-12-01 --out out": (
        2,
        "tapis report registers\u00a0: --from\u00a0: «\u00a02026-13-45\u00a0» n’est pas un "
        "jour\u00a0: écrire 2026-11-20",
    ),
    "report registers UTH-1.journal --from 2026-12-02 --to 2026-12-01 --out out": (
        2,
        "--from 2026-12-02 est après --to 2026-12-01",
    ),
    "report registers UTH-1.journal --out noise": (
        2,
        "tapis report registers\u00a0: --out\u00a0: noise est un fichier\u00a0: nommer un dossier",
    ),
    "report rules fr-55": (
        2,
        "fr-55: unknown profile; known are fr-55-20-2015, fr-55-20-2021, fr-casino-page, "
        "fr-holdem-casino, live-uth, and a file as a path, ./house.toml",
    ),
    "report check noise": (2, "noise n’est pas la signature d’un rapport"),
    "report check noise --lang en": (2, "noise: is no signature of a report"),
    "witness show noise --lang en": (2, "noise: is not ASCII text"),
    "witness show nothing": (
        2,
        "tapis witness show\u00a0: MÉMOIRE\u00a0: nothing n’existe pas",
    ),
    "witness pull store": (2, "tapis witness pull\u00a0: MÉMOIRE\u00a0: store n’existe pas"),
    "witness trust store UTH-1 abc --by anna --lang en": (
        2,
        "wanted a table, a key of 64 hex digits, and names without blanks; found 'UTH-1 abc …",
    ),
    "witness aside store UTH-1 1 --by anna --with bob": (
        2,
        "tapis witness aside\u00a0: MÉMOIRE\u00a0: store n’existe pas",
    ),
    "keys show --lang en": (2, "{folder}/etc/data: no key is here yet; the first start of UTH-9 makes them"),
    "keys forget --days -1": (
        2,
        "tapis keys forget\u00a0: --days\u00a0: -1 est trop petit, il faut au moins 0",
    ),
    "keys forget": (
        2,
        f"{{folder}}/etc/data/journals\u00a0: {NONE}",
    ),
    "keys pair noise --lang en": (2, "noise exists already; no key is overwritten"),
    "keys rotate --lang en": (
        2,
        "key {folder}/etc/data/seal.key: there is no such file or folder: name one that is there",
    ),
    "backup": (2, "nommez CIBLE, ou «\u00a0target\u00a0» sous [backup] des réglages"),
    "backup --lang en": (2, "name the TARGET, or `target` under [backup] of the settings"),
    "backup --keep 0 folder": (2, "tapis backup\u00a0: --keep\u00a0: 0 est trop petit, il faut au moins 1"),
    "backup noise --lang en": (
        1,
        "UTH-9: no backup: {folder}/etc/data: no journals are here; the first start of the table makes them",
    ),
    "restore nothing": (
        2,
        "nothing ne se lit pas (il n’y a ni fichier ni dossier de ce nom\u00a0: nommez-en un qui est là)"
        "\u202f; montez le disque ou la clé USB des sauvegardes",
    ),
    "restore nothing --lang en": (
        2,
        "nothing: there is no such file or folder: name one that is there; mount the disk or stick with "
        "the backups",
    ),
    "restore folder": (
        2,
        "folder\u00a0: aucune sauvegarde entière de UTH-9 ici\u00a0: aucun de ses dossiers n’a de manifeste",
    ),
    "restore noise --lang en": (
        2,
        "noise: a part of this path is no folder: look at it with ls; mount the disk or stick with the "
        "backups",
    ),
    "house figures nothing": (
        2,
        "tapis house figures\u00a0: DOSSIER...\u00a0: nothing n’existe pas",
    ),
    "house figures noise": (
        2,
        "tapis house figures\u00a0: DOSSIER...\u00a0: noise est un fichier\u00a0: nommer un dossier",
    ),
    "house figures journals --by year": (
        2,
        "tapis house figures\u00a0: --by\u00a0: «\u00a0year\u00a0» n’est pas parmi table, session, day",
    ),
    "house figures journals --store UTH-1.journal": (
        2,
        "UTH-1.journal\u00a0: ce n’est pas la mémoire d’une maison, et cela reste comme c’est\u00a0:"
        " nommez autre chose par --store",
    ),
    "house figures journals --store UTH-1.journal --lang en": (
        2,
        "UTH-1.journal: no store of a house, it stays as it is: name another with --store",
    ),
    "house figures journals --store no/house.db --lang en": (
        2,
        "no/house.db: cannot be opened: its folder has to be there, and open to this user; mend it, or "
        "name another with --store",
    ),
    "house rebuild /dev/null": (
        2,
        "tapis house rebuild\u00a0: DOSSIER...\u00a0: /dev/null n’est pas un dossier\u00a0: en nommer un",
    ),
    "house rebuild noise": (
        2,
        "tapis house rebuild\u00a0: DOSSIER...\u00a0: noise est un fichier\u00a0: nommer un dossier",
    ),
    "house export /dev/null --parquet figures": (
        2,
        "tapis house export\u00a0: DOSSIER...\u00a0: /dev/null n’est pas un dossier\u00a0: en nommer un",
    ),
    "house export journals --parquet /dev/null": (
        2,
        "tapis house export\u00a0: --parquet\u00a0: /dev/null n’est pas un dossier\u00a0: en nommer un",
    ),
    "house serve pipe --run run": (
        2,
        "tapis house serve\u00a0: DOSSIER...\u00a0: pipe n’est pas un dossier\u00a0: en nommer un",
    ),
    "report registers journals --from 2026-W53-7 --out out": (
        2,
        "tapis report registers\u00a0: --from\u00a0: «\u00a02026-W53-7\u00a0» n’est pas un "
        "jour\u00a0: écrire 2026-11-20",
    ),
    "report registers journals --to 20261120 --out out": (
        2,
        "tapis report registers\u00a0: --to\u00a0: «\u00a020261120\u00a0» n’est pas un jour\u00a0: "
        "écrire 2026-11-20",
    ),
    "fault jam --socket noise --lang en": (
        2,
        "noise: no answer (nobody listens there: start it, or name another)",
    ),
    "house rebuild journals --store noise --lang en": (
        2,
        "noise: not of its kind; mend it, or name another with --store",
    ),
    "house export journals --parquet noise": (
        2,
        "tapis house export\u00a0: --parquet\u00a0: noise est un fichier\u00a0: nommer un dossier",
    ),
    "house feed --once --run folder --lang en": (
        2,
        "the house does not answer (there is no such file or folder: name one that is there); it is "
        "`tapis house serve`",
    ),
    "house feed --after {": (2, "after\u00a0: il faut du JSON"),
    "house feed --after { --lang en": (2, "after: JSON is wanted"),
    "house feed --at house": (2, "--at demande --ca, --certificate et --key"),
    "house feed --at house --lang en": (2, "--at needs --ca, --certificate and --key"),
    "house serve journals --run run --room noise.toml": (
        2,
        f"noise.toml: is no TOML at line 1, column 7{LOOK}",
    ),
    "book verify nothing.book --journal journals --lang en": (
        2,
        "book nothing.book: there is no book; a table keeps its own as jackpot.book",
    ),
    "book verify noise --journal journals": (
        2,
        "livre noise n’est pas un livre\u202f; une table tient le sien dans jackpot.book",
    ),
    "book verify UTH-1.journal --journal journals --lang en": (
        2,
        "book UTH-1.journal is no book; a table keeps its own as jackpot.book",
    ),
    "book wins postgresql://tapis@127.0.0.1:1/jackpot": (2, f"livre {NO_SERVER}"),
    "book wins postgresql://tapis@127.0.0.1:1/jackpot --lang en": (
        2,
        "book 127.0.0.1: no server listens there",
    ),
    "book terms folder": (
        2,
        "livre folder\u00a0: il n’y a pas de livre\u202f; une table tient le sien dans jackpot.book",
    ),
    "link check mysql://x": (
        2,
        "tapis link check\u00a0: URL\u00a0: une adresse commence par postgresql://",
    ),
    "link check postgresql://tapis@127.0.0.1:1/jackpot": (
        2,
        NO_SERVER,
    ),
    "link check postgresql://tapis@nowhere.invalid/jackpot": (
        2,
        "le nom du serveur n’est pas connu\u00a0: vérifier l’adresse",
    ),
    "link admit postgresql://tapis@127.0.0.1:1/jackpot uth_2": (
        2,
        "--table nomme la table d’un rôle de genre table, et d’aucun autre",
    ),
    "link close-round postgresql://tapis@127.0.0.1:1/jackpot UTH-1 0 --person a --person b --reason r": (
        2,
        "tapis link close-round\u00a0: NUMÉRO\u00a0: 0 est trop petit, il faut au moins 1",
    ),
    "settings show --settings noise.toml": (2, f"noise.toml: is no TOML at line 1, column 7{LOOK}"),
    "settings draft --by anna --reason authorisation --lang en": (
        2,
        "either a file NEW or --set KEY=VALUE, and not both",
    ),
    "settings draft --by anna --reason authorisation --set table.maximum --lang en": (
        2,
        "--set table.maximum: no KEY=VALUE of a setting; tapis settings keys lists them",
    ),
    "settings draft --by anna --reason nonsense --set table.maximum_cents=1": (
        2,
        "tapis settings draft\u00a0: --reason\u00a0: «\u00a0nonsense\u00a0» n’est pas parmi "
        "authorisation, attendance, event, "
        "procedure, mistake, trial",
    ),
    "settings approve --by anna --lang en": (1, "no draft waits (PM-11)"),
    "devices --settings nothing.toml --lang en": (
        2,
        "nothing.toml: cannot be read: there is no such file or folder: name one that is there",
    ),
    "devices decode angel-ey noise": (
        2,
        "tapis devices decode\u00a0: PILOTE\u00a0: «\u00a0angel-ey\u00a0» n’est pas parmi angel-eye, "
        "bee-tek, open",
    ),
    "devices decode bee-tek nothing": (2, f"nothing\u00a0: {NONE}"),
    "devices test toaster": (
        2,
        "tapis devices test\u00a0: MACHINE\u00a0: «\u00a0toaster\u00a0» n’est pas parmi shoe, "
        "shuffler, chips, badge",
    ),
    "devices test shoe --seconds 0": (
        2,
        "tapis devices test\u00a0: --seconds\u00a0: 0 n’est pas entre 1 et 86400",
    ),
    "devices replay noise --lang en": (2, "line 1: no JSON"),
    "devices record shoe noise --seconds 1 --lang en": (2, "noise: is there already; name another file"),
    "people list --lang en": (
        2,
        "table.toml: people: missing; name the register there, or give --register and --pepper",
    ),
    "people add anna --role king": (
        2,
        "tapis people add\u00a0: --role\u00a0: «\u00a0king\u00a0» n’est pas parmi dealer, chef, "
        "comite, video, "
        "director, technician, cashier, inspector",
    ),
    "people add anna --role dealer --by bob --lang en": (
        2,
        "table.toml: people: missing; name the register there, or give --register and --pepper",
    ),
    "people card anna --role dealer --until 2026-13-45 --by bob": (
        2,
        "tapis people card\u00a0: --until\u00a0: «\u00a02026-13-45\u00a0» n’est pas un jour\u00a0: "
        "écrire 2026-11-20",
    ),
    "people verify nothing": (
        2,
        "tapis people verify\u00a0: DOSSIER\u00a0: nothing n’existe pas",
    ),
    "badge --wait -1": (2, "tapis badge\u00a0: --wait\u00a0: -1.0 n’est pas entre 0 et 600"),
    "pit-reader UTH-9 --room nothing.toml --lang en": (
        2,
        "nothing.toml: cannot be read: there is no such file or folder: name one that is there",
    ),
    "explain A-999": (
        2,
        "A-999: no alarm, refusal or requirement has this code; did you mean A-309 or A-229 or A-219?",
    ),
    "explain nonsense": (
        2,
        "nonsense: no alarm, refusal or requirement has this code; tapis explain without a code lists all",
    ),
    "status --settings noise.toml": (2, f"noise.toml: is no TOML at line 1, column 7{LOOK}"),
    "status --room nothing.toml": (
        2,
        f"nothing.toml\u00a0: ne peut être lu\u00a0: {NONE}",
    ),
    "metrics --metrics noise.toml": (
        2,
        "tapis metrics\u00a0: --metrics dit où --serve écrit\u00a0: sans --serve, l’enlever",
    ),
    "metrics --room room.toml": (2, "tapis metrics\u00a0: --room et --witness vont ensemble"),
    "run --settings nothing.toml": (
        2,
        "nothing.toml: cannot be read: there is no such file or folder: name one that is there",
    ),
    "run --settings noise.toml": (2, f"noise.toml: is no TOML at line 1, column 7{LOOK}"),
    "screen kitchen": (
        2,
        "tapis screen\u00a0: {dealer|pit|jackpot|inspector}\u00a0: «\u00a0kitchen\u00a0» n’est pas parmi …",
    ),
    "screen dealer --size huge": (
        2,
        "tapis screen\u00a0: --size\u00a0: «\u00a0huge\u00a0» n’est pas parmi …",
    ),
    "fault jamm --lang en": (2, "jamm: no fault has this name; did you mean jam?"),
    "fault jam --machine oven --lang en": (2, "jam: no fault of the oven; --machine shuffler"),
    "devices conform chips --lang en": (
        2,
        "chips: sensors and lamps are pins, no line of the open protocol: …",
    ),
    "devices trace shoe --seconds -1": (
        2,
        "tapis devices trace\u00a0: --seconds\u00a0: -1 n’est pas entre 1 et 86400",
    ),
    "devices sound --settings nothing.toml": (
        2,
        f"nothing.toml\u00a0: ne peut être lu\u00a0: {NONE}",
    ),
    "link copy postgresql://tapis@127.0.0.1:1/jackpot copied.book": (
        2,
        NO_SERVER,
    ),
    "link create http://jackpot": (
        2,
        "tapis link create\u00a0: URL\u00a0: une adresse commence par postgresql://",
    ),
    "link dismiss uth_2": (
        2,
        "tapis link dismiss\u00a0: URL\u00a0: une adresse commence par postgresql://",
    ),
    "link mend jackpot": (
        2,
        "tapis link mend\u00a0: URL\u00a0: une adresse commence par postgresql://",
    ),
    "link migrate postgresql://tapis@127.0.0.1:1/jackpot": (
        2,
        NO_SERVER,
    ),
    "link tables postgresql://tapis@127.0.0.1:1/jackpot --lang en": (
        2,
        "127.0.0.1: no server listens there: check the address, and that PostgreSQL runs",
    ),
    "link watch postgresql://tapis@127.0.0.1:1/jackpot --once": (
        2,
        NO_SERVER,
    ),
    "settings keys table": (2, "tapis settings keys\u00a0: il y a trop de mots\u00a0: table"),
    "settings refuse --by anna --reason mistake": (
        2,
        "tapis settings refuse\u00a0: --reason\u00a0: «\u00a0mistake\u00a0» n’est pas parmi figures, "
        "reason, moment",
    ),
    "settings withdraw --by anna --lang en": (1, "no draft waits (PM-11)"),
    "settings draft nothing.toml --by anna --reason trial": (
        2,
        "tapis settings draft\u00a0: NOUVEAU\u00a0: nothing.toml n’existe pas",
    ),
    "journal kinds UTH-1.journal": (2, "tapis journal kinds\u00a0: il y a trop de mots\u00a0: UTH-1.journal"),
    "people init anna": (2, "tapis people init\u00a0: il manque l’argument MEMBRE"),
    "people assign anna": (2, "tapis people assign\u00a0: il manque l’argument TABLE"),
    "people pin anna --lang en": (
        2,
        "table.toml: people: missing; name the register there, or give --register and --pepper",
    ),
    "people history anna --json --lang en": (
        2,
        "table.toml: people: missing; name the register there, or give --register and --pepper",
    ),
    "people restore card-1 --by anna --lang en": (
        2,
        "table.toml: people: missing; name the register there, or give --register and --pepper",
    ),
    "people revoke anna --by bob --lang en": (
        2,
        "table.toml: people: missing; name the register there, or give --register and --pepper",
    ),
    "report reconciliation nothing.journal --lang en": (
        2,
        "nothing.journal: there is no such file or folder: name one that is there",
    ),
    "demo --book jackpot.book": (
        2,
        "--book 'jackpot.book'\u00a0: écrire l’adresse d’un jackpot lié, comme …",
    ),
    "doctor --lang de": (2, "tapis doctor\u00a0: --lang\u00a0: «\u00a0de\u00a0» n’est pas parmi fr, en"),
}
"""What is typed, its exit, and how the sentence begins; it ends there, or with where the help is;
… stands for what changes from run to run."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One with a file of each kind, where one stands."""
    for suffix in ("", ".heads"):
        shutil.copy(GOLDEN / f"UTH-1-000001.journal{suffix}", tmp_path / f"UTH-1.journal{suffix}")
    shutil.copytree(GOLDEN, tmp_path / "journals")
    for name in ("folder", "etc"):
        (tmp_path / name).mkdir()
    (tmp_path / "empty").touch()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "noise").write_bytes(bytes(range(255, 0, -1)) * 9)
    (tmp_path / "noise.toml").write_text("[table\n")
    (tmp_path / "round.jsonl").write_text(json.dumps(ROYAL) + "\n")
    (tmp_path / "cut.journal").write_bytes((tmp_path / "UTH-1.journal").read_bytes()[:20_000])
    with closing(sqlite3.connect(tmp_path / "other.db")) as other, other:
        other.execute("CREATE TABLE other (a)")
    write_settings(tmp_path / "etc")
    monkeypatch.setenv("TAPIS_CONFIG", str(tmp_path / "etc"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def lying(folder: Path) -> dict[Path, bytes]:
    """Every file with what is in it, and every folder."""
    return {path: path.read_bytes() if path.is_file() else b"" for path in folder.rglob("*")}


def leaves(command: click.Command, path: str = "") -> set[str]:
    """Every command that does something, `journal verify` for one."""
    if not isinstance(command, click.Group):
        return {path}
    context = click.Context(command)
    children = {name: command.get_command(context, name) for name in command.list_commands(context)}
    found = (leaves(one, f"{path} {name}".strip()) for name, one in children.items() if one is not None)
    return set().union(*found)


def in_english(words: list[str]) -> list[str]:
    """The line with --lang en, if its command has one and none is typed."""
    command: click.Command = main
    depth = speaks = 0
    while isinstance(command, click.Group) and depth < len(words):
        found = command.get_command(click.Context(command), words[depth])
        if found is None:
            break
        command, depth = found, depth + 1
        if any("--lang" in one.opts for one in command.params):
            speaks = depth
    return words if "--lang" in words or not speaks else [*words[:speaks], "--lang", "en", *words[speaks:]]


def answered(words: list[str], begins: str) -> Result:
    """What the command says: in the language that it speaks unasked, or in English where it begins so."""
    told = CliRunner().invoke(main, words, prog_name="tapis")
    if re.sub(LEADING, "", told.stderr).startswith(begins):
        return told
    return CliRunner().invoke(main, in_english(words), prog_name="tapis")


def test_a_wrong_command_line_ends_in_one_sentence_and_leaves_everything_as_it_was(folder: Path) -> None:
    before = lying(folder)
    for line, (exit_code, sentence) in LINES.items():
        begins = sentence.replace("{folder}", str(folder)).removesuffix("…")
        told = answered(line.split(), begins)
        said = re.sub(LEADING, "", told.stderr).rstrip("\n")
        assert said.startswith(begins), (line, said)
        ending = "" if sentence.endswith("…") else said.removeprefix(begins)
        assert ending == "" or re.fullmatch(r" \(tapis [a-z0-9 -]+ --help\)", ending), (line, said)
        assert told.exit_code == exit_code, (line, said)
        assert said.count("\n") == said.count("\n  "), line
        assert not FOREIGN.search(said), line
        assert lying(folder) == before, line


@pytest.mark.parametrize("line", ["run --check", "settings keys", "report rules fr-55-20-2021"])
def test_a_folder_of_settings_that_is_not_there_is_named_and_no_other_taken(
    folder: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    """`run --check` called the example's settings valid."""
    for named in ("nowhere", "noise"):
        monkeypatch.setenv("TAPIS_CONFIG", named)
        told = CliRunner().invoke(main, in_english(line.split()))
        assert told.exit_code == 2, (named, told.output)
        assert (
            re.sub(LEADING, "", told.stderr)
            == f"{named}: is no folder: TAPIS_CONFIG names one with table.toml in it\n"
        )
    monkeypatch.setenv("TAPIS_CONFIG", "nowhere")
    assert CliRunner().invoke(main, ["journal", "verify", "UTH-1.journal"]).exit_code == 0


def paths(
    command: click.Command, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Parameter]]:
    """Every argument and option that names a file or a folder, with its command."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            assert child is not None
            yield from paths(child, (*path, name))
        return
    yield from ((path, one) for one in command.params if isinstance(one.type, click.Path))


def test_an_empty_name_is_neither_file_nor_folder_for_any_command(folder: Path) -> None:
    before, named = lying(folder), list(paths(main))
    assert len(named) > 60
    for path, one in named:
        words = [one.opts[0], ""] if isinstance(one, click.Option) else [""]
        told = CliRunner().invoke(main, [*path, *words], prog_name="tapis")
        assert told.exit_code == 2, (path, one.name, told.stderr)
        empty = "le nom est vide\u00a0: écrire celui d’un " in told.stderr
        assert empty or isinstance(one, click.Argument), (path, one.name, told.stderr)  # it may be the second
        assert isinstance(one.type, Place), (path, one.name)
        assert told.stderr.count("\n") == 1, (path, told.stderr)
        assert lying(folder) == before, path


EMPTY: dict[tuple[str, ...], str] = {
    (
        "explain",
        "",
    ): "'': no alarm, refusal or requirement has this code; tapis explain without a code lists all",
    ("journal", "verify", "UTH-1.journal", "--key", ""): "le nom de la clé est vide\u00a0: écrire HEX, …",
    ("",): "tapis\u00a0: aucune commande n’est nommée\u202f; tapis --help les donne toutes",
    ("book", "verify", "", "--journal", "journals"): "livre ''\u00a0: le nom est vide\u00a0: écrire celui …",
    ("par", ""): "'': unknown profile; known are …",
    ("report", "rules", ""): "'': unknown profile; known are …",
    (
        "report",
        "closing",
        "UTH-1.journal",
        "--zone",
        "",
    ): "--zone ''\u00a0: ce fuseau n’existe pas\u00a0: écrire Europe/Paris par exemple",
    (
        "house",
        "figures",
        "journals",
        "--store",
        "",
    ): "tapis house figures\u00a0: --store\u00a0: le nom est vide\u00a0: écrire celui d’un …",
    (
        "simulate",
        "--rounds",
        "1",
        "--seed",
        "1",
        "--book",
        "",
    ): "--book: the name is empty: write that of a …",
    (
        "link",
        "check",
        "postgresql://\udcff",
    ): "tapis link check\u00a0: URL\u00a0: l’adresse a un octet qui n’est pas un caractère\u00a0: la retaper",
    ("explain", "\udcff"): "\\xff: no alarm, refusal or requirement has this code; …",
    (
        "report",
        "closing",
        "UTH-1.journal",
        "--by",
        "\udcff",
    ): "--by «\u00a0\\xff\u00a0»\u00a0: un nom en une ligne, de caractères …",
}
"""What is typed with an empty word, or with a byte that is no letter."""


def test_an_empty_word_and_a_byte_that_is_no_letter_are_shown_and_refused(folder: Path) -> None:
    before = lying(folder)
    for words, sentence in EMPTY.items():
        told = answered([*words], sentence.removesuffix("…"))
        said = re.sub(LEADING, "", told.stderr)
        assert said.startswith(sentence.removesuffix("…")), (words, said)
        assert (told.exit_code, said.count("\n")) == (2, 1), (words, said)
        assert not FOREIGN.search(said), (words, said)
        assert lying(folder) == before, words


def test_every_command_has_a_wrong_line_here() -> None:
    assert not {leaf for leaf in leaves(main) if not any(f"{line} ".startswith(f"{leaf} ") for line in LINES)}
    assert len(LINES) > 150


def test_a_pipe_named_as_a_journal_among_journals_keeps_nobody_waiting(folder: Path) -> None:
    os.mkfifo(folder / "journals" / "UTH-9-000001.journal")
    told = CliRunner().invoke(main, ["report", "registers", "journals", "--out", "out"])
    assert (told.exit_code, told.stderr) == (1, f"journals/UTH-9-000001.journal\u00a0: {WAITS}\n")
    assert CliRunner().invoke(main, ["house", "figures", "journals"]).exit_code == 0
