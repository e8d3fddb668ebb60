"""`tapis devices` in French: every sentence has both languages, with the same facts and French signs."""

from __future__ import annotations

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
