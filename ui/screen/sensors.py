"""JP1 sensors and lamps on the console: the opening test, what the chef may allow, the count that differs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui import figures
from ui.screen.console_state import chef_there
from ui.screen.shape import Focus, Key, Row, Seat, Sheet
from ui.screen.speech import Speech, View, key, local, money, offered

if TYPE_CHECKING:
    from controller.game.dealing.view_types import SeatView

STEPS = ("none", "none", "chip", "in")
"""The lamp of each step of a proof: to be freed, to be covered, covered, proven."""


def present(view: View) -> bool:
    """The felt has JP1 spots and their sensors answer."""
    up = any(told["machine"] == "chips" and told["health"] in ("up", "degraded") for told in view["machines"])
    return up and "jp1" in view["game"]["spots"]


def proven(view: View) -> list[int]:
    """The seats whose sensor was seen free, covered and free again."""
    return [seat["seat"] for seat in view["seats"] if seat["proven"]]


def check(say: Speech, view: View) -> tuple[str, str]:
    """The line of the opening sheet: how many are proven, and its mark."""
    count, places = len(proven(view)), len(view["seats"])
    return say("sensors.proven", count=count, places=places), "done" if count == places else "open"


def opening(say: Speech, view: View, chef: Row) -> Focus | None:
    """The lamps that lead the hand, or the offer to do without sensors; None where there are none."""
    if "jp1" not in view["game"]["spots"]:
        return None
    told = view["hand_lamps"]
    if told["wanted"]:
        return _without(say, view)
    if told["since_ms"]:
        since = say("sensors.by_hand.since", chef=told["chef"], time=figures.clock(told["since_ms"]))
        by_hand: Row = {"label": say("sensors.by_hand"), "value": since, "state": "done"}
        return {
            "kind": "facts",
            "caption": say("opening.chef.there" if chef.get("state") == "done" else "opening.chef"),
            "title": say("opening.title"),
            "facts": [chef, by_hand],
        }
    if not present(view):
        return None
    left = [seat["seat"] for seat in view["seats"] if not seat["proven"]]
    return {
        "kind": "sensors",
        "caption": say("machine.chips"),
        "title": say("sensors.title") if left else say("sensors.done"),
        "lamps": [
            {
                "number": str(seat["seat"]),
                "lamp": STEPS[seat["proof"]],
                "says": f"{say.seat(seat['seat'])} {seat['proof']}/3",
            }
            for seat in view["seats"]
        ],
        "text": say("sensors.left", seats=say.listed(left)) if left else "",
        "rows": [{"label": chef["label"], "value": chef["value"]}],
    }


def _without(say: Speech, view: View) -> Focus:
    return {
        "kind": "choice",
        "caption": say("machine.chips"),
        "title": say("sensors.none"),
        "text": say("sensors.none.text"),
        "keys": [_of_chef(say, view, say("sensors.by_hand"), "AllowHandLamps")],
    }


def _of_chef(say: Speech, view: View, label: str, act: str, **arguments: int) -> Key:
    tap = offered(view, act, **arguments)
    return key(label, tap, "" if tap else say("chef_card"), stack=True)


def betting(say: Speech, view: View) -> Focus | None:
    """What a chef is to decide about lamps while bets are open; None when there is nothing."""
    told = view["hand_lamps"]
    if told["rounds"] >= (1 if told["back"] else told["rounds_max"]):
        return _countersign(say, view)
    chef = chef_there(view)
    unseen = {up["code"]: up["seat"] for up in view["alarms"] if not up["seen_ms"]}
    if told["wanted"] and "jp1" in view["game"]["spots"] and (chef or "A-216" in unseen):
        return _without(say, view)
    if told["back"]:
        return {
            "kind": "choice",
            "caption": say("sensors.by_hand"),
            "title": say("sensors.back"),
            "text": say("sensors.back.text", count=len(proven(view)), places=len(view["seats"])),
            "keys": [_of_chef(say, view, say("sensors.back.key"), "EndHandLamps")],
        }
    for seat in view["seats"]:
        if chef and seat["chip_refused"] == "main_bets_missing" and not seat["seated"]:
            return _doubt(say, view, seat | {"doubt": seat["doubt"] or "vacant"})
        if seat["doubt"] and not seat["by_hand"] and seat["seated"] and (chef or "A-301" in unseen):
            return _doubt(say, view, seat)
    return None


def _countersign(say: Speech, view: View) -> Focus:
    told = view["hand_lamps"]
    total = money(told["stakes"] * view["jackpot"]["stake_cents"])
    return {
        "kind": "choice",
        "caption": say("sensors.by_hand"),
        "title": say("countersign.title", stakes=told["stakes"]),
        "text": say("countersign.text", total=total, rounds=told["rounds"]),
        "keys": [_of_chef(say, view, say("countersign"), "CountersignTotals")],
    }


def _doubt(say: Speech, view: View, seat: SeatView) -> Focus:
    number = seat["seat"]
    return {
        "kind": "choice",
        "caption": say("machine.chips"),
        "title": say("doubt.title", seat=number, why=say(f"doubt.{seat['doubt']}")),
        "text": say("doubt.text"),
        "keys": [_of_chef(say, view, say("doubt.key", seat=number), "SeatByHand", seat=number)],
    }


def meter_note(say: Speech, view: View) -> str:
    """`Lampes à la main, sans capteurs · 3/10` under the jackpot, where it is never hidden."""
    told = view["hand_lamps"]
    return say("sensors.meter", rounds=told["rounds"], most=told["rounds_max"]) if told["since_ms"] else ""


def touched(say: Speech, view: View, seat: SeatView, made: Seat) -> None:
    """The lamp of the seat is a key where no sensor lights it."""
    number = seat["seat"]
    if not seat["by_hand"] or not seat["seated"]:
        return
    made["note"] = say("lamp.lit") if seat["chip"] else say("lamp.by_hand")
    made["note_short"] = "" if seat["chip"] else say("lamp.by_hand.short")
    made["note_sub"] = ""
    tap = offered(view, "SetLamp", seat=number)
    if tap is not None:
        made["header_tap"] = tap
        made["header_says"] = say("lamp.put_out" if seat["chip"] else "lamp.light", seat=number)
        made["lamp_tap"] = True


def unbelieved(say: Speech, seat: SeatView, made: Seat) -> bool:
    """The seat says that its sensor is not believed."""
    if not seat["doubt"] or seat["by_hand"] or not seat["seated"]:
        return False
    made["lamp"] = "closed"
    made["note"] = say("chip.sensor_doubted")
    made["note_sub"] = say("chip.sensor_doubted.sub")
    return True


# --- the count -----------------------------------------------------------------------------------


def disputed(view: View) -> bool:
    """The chips collected are not as many as the lamps."""
    return bool(view["round"] is not None and view["round"]["count_disputed"] and view["phase"] == "latched")


def count(say: Speech, view: View) -> Focus:
    """Which lamps are lit, and that the count may be right after all."""
    latched = [seat["seat"] for seat in view["seats"] if seat["jp1"] == "latched"]
    return {
        "kind": "choice",
        "caption": say("count.caption"),
        "title": say("count.title", count=len(latched), seats=say.listed(latched)),
        "text": say("count.text"),
        "keys": [key(say("count.agrees"), offered(view, "CountAgrees"), stack=True)],
    }


def count_keys(say: Speech, view: View, seat: SeatView) -> list[Key]:
    """What may be said of this seat's chip."""
    number = seat["seat"]
    absent = offered(view, "NoChip", seat=number)
    if absent is not None:
        return [key(say("count.no_chip"), absent, stack=True)]
    back = offered(view, "ChipReturned", seat=number)
    if back is None:
        return []
    counts = offered(view, "ChipCounts", seat=number)
    return [
        key(say("count.returned"), back, stack=True),
        key(say("count.counts"), counts, "" if counts else say("chef_card"), stack=True),
    ]


def difference(say: Speech, view: View) -> Key | None:
    """The key that stops the collection."""
    tap = offered(view, "TellDifference")
    return key(say("difference.jp1"), tap, say("difference.jp1.sub")) if tap is not None else None


def correction(say: Speech, view: View, seat: SeatView, made: Seat) -> None:
    """Before the first card a stake collected in error may be proposed to go back: asked at the seat's JP1
    lamp, on a sheet of its own, for where its key stood the first decisions come next."""
    early = view["round"] is not None and not view["round"]["drawn"]
    tap = offered(view, "ProposeCorrection", seat=seat["seat"]) if early else None
    if tap is not None:
        made["header_tap"] = local("sheet", sheet="jp1_correct")
        made["header_says"] = say("jp1.correct.says", seat=seat["seat"])
        made["lamp_tap"] = True


def late_seats(say: Speech, view: View) -> Sheet:
    """Whose stake was collected in error."""
    seats = [seat["seat"] for seat in view["seats"]]
    taps = [(seat, offered(view, "ProposeCorrection", seat=seat)) for seat in seats]
    return {
        "kind": "keys",
        "title": say("jp1.correct"),
        "text": say("jp1.correct.text"),
        "keys": [key(say.seat(seat), tap) for seat, tap in taps if tap is not None],
        "across": 4,
    }
