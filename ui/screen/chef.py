"""The chef's sheet: a register of his acts, each with what stands now and how many sign it.

It lives while his badge lies in the reader and his PIN was shown. A row that is closed says why.
"""

from __future__ import annotations

from typing import Final

from ui.screen import calling, incidents, rectify
from ui.screen.console_state import meter_may_open, rectify_may_open
from ui.screen.rectified import asked, number
from ui.screen.shape import Key, Row, Sheet, Tap
from ui.screen.speech import Speech, View, key, local, money, offered

SHORT: Final = 7
"""A name of so many letters stands on the badge."""


def sheet(say: Speech, view: View) -> Sheet:
    """Whose badge it is, what the seals mean, and the acts: those of the table, those of money."""
    seals: list[Row] = [
        {"label": "1", "value": say("chef.alone")},
        {"label": "2", "value": say("chef.two")},
        {"label": "0", "value": say("chef.closed")},
    ]
    return {
        "kind": "chef",
        "title": say("chef.title"),
        "text": say("chef.badge"),
        "badge": _badge(say, view),
        "seals": seals,
        "note": say("chef.note"),
        "call": calling.call(say, view),
        "groups": [
            {
                "caption": say("chef.table"),
                "keys": [*_cash(say, view), _maximum(say, view), _reports(say, view)],
            },
            {
                "caption": say("chef.books"),
                "keys": [*_jackpot(say, view), _orphans(say, view), _rectify(say, view), *_jp1(say, view)],
            },
        ],
    }


def _badge(say: Speech, view: View) -> dict[str, str]:
    """`1` over `Chef` for Chef 1; a short name, or the initials of one that the top bar has in full."""
    person, role = view["badge"]["person"], say(f"role.{view['badge']['role']}")
    last = person.split()[-1]
    short = person if len(person) <= SHORT else "".join(letter for letter in person if letter.isupper())
    return {"name": last if last.isdigit() else short or person[:2], "role": role}


def _act(label: str, sub: str, value: str, seals: int, tap: Tap | None, *, gold: bool = False) -> Key:
    return key(label, tap, sub, value=value, seals=seals, gold=gold)


def _between(say: Speech) -> str:
    return say.refused({"code": "between_rounds"})


def _cash(say: Speech, view: View) -> list[Key]:
    """Another avance, and the last deals; where the house keeps no sheet of cash there is neither."""
    told = view.get("sheet")
    if told is None:
        return []
    counting = told["purpose"] == "advance"
    avance = local("sheet", sheet="cash") if counting else offered(view, "BeginAdvance")
    sub = say("chef.advance.counting" if counting else "chef.advance.sub") if avance else _between(say)
    last, withdraw = offered(view, "AnnounceLastDeals"), offered(view, "WithdrawLastDeals")
    left = view["last_deals"]
    count = say("chef.last_deals.none") if left is None else f"{left['left']}/{left['of']}"
    if withdraw is not None:
        told_last = say("last_deals.withdraw")
    elif last is not None:
        told_last = say("chef.last_deals.sub")
    else:
        told_last = _between(say)
    return [
        _act(say("chef.advance"), sub, money(told["advances_cents"]), 2, avance),
        _act(say("chef.last_deals"), told_last, count, 1, last or withdraw),
    ]


def _maximum(say: Speech, view: View) -> Key:
    """The comité or a director changes it (RO-04)."""
    cents = view["maximum_coming_cents"] or view["maximum_cents"]
    may = view["badge"]["role"] in ("comite", "director")
    times = say("maximum.times", times=cents // view["minimum_cents"])
    tap = local("sheet", sheet="maximum") if may else None
    return _act(say("chef.maximum"), times if may else say("chef.maximum.comite"), money(cents), 1, tap)


def _reports(say: Speech, view: View) -> Key:
    count = len(incidents.unsigned(view))
    sub = say("chef.reports.sub", count=count) if count else say("chef.reports.none")
    return _act(say("chef.reports"), sub, str(count), 1, incidents.entry(say, view)["tap"])


def _jackpot(say: Speech, view: View) -> list[Key]:
    """The book of the jackpot: its meters, its wins, its stops."""
    if view.get("upkeep") is None:
        return []
    told, may = view["jackpot"], meter_may_open(view)
    sub = say("meter.key.sub" if told["open"] else "meter.key.closed") if may else _between(say)
    tap = local("sheet", sheet="meter") if may else None
    return [_act(say("chef.jackpot"), sub, money(told["meter_cents"]), 2, tap, gold=True)]


def _orphans(say: Speech, view: View) -> Key:
    """Stakes that nobody claims, as far as they are booked."""
    booked = (view.get("sheet") or {}).get("orphans_cents", 0)
    return _act(say("orphan"), say("orphan.sub"), money(booked), 1, local("sheet", sheet="orphan"))


def _rectify(say: Speech, view: View) -> Key:
    """A closed round that is put right; or the rectification that waits."""
    told = asked(view)
    tap = local("sheet", sheet="rectify") if rectify_may_open(view) else None
    if told is not None:
        sub = say("rectify.waits", seat=told["seat"], round=number(told))
        return _act(say("chef.rectify"), sub, number(told), 2, tap)
    if not rectify.may_begin(view):
        return _act(say("chef.rectify"), say("chef.rectify.none"), "–", 2, None)
    last = number(view["record"]["rounds"][0])
    return _act(say("chef.rectify"), say("chef.rectify.sub") if tap else _between(say), last, 2, tap)


def _jp1(say: Speech, view: View) -> list[Key]:
    """After the first card a JP1 stake that was collected in error is the chef's to give back (RP-21)."""
    if "jp1" not in view["game"]["spots"]:
        return []
    drawn = view["round"] is not None and view["round"]["drawn"]
    may = bool(drawn and offered(view, "ProposeCorrection") is not None)
    tap = local("sheet", sheet="jp1_correct") if may else None
    seats = sum(seat["jp1"] == "registered" for seat in view["seats"])
    value = str(seats) if may else "–"
    return [_act(say("chef.jp1"), say("chef.jp1.sub" if may else "chef.jp1.none"), value, 2, tap)]
