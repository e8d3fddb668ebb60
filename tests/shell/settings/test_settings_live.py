"""A table that runs, and settings that are approved beside it: it tells them, ends, and starts under them."""

from __future__ import annotations

import json
import signal
import socket
from pathlib import Path
from typing import Any

import pytest

from controller.cli.run import EXIT_AGAIN
from controller.journal.reading import read_rows
from controller.screens import wire
from controller.settings.draft import settings_in_force
from tests.patience import PATIENCE_S
from tests.shell.live_table import LiveTable
from tests.shell.people.test_people_cli import DIR, MCD, Office
from tests.shell.settings.test_settings_draft import Desk


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Office:
    made = Office(tmp_path_factory.mktemp("house"))
    made.do("init", "dir-1", "mcd-3", "--name", "A. Fontaine", pins=(DIR, MCD))
    return made


def told(data: Path) -> list[tuple[str, str]]:
    """What the journals say of the settings, session by session."""
    found = []
    for path in sorted((data / "journals").glob("*.journal")):
        found += [(path.stem[-1], row.kind) for row in read_rows(path) if row.kind.startswith("Settings")]
    return found


def a_mouse_alone(run: Path) -> tuple[list[list[str]], dict[str, Any]]:
    """At the pit's socket a draft is written, and proposed by a click: what follows, and the answer."""
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(PATIENCE_S)
        line.connect(str(run / wire.socket_name("pit")))
        heard = line.makefile("rb")
        with heard:
            seq, follows = 0, []
            asked = [{"act": "DraftSetting", "key": "limits.minimum_cents", "value": "1000"}]
            while True:
                said = json.loads(heard.readline())
                if "answer" in said and said["answer"] == "propose":
                    return follows, dict(said["refusal"])
                if "view" not in said:
                    continue
                seq, drafting = said["seq"], said["view"]["drafting"]
                if asked and drafting["why"] is None:
                    line.sendall(wire.ask_line("draft", seq, asked.pop()))
                if drafting["checked"] is not None:
                    follows = drafting["checked"]["consequences"]
                    tap = {"act": "ProposeSettings", "reason": "authorisation"}
                    line.sendall(wire.ask_line("propose", seq, tap))


@pytest.mark.long
def test_a_running_table_ends_when_its_settings_are_approved_and_starts_under_them(
    tmp_path: Path, office: Office
) -> None:
    desk = Desk(tmp_path, office)
    settings, _, rest = desk.before.partition("[badges.chef-1]")  # cards are in the register
    desk.path.write_text(settings + rest.partition("\n\n")[2], encoding="utf-8")
    table = LiveTable(desk.path)
    table.until(lambda view: view["phase"] == "closed")
    follows, refusal = a_mouse_alone(desk.path.parent / "run")
    assert ["maximum", "15000", "30000"] in follows
    assert (refusal["code"], refusal["article"]) == ("badge_director", "RO-04")
    words = ("draft", "--set", "limits.minimum_cents=1000", "--by", "dir-1", "--reason", "authorisation")
    assert desk.run(*words, pin=DIR)[0] == 0
    assert table.process.poll() is None
    assert desk.run("approve", "--by", "mcd-3", pin=MCD)[0] == 0
    _, said = table.process.communicate(timeout=PATIENCE_S)
    assert (table.process.returncode, "settings were approved" in said) == (EXIT_AGAIN, True)
    table.hang_up()
    assert told(desk.data) == [("1", "SettingsInForce"), ("1", "SettingsProposed"), ("1", "SettingsApproved")]
    again = LiveTable(desk.path)
    assert again.until(lambda view: view["phase"] == "closed")["minimum_cents"] == 1_000
    again.until(lambda view: len(told(desk.data)) > 3)
    assert again.stop(signal.SIGTERM)[0] == 0
    assert told(desk.data)[3:] == [("2", "SettingsInForce")]
    assert settings_in_force(desk.path).limits.minimum_cents == 1_000
