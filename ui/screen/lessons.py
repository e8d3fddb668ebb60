"""The console, taught: the strip that says the next act, the card of the lesson, the start page.

A view of a practice table carries `lesson`, names and numbers; what is worded of the table stays as it is. An
alarm keeps its line, for to see it is part of the trade: then the card says what is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ui import figures
from ui.screen.shape import AlarmWords, ConsoleView, Focus, Freeze, Key, KeySheet, LessonCard, Row, Tap
from ui.screen.speech import Speech, View, key, money
from ui.texts.lessons import LESSONS, first_of, lesson_words

POINTS: Final = 10
Tell = Callable[..., str]


def taught(say: Speech, view: View, made: ConsoleView) -> ConsoleView:
    """The worded map with the lesson in it; without one it is the map itself."""
    told = view.get("lesson")
    if not told:
        return made

    def tell(name: str, /, **facts: object) -> str:
        return lesson_words(say.language, name, **facts)

    made["simulation"], made["simulation_short"] = tell("mark"), tell("mark.short")
    made["layout"] += f"|{told['page']}|{told.get('number', 0)}|{told.get('attempt', 0)}"
    if told["page"] == "start":
        _start(tell, told, made)
        return made
    made["facts"] = made["facts_small"] = _facts(tell, told, made["facts"])
    keys, line = _keys(tell, told), _line_that_stays(view, made)
    stays = line is not None and told["page"] == "lesson"
    if line is not None and stays:
        if line is made["alarm"]:  # over a frozen felt nothing stands beside the words
            line["keys"] = [*line.get("keys", []), *keys]
    else:
        made["freeze"] = None
        made["alarm"] = _strip(say, tell, view, made, keys)
    made["lesson"] = _card(say, tell, view, made, stays)
    made["bottom"] = _bottom(tell, made["bottom"])
    if told["stuck"]:
        made["primary"] = key(tell("again").upper(), {"act": "lesson.again"}, tell("again.sub"))
    if told["page"] == "over":
        made["primary"] = _after(tell, told)
        _stand_still(tell, told, made)
    return made


def _stand_still(tell: Tell, told: View, made: ConsoleView) -> None:
    """The lesson is over: no key of its table is alive, and the card of the table says how it went."""
    made["bottom"][:4] = [{**one, "tap": None} for one in made["bottom"][:4]]
    made["sheet"] = None
    for seat in made["seats"]:
        seat["keys"], seat["service"], seat["header_tap"] = [], None, None
        if seat.get("decision"):
            seat["decision"] = None
    made["light"] = None
    made["focus"] = {
        "kind": "wait",
        "caption": tell(f"title.{told['name']}"),
        "title": tell("score", score=told["score"]),
        "rows": [
            {"label": tell("over.wrong"), "value": str(told["wrong"])},
            {"label": tell("over.sums"), "value": str(told["sums"])},
            {"label": tell("over.time"), "value": figures.since(told["time_ms"])},
        ],
    }


def _line_that_stays(view: View, made: ConsoleView) -> Freeze | AlarmWords | None:
    """The band of a royal, an alarm, or why a tap was not taken; what only tells gives way to the strip."""
    frozen, alarm = made["freeze"], made["alarm"]
    if frozen is not None or alarm is None:
        return frozen
    return alarm if alarm["priority"] != "info" or view.get("refusal") or view.get("offline") else None


def _facts(tell: Tell, told: View, facts: list[Row]) -> list[Row]:
    """Which lesson, who learns, and the limits of the table."""
    kind = "drill" if told["drill"] else "lesson"
    lesson: Row = {
        "label": tell(kind),
        "value": tell(f"{kind}.attempt", number=told["number"], attempt=told["attempt"]),
    }
    return [lesson, {"label": tell("pupil"), "value": told["pupil"]}, *facts[-1:]]


def _keys(tell: Tell, told: View) -> list[Key]:
    """The hint, unless it is a drill, and the way out."""
    hint = [key(tell("hint"), {"act": "lesson.hint"}, chosen=told["hint"])]
    if told["drill"] or told["page"] == "over":
        hint = []
    return [*hint, key(tell("quit"), {"act": "lesson.quit"})]


def _strip(say: Speech, tell: Tell, view: View, made: ConsoleView, keys: list[Key]) -> AlarmWords:
    told = view["lesson"]
    if told["page"] == "over":
        drill = "drill." if told["drill"] and told["passed"] else ""
        title = tell(f"{drill}passed" if told["passed"] else "failed")
        counted = {name: told[name] for name in ("score", "wrong", "sums")}
        return {"priority": "info", "title": title, "sub": tell("over.sub", **counted), "keys": keys}
    ask = told["ask"]
    if told["stuck"]:
        return {"priority": "info", "title": tell("stuck"), "sub": tell("stuck.sub"), "keys": keys}
    if not ask:
        return {
            "priority": "info",
            "title": _waits(tell, view).upper(),
            "sub": tell("wait.sub"),
            "keys": keys,
        }
    title = tell("todo", ask=_asked(say, tell, told).upper())
    # An open sheet covers the card: then the hint stands in the strip.
    sub = _hint(tell, told) if told["hint"] and made["sheet"] else _where(tell, view, made)
    return {"priority": "info", "title": title, "sub": sub, "keys": keys}


def _waits(tell: Tell, view: View) -> str:
    """What comes by itself while nothing is asked."""
    if view["paused"] or (view["croupier"] is None and view["relief"]["register"]):
        return tell("wait.badge")
    told = view["verification"]
    if told is not None and not told["released"]:
        return tell("wait.comite")
    if view["held"] is not None or (view["call"] is not None and not view["call"]["seen_ms"]):
        return tell("wait.chef")
    if view["sheet"] is not None and view["sheet"]["closing"]:
        return tell("wait.people")
    waits = {"dealing": "wait.cards", "deciding": "wait.cards", "collected": "wait.book"}
    waits |= {"latched": "wait.book", "betting": "wait.chips"}
    return tell(waits.get(view["phase"], "wait"))


def _asked(say: Speech, tell: Tell, told: View) -> str:
    """The sentence of what is asked, with its sums."""
    ask = told["ask"]
    act, facts = ask["act"], {name: value for name, value in ask.items() if name != "act"}
    for name in ("ante", "side", "piece", "pay", "take"):
        if f"{name}_cents" in facts:
            facts["trips" if name == "side" else name] = money(facts[f"{name}_cents"])
    if "card" in facts:
        facts["card"] = say.card(facts["card"])
    if "line" in facts:
        facts["line"] = say(f"line.{facts['line']}")
    return tell(first_of(f"ask.{act}.{_turn(told)}", f"ask.{act}"), **facts)


def _turn(told: View) -> str:
    """Under which of several sentences an act stands: by its sums, its incident, or its lesson."""
    ask = told["ask"]
    if ask["act"] == "SettleSeat":
        pay, take = ask["pay_cents"], ask["take_cents"]
        return "both" if pay and take else "pay" if pay else "take" if take else "none"
    if ask["act"] == "SetStakes":
        return "" if ask["side_cents"] else "alone"
    return str(ask.get("incident", told["name"]))


def _where(tell: Tell, view: View, made: ConsoleView) -> str:
    """Which key does it: the big one by its words, another by its place."""
    ask = view["lesson"]["ask"]
    primary = made["primary"]
    if primary["tap"] is not None and primary["tap"]["act"] == ask["act"]:
        return tell("touch.key", key=primary["label"].replace("\n", " "))
    known = first_of(f"touch.{ask['act']}")
    return tell(known, **{name: value for name, value in ask.items() if name != "act"}) if known else ""


def _card(say: Speech, tell: Tell, view: View, made: ConsoleView, stays: bool) -> LessonCard:
    """What the two first columns hold: the steps, the hint, how it stands."""
    told = view["lesson"]
    time = figures.since(told["time_ms"])
    caption = tell("card.lesson", number=told["number"], of=len(LESSONS))
    card: LessonCard = {
        "caption": tell("card.drill") if told["drill"] else caption,
        "title": tell(f"title.{told['name']}"),
        "steps": [{"name": tell(f"step.{one['name']}"), "state": one["state"]} for one in told["steps"]],
        "score": tell("score", score=told["score"]),
        "note": tell("errors", count=told["wrong"] + told["sums"], time=time),
        "points": [number < told["score"] for number in range(POINTS)],
    }
    if told["page"] == "over":
        last = "drill" if told["drill"] else "last" if told["number"] == len(LESSONS) else "passed"
        card["text"] = tell(f"over.{last}" if told["passed"] else "over.failed")
    elif told["stuck"]:
        card["text"] = tell("stuck.card")
    elif told["hint"]:
        card["text"], card["hint"] = _hint(tell, told), True
    elif stays and told["ask"]:
        card["text"] = _asked(say, tell, told)
    return card


def _hint(tell: Tell, told: View) -> str:
    now = next((one["name"] for one in told["steps"] if one["state"] == "now"), "")
    known = first_of(f"hint.{told['name']}.{now}", f"hint.{now}")
    return tell(known) if known else ""


def _bottom(tell: Tell, bottom: list[Key]) -> list[Key]:
    """The lesson begins again where the pause is; in a closing that key is the table's."""
    again = key(tell("again"), {"act": "lesson.again"}, tell("again.sub"))
    last = bottom[4]["tap"]
    if last is not None and last["act"] != "Pause":
        return [*bottom[:3], again, bottom[4]]
    return [*bottom[:4], again]


def _after(tell: Tell, told: View) -> Key:
    """What comes after a lesson: the next one; the start page after the last and after a drill."""
    more = not told["drill"] and told["number"] < len(LESSONS)
    tap: Tap = {"act": "lesson.next"} if more else {"act": "lesson.quit"}
    label = tell("start.key", number=told["number"] + 1) if more else tell("quit").upper()
    if not told["passed"]:
        return key(tell("again").upper(), {"act": "lesson.again"})
    return key(label, tap)


# --- the start page ------------------------------------------------------------------------------


def _start(tell: Tell, told: View, made: ConsoleView) -> None:
    """The lessons over the seats; the big key opens the first that was not passed."""
    lessons = told["lessons"]
    passed = [one for one in lessons if one["passed"]]
    following = next((one["number"] for one in lessons if not one["passed"]), 1)
    made["facts"] = [{"label": tell("pupil"), "value": told["pupil"]}, *made["facts"][-1:]]
    made["facts_small"] = made["facts"]
    out = key(tell("quit"), {"act": "lesson.quit"})
    made["alarm"] = {
        "priority": "info",
        "title": tell("start.strip"),
        "sub": tell("start.strip.sub"),
        "keys": [out],
    }
    sheet: KeySheet = {
        "kind": "keys",
        "title": tell("start.title"),
        "text": tell("start.text"),
        "keys": [_entry(tell, one, following) for one in lessons],
        "across": 4,
    }
    made["sheet"], made["light"] = sheet, None
    made["meter"] = {"caption": "", "euros": "", "cents": "", "note": ""}  # no table is open yet
    drilled = figures.clock(told["drill_ms"]) if told["drill_ms"] else tell("start.drill.never")
    card: Focus = {
        "kind": "wait",
        "caption": tell("pupil"),
        "title": told["pupil"],
        "rows": [
            {"label": tell("start.done"), "value": tell("start.of", count=len(passed), of=len(lessons))},
            {"label": tell("start.drill"), "value": drilled},
        ],
    }
    made["focus"] = card
    open_it: Tap = {"act": "lesson.open", "number": following}
    made["primary"] = key(
        tell("start.key", number=following), open_it, tell(f"title.{_name(lessons, following)}")
    )
    drill = key(tell("start.drill.key"), {"act": "lesson.drill"})
    made["bottom"] = [key(""), key(""), key(""), key(""), drill]


def _name(lessons: list[dict[str, Any]], number: int) -> str:
    return str(lessons[number - 1]["name"])


def _entry(tell: Tell, one: dict[str, Any], following: int) -> Key:
    """One lesson: its number and title, and how it went."""
    went = "new" if one["score"] < 0 else "passed" if one["passed"] else "failed"
    label = f"{one['number']}. {tell('title.' + one['name'])}"
    mark: Any = "done" if one["passed"] else "now" if one["number"] == following else "open"
    return key(
        label,
        {"act": "lesson.open", "number": one["number"]},
        tell(f"start.{went}", score=one["score"]),
        check=mark,
    )
