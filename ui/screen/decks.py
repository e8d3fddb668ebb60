"""What the console says of decks, of the shuffler's troubles and of playing without a machine."""

from __future__ import annotations

from typing import Final

from ui import figures
from ui.meant import aimed
from ui.screen import procedure
from ui.screen.console_state import CHEFS
from ui.screen.shape import Focus, Key, Row, Sheet, Tap
from ui.screen.speech import Speech, View, key, local, offered

REASONS: Final = ("checked", "repaired", "replaced", "out_of_use", "false_alarm")
STEPS: Final = {"open_lid": 1, "close_lid": 3, "wait_for_count": 4}
OTHER: Final = {"red": "blue", "blue": "red"}
PENDING: Final = frozenset(
    {
        "table_blocked",
        "deck_count",
        "deck_blocked",
        "deck_colour",
        "deck_again",
        "deck_to_load",
        "deck_to_declare",
        "shuffler_away",
    }
)
"""Refusals of the primary key that a person has to do something about, in the focus card."""


def chef_there(view: View) -> bool:
    """A chef's badge, or one above it, is in the reader."""
    return view["badge"] is not None and view["badge"]["role"] in CHEFS


# --- the top bar ---------------------------------------------------------------------------------


def modes(say: Speech, view: View) -> Row | None:
    """How the table plays without a machine: shown all the time."""
    # One mode in words; several, or one beside cards dealt by hand, in a word each.
    dealt = bool(view["by_hand"]["on"] or view["by_hand"]["round"])
    short = len(view["modes"]) > 1 or dealt
    words = [say(f"{'flag' if short else 'mode'}.{mode}") for mode in view["modes"]]
    if words and dealt:
        words.insert(0, say("flag.dealt"))
    if view["blocked"]:
        words.append(say("mode.blocked"))
    return {"label": say("modes" if short else "mode"), "value": ", ".join(words)} if words else None


# --- the alarm line ------------------------------------------------------------------------------


def alarm_keys(say: Speech, view: View, up: View) -> list[Key]:
    """A machine's warning is the chef's, with a reason; the dealer may stop its sound (CS-07)."""
    if up["seen_ms"]:
        return []
    if not up["warning"]:
        return [*_ask_pit(say, view, up), key(say("seen"), {"act": "SeeAlarm", "alarm": up["alarm"]})]
    if chef_there(view):
        return [key(say("acknowledge"), local("sheet", sheet="acknowledge", alarm=up["alarm"]))]
    silent = None if up["silent_ms"] else {"act": "SilenceAlarm", "alarm": up["alarm"]}
    return [key(say("silence"), silent)]


def alarm_notes(say: Speech, view: View, up: View) -> list[str]:
    """What the line says besides: the pit was called, its cause is over, its sound off, whose card is waited
    for."""
    if up["seen_ms"]:
        return []
    notes = [say("pit_called", time=figures.clock(up["pit_ms"]))] if up["pit_ms"] else []
    if not up["warning"]:
        return notes
    if up["over"]:
        notes.append(say("acknowledge.over"))
    if up["silent_ms"]:
        notes.append(say("silent"))
    return notes if chef_there(view) else [*notes, say("acknowledge.chef")]


def _ask_pit(say: Speech, view: View, up: View) -> list[Key]:
    if up["code"] != "A-309" or not view["reader_lost"]:
        return []
    return [ask_pit(say, view)]


def ask_pit(say: Speech, view: View) -> Key:
    """The reader is lost: a code to be entered at the pit, drawn when the key is pressed."""
    sub = say("ask_pit.sub", code=view["pit_code"]) if view["pit_code"] else ""
    return key(say("ask_pit"), {"act": "AskPit", "code": ""}, sub)


def acknowledging(say: Speech, view: View, alarm: int) -> Sheet:
    """The reasons of an acknowledgement: of the warning they were opened for, whatever has come since."""
    up = next(one for one in view["alarms"] if one["alarm"] == alarm)
    title = say("acknowledge.title", code=up["code"], time=figures.clock(up["at_ms"]))
    act = {"act": "SeeAlarm", "alarm": alarm}
    return _reasons(say, title, say("acknowledge.text"), act)


def lifting(say: Speech, view: View) -> Sheet:
    """The reasons of the comité who reopens a table that changed programs have blocked."""
    machines = say.listed([say(f"machine.{machine}") for machine in view["blocked"]])
    act = aimed(view, {"act": "LiftBlock"})
    return _reasons(say, say("lift.title"), say("lift.text", machines=machines), act)


def _reasons(say: Speech, title: str, text: str, act: Tap) -> Sheet:
    keys = [key(say(f"reason.{reason}"), {**act, "reason": reason}) for reason in REASONS]
    return {"kind": "keys", "title": title, "text": text, "keys": keys, "across": 5}


# --- the focus card ------------------------------------------------------------------------------


def focus(say: Speech, view: View) -> Focus | None:
    """What has to be done before a round can be dealt, or None when nothing has."""
    if view["decks"]["empty_asked"]:
        withdraw = key(say("empty.withdraw"), offered(view, "WithdrawShowEmpty"), stack=True)
        return _choice(say, say("deck.title"), say("empty.waited"), say("empty.waited.text"), [withdraw])
    told = view["primary"]
    why = told["why"]["code"] if told is not None and told["why"] is not None else ""
    if view["blocked"]:
        return _blocked(say, view)
    if why not in PENDING:
        return _mode(say, view)
    if why == "deck_to_declare":
        return _declare(say, view)
    if view["shuffler"]["recovery"]:
        return _jam(say, view)
    return _deck(say, view, why)


def _choice(say: Speech, caption: str, title: str, text: str, keys: list[Key]) -> Focus:
    return {"kind": "choice", "caption": caption, "title": title, "text": text, "keys": keys}


def _blocked(say: Speech, view: View) -> Focus:
    machine = say(f"machine.{view['blocked'][0]}")
    comite = view["badge"] is not None and view["badge"]["role"] in ("comite", "director")
    lift = local("sheet", sheet="lift") if comite else None
    keys = [key(say("lift.title"), lift, say("lift.sub"), stack=True)]
    title = say("deck.firmware", machine=machine)
    return _choice(say, say("deck.blocked.caption"), title, say("deck.firmware.text"), keys)


def _mode(say: Speech, view: View) -> Focus | None:
    """The machine of a mode is back: its key offers to use it again."""
    leave = offered(view, "LeaveMode", mode="no_reader")
    if leave is None:
        return None
    keys = [key(say("deck.leave_reader"), leave, stack=True)]
    return _choice(say, say("mode"), say("mode.no_reader"), "", keys)


def _declare(say: Speech, view: View) -> Focus:
    keys = [
        key(say("deck.declare.key", colour=say(f"deck.colour.{colour}")), tap, say("deck.declare.sub"))
        for colour in ("red", "blue")
        if (tap := offered(view, "DeclareDeck", colour=colour)) is not None
    ]
    leave = offered(view, "LeaveMode", mode="hand_shuffle")
    if leave is not None:
        keys.append(key(say("deck.leave"), leave, say("deck.leave.sub"), stack=True))
    return _choice(say, say("deck.title"), say("deck.declare"), "", keys)


def _by_hand(say: Speech, view: View) -> list[Key]:
    """The chef's way out: the decks are shuffled by hand (CS-18)."""
    return [key(say("deck.allow"), offered(view, "AllowMode"), say("close.sub"), stack=True)]


def _jam(say: Speech, view: View) -> Focus:
    """The way out of a jam, one step at a time, to the count of the whole deck."""
    step = view["shuffler"]["recovery"]
    title, text = say(f"jam.{step}"), say("jam.step", at=STEPS.get(step, 2))
    return _choice(say, say("jam"), title, text, _by_hand(say, view))


def _deck(say: Speech, view: View, why: str) -> Focus:
    decks = view["decks"]
    if why == "shuffler_away":
        return _choice(say, say("deck.title"), say("deck.away"), say("deck.away.text"), _by_hand(say, view))
    if why in ("deck_count", "deck_blocked"):
        title = say(f"deck.{decks['blocked']}", count=decks["count"])
        text = say("deck.taken_out" if decks["taken_out"] else "deck.blocked")
        return _choice(say, say("deck.title"), title, text, _by_hand(say, view))
    if why == "deck_to_load":
        return _load(say, view["shuffler"])
    colour = say(f"deck.colour.{OTHER.get(decks['dealt'], 'red')}")
    return _choice(say, say("deck.title"), say("deck.again", colour=colour), say("deck.again.text"), [])


def _load(say: Speech, told: View) -> Focus:
    """The first deck of the session: into the shuffler, and from its tray into the shoe (CS-04)."""
    if told["deck_out"] and told["shuffled"]:
        title = say("deck.load.take", colour=say(f"deck.colour.{told['deck_out']}"))
        return _choice(say, say("deck.title"), title, say("deck.load.take.text"), [])
    title = say("deck.load.works" if told["deck_in"] else "deck.load")
    return _choice(say, say("deck.title"), title, say("deck.load.text"), [])


def paused(say: Speech, view: View) -> Focus:
    """Between two rounds a player may ask to see the shuffler empty (CS-03); a hand that is being verified
    waits where it lies (screens, section 7)."""
    if procedure.running(view):
        return _choice(say, say("paused"), say("paused.title"), say("paused.verify"), [])
    shown = say("empty.done") if view["decks"]["shown_empty"] else ""
    show = offered(view, "ShowEmpty", occasion="request")
    if show is None and not shown:
        return {"kind": "wait", "caption": say("paused"), "title": say("paused.title")}
    keys = [key(say("empty.request"), show, stack=True)]
    return _choice(say, say("paused"), say("paused.title"), shown, keys)
