"""What a reader of cards can say has its French: every sentence of its driver, as the driver writes it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.cli.reader_words import reader_said
from controller.installed import ROOT, lacks, start_pcscd
from drivers.lines.port_faults import CODES, FOREIGN, OpeningFault
from drivers.readers.card_reader import NOT_PERMITTED
from tests.shell.live_table import tapis

SPEAKERS = (
    *sorted((ROOT / "drivers" / "readers").glob("*.py")),
    *(ROOT / "controller" / "boot" / name for name in ("cards.py", "pit_reader.py")),
)
REFUSALS = {"CardRefuses", "_Broken", "BadKey", "CardStrange", "CardDidNotSign", "NoCard", "ReadCard"}
OF_SETTINGS = "no public key: "
"""Of a key that somebody typed into a file: no card says so."""


def _text(node: ast.expr) -> str:
    """A sentence as it is written, with an example in each of its places."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(
            "6a82" if isinstance(part, ast.FormattedValue) else _text(part) for part in node.values
        )
    return ""


def sentences() -> Iterator[str]:
    for path in SPEAKERS:
        for node in ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in REFUSALS:
                told = [*node.args, *(one.value for one in node.keywords if one.arg == "why")]
                yield from (text for text in map(_text, told) if " " in text)


def test_every_refusal_of_a_reader_has_its_french() -> None:
    told = [text for text in sentences() if not text.startswith(OF_SETTINGS)]
    assert len(told) > 8, "they are found"
    assert [
        text for text in told if reader_said(text.replace("no 6a82", "no certificate"), "fr") == text
    ] == []


@pytest.mark.parametrize(
    ("english", "french"),
    [
        (f"badge reader: {NOT_PERMITTED}", "pcscd ne laisse pas entrer cet utilisateur"),
        (f"badge reader: pcscd does not answer (no service): {start_pcscd()}", "pcscd ne répond pas"),
        (
            "badge reader: there is 'A [x] 00 00', and no reader 'B': plug in the reader of this table, or"
            " correct badge.name in table.toml",
            "il y a 'A [x] 00 00', et aucun lecteur 'B'",
        ),
        (
            "badge reader: pcscd: timed out: systemctl restart pcscd, then plug the reader in again",
            "pcscd\u00a0: pas de réponse à temps\u00a0: tapez systemctl restart pcscd, puis rebranchez",
        ),
        (f"badge reader: {lacks('pyscard', 'setup-tests')}", "pyscard manque\u00a0: tapez "),
        ("no certificate (status 6a82)", "pas de certificat (statut 6a82)"),
        *((str(OpeningFault(code, "usb://1", "x")), "usb://1 ") for code in CODES if code != FOREIGN),
    ],
)
def test_what_keeps_a_reader_from_being_read_has_its_french(english: str, french: str) -> None:
    assert french in reader_said(english, "fr") != english
    assert reader_said(english, "en") == english


@pytest.mark.long
def test_a_reader_that_no_service_answers_for_is_told_in_the_language_that_is_asked_for() -> None:
    for lang, said in (("", "Erreur\u00a0: lecteur de badge\u00a0: "), ("en", "Error: badge reader: ")):
        words = ("badge", "--wait", "0.5", *(("--lang", lang) if lang else ()))
        done = tapis(*words, PCSCLITE_CSOCK_NAME="/nonexistent/pcscd.comm")
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert done.stderr.startswith(f"{said}pcscd"), done.stderr
