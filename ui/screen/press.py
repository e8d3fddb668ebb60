"""A JP1 press that nobody answers, its chips under seal: what dealer and chef read (screens, section 9.2)."""

from __future__ import annotations

from ui import figures
from ui.screen.shape import Focus, Key
from ui.screen.speech import Speech, View, key, offered


def waiting(say: Speech, view: View) -> Focus:
    """The link is away and the answer with it: the chips stay where they are."""
    return {
        "kind": "choice",
        "caption": f"{say('press.caption')} · {say.seats(view['unanswered']['seats'])}",
        "title": say("hold.press_unanswered"),
        "text": say("press.wait"),
        "keys": [],
    }


def held(say: Speech, view: View) -> Focus:
    """The wait was long enough: a chef may have the chips counted and sealed."""
    told = view["unanswered"]
    facts = {
        "time": figures.clock(told["since_ms"]),
        "count": told["chips"],
        "seats": say.listed(told["seats"]),
    }
    tap = offered(view, "SetStakesAside")
    one = ".one" if told["chips"] == 1 else ""
    return {
        "kind": "choice",
        "caption": say("press.caption"),
        "title": say("hold.press_unanswered"),
        "text": say(f"press.text{one}", **facts),
        "keys": [_of_chef(say, say(f"press.seal{one}", count=told["chips"]), tap)],
    }


def sealed(say: Speech, view: View) -> Focus | None:
    """Between rounds, to the chef whose badge is there: what became of the sealed chips, and the key."""
    told = view["aside"]
    tap = offered(view, "OpenSeal") if told is not None else None
    if told is None or tap is None:
        return None
    one = ".one" if told["chips"] == 1 else ""
    return {
        "kind": "choice",
        "caption": say("seal.caption"),
        "title": say.seats(told["seats"]),
        "text": say(f"seal.{told['answer']}"),
        "keys": [key(say(f"seal.open{one}", count=told["chips"]), tap, stack=True)],
    }


def _of_chef(say: Speech, label: str, tap: dict[str, object] | None) -> Key:
    return key(label, tap, "" if tap else say("chef_card"), stack=True)
