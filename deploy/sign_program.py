#!/usr/bin/env python3
"""Make a signing key, the signed manifest of the program, or a signed approval of it.

    tapis-sign-program key maker.key                             prints the public key for table.toml
    tapis-sign-program manifest maker.key 7 > manifest.json      of edition 7
    tapis-sign-program approval authority.key REFERENCE fr-55-20-2021 > approval.json

What is signed is the installation that it runs with: tapis-common on a machine with the table's Debian and
processor, its folder /usr/lib/tapis. In a checkout: .venv/bin/python deploy/sign_program.py. A key is a file
of 32 bytes that only its owner may read; keep it off the table.
"""

from __future__ import annotations

import sys

from controller.journal.heads import Signer
from controller.journal.seal import MasterRefused, create_master, load_master
from controller.settings.approval import approval_text, manifest_text, program_digest, program_files
from controller.settings.rules import load_profile
from controller.settings.settings_error import SettingsError


def made(words: list[str]) -> str:
    """What the words ask for.

    Raises:
        ValueError: they ask for nothing that is known; MasterRefused, SettingsError: key or profile.
    """
    if any(word.startswith("-") for word in words):
        raise ValueError(__doc__)  # no option is known, and none becomes the name of a file
    match words:
        case ["key", path]:
            return Signer(create_master(path)).key
        case ["manifest", path, edition] if edition.isascii() and edition.isdigit():
            return manifest_text(Signer(load_master(path)), edition=int(edition))
        case ["approval", path, reference, *profiles] if profiles:
            digests = [load_profile(name).digest for name in profiles]
            return approval_text(
                Signer(load_master(path)), program_digest(program_files()), digests, reference
            )
    raise ValueError(__doc__)


def main() -> int:
    if {"-h", "--help"} & set(sys.argv[1:]):
        sys.stdout.write(__doc__)
        return 0
    try:
        sys.stdout.write(f"{made(sys.argv[1:])}\n")
    except (MasterRefused, SettingsError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
