"""What is wrong with a journal is said in French too: every sentence of a verification, form by form."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.cli.journal_findings import finding, instant
from controller.words.money import EN, FR

ROOM = Path(__file__).parents[3] / "controller" / "journal"
SAYING = ("audit", "audit_felt", "audit_jackpot", "reading", "verify", "heads", "trust", "evidence")
RAISED = ("JournalDamaged", "JournalNewer", "ValueError", "HeadRefused", "KeyRefused", "NoEvidence")
KEY = "0123456789abcdef" * 4
HOLES = {
    "where": "seat 7 is settled",
    "told": "round 7, deal 2",
    "error": "no signed head",
    "error.strerror": "No such file or directory",
    "path": "a.journal",
    "place": "a.journal",
    "word": "x",
    "why": "neither a key (HEX or TABLE=HEX) nor a file: No such file or directory",
    "WAITS_FOR_EVER": "is a pipe, where one may wait for ever: name a file",
    "NOT_A_JOURNAL": "not a journal; a table's are named UTH-1-000001.journal, by table and session",
}
"""What stands in a sentence for what it names, where a 7 would not do."""


def sentences() -> Iterator[str]:
    """What the modules of the verification say: raised, yielded, returned by who looks for a fault."""
    for module in (*SAYING, "inspection_check"):
        for node in ast.walk(ast.parse((ROOM / f"{module}.py").read_text(encoding="utf-8"))):
            for said in _said(node):
                if isinstance(said, ast.IfExp):
                    continue
                text = _filled(said)
                if " " in text:
                    yield text


def _said(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
        if isinstance(node.exc.func, ast.Name) and node.exc.func.id in RAISED:
            yield node.exc.args[-1]
    elif isinstance(node, ast.Yield) and node.value is not None:
        yield node.value
    elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("faults.append"):
        yield node.args[0]
    elif isinstance(node, ast.FunctionDef) and (node.name.endswith("fault") or node.name == "_stranger"):
        yield from (one.value for one in ast.walk(node) if isinstance(one, ast.Return) and one.value)


def _filled(said: ast.expr) -> str:
    if isinstance(said, ast.Constant):
        return str(said.value)
    if not isinstance(said, ast.JoinedStr):
        return ""
    return "".join(_filled(one) if isinstance(one, ast.Constant) else _hole(one) for one in said.values)


def _hole(one: ast.expr) -> str:
    assert isinstance(one, ast.FormattedValue)
    said = ast.unparse(one.value)
    if said in HOLES:
        return HOLES[said]
    if said.endswith(("key", "signer")) or said == "by":
        return KEY
    return "house" if said == "HOUSE" else "a session" if "a session" in said else "7"


def test_every_sentence_of_a_verification_is_said_in_french() -> None:
    """Whatever audit, chain, heads, evidence and the files around them find wrong has a form here."""
    told = sorted(set(sentences()))
    assert len(told) > 90, "the sentences are read"
    assert [one for one in told if finding(one, FR) == one] == []
    assert [one for one in told if finding(one, EN) != one] == []


@pytest.mark.parametrize(
    ("english", "french"),
    [
        (
            "entry 1204: seat 3 is settled on other stakes than it laid; entry 1300: it is not the one whose"
            " head was signed",
            "écriture 1\u202f204\u00a0: la place 3 est réglée sur d’autres mises que les siennes\u202f;"
            " écriture 1\u202f300\u00a0: ce n’est pas l’écriture qui a été signée\u00a0: le journal a été"
            " réécrit",
        ),
        (
            "UTH-1-000002.journal: one of entries 5 to 9 is not the one that UTH-2 and UTH-3 hold, signed by"
            " UTH-1 2026-11-20 20:41:07 UTC",
            "UTH-1-000002.journal\u00a0: de l’écriture 5 à la 9ᵉ, une au moins n’est plus celle que UTH-1 a"
            " signée le 20/11/2026 à 20:41:07 UTC\u202f; la tête est dans le journal de UTH-2 et UTH-3",
        ),
        (
            "a.journal: ends at entry 9, and UTH-2 holds its entry 12: an older copy, or cut off",
            "a.journal\u00a0: finit à l’écriture 9, et le journal de UTH-2 a la tête de la 12ᵉ\u00a0: copie"
            " plus ancienne, ou fin coupée",
        ),
        (
            "entry 40: its hash is not that of its content; a head was signed at entry 574, and the journal"
            " ends at 39; journal_never_changes is missing from the file",
            "écriture 40\u00a0: son empreinte n’est pas celle de son contenu\u00a0: elle a été"
            " changée\u202f; une tête a été signée à l’écriture 574, et le journal finit à la 39ᵉ\u00a0: la"
            " copie est plus ancienne, ou la fin a été coupée\u202f; journal_never_changes manque au fichier",
        ),
        (
            "entry 40: the card turned up at hole.3.1 is not the one sealed there",
            "écriture 40\u00a0: la carte retournée (place 3, carte 2) n’est pas celle qui a été donnée là",
        ),
        (
            "the bank won 1250 cents by the lines of the seats, not -500",
            "par les lignes des places la banque gagne 12,50\u00a0€, non −5,00\u00a0€",
        ),
        (
            "the Ts lies at 2 places of this deal, and seats are settled",
            "la carte 10♠ est à 2 places de cette donne, et des places sont réglées",
        ),
        (
            "returned and taken are not the stake on super_ante",
            "rendu et pris ne font pas la mise sur Super Ante",
        ),
        ("cannot be read: damaged", "ne peut être lu\u00a0: abîmé"),
        (
            "/x/heads.txt, line 4: no signed head",
            "/x/heads.txt, ligne 4\u00a0: ce n’est pas une tête signée",
        ),
        (
            "/x/none: No such file or directory",
            "/x/none\u00a0: il n’y a ni fichier ni dossier de ce nom\u00a0: nommez-en un qui est là",
        ),
        (
            "x: neither a key (HEX or TABLE=HEX) nor a file: Permission denied",
            "x\u00a0: ni une clé (HEX ou TABLE=HEX), ni un fichier\u00a0: pas permis à cet"
            " utilisateur\u00a0: faites-le en propriétaire, ou laissez-le entrer",
        ),
        ("something that nobody has a form for", "something that nobody has a form for"),
    ],
)
def test_a_finding_is_said_with_all_that_it_names(english: str, french: str) -> None:
    assert finding(english, FR) == french
    assert finding(english, EN) == english


def test_an_instant_that_no_calendar_has_is_told_in_milliseconds() -> None:
    assert instant(10**17, FR) == instant(10**17, EN) == f"{10**17} ms"
    assert (instant(0, FR), instant(0, EN)) == ("01/01/1970 à 00:00:00 UTC", "1970-01-01 00:00:00 UTC")
