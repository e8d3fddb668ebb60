"""The words of the page of integrity: French, then English, with the same facts."""

from __future__ import annotations

from typing import Final

INTEGRITY: Final[dict[str, tuple[str, str]]] = {
    "integrity": ("Intégrité", "Integrity"),
    "integrity.note": (
        "{journals} {journals:journal|journaux}, {entries} {entries:écriture lue|écritures lues},"
        " altérés\u00a0: {altered}",
        "{journals} journal{journals:|s}, {entries} {entries:entry read|entries read}, altered: {altered}",
    ),
    "integrity.never": ("Aucune relecture complète encore", "No full verification yet"),
    "integrity.never.text": (
        "Chaque écriture a été vérifiée à sa lecture\u202f; une relecture reprend tout depuis la première.",
        "Every entry was verified when it was read; a verification reads all again from the first.",
    ),
    "integrity.running": ("Vérification en cours", "Verification running"),
    "integrity.running.text": (
        "{done} sur {of} {of:écriture relue|écritures relues} · {rate}/s · {current}",
        "{done} of {of} {of:entry|entries} read again · {rate}/s · {current}",
    ),
    "integrity.done": ("Dernière vérification\u00a0: {time}", "Last verification: {time}"),
    "integrity.done.text": (
        "{entries} {entries:écriture relue|écritures relues} de {journals} {journals:journal|journaux} en"
        " {time}",
        "{entries} {entries:entry|entries} of {journals} journal{journals:|s} read again in {time}",
    ),
    "integrity.faults": ("anomalies", "faults"),
    "integrity.verify": ("Vérifier maintenant", "Verify now"),
    "integrity.chains": ("Chaînes", "Chains"),
    "integrity.chains.note": (
        "dernière séance de chaque table, altérées d’abord",
        "each table’s last session, altered first",
    ),
    "integrity.chains.of": ("{count} sur {of}", "{count} of {of}"),
    "integrity.heads": ("Points signés", "Signed checkpoints"),
    "integrity.heads.note": ("par la clé de chaque table", "by the key of each table"),
    "integrity.witness": ("Témoin", "Witness"),
    "integrity.witness.none": (
        "Aucun témoin n’est nommé à ce service. «\u00a0tapis witness pull\u00a0» tient les têtes "
        "signées hors de la "
        "table.",
        "No witness is named to this service. “tapis witness pull” keeps the signed heads off the table.",
    ),
    "integrity.witness.kept": (
        "{count} {count:tête tenue|têtes tenues} hors des tables",
        "{count} head{count:|s} kept off the tables",
    ),
    "integrity.runs": ("Relectures", "Verifications"),
    "integrity.independent": (
        "Vérificateur indépendant\u00a0: tapis journal verify, ou verify_journal.py",
        "Independent verifier: tapis journal verify, or verify_journal.py",
    ),
}
