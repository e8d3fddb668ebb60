"""Scenes on a machine of their own: a wrong clock, power cuts, a witness over restarts, settings.

Each begins with a copy of the disk of the table that was set up, or of the one that was played on.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, Final

from drivers.sim.pit import CHEF
from tests.machine.cuts import Cuts, Player, cut_many, whole
from tests.machine.evening import Evening
from tests.machine.floor import SETTINGS_APPROVED, Floor
from tests.machine.guest import Image
from tests.machine.ledger import VERIFIERS
from tests.machine.scenes import BACK_S, Night
from tests.machine.seen import View
from tests.machine.staff import PEOPLE

OPEN_S: Final = 600
JOURNALS: Final = "/var/lib/tapis/journals"


def wrong_clock(image: Image, keep: Path, folder: Path) -> dict[str, Any]:
    """The board's clock is sixty days ahead: A-104 stands on the glass until a chef has acknowledged it."""
    clock = datetime.now(tz=UTC).replace(tzinfo=None) + timedelta(days=60)
    with Floor(image, folder, keep=keep, clock=clock) as floor:
        floor.boot()
        finger = floor.at_the_glass()
        night = Night(floor, finger, floor.people(finger))
        night.until(lambda view: _alarm(view, "A-104") is not None, "A-104 is not raised")
        night.seen("clock")
        view = night.people.until(_acknowledged, BACK_S, "nobody acknowledges A-104")
        up = _alarm(view, "A-104")
        assert up is None or up["seen_by"] == PEOPLE[CHEF].name, up
        night.seen("clock-seen")
        export = f"tapis journal export --json $(ls -t {JOURNALS}/*.journal | head -1)"
        told = json.loads(floor.guest.run(export, user="tapis", deadline_s=BACK_S).good().out)
        assert PEOPLE[CHEF].name in acknowledged_by(told["entries"], "A-104"), told["entries"][-40:]
        return {"ahead_days": 60}


def acknowledged_by(entries: Sequence[Mapping[str, Any]], code: str) -> list[str]:
    """Who acknowledged an alarm of this code, by the entries that `tapis journal export` gives."""
    raised = {
        one["body"]["alarm"]
        for one in entries
        if one["kind"] == "AlarmRaised" and one["body"]["code"] == code
    }
    seen = (one["body"] for one in entries if one["kind"] == "AlarmSeen")
    return [body["person"] for body in seen if body["alarm"] in raised]


def _alarm(view: View, code: str) -> View | None:
    return next((up for up in view["alarms"] if up["code"] == code), None)


def _acknowledged(view: View) -> bool:
    up = _alarm(view, "A-104")
    return up is None or bool(up["seen_ms"])


def power_cuts(image: Image, keep: Path, folder: Path, count: int, seed: int, say: Any) -> Cuts:
    """The people open the table, the power is cut so many times, and the night ends in good order."""
    with Floor(image, folder, keep=keep, screens=False, seed=seed) as floor:
        floor.boot()
        player = Player(floor)
        player.connect()
        people = Evening(seed, floor.hands, player.look, player.press, player.pause, hurry=2)
        people.open(OPEN_S)
        whole(floor, player)
        cuts = cut_many(floor, player, people, count, Random(f"{seed}/cuts"), say)
        people.close(OPEN_S)
        for command in VERIFIERS:
            code, said = floor.typed(command)
            assert code == 0, said
        return cuts


def witness_over_restarts(image: Image, keep: Path, folder: Path) -> dict[str, Any]:
    """An ordinary restart, a kill and a power cut: the witness takes each, and everything still verifies."""
    with Floor(image, folder, keep=keep, screens=False) as floor:
        floor.boot()
        guest = floor.guest
        key = next(word for word in floor.typed("tapis keys show")[1].split() if len(word) == 64)
        table = json.loads(guest.run(_VIEW_NAME).good().out)
        store = "/var/lib/tapis-witness/heads.txt"
        guest.run("install -d -o tapis-witness -g tapis-witness -m 700 /var/lib/tapis-witness").good()
        said = [_as_witness(floor, f"tapis witness trust {store} {table} {key}")]
        pull = f"tapis witness pull {store} --from /run/tapis --lang en"
        said.append(_as_witness(floor, pull))
        for end in ("systemctl restart tapis-table", "systemctl kill -s KILL tapis-table", "", "power"):
            if end == "power":
                floor.cut()
                floor.boot()
            elif end:
                guest.run(end, deadline_s=BACK_S).good()
            served = "systemctl is-active -q tapis-table && test -S /run/tapis/witness.sock"
            guest.until(served, "the table serves again", deadline_s=BACK_S)
            said.append(_as_witness(floor, pull))
        assert not any("REFUSED" in words for words in said), said
        code, words = floor.typed(f"tapis journal verify {JOURNALS}")
        assert code == 0, words
        return {"pulls": len(said) - 1}


_VIEW_NAME: Final = (
    "python3 -c 'import tomllib,json;"
    'print(json.dumps(tomllib.load(open("/etc/tapis/table.toml","rb"))["table"]["id"]))\''
)


def _as_witness(floor: Floor, command: str) -> str:
    done = floor.guest.run(command, user="tapis-witness", deadline_s=BACK_S).good()
    return done.out + done.err


def settings_approved(image: Image, keep: Path, folder: Path) -> dict[str, Any]:
    """Settings are drafted and approved by PIN: the closed table ends with 75 and opens under them."""
    with Floor(image, folder, keep=keep, screens=False) as floor:
        floor.boot()
        player = Player(floor)
        before = player.connect()
        director, comite = PEOPLE["directeur-1"], PEOPLE["comite-3"]
        draft = "tapis settings draft --set limits.minimum_cents=1000 --reason authorisation"
        with floor.ending_with(SETTINGS_APPROVED):
            for command, stdin in (
                (f"{draft} --by {director.name}", f"{director.pin}\n"),
                (f"tapis settings approve --by {comite.name}", f"{comite.pin}\n"),
            ):
                code, said = floor.typed(command, stdin)
                assert code == 0, f"{command}: exit {code}\n{said}"
            player.hang_up()
        after = player.connect()
        player.hang_up()
        assert (before["minimum_cents"], after["minimum_cents"]) == (500, 1000), after["minimum_cents"]
        return {"minimum_cents": after["minimum_cents"]}
