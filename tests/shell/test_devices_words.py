"""`tapis devices` in French: every sentence has both languages, with the same facts and French signs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from controller.boot.devices_findings import ADVISED
from controller.boot.machine_examination import ASKED
from controller.boot.sounds import NO_BUZZER, NO_PROGRAM, SWITCHED_OFF
from controller.cli.devices_lines import record_words
from controller.cli.devices_words import SOUNDS, in_words, told
from controller.game.requests import Sound
from controller.installed import ROOT, lacks, start_pcscd
from drivers.lines.port_faults import CODES, OpeningFault
from drivers.recordings.desk import ADVICE

SPEAKERS = (
    *(
        ROOT / "controller" / "boot" / f"{name}.py"
        for name in (
            "devices",
            "recordings",
            "machine_examination",
            "sounds_tried",
            "conformance/examination",
        )
    ),
    *sorted((ROOT / "drivers" / "recordings").glob("*.py")),
    *sorted((ROOT / "drivers" / "chips").glob("*.py")),
)
RAISED = {"NoDevice", "BadRecording", "NoPins", "MissingLibrary"}
HOLES = {
    "lacks(name)": lacks("gpiozero", "setup-tests"),
    "lacks('gpiod')": lacks("gpiod", "setup-tests"),
    "lacks('gpiozero')": lacks("gpiozero", "setup-tests"),
    "put_right()": lacks("gpiod", "setup-tests").partition(": ")[2],
    "turned_away": ADVICE["protocol_version"],
    "told_of[-1]": ADVICE["silence"],
    "troubles[-1]": ADVICE["line_noise"],
    "_both_ends(bench)": " (the machine: 2.0; the table: 1.3)",
    "fault": NO_BUZZER,
}
"""What stands in a sentence for what it names, where an example of a number would not do."""


def sentences() -> Iterator[str]:
    """What devices, recordings, chips and their trials say to a person, as their modules write it."""
    for path in SPEAKERS:
        tree = ast.parse(Path(path).read_text(encoding="utf-8"))
        of_module = {name: texts for name, texts in assigned(tree).items() if name.isupper()}
        for one in ast.walk(tree):
            if isinstance(one, ast.FunctionDef):
                named = of_module | assigned(one)
                for said in spoken(one):
                    yield from (text for text in filled(said, named) if " " in text)


def spoken(function: ast.FunctionDef) -> Iterator[ast.expr]:
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in RAISED and node.args:
                yield node.args[0]
            yield from (one.value for one in node.keywords if one.arg == "sentence")
        elif (
            isinstance(node, ast.Return) and isinstance(node.value, ast.JoinedStr) and told_whole(node.value)
        ):
            yield node.value


def told_whole(said: ast.JoinedStr) -> bool:
    """A sentence that begins with the place and says what to do, not a word of a machine."""
    return any(isinstance(one, ast.Constant) and str(one.value).startswith(": ") for one in said.values)


def assigned(scope: ast.AST) -> dict[str, list[ast.expr]]:
    """The texts that each name of the function, or of the module, stands for."""
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(scope):
        if isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Dict):
            found[ast.unparse(node.target)] = node.value.values
        if isinstance(node, ast.Assign):
            (target,) = node.targets if len(node.targets) == 1 else (None,)
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(target.elts, node.value.elts, strict=True))
            for name, value in pairs:
                if isinstance(name, ast.Name) and isinstance(value, ast.JoinedStr | ast.Constant | ast.Call):
                    found.setdefault(name.id, []).append(value)
    return found


def filled(said: ast.expr, named: dict[str, list[ast.expr]]) -> Iterator[str]:
    """Each text that the expression can be; a part that is no text is `7`."""
    if isinstance(said, ast.FormattedValue):
        said = said.value
    if isinstance(said, ast.Constant):
        yield str(said.value)
    elif isinstance(said, ast.JoinedStr):
        yield from map("".join, product(*(list(filled(one, named)) for one in said.values)))
    elif isinstance(said, ast.IfExp):
        yield from filled(said.body, named)
        yield from filled(said.orelse, named)
    elif isinstance(said, ast.Name) and said.id in named and said.id not in HOLES:
        for one in named[said.id]:
            yield from filled(one, named)
    elif isinstance(said, ast.Call) and ast.unparse(said.func).endswith(".format"):
        yield from filled(said.func.value, named)
    elif isinstance(said, ast.Call) and ast.unparse(said.func) == "_WORDS.get":
        for one in (*named["_WORDS"], *said.args[1:]):
            yield from filled(one, named)
    else:
        yield HOLES.get(ast.unparse(said), "7")


def test_every_sentence_of_a_device_is_said_in_french() -> None:
    """Whatever a device, its pins, a recording or a trial of it refuses has a form."""
    found = sorted(set(sentences()))
    assert len(found) > 35, "the sentences are read"
    assert [one for one in found if told("fr", one) == one] == []
    assert [one for one in found if told("en", one) != one] == []


def test_every_advice_on_a_machine_is_given_in_french() -> None:
    assert ADVISED.keys() == ADVICE.keys()
    assert SOUNDS.keys() == {str(one) for one in Sound} - {str(Sound.SILENT)}
    faults = [str(OpeningFault(code, "/dev/ttyUSB0", "another device")) for code in CODES]
    for said in (*ADVICE.values(), *faults, ASKED, NO_BUZZER, NO_PROGRAM, SWITCHED_OFF):
        assert told("fr", said) != said
        assert told("en", said) == said


@pytest.mark.parametrize(
    ("english", "french"),
    [
        (
            "shoe: the table runs: stop it first",
            "shoe\u00a0: la table tourne\u00a0: arrêtez-la d’abord",
        ),
        (
            "/dev/shoe: it took 900 ms to answer, 250 ms at most: have its program looked at",
            "/dev/shoe\u00a0: il a mis 900 ms à répondre, 250 ms au plus\u00a0: faites regarder son"
            " programme",
        ),
        (
            "/dev/shoe: the machine speaks another version of the protocol: have its program updated (the"
            " machine: 2.0; the table: 1.3)",
            "/dev/shoe\u00a0: l’appareil parle une autre version du protocole\u00a0: faites mettre à jour son"
            " programme (l’appareil\u00a0: 2.0\u202f; la table\u00a0: 1.3)",
        ),
        (
            f"sound: {NO_BUZZER}",
            "son\u00a0: aucun buzzer n’est câblé, les alarmes ne font que se voir\u00a0: nommez buzzer_pin"
            " dans"
            ' [chips], ou mettez output = "audio" dans [sound]',
        ),
        (
            f"badge reader: {lacks('pyscard', 'setup-tests')}",
            f"lecteur de badge\u00a0: pyscard manque\u00a0: tapez make setup-tests dans {ROOT}",
        ),
        (
            f"badge reader: pcscd does not answer (no service): {start_pcscd()}",
            "lecteur de badge\u00a0: pcscd ne répond pas (no service)\u00a0: tapez apt install pcscd, puis"
            " systemctl enable --now pcscd.socket",
        ),
        (
            "chips: seats 2, 5 not proven; see above",
            "capteurs\u00a0: sièges 2, 5 non éprouvés\u202f; voir ci-dessus",
        ),
        (
            "nothing is recorded: UTH-9 is not closed, and a recording names the cards; close the table"
            " first",
            "rien n’est enregistré\u00a0: UTH-9 n’est pas fermée, et un enregistrement nomme les"
            " cartes\u202f; fermez d’abord la table",
        ),
    ],
)
def test_why_a_machine_cannot_be_listened_to_is_said_in_french(english: str, french: str) -> None:
    assert told("fr", english) == french
    assert told("en", english) == english


def test_what_a_machine_says_is_a_line_of_names_and_values_in_both_languages() -> None:
    said = {"ms": 1200, "kind": "health", "machine": "shoe", "health": "lost", "detail": "silence"}
    assert in_words(said, "en") == "    1200 ms  health machine=shoe lost detail=silence"
    assert in_words(said, "fr") == "    1200 ms  état appareil=shoe muet détail=silence"
    said = {"kind": "chip", "seat": 3, "covered": False}
    assert in_words(said, "en") == "chip seat=3 not-covered"
    assert in_words(said, "fr") == "jeton siège=3 non-couvert"
    assert in_words({"kind": "sound", "sound": "chime"}, "fr") == "son signal=carillon"
    assert in_words({"kind": "seat", "seat": 1, "result": "good"}, "fr") == "siège siège=1 résultat=bon"


def test_the_record_of_a_machine_is_told_in_both_languages() -> None:
    one = {"machine": "shoe", "health": "up", "detail": "", "latency_ms": 3, "latency_p99_ms": 9}
    one |= {"retries": 1, "damaged": 2, "reconnections": 0, "words": [("in", "welcome")]}
    assert record_words(one, "en") == (
        "  shoe      up  retries=1 errors=2 returns=0 answer/p99=3/9 ms last: welcome"
    )
    assert record_words(one, "fr") == (
        "  shoe      en service  répétés=1 erreurs=2 retours=0 réponse/p99=3/9 ms derniers\u00a0: welcome"
    )
