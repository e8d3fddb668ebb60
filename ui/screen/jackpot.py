"""What the public display says: the jackpot, what it pays, whether one may bet. No seat, no card, no name.

The figure shown is always one that the book has confirmed. When the table is not heard the display says
so: after 3 s in small letters, after 10 s by closing JP1 and greying the amount (ux, section 5).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import tzinfo
from fractions import Fraction
from typing import Any, Final

from controller.game.money import Odds
from ui import figures
from ui.figures import HARD
from ui.screen.standing import mark
from ui.texts_hands import CLASSES
from ui.texts_jackpot import TEXTS

UPDATING_MS: Final = 3_000
LOST_MS: Final = 10_000

CAPTION_MS: Final = 600_000
"""How long the reason of a fall stands under the meter; a jackpot won stays among the facts."""

SETTLED: Final = frozenset({"clearing", "betting", "closed", "opening"})
"""Phases in which a jackpot that was allowed has been paid."""


@dataclass(frozen=True)
class Fall:
    """The meter went down: by how much, when, and whether a jackpot was frozen with it."""

    generation: int
    from_cents: int
    by_cents: int
    at_ms: int
    claimed: bool


class JackpotFace:
    """The display's wording. It remembers the last value, to say why the meter went down when it does.

    Args:
        language: `fr` or `en`.
        now_ms: the table's time.
        silence_ms: how long the table has not been heard.
        zone: the time zone of the clock times; the machine's own by default.
    """

    def __init__(
        self,
        language: str = "fr",
        *,
        now_ms: Callable[[], int],
        silence_ms: Callable[[], int] = lambda: 0,
        zone: tzinfo | None = None,
    ) -> None:
        self._language = language
        self._text = TEXTS[language]
        self._now_ms = now_ms
        self._silence_ms = silence_ms
        self._zone = zone
        self._last: tuple[int, int] | None = None
        self._fall: Fall | None = None
        self._shown = (0, 0)

    def take(self, tap: Mapping[str, Any]) -> bool:
        """Nothing can be tapped on the public display: any tap ends here."""
        return True

    def words(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """The worded map of this view (`JackpotDisplay.qml` says what it holds)."""
        self._watch(view)
        if not view["prizes"]:
            return self._main_game(view)
        jackpot = view["jackpot"]
        lost = self._silence_ms() >= LOST_MS
        known = jackpot["generation"] > 0
        live = jackpot["open"] and known and not lost
        closed_table = view["phase"] == "closed"
        euros, cents = figures.split_euros(jackpot["meter_cents"]) if known else ("", "")
        return {
            "title": self._text["title"],
            "game": self._text["game"],
            "euros": euros,
            "cents": cents,
            "stale": not live and not (closed_table and known and not lost),
            "over": self._over(view, lost),
            "under": self._under(view, lost),
            "updating": self._text["updating"] if UPDATING_MS <= self._silence_ms() < LOST_MS else "",
            "band": self._band(view, lost),
            "prizes": self._prizes(view["prizes"]),
            "consolation": self._consolation(view["prizes"]),
            "light": self._light(view, lost),
            "facts": self._facts(view, live or closed_table),
            "legal": self._text["legal"],
            "simulation": self._text[mark(view)] if mark(view) else "",
        }

    def _main_game(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """A felt without JP1: the game, what its spots pay, its limits, whether one may bet."""
        lost = self._silence_ms() >= LOST_MS
        limits = self._limits(view)
        return {
            "title": self._text[f"game.{view['game']}"],
            "plain": True,
            "stale": lost,
            "updating": self._text["updating"] if UPDATING_MS <= self._silence_ms() < LOST_MS else "",
            "band": self._band(view, lost),
            "tables": self._tables(view),
            "light": self._light(view, lost),
            "facts": [{"label": self._text["limits.plain"], "value": limits}],
            "legal": self._text["legal"],
            "simulation": self._text[mark(view)] if mark(view) else "",
        }

    def _tables(self, view: Mapping[str, Any]) -> list[dict[str, Any]]:
        main, side = view["main"], view["side"]
        made = [(main, f"pays.{main['spot']}")]
        if side["spot"]:
            to_all = "bonus" if side["spot"] == "bonus" else "side"
            made.append((side, "pays.side.win" if side["requires_win"] else f"pays.{to_all}"))
        return [
            {
                "title": self._text[f"spot.{table['spot']}"],
                "note": self._text[note],
                "rows": [self._hand(*row) for row in table["odds"]],
            }
            for table, note in made
        ]

    def _hand(self, hand: str, paid: str) -> dict[str, str]:
        figure, unit = self._odds(paid)
        return {"name": CLASSES[self._language][hand], "figure": figure, "unit": unit}

    def _say(self, key: str, **facts: object) -> str:
        return self._text[key].format(**facts)

    # --- the meter -------------------------------------------------------------------------------

    def _watch(self, view: Mapping[str, Any]) -> None:
        """Notice when the meter goes down, once for each view."""
        at = (view["session"], view["seq"])
        if at <= self._shown:
            return
        self._shown = at
        jackpot = view["jackpot"]
        now = (jackpot["generation"], jackpot["meter_cents"])
        before, self._last = self._last, now
        if before is None or before[0] == 0:
            return
        if now[1] < before[1]:
            claimed = now[0] > before[0]
            self._fall = Fall(now[0], before[1], before[1] - now[1], view["at_ms"], claimed)
        elif self._fall is not None and self._fall.claimed and now[1] >= self._fall.from_cents:
            self._fall = None  # the claim was refused: the frozen amount is back in the meter

    def _over(self, view: Mapping[str, Any], lost: bool) -> str:
        claimed = self._fall is not None and self._fall.claimed
        return self._text["new_cycle"] if view["pending"] and claimed and not lost else ""

    def _under(self, view: Mapping[str, Any], lost: bool) -> str:
        jackpot = view["jackpot"]
        if not jackpot["generation"]:
            return self._text["unknown"]
        if lost or (not jackpot["open"] and view["phase"] != "closed"):
            return self._say("confirmed", time=figures.clock(jackpot["confirmed_ms"], self._zone))
        fall = self._fall
        if fall is None:
            return ""
        if fall.claimed and not self._paid(view):
            return self._text["kept"]
        if self._now_ms() - fall.at_ms > CAPTION_MS:
            return ""
        day, time = figures.day_and_time(fall.at_ms, self._zone)
        if fall.claimed:
            amount = figures.euros(fall.from_cents)
            return self._say("won", table=view["table"], day=day, time=time, amount=amount)
        return self._say("fallen", day=day, time=time, amount=figures.euros(-fall.by_cents))

    def _paid(self, view: Mapping[str, Any]) -> bool:
        return not view["pending"] and view["phase"] in SETTLED

    # --- the band, the light, the facts ----------------------------------------------------------

    def _band(self, view: Mapping[str, Any], lost: bool) -> dict[str, str] | None:
        jackpot = view["jackpot"]
        if lost:
            return {"kind": "closed", "text": self._text["closed" if view["prizes"] else "silent"]}
        if view["pending"]:
            return {"kind": "pending", "text": self._say("pending", table=view["table"])}
        if view["prizes"] and not jackpot["open"] and view["phase"] not in ("closed", "opening"):
            return {"kind": "closed", "text": self._text["closed.main"]}
        if view["held"]:
            return {"kind": "held", "text": self._text["held"]}
        if view["voided"]:
            return {"kind": "held", "text": self._text["voided"]}
        return None

    def _light(self, view: Mapping[str, Any], lost: bool) -> dict[str, str]:
        if lost:
            return {"lamp": "none", "word": ""}
        for quiet in ("closed", "opening"):
            if view["phase"] == quiet:
                return {"lamp": "off", "word": self._text[f"light.{quiet}"]}
        if view["paused"]:
            return {"lamp": "off", "word": self._text["light.paused"]}
        lamp = lamp_of(view["light"], self._now_ms())
        return {"lamp": lamp, "word": self._text[f"light.{lamp}"]}

    def _limits(self, view: Mapping[str, Any]) -> str:
        """The notice of the table: its limits, and the maximum that the next round will have."""
        lowest, highest, coming = (
            view[name] for name in ("minimum_cents", "maximum_cents", "maximum_coming_cents")
        )
        said = f"{_bare(lowest)} – {figures.euros(highest, short=True)}"
        if coming:
            said += self._text["limits.then"].format(maximum=figures.euros(coming, short=True))
        return said

    def _facts(self, view: Mapping[str, Any], taken: bool) -> list[dict[str, str]]:
        stake = figures.euros(view["jackpot"]["stake_cents"]) if taken else self._text["stake.closed"]
        facts = [
            {"label": self._text["stake"], "value": stake},
            {"label": self._text["limits"], "value": self._limits(view)},
        ]
        if self._fall is not None and self._fall.claimed and self._paid(view):
            day, time = figures.day_and_time(self._fall.at_ms, self._zone)
            won = self._say("won.when", day=day, time=time)
            facts.append({"label": self._text["last_win"], "value": won})
        return facts

    # --- the prizes ------------------------------------------------------------------------------

    def _prizes(self, prizes: list[list[str]]) -> list[dict[str, Any]]:
        first = {
            "name": self._text["prize.jackpot"],
            "figure": f"100{HARD}%",
            "unit": self._text["of_the_jackpot"],
            "first": True,
        }
        listed = []
        for kind, odds in sorted(prizes, key=lambda prize: Fraction(*Odds.parse(prize[1])), reverse=True):
            if kind != "consolation":
                figure, unit = self._odds(odds)
                name = self._text[f"prize.{kind}"]
                listed.append({"name": name, "figure": figure, "unit": unit, "first": False})
        return [first, *listed]

    def _consolation(self, prizes: list[list[str]]) -> str:
        odds = dict(map(tuple, prizes)).get("consolation")
        return self._say("consolation", odds=HARD.join(self._odds(odds))) if odds is not None else ""

    def _odds(self, odds: str) -> tuple[str, str]:
        """`"1000/1"` as `("1 000", "pour 1")`."""
        above, below = Odds.parse(odds)
        figure = figures.count(above).replace(figures.THIN, HARD)  # the narrow space closes up at this size
        return figure, self._say("for", stake=below).replace(" ", HARD)


def lamp_of(light: Mapping[str, Any], now_ms: int) -> str:
    """Which lamp of the traffic light is lit now: `go`, `last` or `stop`."""
    if light["state"] == "bets" and not light["until_ms"]:
        return "go"  # the clock starts with the first stake
    if light["state"] != "bets" or now_ms >= light["until_ms"]:
        return "stop"
    return "last" if now_ms >= light["warn_ms"] else "go"


def _bare(cents: int) -> str:
    """An amount without its sign, as the lower end of a range."""
    return figures.euros(cents, short=True).removesuffix(f"{HARD}€")
