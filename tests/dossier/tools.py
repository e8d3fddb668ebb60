"""What the authority is handed beside the dossier to verify journals with, and a folder of it."""

from __future__ import annotations

import shutil
from hashlib import sha256
from pathlib import Path
from typing import Final

from tests.proof.kept import REPORT, opened
from tests.proof.record import ROOT

TOOLS: Final = {
    "deploy/check_stick.py": "Répond d’une clé USB, en français",
    "deploy/check_program.py": "Répond d’un programme installé, en français",
    "deploy/findings-fr.toml": "Les phrases de ses réponses",
    "deploy/verify_journal.py": "Chaîne, signatures, témoin",
    "deploy/audit_journal.py": "Chaque coup rejoué d’après les règles",
    "deploy/FORMAT.md": "Le format, à l’octet (en anglais)",
    "deploy/KINDS.md": "Les sortes d’écritures (en anglais)",
    "deploy/LINK.md": "Les tables liées et leur livre commun (en anglais)",
    "deploy/worked-round.jsonl": "Un coup, écriture par écriture, que FORMAT.md suit",
    "deploy/worked-round.heads": "La tête signée de ce coup",
    "deploy/samples.tar.xz": "Journaux d’exemple, vrais et faux, pour éprouver un vérificateur",
}
"""By the path in a checkout: what each is for, in French. The rule files go with them, in `rules`, and what
signs the report of the proof, in `preuve`."""
RULES: Final = "config/rules"


def handed_over() -> dict[str, str]:
    """Every file by its path in a checkout, the rule files last: what each is for.

    In the order in which a shell lists them, for whoever compares two lists.
    """
    rules = sorted((ROOT / RULES).glob("*.toml"))
    return {path: TOOLS[path] for path in sorted(TOOLS, key=str.casefold)} | {
        path.relative_to(ROOT).as_posix(): "Un profil de règles" for path in rules
    }


def lay_out(folder: Path, proof: Path | None = None) -> Path:
    """The tools are in the new folder, with `SHA256SUMS` of all that is in it.

    Args:
        proof: proof.json or the archive of a kept proof; the files of its report go into `preuve`.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for path in TOOLS:
        shutil.copy(ROOT / path, folder)
    shutil.copytree(ROOT / RULES, folder / "rules")
    if proof is not None:
        with opened(proof) as place:
            report = place if place.is_dir() else place.parent
            (folder / "preuve").mkdir()
            for name in (name for name in REPORT if (report / name).is_file()):
                shutil.copy(report / name, folder / "preuve")
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    sums = [
        f"{sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder).as_posix()}\n" for path in files
    ]
    (folder / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")
    return folder
