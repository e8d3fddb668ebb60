"""The people's badges on the simulator's panel, with the PIN that each wants."""

from __future__ import annotations

import re
from typing import Any

from ui.screen.simulator.speech import Speech, View
from ui.screen.speech import key


def badges(say: Speech, view: View) -> dict[str, Any]:
    """The badges; the one in the reader is chosen and comes out when touched."""
    keys = []
    for badge in view["badges"]:
        inside = badge["card"] == view["badge"]
        role = say.shared(f"role.{badge['role']}")
        act = "remove" if inside else "insert"
        says = say(f"badge.{act}.says", role=role, person=badge["person"])
        tap = {"act": "badge", "card": "" if inside else badge["card"]}
        person, pin = badge["person"], badge["pin"]
        label, sub = (_named(say, badge), pin) if pin else (role, person)
        keys.append(key(label, tap, sub, says=says, chosen=inside))
    note = say("badges.in" if view["badge"] else "badges.none")
    return {"label": say("badges"), "note": note, "keys": keys}


def _named(say: Speech, badge: View) -> str:
    """`MCD 03`, in English `Manager 03`: a stranger finds whose badge the screen asks for."""
    person = str(badge["person"])
    number = re.search(r" (\d+)$", person)
    if number is None or say.language == "fr":
        return person
    role = say(f"badge.{badge['role']}")
    return f"{role} {number[1]}"
