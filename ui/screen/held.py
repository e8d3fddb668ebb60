"""A held round on the card over the primary button: why, who is asked, and how it ends.

A void is armed here, and confirmed on the primary button: two acts in two places.
"""

from __future__ import annotations

from ui import figures
from ui.screen import decks, press
from ui.screen.console_state import LocalState, chef_there
from ui.screen.shape import Focus, Key
from ui.screen.speech import Speech, View, key, local, offered


def held(say: Speech, view: View, mine: LocalState) -> Focus:
    """The hold: what it is, and the keys that may end it."""
    told = view["held"]
    if told["void"]["reason"]:
        return _armed(say, view)
    if told["cause"] == "press_unanswered" and view["unanswered"] is not None:
        return press.held(say, view)
    chef = chef_there(view)
    keys = [_void(say, view, chef)] if view["phase"] not in ("betting", "refunding") else []
    latched = any(seat["jp1"] == "latched" for seat in view["seats"])
    if told["cause"] == "jp1_not_registered" and latched:
        sub = "" if chef else say("hold.void.sub")
        keys = [
            key(say("hold.register"), offered(view, "RegisterJp1Now"), sub, stack=True),
            key(say("hold.give_back"), offered(view, "GiveJp1Back"), sub, stack=True),
            *keys,
        ]
    if told["cause"] in ("jp1_correction", "jp1_correction_late"):
        tap = offered(view, "ApproveCorrection")
        card = say("comite_card" if told["cause"] == "jp1_correction_late" else "chef_card")
        keys = [key(say("hold.correct"), tap, "" if tap else card, stack=True), *keys]
    if told["cause"] == "shoe_gone":
        sub = "" if chef else say("chef_card")
        keys = [key(say("by_hand.begin"), offered(view, "DealByHand"), sub, stack=True), *keys]
    keys = [*_to_correct(say, told, chef), *keys]
    if view["reader_lost"] and not chef:
        keys = [decks.ask_pit(say, view), *keys]
    free = told["cause"] == "exposed_card"
    only = "hold.only" if told["void"]["only"] else "hold.text"
    away = "hold.shoe_gone.text" if told["cause"] == "shoe_gone" else only
    text = _lying_twice(say, told, mine) or say("hold.free" if free else away)
    seat = f" – {say.seat(told['seat'])}" if told["seat"] else ""
    return {
        "kind": "choice",
        "caption": say("hold.since", time=figures.clock(told["since_ms"])),
        "title": say(f"hold.{told['cause']}") + seat,
        "text": text if len(told["to_correct"]) > 1 else f"{text}\n{_images(say, told)}",
        "keys": keys,
    }


def _lying_twice(say: Speech, held: View, mine: LocalState) -> str:
    """Which open card lies at which places, or how the true one is confirmed."""
    if mine.sheet == "key_card" and mine.keyed:
        return say("key_card.again")
    return "\n".join(
        say(
            "hold.twice",
            card=say.card(card),
            places=say.listed(map(say.place, places)),
        )
        for card, places in held["twice"]
    )


def _to_correct(say: Speech, held: View, chef: bool) -> list[Key]:
    """The keyed places of a card that lies twice: the chef keys the true one."""
    return [
        key(
            say("hold.key_anew"),
            local("sheet", sheet="key_card", place=place) if chef else None,
            say.place(place) if chef else say("chef_card"),
            stack=True,
        )
        for place in held["to_correct"][:2]
    ]


def _void(say: Speech, view: View, chef: bool) -> Key:
    """The first act of a void: the declared reason arms it at once, else the reason is chosen."""
    told = view["held"]["void"]
    if chef and not told["possible"]:
        return key(say("hold.void"), None, say("hold.void.late"), plain=True, stack=True)
    declared = offered(view, "ArmVoid", reason=told["declared"]) if told["declared"] else None
    choose = local("sheet", sheet="void") if chef and not told["declared"] else None
    sub = say(f"hold.{told['declared']}") if declared else say("hold.void.sub")
    return key(say("hold.void"), declared or choose, sub, plain=True, stack=True)


def _armed(say: Speech, view: View) -> Focus:
    """A void waits for its second act, on the primary button; here it is dropped."""
    told = view["held"]["void"]
    lost = "armed.text.lost" if view["held"]["cause"] == "master_lost" else "armed.text.comite"
    text = say(lost, person=told["armed_by"]) if told["comite"] else say("armed.text")
    keys = [key(say("disarm"), offered(view, "DisarmVoid"), say("disarm.sub"), plain=True, stack=True)]
    if view["reader_lost"] and view["primary"]["why"] is not None:
        keys = [decks.ask_pit(say, view), *keys]
    return {
        "kind": "choice",
        "caption": say("armed.caption", time=figures.clock(told["armed_ms"]), person=told["armed_by"]),
        "title": say(f"hold.{told['reason']}"),
        "text": text,
        "keys": keys,
    }


def _images(say: Speech, held: View) -> str:
    """What every hold asks of the video room, before its images are gone (AC-14; art. 21)."""
    cameras = f" ({', '.join(held['cameras'])})" if held["cameras"] else ""
    return say("hold.images", cameras=cameras, days=held["retention_days"])
