"""What the public display says: the jackpot, what it pays, whether one may bet. No seat, no card, no name.

The figure shown is always one that the book has confirmed. When the table is not heard the display says
so: after 3 s in small letters, and after the time that the table sets, 10 s or less, by closing JP1 and
greying the amount (screens, section 5; LK-03).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import tzinfo
from fractions import Fraction
from typing import Any, Final

from controller.game.money import Odds
from controller.words.money import HARD
from ui import figures
from ui.screen import public_pages, ranking
from ui.screen.standing import mark
from ui.texts.jackpot import TEXTS

UPDATING_MS: Final = 3_000

CAPTION_MS: Final = 600_000
"""How long a jackpot won, or a fall of the meter, stands under it; the last win stays among the facts."""


@dataclass(frozen=True)
class Fall:
    """The meter of one generation went down: by how much, and when."""

    by_cents: int
    at_ms: int


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
        lost = self._lost(view)
        known = jackpot["generation"] > 0
        live = jackpot["open"] and known and not lost
        closed_table = view["phase"] == "closed"
        over, under, band = self._over(view, lost), self._under(view, lost), self._band(view, lost)
        euros, cents = figures.split_euros(jackpot["meter_cents"]) if known else ("", "")
        return {
            "title": self._text["title"],
            "game": self._text["game"],
            "euros": euros,
            "cents": cents,
            "stale": not live and not (closed_table and known and not lost),
            "over": over,
            "under": under,
            "updating": self._updating(lost),
            "band": band,
            "share": self._share(jackpot),
            "number": self._number(view),
            **self._page(view, told=bool(lost or over or under or band)),
            "ranking": ranking.ranking(self._language, view, self._odds),
            "prizes": self._prizes(view["prizes"]),
            "consolation": self._consolation(view["prizes"]),
            "light": self._light(view, lost),
            "facts": self._facts(view, live or closed_table),
            "last": self._last_win(view),
            "legal": self._text["legal"],
            "simulation": self._text[mark(view)] if mark(view) else "",
        }

    def _main_game(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """A felt without JP1: the game, what its spots pay, its limits, whether one may bet."""
        lost = self._lost(view)
        band = self._band(view, lost)
        return {
            "title": self._text[f"game.{view['game']}"],
            "plain": True,
            "stale": lost,
            "updating": self._updating(lost),
            "band": band,
            "number": self._number(view),
            **self._page(view, told=bool(lost or band)),
            "ranking": ranking.ranking(self._language, view, self._odds),
            "tables": self._tables(view),
            "light": self._light(view, lost),
            "facts": self._notice(view),
            "legal": self._text["legal"],
            "simulation": self._text[mark(view)] if mark(view) else "",
        }

    def _page(self, view: Mapping[str, Any], told: bool) -> dict[str, Any]:
        """What stands in the middle, and the pages that are lists; none lies over what is to be told."""
        page = "main" if told else public_pages.turn(view, self._now_ms())
        return {"page": page, "lists": public_pages.lists(self._language, view, self._zone)}

    def _share(self, jackpot: Mapping[str, Any]) -> str:
        """Which part of each stake feeds the jackpot, exactly (DI-03)."""
        return self._say("share", share=figures.percent(jackpot["share_micro"]))

    def _number(self, view: Mapping[str, Any]) -> str:
        """The round's number as the journal has it, which a player may quote."""
        return self._say("number", number=view["number"]) if view["number"] else ""

    def _lost(self, view: Mapping[str, Any]) -> bool:
        """The table has been silent for longer than it lets its amount count as live."""
        return bool(self._silence_ms() >= view["stale_ms"])

    def _updating(self, lost: bool) -> str:
        return self._text["updating"] if self._silence_ms() >= UPDATING_MS and not lost else ""

    def _tables(self, view: Mapping[str, Any]) -> list[dict[str, Any]]:
        tables = [view["main"], *view["sides"]]
        return [ranking.spot_table(self._language, table, self._odds) for table in tables]

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
        if now[0] == before[0] and now[1] < before[1]:
            self._fall = Fall(before[1] - now[1], view["at_ms"])

    def _over(self, view: Mapping[str, Any], lost: bool) -> str:
        return self._text["new_cycle"] if view["jackpot"]["claims"] and not lost else ""

    def _under(self, view: Mapping[str, Any], lost: bool) -> str:
        jackpot = view["jackpot"]
        if not jackpot["generation"]:
            return self._text["unknown"]
        if lost or (not jackpot["open"] and view["phase"] != "closed"):
            return self._say("confirmed", time=figures.clock(jackpot["confirmed_ms"], self._zone))
        corrected = self._correction(view)
        if corrected:
            return corrected
        if jackpot["claims"]:
            amount = figures.euros(jackpot["claims"][0]["value_cents"])
            return self._say("kept", amount=amount)  # to the cent, as soon as it is claimed (DI-02)
        fall, won = self._fall, self._won(view)
        if won and (fall is None or won["at_ms"] >= fall.at_ms) and self._recent(won["at_ms"]):
            day, time = figures.day_and_time(won["at_ms"], self._zone)
            amount = figures.euros(won["cents"])
            return self._say("won", table=won["table"], day=day, time=time, amount=amount)
        if fall is None or not self._recent(fall.at_ms):
            return ""
        day, time = figures.day_and_time(fall.at_ms, self._zone)
        return self._say("fallen", day=day, time=time, amount=figures.euros(-fall.by_cents))

    def _recent(self, at_ms: int) -> bool:
        return self._now_ms() - at_ms <= CAPTION_MS

    def _won(self, view: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """The last jackpot paid at any table; nothing of this table's before its procedure has ended."""
        won: Mapping[str, Any] | None = view["jackpot"]["won"]
        return None if won is None or (view["pending"] and won["table"] == view["table"]) else won

    def _correction(self, view: Mapping[str, Any]) -> str:
        """Two persons have lowered the meter: the display says so, and when (screens, section 5)."""
        told = view.get("upkeep") or {}
        at_ms, cents = told.get("corrected_ms", 0), told.get("corrected_cents", 0)
        if cents >= 0 or self._now_ms() - at_ms > CAPTION_MS:
            return ""
        day, time = figures.day_and_time(at_ms, self._zone)
        return self._say("corrected", day=day, time=time, amount=figures.euros(cents))

    # --- the band, the light, the facts ----------------------------------------------------------

    def _band(self, view: Mapping[str, Any], lost: bool) -> dict[str, str] | None:
        jackpot = view["jackpot"]
        if lost:
            return {"kind": "closed", "text": self._text["closed" if view["prizes"] else "silent"]}
        if verified := _verified_at(view):
            return {"kind": "pending", "text": self._pending(verified)}
        if view["prizes"] and not jackpot["open"] and view["phase"] not in ("closed", "opening"):
            stopped = (view.get("upkeep") or {}).get("stopped", False)
            return {"kind": "closed", "text": self._text["stopped" if stopped else "closed.main"]}
        if view["held"]:
            return {"kind": "held", "text": self._text["held"]}
        if view["voided"]:
            word = "refunding" if view["phase"] == "refunding" else "voided"
            return {"kind": "held", "text": self._text[word]}
        if view["light"]["waits"]:
            return {"kind": "held", "text": self._text["waits"]}
        if view["last_deals"] is not None and view["phase"] not in ("closed", "opening"):
            return {"kind": "held", "text": self._last_deals(view["last_deals"]["left"])}
        return None

    def _pending(self, tables: list[str]) -> str:
        if len(tables) == 1:
            return self._say("pending", table=tables[0])
        return self._say("pending.many", tables=", ".join(tables))

    def _last_deals(self, left: int) -> str:
        """How many deals are still played, as announced at the table (RP-23)."""
        return self._text[f"last_deals.{left}"] if left < 2 else self._say("last_deals", left=left)

    def _light(self, view: Mapping[str, Any], lost: bool) -> dict[str, str]:
        if lost:
            return {"lamp": "none", "word": ""}
        for quiet in ("closed", "opening"):
            if view["phase"] == quiet:
                return {"lamp": "off", "word": self._text[f"light.{quiet}"]}
        if view["paused"]:
            return {"lamp": "off", "word": self._text["light.paused"]}
        if view["light"]["waits"]:
            return {"lamp": "stop", "word": self._text["light.waits"]}
        lamp = lamp_of(view["light"], self._now_ms())
        return {"lamp": lamp, "word": self._text[f"light.{lamp}"]}

    def _notice(self, view: Mapping[str, Any]) -> list[dict[str, str]]:
        """The notice of the table: its number, minimum and maximum, and the avance once it is there (DI-06).

        Every avance counts that was brought (art. 35 D). A table that opens without a sheet has told none.
        """
        told = [{"label": self._say("limits", table=view["table"]), "value": self._limits(view)}]
        if view["avance_cents"]:
            avance = figures.euros(view["avance_cents"], short=True)
            told.append({"label": self._text["avance"], "value": avance})
        return told

    def _limits(self, view: Mapping[str, Any]) -> str:
        """The limits, and the maximum that the next round will have."""
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
            *self._notice(view),
        ]
        limit = (view.get("upkeep") or {}).get("limit_cents", 0)
        if limit:
            facts.append({"label": self._text["limit"], "value": figures.euros(limit, short=True)})
        return facts

    def _last_win(self, view: Mapping[str, Any]) -> dict[str, str] | None:
        """At which table the jackpot was won last, and when."""
        won = self._won(view)
        if won is None:
            return None
        day, time = figures.day_and_time(won["at_ms"], self._zone)
        said = self._say("won.when", day=day, time=time)
        return {"label": self._say("last_win", table=won["table"]), "value": said}

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
        odds = next((odds for kind, odds in prizes if kind == "consolation"), None)
        return self._say("consolation", odds=HARD.join(self._odds(odds))) if odds is not None else ""

    def _odds(self, odds: str) -> tuple[str, str]:
        """`"1000/1"` as `("1 000", "pour 1")`."""
        above, below = Odds.parse(odds)
        return figures.count(above), self._say("for", stake=below).replace(" ", HARD)


def _verified_at(view: Mapping[str, Any]) -> list[str]:
    """The tables whose win is being verified: this one, and those of the linked jackpot, in their order."""
    claimed = [claim["table"] for claim in view["jackpot"]["claims"]]
    mine = [view["table"]] if view["pending"] and view["table"] not in claimed else []
    return mine + claimed


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
