"""The scripts of a demonstration's panel: what each expects, how it stands, which follows."""

from __future__ import annotations

from typing import Any, Final

from controller.boot.demo.plan import Plan
from controller.boot.rehearsal.script import FOLDER, Script, read_script
from controller.settings.files import config_files
from controller.words.money import CODES

EVERY: Final = "*"
CODES_SHOWN: Final = 4


class Scripts:
    """How the scripts stand; none are listed where nobody could play one.

    Args:
        first: the one that is played from the beginning, or empty.
        listed: whether those that came with the program are listed.
    """

    def __init__(self, first: str = "", *, listed: bool = True) -> None:
        names = sorted({path.stem for path in config_files(f"{FOLDER}/*.toml")}) if listed else []
        names += [first] if first and first not in names else []
        self._scripts = {name: read_script(name) for name in names}
        self._told = {name: _told(name, script) for name, script in self._scripts.items()}
        self._waiting: list[str] = []
        self._plays = ""
        if first:
            self.play(first)

    @property
    def told(self) -> list[dict[str, Any]]:
        """For the panel: those that came with the program, by name."""
        return list(self._told.values())

    def play(self, name: str) -> str:
        """This one is played, all of them one after the other, or none; the first of them, or empty."""
        self.stop()
        self._waiting = list(self._scripts) if name == EVERY else [name] if name else []
        for waits in self._waiting:
            self._told[waits]["state"] = "waits"
        return self._next()

    def stop(self) -> None:
        """None is played."""
        for told in self._told.values():
            if told["state"] in ("plays", "waits"):
                told["state"] = "ready"
        self._waiting, self._plays = [], ""

    def came(self, came: dict[str, Any]) -> str:
        """The script was played and came like this; the next one, or empty."""
        if self._plays:
            french, english = (next(iter(came["other"][lang]), "") for lang in CODES)
            state = "held" if came["held"] else "failed"
            self._told[self._plays] |= {"state": state, "why": french, "why_en": english}
            self._plays = ""
        return self._next()

    def stands_at(self, number: int) -> bool:
        """Whether the script that is played has come to another round."""
        told = self._told.get(self._plays)
        if told is None:
            return False
        before, told["round"] = told["round"], max(1, min(number, told["rounds"]))
        return bool(told["round"] != before)

    def seeded(self, plan: Plan) -> Plan:
        """The plan with the seed and the rules of its script."""
        script = self._scripts.get(plan.script)
        return plan.with_(seed=script.seed, profile=script.profile) if script else plan

    def _next(self) -> str:
        self._plays = self._waiting.pop(0) if self._waiting else ""
        if self._plays:
            self._told[self._plays] |= {"state": "plays", "round": 1, "why": "", "why_en": ""}
        return self._plays


def _told(name: str, script: Script) -> dict[str, Any]:
    return {
        "name": name,
        "title": script.title,
        "title_en": script.title_en,
        "expects": _expects(script),
        "state": "ready",
        "round": 0,
        "rounds": len(script.rounds),
        "why": "",
        "why_en": "",
    }


def _expects(script: Script) -> list[str]:
    """What is to come of it, in codes: alarms, and the kind of a prize."""
    codes: dict[str, None] = {}
    for expected in (*(told.expected for told in script.rounds), script.expected):
        codes.update(dict.fromkeys((*expected.alarms, *(expected.only_alarms or ()))))
    kinds = [kind for kind in script.expected.jp1 if kind != "consolation"]  # it comes beside a jackpot
    return [*codes][:CODES_SHOWN] + kinds[:1]
