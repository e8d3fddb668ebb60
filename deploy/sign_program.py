#!/usr/bin/env python3
"""`tapis-sign-program`: a signing key, the signed manifest of the program, or a signed approval of it.

In a checkout: .venv/bin/python deploy/sign_program.py.
"""

from __future__ import annotations

import sys
from typing import Final

from controller.journal.heads import Signer
from controller.journal.seal import MasterRefused, create_master, load_master
from controller.settings.approval import (
    EDITION_MAX,
    approval_text,
    manifest_text,
    program_digest,
    program_files,
)
from controller.settings.rules import load_profile
from controller.settings.settings_error import SettingsError
from controller.told import said_by
from controller.words.money import FR
from controller.words.told import told

HELP: Final = f"""\
Faire une clé de signature, le manifeste signé du programme ou son approbation signée.

    tapis-sign-program key maker.key                             écrit la clé publique pour table.toml
    tapis-sign-program manifest maker.key 7 > manifest.json      de l’édition 7, de 1 à {EDITION_MAX}
    tapis-sign-program approval authority.key REFERENCE fr-55-20-2021 > approval.json

Est signée l’installation avec laquelle ceci tourne\u00a0: tapis-common, sur une machine du Debian et du
processeur de la table, son dossier /usr/lib/tapis. Une clé est un fichier de 32 octets que seul son
propriétaire peut lire\u202f; la garder loin de la table.

Make a signing key, the signed manifest of the program, or a signed approval of it, by the same words: the
first prints the public key for table.toml, 7 is the edition, from 1 to {EDITION_MAX}. What is signed is the
installation that this runs with: tapis-common on a machine with the table's Debian and processor, its folder
/usr/lib/tapis. A key is a file of 32 bytes that only its owner may read; keep it off the table.
"""
"""French first, then English: it is typed once a year, and knows no option."""


def _is_edition(word: str) -> bool:
    return word.isascii() and word.isdigit() and 1 <= int(word) <= EDITION_MAX


def made(words: list[str]) -> str:
    """What the words ask for.

    Raises:
        ValueError: they ask for nothing that is known; MasterRefused, SettingsError: key or profile.
    """
    if any(word.startswith("-") for word in words):
        raise ValueError(HELP)  # no option is known, and none becomes the name of a file
    match words:
        case ["key", path]:
            return Signer(create_master(path)).key
        case ["manifest", path, edition] if _is_edition(edition):
            return manifest_text(Signer(load_master(path)), edition=int(edition))
        case ["approval", path, reference, *profiles] if profiles:
            digests = [load_profile(name).digest for name in profiles]
            return approval_text(
                Signer(load_master(path)), program_digest(program_files()), digests, reference
            )
    raise ValueError(HELP)


def main() -> int:
    if {"-h", "--help"} & set(sys.argv[1:]):
        sys.stdout.write(HELP)
        return 0
    try:
        sys.stdout.write(f"{made(sys.argv[1:])}\n")
    except (MasterRefused, SettingsError, ValueError) as error:
        sys.stderr.write(f"{told(said_by(error), FR)}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
