"""What the simulator's panel says: the machines and the hands on them, by numbers and states, never by cards.

Every key carries the tap that the bench of the simulator understands; `SimulatorPanel.qml` draws the map and
hands the tap back unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ui import figures
from ui.screen.shape import Key, Tap
from ui.screen.speech import Speech as TableSpeech
from ui.screen.speech import key
from ui.texts import console as texts
from ui.texts.simulator import SIMULATOR, tell

View = Mapping[str, Any]


@dataclass(frozen=True)
class Speech:
    """The panel's words in one language, and those that it shares with the other screens."""

    language: str

    def __call__(self, name: str, /, **facts: object) -> str:
        """The panel's own words under this name."""
        return tell(self.language, name, **facts)

    def shared(self, name: str) -> str:
        """The words that all screens have for it."""
        return texts.tell(self.language, name)

    def place(self, text: str) -> str:
        """`siège 4, 2e carte` of the place written `hole.4.1`."""
        said = TableSpeech(self.language, 0).place(text)
        return said[0].lower() + said[1:]

    def counted(self, name: str, count: int) -> str:
        """`aucun posé`, `1 posé`, `3 posés`."""
        return self(f"{name}.{('none', 'one')[count] if count < 2 else 'more'}", count=count)


class SimulatorFace:
    """The wording of the simulator's panel.

    Views are those of the simulator's bench; the screen's side may add `offline` (when the table was last
    heard, 0 while it is heard) and `refusal` (why the last tap was not taken).

    Args:
        language: `fr` or `en`; the key on the panel changes it.
    """

    def __init__(self, language: str = "fr") -> None:
        self._language = language

    def take(self, tap: Tap) -> bool:
        """The language key is the panel's own; everything else is asked of the bench."""
        if tap["act"] != "language":
            return False
        self._language = "en" if self._language == "fr" else "fr"
        return True

    def words(self, view: View) -> dict[str, Any]:
        """The worded map of this view (`SimulatorPanel.qml` says what it holds)."""
        say = Speech(self._language)
        return {
            "title": say("title"),
            "table": view["table"],
            "language": {
                "current": self._language,
                "tap": {"act": "language"},
                "says": say.shared("language"),
            },
            "simulation": say.shared("simulation"),
            "offline": bool(view.get("offline")),
            "people": people(say, view),
            "machines": machines(say, view),
            "hand": by_hand(say, view),
            "chips": chips(say, view),
            "badges": badges(say, view),
            "decks": decks(say, view),
            "faults": faults(say, view),
            "about": say("about"),
            "message": message(say, view),
        }


def message(say: Speech, view: View) -> dict[str, str] | None:
    """Silence first, then why the last tap was not taken; None when there is nothing to say."""
    offline = view.get("offline", 0)
    if offline:
        at = figures.clock(offline) if offline > 1 else "–"
        return {"title": say("offline"), "text": say("offline.sub", time=at)}
    refusal = view.get("refusal")
    if refusal:
        why = refusal["facts"].get("why", refusal["code"])
        known = f"why.{why}" if f"why.{why}" in SIMULATOR else "why.other"
        return {"title": say("refused"), "text": say(known)}
    return None


def people(say: Speech, view: View) -> dict[str, Any]:
    """Whether the people play by themselves, and how fast; what is in force is chosen and asks nothing."""
    playing = view["playing"]
    modes = []
    for name, on in (("play", True), ("wait", False)):
        tap = None if playing is on else {"act": "play", "on": on}
        modes.append(key(say(name), tap, says=say(f"{name}.says"), chosen=playing is on))
    paces = []
    for pace in view["paces"]:
        chosen = pace == view["pace"]
        shown = pace.replace(".", ",")
        tap = None if chosen else {"act": "pace", "pace": pace}
        paces.append(key(say("pace", pace=shown), tap, says=say("pace.says", pace=shown), chosen=chosen))
    return {"label": say("people"), "note": "", "modes": modes, "paces": paces}


# --- the machines --------------------------------------------------------------------------------


def machines(say: Speech, view: View) -> dict[str, Any]:
    """The machines that have a cable, in the order of the console."""
    out = sum(not told["plugged"] for told in view["machines"])
    note = (
        say("machines.well") if not out else say("machines.out" if out == 1 else "machines.outs", count=out)
    )
    return {
        "label": say("machines"),
        "note": note,
        "cards": [machine(say, view, told) for told in view["machines"]],
    }


def machine(say: Speech, view: View, told: View) -> dict[str, Any]:
    """One machine: its cable, what it says of itself, and what a hand can do at it."""
    name, plugged = told["machine"], told["plugged"]
    called = say.shared(f"machine.{name}")
    cable = say("unplug" if plugged else "replug")
    tap = {"act": "plug", "machine": name, "plugged": not plugged}
    card: dict[str, Any] = {
        "name": called,
        "health": health(view, told),
        "cable": say("plugged" if plugged else "unplugged"),
        "state": shoe_state(say, view) if name == "shoe" else shuffler_state(say, view),
        "plug": key(cable, tap, says=say("says.on", act=cable, machine=called)),
        "clear": None,
        "count": None,
    }
    if name == "shoe":
        left = view["cards_left"]
        card["count"] = {"figure": figures.count(left), "word": say("card" if left == 1 else "cards")}
    else:
        act = say("clear")
        says = say("says.on", act=act.replace("\n", " "), machine=called)
        card["clear"] = key(act, {"act": "clear_jam"} if view["jam"] else None, says=says)
    return card


def health(view: View, told: View) -> str:
    """How the machine's mark is drawn."""
    if not told["plugged"]:
        return "lost"
    return "degraded" if told["machine"] == "shuffler" and view["jam"] else "up"


def shoe_state(say: Speech, view: View) -> str:
    """Whether the shoe lets cards out."""
    return say("locked" if view["locked"] else "unlocked")


def shuffler_state(say: Speech, view: View) -> str:
    """What the shuffler is at: jammed, with a deck ready, at work, or empty."""
    if view["jam"]:
        return say(f"jam.{view['jam']}")
    return say(f"shuffler.{'ready' if view['ready'] else 'busy' if view['busy'] else 'idle'}")


# --- the hands -----------------------------------------------------------------------------------


def by_hand(say: Speech, view: View) -> dict[str, Any]:
    """A card out of the shoe, and the decks changed: the people's work, ours while they wait."""
    return {"label": say("hand"), "note": "", "keys": [draw(say, view), change(say, view)]}


def draw(say: Speech, view: View) -> Key:
    """The next card, with where it is expected; dead with its reason when none comes out."""
    dead = ""
    if view["playing"]:
        dead = "hand.play"
    elif view["locked"]:
        dead = "draw.locked"
    elif not view["cards_left"]:
        dead = "draw.empty"
    if dead:
        return key(say("draw"), None, say(dead))
    place = view["expected"]
    sub = say("draw.expected", place=say.place(place)) if place else say("draw.unexpected")
    return key(say("draw"), {"act": "draw"}, sub)


def change(say: Speech, view: View) -> Key:
    """The decks changed. Live without a shuffled deck too: that serves the shuffler."""
    if view["playing"]:
        return key(say("change"), None, say("hand.play"))
    state = "change.jam" if view["jam"] else "shuffler.ready" if view["ready"] else "change.none"
    return key(say("change"), {"act": "change_decks"}, say(state))


def chips(say: Speech, view: View) -> dict[str, Any]:
    """The JP1 spots of the felt, and whether the buzzer on their board sounds."""
    spots = []
    for seat, covered in enumerate(view["chips"], start=1):
        act = "take" if covered else "lay"
        spots.append(
            {
                "seat": str(seat),
                "lamp": "chip" if covered else "none",
                "label": say(f"chip.{act}"),
                "says": say(f"chip.{act}.says", seat=seat),
                "tap": {"act": "chip", "seat": seat},
            }
        )
    note = say.counted("chips", sum(view["chips"]))
    if view["sounds"]:
        note += " · " + say("chips.sounds")
    return {"label": say("chips"), "note": note, "spots": spots}


def badges(say: Speech, view: View) -> dict[str, Any]:
    """The badges, with the PIN each wants; the one in the reader is chosen and comes out when touched."""
    keys = []
    for badge in view["badges"]:
        inside = badge["card"] == view["badge"]
        role = say.shared(f"role.{badge['role']}")
        act = "remove" if inside else "insert"
        says = say(f"badge.{act}.says", role=role, person=badge["person"])
        tap = {"act": "badge", "card": "" if inside else badge["card"]}
        person, pin = badge["person"], badge["pin"]
        label, sub = (person, pin) if pin else (role, person)
        keys.append(key(label, tap, sub, says=says, chosen=inside))
    note = say("badges.in" if view["badge"] else "badges.none")
    return {"label": say("badges"), "note": note, "keys": keys}


def decks(say: Speech, view: View) -> dict[str, Any]:
    """The hands that can be placed, dealt in the order of their placing."""
    placed = view["stacked"]
    keys = []
    for name in view["decks"]:
        label, sub = say(f"deck.{name}"), say(f"deck.{name}.sub")
        if name in placed:
            sub = say("deck.next" if placed[0] == name else "deck.later")
        tap = {"act": "deck", "deck": name}
        keys.append(key(label, tap, sub, says=say("deck.says", deck=label), chosen=name in placed))
    return {"label": say("decks"), "note": say.counted("decks", len(placed)), "keys": keys}


# --- the faults ----------------------------------------------------------------------------------


def faults(say: Speech, view: View) -> dict[str, Any]:
    """A page of the catalogue: each kind with its machine, how often it was met, what is ordered of it."""
    page, pages = view["faults_page"], view["faults_pages"]
    more = say("faults.more")
    turn = {
        "label": more,
        "machine": say("faults.page", page=page + 1, pages=pages),
        "count": "",
        "met": False,
        "waiting": "",
        "says": more,
        "tap": {"act": "faults", "page": (page + 1) % pages},
    }
    return {
        "label": say("faults"),
        "note": say("faults.note"),
        "keys": [*(fault(say, told) for told in view["faults"]), turn],
    }


def fault(say: Speech, told: View) -> dict[str, Any]:
    """One kind of fault."""
    label, machine_name = say(f"fault.{told['kind']}"), say.shared(f"machine.{told['machine']}")
    waiting = told["waiting"]
    ordered = say("fault.waiting" if waiting == 1 else "fault.waitings", count=waiting) if waiting else ""
    says = say("fault.says", fault=label, machine=machine_name, count=told["met"], waiting=waiting)
    return {
        "label": label,
        "machine": machine_name,
        "count": figures.count(told["met"]),
        "met": told["met"] > 0,
        "waiting": ordered,
        "says": says,
        "tap": {"act": "order", "kind": told["kind"], "machine": told["machine"]},
    }
