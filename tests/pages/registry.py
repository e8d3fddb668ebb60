"""Where each command of the pages is run.

A command that stands in no list here, and in no block of LINK.md, is run by nobody: `test_pages.py`
then names its page and line. The lists are by text: whoever changes a command changes its entry, and an entry
whose command has gone is named too.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from tests.pages.typed import Typed


@dataclass(frozen=True)
class InGuest:
    """A command that is typed in an installed machine, as the user that its page names.

    Attributes:
        named: what stands for somebody's own names in the page, and what it is in the test.
        typed: what is answered to its questions.
        codes: its exit codes.
        says: a part of what it says.
        before: what root does first: what the page says in words.
    """

    named: dict[str, str] = field(default_factory=dict)
    typed: str = ""
    codes: tuple[int, ...] = (0,)
    says: str = ""
    before: str = ""


PIN_1, PIN_2, PIN_3 = "402917", "518306", "639284"
JOURNAL: Final = "$(ls /var/lib/tapis/journals/*.journal | tail -n 1)"
_TABLE: Final = {"FILE": JOURNAL, "--round N": "--round 1"}
_WITH_PEOPLE: Final = "sed -i '/^# .people.$/,/^$/s/^# //' /etc/tapis/table.toml"
_WITH_BACKUP: Final = """
mkdir -p /mnt/tapis-backup /media/stick && chown tapis: /mnt/tapis-backup /media/stick
public=$(tapis keys pair /root/backup-keys.pem | grep -oE '[0-9a-f]{64}')
printf '[backup]\\ntarget = "/mnt/tapis-backup"\\nrecipient = "%s"\\n' "$public" >>/etc/tapis/table.toml
"""
EDITOR: Final = """
cat >/usr/local/bin/somebody-types <<'END'
#!/bin/sh
for file; do :; done
printf '[Service]\\nEnvironment=%s\\n' "$TYPES" >"$file"
END
chmod +x /usr/local/bin/somebody-types
"""
"""An editor, and somebody at it: `systemctl edit` opens one at a terminal alone."""


def _edited(unit: str, types: str) -> InGuest:
    """`systemctl edit` of this unit, with this line of `[Service]` typed."""
    command = f"systemctl edit {unit}"
    terminal = f"TYPES={types} SYSTEMD_EDITOR=/usr/local/bin/somebody-types script -qec '{command}' /dev/null"
    return InGuest({command: terminal}, before=EDITOR)


BY_TWO: Final = f"{PIN_1}\n{PIN_2}\n"

_SIGN_KEY: Final = "/var/lib/tapis/sign.key"
GUEST: Final[dict[str, InGuest]] = {
    "apt install ./tapis-common_*.deb ./tapis-table_*.deb": InGuest(named={"apt install": "apt install -y"}),
    "tapis run --check": InGuest(says="valid"),
    "systemctl reboot": InGuest(),
    "systemctl status tapis-table tapis-screens tapis-screen@dealer": InGuest(says="active (running)"),
    "journalctl -b -u tapis-table": InGuest(says="tapis"),
    "journalctl -b -t weston": InGuest(says="weston"),
    "tapis doctor": InGuest(codes=(0, 1), says="python"),
    "runuser -u tapis -- tapis doctor": InGuest(codes=(0, 1), says="python"),
    "tapis devices": InGuest(codes=(0, 1), says="shoe"),
    "tapis people init directeur-1 mcd-1": InGuest(typed=BY_TWO, before=_WITH_PEOPLE),
    "tapis people add chef-1 --role chef --by directeur-1 --with mcd-1": InGuest(typed=BY_TWO),
    # The machine has no reader of cards: a number is typed instead.
    "tapis people card chef-1 --role chef --by directeur-1 --with mcd-1": InGuest(
        {"--role chef": "--role chef --number 7"}, typed=BY_TWO
    ),
    "tapis people pin chef-1 --by directeur-1 --with mcd-1": InGuest(typed=f"{BY_TWO}{PIN_3}\n"),
    "tapis people list": InGuest(says="chef-1"),
    "tapis people revoke CARD --by HIM": InGuest({"CARD": "7", "HIM": "chef-1"}, typed=f"{PIN_3}\n"),
    "tapis people history": InGuest(says="chef-1"),
    "tapis people verify JOURNALS": InGuest({"JOURNALS": "/var/lib/tapis/journals"}),
    "tapis badge": InGuest(codes=(2,), says="lecteur de badge"),
    # The machine has no shoe, and its table runs: each says so, in a line.
    "tapis devices test shoe": InGuest(codes=(1,), says="absent"),
    "tapis devices trace shoe": InGuest({"shoe": "shoe --seconds 1"}),
    "tapis devices conform shoe": InGuest(codes=(1,), says="arrêtez-la d’abord"),
    "tapis devices conform shoe /dev/ttyUSB0": InGuest(codes=(1,), says="branché"),
    "tapis devices sound": InGuest(codes=(1,), says="arrêtez-la d’abord"),
    "tapis devices record": InGuest({"record": "record shoe /var/lib/tapis/shoe.record"}, codes=(1, 2)),
    "systemctl start pcscd.socket": InGuest(),
    "mkdir -p /etc/systemd/system/tapis-table.service.d": InGuest(),
    "cp /usr/share/doc/tapis-table/examples/serial-server.conf"
    " /etc/systemd/system/tapis-table.service.d/": InGuest(),
    "systemctl daemon-reload": InGuest(),
    "tapis settings keys": InGuest(says="limits.minimum_cents"),
    "tapis settings draft --set limits.minimum_cents=1000 --by directeur-1 --reason authorisation": InGuest(
        typed=f"{PIN_1}\n"
    ),
    "tapis settings show": InGuest(says="10,00"),
    "tapis settings approve --by mcd-1": InGuest(typed=f"{PIN_2}\n"),
    "tapis journal show FILE --round N": InGuest(_TABLE, codes=(1,), says="le coup 1 n’est pas dans"),
    "tapis journal frames FILE --frame 0C4A": InGuest(_TABLE, codes=(1,), says="aucune trame ainsi demandée"),
    "tapis report notices FILE": InGuest(_TABLE),
    "tapis report reconciliation FILE": InGuest(_TABLE, codes=(1,), says="no reconciliation"),
    "tapis journal verify FILE": InGuest(_TABLE),
    "systemctl restart tapis-table": InGuest(),
    "tapis journal verify /var/lib/tapis/journals": InGuest(),
    "tapis book verify /var/lib/tapis/jackpot.book --journal /var/lib/tapis/journals": InGuest(),
    "tapis book terms /var/lib/tapis/jackpot.book": InGuest(says="meter"),
    "tapis keys show": InGuest(says="empreinte"),
    "tapis keys rotate": InGuest(says="reste pour une reprise"),
    "tapis keys forget": InGuest(),
    "tapis keys forget --days 7": InGuest(),
    "tapis keys forget --aside": InGuest(),
    f"systemd-creds encrypt --with-key=host --name=sign.key {_SIGN_KEY} /etc/tapis/sign.key.cred": InGuest(),
    "systemctl edit tapis-screen@dealer": _edited("tapis-screen@dealer", "TAPIS_HANDED=left"),
    "systemctl status tapis-table": InGuest(says="active (running)"),
    "journalctl -u tapis-table": InGuest(says="tapis"),
    "systemctl disable tapis-screen@jackpot": InGuest(),
    "apt install --allow-downgrades ./tapis-common_*.deb ./tapis-table_*.deb": InGuest(
        named={"apt install": "apt install -y"}
    ),
    "systemctl stop 'tapis-*'": InGuest(),
    "tapis status": InGuest(codes=(0, 1), says="UTH-2"),
    "tapis metrics": InGuest(says="tapis_table_up"),
    "systemctl enable --now tapis-metrics": InGuest(),
    "systemctl enable --now tapis-room-metrics": InGuest(),
    "systemctl edit tapis-metrics": _edited("tapis-metrics", "TZ=UTC"),
    "journalctl -x -t tapis": InGuest(),
    "systemctl enable systemd-time-wait-sync": InGuest(),
    "install -D -m 644 /usr/share/doc/tapis-table/examples/link.conf"
    " /etc/systemd/system/tapis-table.service.d/link.conf": InGuest(),
    "sed -i 's/^IPAddressAllow=.*/IPAddressAllow=10.20.1.1 10.20.1.2 10.20.1.3/'"
    " /etc/systemd/system/tapis-table.service.d/link.conf": InGuest(),
    "runuser -u tapis -- tapis run --check --settings /etc/tapis/table.toml": InGuest(says="valid"),
    "systemctl enable --now tapis-backup.timer": InGuest(before=_WITH_BACKUP),
    "systemctl start tapis-backup.service": InGuest(),
    "runuser -u tapis -- tapis backup /media/stick": InGuest(),
    "tapis restore /media/stick --check": InGuest(),
    "systemctl stop tapis-table": InGuest(),
    "tapis restore /mnt/tapis-backup --keys backup-keys.pem": InGuest(
        {"backup-keys.pem": "/root/backup-keys.pem --aside first"}, before="systemctl stop tapis-table"
    ),
    "systemctl start tapis-table": InGuest(),
    "apt remove tapis-table tapis-common": InGuest(named={"apt remove": "apt remove -y"}),
    "systemctl stop tapis-witness": InGuest(),
    "systemctl start tapis-witness": InGuest(),
}


@dataclass(frozen=True)
class Here:
    """A command that is typed in `make test`, in a folder that has what its page speaks of (`desk.py`)."""

    named: dict[str, str] = field(default_factory=dict)
    typed: str = ""
    codes: tuple[int, ...] = (0,)


_KEPT: Final = {
    "/var/lib/tapis-witness/journals": "journals",
    "/var/lib/tapis-witness/": "",
    "/var/lib/tapis/": "",
}
_STORE: Final = {**_KEPT, "UTH-2": "UTH-1"}
HERE: Final[dict[str, Here]] = {
    "tapis settle --pdf sheet.pdf disputed.jsonl": Here(),
    ".venv/bin/tapis simulate --rounds 2000 --seed 7 --faults hard --tables 2": Here({"2000": "4"}),
    ".venv/bin/tapis simulate --script royal-at-seat-3": Here(),
    "tapis house figures journals --by day": Here(),
    ".venv/bin/tapis house export /var/lib/tapis-witness/journals --parquet figures": Here(_KEPT),
    "tapis report registers journals --format pdf": Here(),
    "tapis witness trust /var/lib/tapis-witness/heads.txt UTH-2 KEY": Here({**_STORE, "KEY": "@KEY@"}),
    "tapis journal verify /var/lib/tapis/journals --witness heads.txt": Here(_KEPT),
    "tapis witness show /var/lib/tapis-witness/heads.txt": Here(_STORE),
    "tapis witness trust /var/lib/tapis-witness/heads.txt UTH-2 NEWKEY --by A.Roy --with B.Lenoir": Here(
        {**_STORE, "NEWKEY": "@NEWKEY@"}, typed="@FINGERPRINT@\n@FINGERPRINT@\n"
    ),
    "tapis doctor --witness heads.txt": Here(codes=(0, 1)),
    "tapis keys pair backup-keys.pem": Here(),
    "tapis-verify-journal journals": Here(),
    "tapis-audit-journal journals": Here(),
    "tapis-sign-program key maker.key": Here(),
    "tapis-sign-program manifest maker.key 7 >manifest.json": Here(),
    "tapis-sign-program key authority.key": Here(),
    "tapis-sign-program approval authority.key REFERENCE fr-55-20-2021 >approval.json": Here(),
    "tapis report registers /var/lib/tapis-witness/journals": Here(_KEPT),
    "tapis house rebuild /var/lib/tapis-witness/journals --store /var/lib/tapis-house/house.db": Here(
        {**_KEPT, "/var/lib/tapis-house/": ""}
    ),
    "tapis journal verify FILE.zip --key house=HEX --key UTH-2=HEX": Here(
        {"house=HEX": "house=@HOUSE@", "UTH-2=HEX": "UTH-1=@KEY@"}
    ),
    "tapis report rules --pdf reglement.pdf": Here(),
    "tapis report closing UTH-2-000012.journal --pdf fermeture.pdf": Here({"UTH-2": "closed/UTH-2"}),
    "tapis report win UTH-2-000012.journal --round 147 --pdf gain.pdf": Here({"--round 147": "--round 1"}),
    "tapis report incident UTH-2-000012.journal --number 1 --pdf incident.pdf": Here(
        {"UTH-2": "short/UTH-2"}
    ),
    "tapis report registers /var/lib/tapis-witness/journals --from 2026-11-01 --to 2026-11-30 --out novembre"
    " --french --sign house.key": Here(_KEPT),
    "tapis report registers /var/lib/tapis-witness/journals --format pdf --out novembre": Here(_KEPT),
    "tapis report check novembre/registers.csv.sig --key 5f3c...": Here({"5f3c...": "@HOUSE@"}),
    "tapis witness aside /var/lib/tapis-witness/heads.txt UTH-2 12 --journals /var/lib/tapis-witness/journals"
    " --by A.Roy --with B.Lenoir": Here({"UTH-2 12": "UTH-1 1", **_STORE}),
}
"""In the order that they need each other, which the test keeps to."""

_TARGETS: Final = "tests/deploy/test_documents.py::test_the_makefile_has_every_target_that_is_promised"
_SCREEN: Final = "tests/shell/line/test_screen_command.py::test_a_screen_finds_its_table_and_ends_when_told"
ELSEWHERE: Final[dict[str, str]] = {
    ".venv/bin/tapis learn": ("tests/learning/test_learn_command.py::test_who_leaves_leaves_nothing_behind"),
    ".venv/bin/tapis demo --by-hand": (
        "tests/ui/test_demo.py::test_a_table_dealt_by_hand_says_at_once_that_it_needs_a_display"
    ),
    ".venv/bin/tapis demo --profile fr-holdem-casino": (
        "tests/ui/test_demo.py::test_a_game_without_jp1_is_demonstrated_too"
    ),
    ".venv/bin/tapis demo --pace 4": (
        "tests/ui/test_demo.py::test_without_a_display_the_night_is_played_and_every_screen_is_pictured"
    ),
    "tapis restore /mnt/tapis-backup --owner USER": (
        "tests/shell/test_restore.py::test_a_table_goes_on_elsewhere_in_the_same_round_with_the_same_meter"
    ),
    ".venv/bin/tapis simulate --rounds 2000 --seed 7 --profile live-uth --play optimal": (
        "tests/simulation/test_frequencies.py::test_optimal_players_win_what_the_par_sheet_expects"
    ),
    "tapis par": "tests/par/test_par_command.py::test_the_pdf_sheet_is_written_besides",
    **dict.fromkeys(
        (
            "tapis house feed --into night.ndjson --once",
            "tapis house feed --at HOST:7444 --ca ca.pem --certificate cms.pem --key cms.key"
            " --into night.ndjson",
        ),
        "tests/memory/test_house_feed.py::"
        "test_over_tls_a_cut_line_goes_on_and_another_certificate_hears_nothing",
    ),
    "tapis pit-reader UTH-2 --room /etc/tapis/room.toml": (
        "tests/shell/pit/test_pit_reader.py::test_the_command_says_what_is_missing"
    ),
    "openssl ca -gencrl": (
        "tests/link/test_runbook.py::test_a_certificate_lets_one_role_in_and_a_revoked_one_nobody"
    ),
    **dict.fromkeys(
        (
            "sha256sum --check --quiet SHA256SUMS",
            'echo "deb [trusted=yes] file:$PWD ./" >/etc/apt/sources.list.d/tapis-stick.list',
            "apt-get update",
            "apt install ./tapis-table_*.deb",
            "rm /etc/apt/sources.list.d/tapis-stick.list",
        ),
        "tests/machine/packages_by_root_with_mmdebstrap.py::install_and_configure",
    ),
    **dict.fromkeys(("make setup", "make quick", "make proof", "make dossier", "make places"), _TARGETS),
    **dict.fromkeys(
        (
            ".venv/bin/pytest -q tests/game tests/test_tidy.py",
            ".venv/bin/pytest -q tests/ui/test_round_by_touch.py",
        ),
        "tests/deploy/test_documents.py::test_every_file_that_the_documents_name_is_there",
    ),
    "tapis journal kinds > deploy/KINDS.md": (
        "tests/deploy/test_format.py::test_the_table_of_kinds_is_that_of_the_code"
    ),
    "tapis screen pit --fullscreen": _SCREEN,
    "tapis screen jackpot --room /etc/tapis/display.toml --fullscreen": _SCREEN,
    "tapis-check-program manifest.json /mnt/usr/lib/tapis --cle KEY": (
        "tests/deploy/test_check_program.py::test_the_program_that_was_signed_and_approved_holds"
    ),
    "make run": "tests/machine/places.py::main",
    "make test": "tests/machine/places.py::main",
    "make check": _TARGETS,
    "make bench": _TARGETS,
    "make deb": _TARGETS,
    "make machine": _TARGETS,
    "make gallery": "tests/ui/test_whole_gallery.py::test_a_part_of_the_gallery_is_a_page_and_a_list",
    "make handbook": "tests/handbook/test_handbook.py::test_a_chapter_is_made_and_nothing_of_it_is_lost",
}
"""What a test of its own runs, with the page's words or, of what takes an hour, as its target is made."""


def mentioned(one: Typed) -> str:
    """What runs the command that a sentence only names: one with these words and more."""
    words = one.text.split()
    if any(word.startswith("-") or word.isupper() or "/" in word for word in words):
        return ""
    run = (*HERE, *GUEST, *ELSEWHERE, *_LINK)
    return next((text for text in run if text.split()[: len(words)] == words), "")


def _typed_in_link() -> tuple[str, ...]:
    from tests.runbook import blocks

    return tuple(
        line for block in blocks() for line in block.text.splitlines() if line.startswith(("tapis", "sudo"))
    )


_LINK: Final = tuple(line.removeprefix("sudo ") for line in _typed_in_link())
