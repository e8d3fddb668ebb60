"""`tapis witness` speaks French: what it takes, what it refuses, and every sentence of a visit."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.cli import main
from controller.cli.witness_words import told
from controller.journal.heads import key_fingerprint
from controller.journal.witness_faults import WITNESSED
from tests.shell.journal.journals import rows_of
from tests.shell.journal.test_hostile_table import OTHER
from tests.shell.journal.test_signed_heads import SIGNER, session

CONTROLLER = Path(__file__).parents[3] / "controller"
SAYING = ("witness/visits", "witness/table_line")
REFUSING = (
    "Contradiction",
    "LineDown",
    "NoExtension",
    "WitnessRefused",
    "JournalBroken",
    "self._say",
    "plain",
)
KEY = "0123456789abcdef" * 4
HOLES = {
    "who": "UTH-1, session 2, entry 7",
    "why": "told after session 7",
    "damage": "entry 7: its hash is not that of its content",
    "error": "no signed head",
    "error.strerror": "Permission denied",
    "gone": "it is another one now",
    "now": "live",
    "entries": "7 entries",
    "head.key": KEY,
    "head.hash": KEY,
    "found": "found 'x'",
    "getattr(error, 'strerror', None) or 'is not ASCII text'": "is not ASCII text",
}
"""What stands in a sentence for what it names, where a 7 would not do."""


NAMED = {
    **dict.fromkeys(("session", "seq"), 7),
    "table": "UTH-1",
    "said": "no signed head",
    "key": KEY,
    "print": "01ab 23cd",
    "what": "'x'",
    "why": "damaged",
}
"""What stands for a fact of a sentence, by its name."""


def tapis(*words: object, typed: str = "") -> tuple[int, str, str]:
    done = CliRunner().invoke(main, ["witness", *map(str, words)], input=typed)
    assert isinstance(done.exception, (SystemExit, type(None))), done.exc_info
    spaced = [re.sub("[\u00a0\u202f]", " ", said) for said in (done.stdout, done.stderr)]
    return done.exit_code, spaced[0], spaced[1]


def sentences() -> Iterator[str]:
    """What a visit, a mirror and the store say: in what they raise, and to who runs the witness."""
    for module in SAYING:
        for node in ast.walk(ast.parse((CONTROLLER / f"{module}.py").read_text(encoding="utf-8"))):
            named = isinstance(node, ast.Call) and ast.unparse(node.func) in REFUSING
            why = isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "why"
            parts = node.args if isinstance(node, ast.Call) and named else ()
            parts = [node.value] if isinstance(node, ast.Assign) and why else parts
            for text in map(_filled, parts):
                if " " in text:
                    yield text


def _filled(said: ast.expr) -> str:
    if isinstance(said, ast.Constant):
        return str(said.value)
    if not isinstance(said, ast.JoinedStr):
        return ""
    holes = (ast.unparse(one.value) if isinstance(one, ast.FormattedValue) else "" for one in said.values)
    return "".join(_filled(one) or HOLES.get(hole, "7") for one, hole in zip(said.values, holes, strict=True))


def test_every_sentence_of_a_visit_is_said_in_french() -> None:
    found = sorted(set(sentences()))
    found += [english.format_map(NAMED) for _, english in WITNESSED.values()]
    assert len(found) > 45, "the sentences are read"
    assert [one for one in found if told("fr", one) == one] == []
    assert [one for one in found if told("en", one) != one] == []


def test_a_witness_says_in_french_what_it_takes_and_what_it_does_not(tmp_path: Path) -> None:
    folder, store = tmp_path / "journals", tmp_path / "heads.txt"
    folder.mkdir()
    path = session(folder, 1)
    last = rows_of(path)[-1]
    code, said, _ = tapis("trust", store, "UTH-2", SIGNER.key)
    assert (code, said.splitlines()) == (
        0,
        [
            f"UTH-2 : les têtes signées de la clé {SIGNER.key} sont prises",
            f"UTH-2 : comparer cette empreinte à celle de la table : {key_fingerprint(SIGNER.key)}",
        ],
    )
    assert tapis("show", store)[1].endswith("UTH-2 : rien encore\n")
    code, said, _ = tapis("pull", store, "--from", folder)
    assert (code, said) == (0, f"prise     UTH-2, séance 1, écriture {last.seq}, tête {last.hash}\n")
    assert tapis("show", store)[1].endswith(f"UTH-2 : séance 1, écriture {last.seq}, tête {last.hash}\n")
    path.unlink()
    path.with_name(f"{path.name}.heads").unlink()
    session(folder, 2, "ab" * 32)
    code, _, refused = tapis("pull", store, "--from", folder)
    assert code == 1
    assert "ne suit pas la séance 1 telle qu’elle a été vue en dernier" in refused
    assert refused.startswith("REFUSÉE   UTH-2, séance 2, écriture ")


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (("pull", "STORE"), 2, "il faut soit --from, soit --room"),
        (("trust", "STORE", "UTH-2", "no"), 1, "UTH-2 est liée à la clé"),
        (("trust", "STORE", "UTH-3", SIGNER.key), 2, "est celle de UTH-2"),
        (("aside", "STORE", "UTH-2", "9", "--by", "A.Roy", "--with", "B.Roy"), 2, "rien n’en a été vu"),
        (("aside", "STORE", "UTH-2", "9"), 2, "il faut une table, une séance, et deux noms différents"),
    ],
)
def test_a_witness_refuses_in_french(tmp_path: Path, words: tuple[str, ...], code: int, why: str) -> None:
    store = tmp_path / "heads.txt"
    assert tapis("trust", store, "UTH-2", SIGNER.key)[0] == 0
    done, said, refused = tapis(*(str(store) if one == "STORE" else one for one in words))
    assert (done, said) == (code, "")
    assert why in refused


def test_two_persons_are_asked_in_french_for_the_fingerprint(tmp_path: Path) -> None:
    store = tmp_path / "heads.txt"
    assert tapis("trust", store, "UTH-2", SIGNER.key)[0] == 0
    two = ("--by", "A.Roy", "--with", "B.Lenoir")
    code, _, asked = tapis("trust", store, "UTH-2", OTHER.key, *two, typed="0000\n")
    assert code == 1
    assert "A.Roy, l’empreinte à l’écran de la table : " in asked
    assert "A.Roy a lu une autre empreinte ; UTH-2 reste liée à la clé" in asked
