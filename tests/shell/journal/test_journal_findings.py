"""What is wrong with a journal is said in French too, by who finds it and of a text from elsewhere."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.journal.faults import SAID, faulty
from controller.told import Told, together
from controller.words.known_again import NUMBERS, finding
from controller.words.money import EN, FR
from controller.words.told import instant, told

ROOM = Path(__file__).parents[3] / "controller" / "journal"
SAYING = (
    *("audit", "audit_felt", "audit_jackpot", "reading", "verify", "heads", "trust", "evidence", "witness"),
    *("inspection_check", "held_by_others", "mirror", "file"),
)
RAISED = ("JournalDamaged", "JournalNewer", "ValueError", "HeadRefused", "KeyRefused", "NoEvidence")
KEY = "0123456789abcdef" * 4
NAMED = {
    **dict.fromkeys(("key",), KEY),
    "said": "no signed head",
    "names": "UTH-2 and UTH-3",
    "s": "",
    "wanted": "round 7, deal 2",
    "why": "damaged",
    "system": "No such file or directory",
    "at": "2026-11-20 20:41:07 UTC",
    "place": "hole.3.1",
    "card": "Ts",
    "spot": "ante",
    "spot2": "trips",
}
"""What stands for a fact of a sentence, by its name; a number is 7, any other an `x`."""


def bare_sentences() -> Iterator[str]:
    """What the modules of the verification would raise, yield or return as bare English."""
    for module in SAYING:
        for node in ast.walk(ast.parse((ROOM / f"{module}.py").read_text(encoding="utf-8"))):
            for said in _said(node):
                if isinstance(said, ast.Constant | ast.JoinedStr) and " " in ast.unparse(said):
                    yield f"{module}:{node.lineno}: {ast.unparse(said)}"  # type: ignore[attr-defined]  # all have one


def _said(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
        if ast.unparse(node.exc.func) in (*RAISED, "WitnessRefused", "NoExtension", "NotAJournal"):
            yield node.exc.args[-1]
    elif isinstance(node, ast.Yield) and node.value is not None:
        yield node.value
    elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("faults.append"):
        yield node.args[0]
    elif isinstance(node, ast.FunctionDef) and (node.name.endswith("fault") or node.name == "_stranger"):
        yield from (one.value for one in ast.walk(node) if isinstance(one, ast.Return) and one.value)


def test_no_sentence_of_a_verification_is_bare_english() -> None:
    assert list(bare_sentences()) == []


def _facts(english: str) -> dict[str, object]:
    class Facts(dict[str, object]):
        def __missing__(self, name: str) -> object:
            return 7 if name in NUMBERS else "x"

    facts = Facts(NAMED)
    english.format_map(facts)
    return facts


@pytest.mark.parametrize("key", SAID)
def test_every_sentence_says_itself_in_both_languages_and_is_known_again_as_a_text(key: str) -> None:
    english = SAID[key][1].format_map(_facts(SAID[key][1]))
    assert finding(english, FR) != english
    assert finding(english, EN) == english


def test_a_sentence_is_a_text_for_who_reads_json_and_says_itself_in_french() -> None:
    said = faulty("of_entry", seq=1204, said=faulty("seat_settled_on_other_stakes", seat=3))
    assert said == "entry 1204: seat 3 is settled on other stakes than it laid"
    assert told(said, FR) == (
        "écriture 1\u202f204\u00a0: la place 3 est réglée sur d’autres mises que les siennes"
    )
    both = together(("", said, faulty("first_entry_missing")))
    assert both == f"{said}; the first entry is missing"
    assert told(both, FR) == f"{told(said, FR)}\u202f; la première écriture manque"
    assert told(str(said), FR) == str(said)  # a bare text stays as it is
    assert isinstance(faulty("some_and_last", some="UTH-2", last="UTH-3"), Told)


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
            "x\u00a0: ni une clé (HEX ou TABLE=HEX), ni un fichier\u00a0: cet utilisateur n’y a pas"
            " droit\u00a0: faites-le sous le compte du propriétaire, ou donnez-lui le droit",
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
