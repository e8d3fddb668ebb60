"""The column of what needs a person, from all tables together: calls, alarms, payments, refusals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ui import figures
from ui.meant import aimed
from ui.screen import speech as console
from ui.screen.calling import for_the_comite
from ui.screen.extent import Extent
from ui.screen.pit.causes import cause_of, together
from ui.screen.pit.felt import Speech
from ui.screen.room import Room, Seen, aged
from ui.texts.alarms import HEADINGS, alarm_text
from ui.texts.decks import detail_words
from ui.texts.host import unreadable_words, unwritten_alarm

View = Mapping[str, Any]
Card = dict[str, Any]

HEIGHTS: Final = {"p1": 194, "p2": 162, "p3": 160, "call": 150}
SLIM_PX: Final = 74
HEAD_PX: Final = 64
"""About what a card takes with the gap below it, and what the heading of the column."""
LEAST: Final = 8
"""So many cards are drawn in any case: the column is scrolled."""
SMALL_MOST: Final = 24
"""So many in the column of a small stage, which is scrolled sooner."""
VERIFY: Final = "A-105"
"""The alarm of a hand that waits for its verification."""
NOT_PLAYED: Final = ("closed", "opening")
CALL_AS: Final = 2.5
"""A call stands between P2 and P3."""
GRAVE_AS: Final = 1.9
"""A journal that is not what it was: the first of P2."""
CHECK_AS: Final = 2.2
"""What chance does not deal: the last of P2, for nothing waits for it at the felt."""
REASONS_PX: Final = 56
"""The second row of keys of a finding that asks why."""
FINDING_MORE_PX: Final = 24
"""By so much a finding, whose figures take two lines, is higher than another P3."""


def room_px(extent: Extent) -> int:
    """What the cards have of the column."""
    return extent.page_height - HEAD_PX


def column(
    room: Room, helped: str, kept_px: int = 0, findings: Sequence[Card] = (), *, low: bool = True
) -> dict[str, Any]:
    """Everything that waits for somebody, by priority and then by age, oldest first, at whatever table.

    That it was seen changes neither its place nor its colour: it takes its key away, and folds its card.
    `helped` names the card that is open with its four sentences; `kept_px` is what payments under way take.
    `findings` of the house come last, of low priority, and nothing waits for them; but a journal that is not
    what it was, and cards that chance does not deal, come with the alarms of their priority. One that was
    asked to be put away asks why. One cause at several tables is one card. Without `low` what is of the third
    priority is counted only: a small stage tells it at the foot.
    """
    speech = room.speech()
    cards: list[tuple[tuple[float, int], Card]] = []
    for seen in room.tables:
        cards += _of_table(room, seen, helped)
    findings = [_asked_why(speech, card) if card["open"]["alarm"] == helped else card for card in findings]
    for card in findings:
        if card["kind"] == "p2":
            cards.append(((CHECK_AS if card["reasons"] else GRAVE_AS, 0), card))
    grave = sum(card["kind"] == "p2" for card in findings)
    findings = [card for card in findings if card["kind"] == "p3"]
    low_findings = len(findings)
    told = [card for _, card in together(speech, cards)]
    folded = sum(card["kind"] == "p3" for card in [*told, *findings]) if not low else 0
    if not low:
        told, findings = [card for card in told if card["kind"] != "p3"], []
    drawn = _fitting_findings(told, findings, helped, room_px(room.extent) - kept_px, small=room.extent.small)
    alarms = [up for seen in room.tables for up in seen.view_or_none.get("alarms", [])]
    unheard = [_not_heard(room, seen)["kind"] for seen in room.tables if seen.unheard]
    rest = sum(len(card["tables"]) for card in [*told, *findings])
    rest -= sum(len(card["tables"]) for card in drawn)
    return {
        "title": speech.say("attention"),
        "counts": [
            {
                "name": f"P{priority}",
                "count": sum(up["priority"] == priority for up in alarms)
                + sum(kind == f"p{priority}" for kind in unheard)
                + (priority == 3) * low_findings
                + (priority == 2) * grave,
            }
            for priority in (1, 2, 3)
        ],
        "calm": None if drawn or folded else _calm(room),
        "folded": folded,
        "cards": drawn,
        "more": speech.say("more" if rest > 1 else "more.one", count=rest) if rest else "",
        "refused": _refused(room),
    }


def _calm(room: Room) -> dict[str, str]:
    """No alarm and no call. Where an authorisation is awaited somebody does wait."""
    speech = room.speech()
    waiting = sum(len(seen.view_or_none.get("awaited", [])) for seen in room.tables)
    if waiting:
        return {"title": speech.say("calm.signs"), "text": speech.say("calm.waiting", waiting=waiting)}
    return {"title": speech.say("calm"), "text": speech.say("calm.room", count=len(room.tables))}


def _asked_why(speech: Speech, card: Card) -> Card:
    """The finding is to be put away: its keys are the reasons."""
    if not card.get("reasons"):
        return card
    return {**card, "text": speech.say("finding.why"), "keys": card["reasons"], "opened": True}


def _fitting_findings(
    told: list[Card], findings: Sequence[Card], helped: str, left_px: int, *, small: bool = False
) -> list[Card]:
    """What is drawn of the cards, and of the findings those that there is room for below them."""
    heads_px = sum(HEIGHTS["p1"] if card["kind"] == "p1" else SLIM_PX for card in told)
    shown = findings[: max(0, (left_px - heads_px) // SLIM_PX)]
    opened = [{**card, "opened": card["open"]["alarm"] == helped} for card in shown]
    asked_px = REASONS_PX * any(card["opened"] and card.get("reasons") for card in [*told, *opened])
    return _fitting([*told, *opened], left_px - FINDING_MORE_PX * len(shown) - asked_px, small=small)


def _fitting(told: list[Card], left_px: int, *, small: bool = False) -> list[Card]:
    """The cards that are drawn, in their order; what is `slim` is its head alone, and one touch opens it.

    What was seen, and an alarm of the third priority, is slim in any case. Where room is short, alarms of the
    third priority go first, then those that were seen, each the newest before the older, and are counted
    only; then the others lose their keys. A P1 never does. On a small stage only the first P2 that nobody has
    seen has its keys before it is touched.
    """
    most = SMALL_MOST if small else max(LEAST, left_px // SLIM_PX)
    while len(told) > most and any(_folds(card) for card in told):
        last = max(_folds(card) for card in told)
        at = max(at for at, card in enumerate(told) if _folds(card) == last)
        told = [*told[:at], *told[at + 1 :]]
    left_px -= sum(HEIGHTS["p1"] if card["kind"] == "p1" else SLIM_PX for card in told)
    keyed = False
    for card in told:
        if card["kind"] == "p1":
            card["slim"] = False
            continue
        more_px = HEIGHTS[card["kind"]] - SLIM_PX
        folded = _folds(card) > 1 and not card.get("reasons")
        card["slim"] = (folded or more_px > left_px or (small and keyed)) and not card["opened"]
        keyed = keyed or (card["kind"] == "p2" and not card["slim"])
        left_px -= 0 if card["slim"] else more_px
    return told


def _folds(card: Card) -> int:
    """How soon a card gives way: 0 never, 1 what nobody has seen, 2 what was seen, 3 the third priority."""
    if card["kind"] == "p1":
        return 0
    return 3 if card["kind"] == "p3" else 2 if card["seen_at"] else 1


def _of_table(room: Room, seen: Seen, helped: str) -> list[tuple[tuple[float, int], Card]]:
    view, speech = seen.view, seen.speech(room.language, room.zone)
    found = []
    if seen.unheard:
        since_ms = view["at_ms"] if view is not None else 0
        told = _not_heard(room, seen)
        found.append(((1.0 if told["kind"] == "p1" else 1.5, since_ms), told))
    if view is None:
        return found
    called = view["call"]
    if called is not None:
        found.append(((CALL_AS, called["at_ms"]), call(speech, seen, view, helped)))
    for up in view["alarms"]:
        found.append(((float(up["priority"]), up["at_ms"]), alarm(speech, seen, view, up, helped)))
    return found


def _not_heard(room: Room, seen: Seen) -> Card:
    """A table that is not heard, or that said as its last word that it cannot write."""
    speech = seen.speech(room.language, room.zone)
    return _unwritten(speech, seen) if seen.unwritten else _silent(speech, seen)


def _silent(speech: Speech, seen: Seen) -> Card:
    """A table that is not heard: what the pit shows of it is not the present."""
    said = "restarting" if seen.restarting else "silent"
    text = speech.say(
        "silent.none" if seen.view is None else f"{said}.text", time=figures.since(seen.silence_ms)
    )
    if seen.unreadable:
        title, text = unreadable_words(speech.language, seen.unreadable)
    else:
        title = speech.say(said)
    return _card(
        seen,
        kind="p2",
        title=title,
        text=f"{text} ({seen.trouble})" if seen.trouble else text,
        since=figures.since(seen.silence_ms) if seen.silence_ms else "",
    )


def _unwritten(speech: Speech, seen: Seen) -> Card:
    """A table that cannot write its journal said so last: it stands until its disk takes entries again."""
    code, priority = unwritten_alarm(seen.unwritten)
    told = alarm_text(speech.language, code)
    text = told.happens.format(detail=detail_words(speech.language, seen.unwritten))
    return _card(
        seen,
        kind=f"p{priority}",
        title=told.title,
        text=f"{text} {told.kept}",
        code=code,
        since=figures.since(seen.silence_ms) if seen.silence_ms else "",
    )


def _card(table: Seen, /, **said: Any) -> Card:
    empty: Card = {
        "table": table.name,
        "where": table.name,
        "text": "",
        "called": "",
        "code": "",
        "since": "",
    }
    empty |= {"seen": False, "old": False, "late": False, "stands": "", "cause": "", "tables": [table.name]}
    return empty | {"seen_at": "", "keys": [], "help": [], "open": None, "opened": False} | said


def call(speech: Speech, seen: Seen, view: View, helped: str) -> Card:
    """The dealer's silent call, until the chef has come; while the best hand is verified, the comité."""
    name = f"{seen.name}/call"
    called, whom = view["call"], ".comite" if for_the_comite(view) else ""
    seen_ms, title = called["seen_ms"], speech.say(f"call{whom}")
    again = called["last_ms"] > called["at_ms"]
    at = speech.clock(seen_ms or called["last_ms"])
    return _card(
        seen,
        kind="call",
        title=title,
        text=speech.say(f"call{whom}.seen" if seen_ms else "call.again" if again else "call.text", time=at),
        since=speech.since(called["at_ms"]),
        **aged(speech.now_ms - called["at_ms"]),
        seen=bool(seen_ms),
        seen_at=seen_by(speech, called) if seen_ms else "",
        keys=[*_seen_key(speech, seen, view, {"act": "SeeCall"}, title), _open_key(speech, seen)],
        open={"act": "help", "alarm": name},
        opened=helped == name,
    )


def alarm(speech: Speech, seen: Seen, view: View, up: View, helped: str) -> Card:
    """One alarm: where, what is wrong, since when, and its keys; helped, the four sentences too."""
    told, facts = alarm_text(speech.language, up["code"]), _facts(speech, up)
    title, name = titled(speech, up), f"{seen.name}/{up['alarm']}"
    tap = {"act": "SeeAlarm", "alarm": up["alarm"], "reason": ""}
    return _card(
        seen,
        kind=f"p{up['priority']}",
        where=" · ".join(part for part in (seen.name, _raised_in(speech, view, up)) if part),
        title=title,
        text=speech.say("alarm.over") if up["over"] else told.happens.format(**facts).replace(" ()", ""),
        called=speech.say("alarm.called", time=speech.clock(up["pit_ms"])) if waits_for_pit(up) else "",
        code=up["code"],
        cause=cause_of(up),
        since=speech.since(up["at_ms"]),
        **aged(speech.now_ms - up["at_ms"], low=up["priority"] == 3),
        seen=bool(up["seen_ms"]),
        seen_at=seen_by(speech, up) if up["seen_ms"] else "",
        stands=speech.say("stands") if up["seen_ms"] and not up["over"] else "",
        keys=[
            _pay_key(speech, seen)
            if up["code"] == VERIFY and view["verification"]
            else _open_key(speech, seen, main=True),
            *_seen_key(speech, seen, view, tap, title),
            {
                "label": speech.say("help"),
                "says": speech.say("help.says", title=title),
                "tap": {"act": "help", "alarm": name},
            },
        ],
        help=_help(speech, told, facts) if helped == name else [],
        opened=helped == name,
        open={"act": "help", "alarm": name},
    )


def _raised_in(speech: Speech, view: View, up: View) -> str:
    """The round that the alarm was raised in while that is under way; it is not of one that came after."""
    played = view["round"]
    return round_name(speech, view) if played is not None and up["at_ms"] >= played["opened_ms"] else ""


def round_name(speech: Speech, view: View) -> str:
    """The round that the table is in, `coup 147`, or empty before the first."""
    played = view["round"]
    if played is None or view["phase"] in NOT_PLAYED:
        return ""
    label = played["label"]
    return speech.say("round", number=label.split()[1] if " " in label else label)


def _help(speech: Speech, told: Any, facts: Mapping[str, str]) -> list[dict[str, str]]:
    """What is safe, what to do, whom to tell: what happens stands on the card already."""
    kept = told.kept.format(**facts)
    steps = ". ".join(step.format(**facts) for step in told.steps) + "."
    heads = HEADINGS[speech.language]
    return [
        {"head": head, "text": text} for head, text in zip(heads[1:], (kept, steps, told.who), strict=True)
    ]


def titled(speech: Speech, up: View) -> str:
    """The alarm's title with its place and its detail; once its cause is gone it says so first.

    What a title adds to be done, after its dash, is needless then.
    """
    facts = _facts(speech, up)
    facts["detail"] = facts["detail"].upper()
    title = alarm_text(speech.language, up["code"]).title.format(**facts).removesuffix(" – ")
    return speech.say("alarm.gone", title=title.partition(" – ")[0]) if up["over"] else title


def _facts(speech: Speech, up: View) -> dict[str, str]:
    where = place(speech, up)
    detail = detail_words(speech.language, up["detail"])
    return {"where": where.upper(), "where_low": where, "detail": detail}


def seen_by(speech: Speech, told: View) -> str:
    """When it was seen, by whose card, and on which screen."""
    seen = speech.say("seen.at", time=speech.clock(told["seen_ms"]))
    screen = told["seen_on"] or "console"
    if told["seen_by"]:
        return speech.say(f"seen.by.{screen}", seen=seen, person=told["seen_by"])
    return speech.say(f"seen.on.{screen}", seen=seen)


def waits_for_pit(up: View) -> bool:
    """Nobody at the table has seen the alarm: the pit was called, and is to see it."""
    return bool(up["pit_ms"]) and not up["seen_ms"]


def place(speech: Speech, up: View) -> str:
    """The place that an alarm names: a card's, a seat's, or none."""
    pile = up["detail"].partition(".")[0]
    if pile in ("hole", "dealer", "board", "burn"):
        return speech.say("burned").lower() if up["detail"].startswith("burn") else speech.place(up["detail"])
    return speech.say("seat", seat=up["seat"]) if up["seat"] else ""


def _seen_key(speech: Speech, seen: Seen, view: View, tap: dict[str, Any], title: str) -> list[Card]:
    """The key that says `seen`, while the table is heard and would take it."""
    if seen.unheard or tap not in view["offers"]:
        return []
    says = speech.say("seen.says", title=f"{seen.name}, {title}")
    return [{"label": speech.say("seen").upper(), "says": says, "tap": asked(seen, tap)}]


def _open_key(speech: Speech, seen: Seen, *, main: bool = False) -> Card:
    return {
        "main": main,
        "label": speech.say("look"),
        "says": speech.say("look.says", table=seen.name),
        "tap": {"act": "look", "table": seen.name, "tab": "live"},
    }


def _pay_key(speech: Speech, seen: Seen) -> Card:
    """The key that opens the payment which the alarm is about."""
    return {
        "main": True,
        "label": speech.say("payment.look"),
        "says": speech.say("payment.look.says", table=seen.name),
        "tap": payment_tap(seen),
    }


def payment_tap(seen: Seen) -> dict[str, Any]:
    """The tap that opens the page of this table's payment."""
    return {"act": "look", "table": seen.name, "tab": "payment"}


def asked(seen: Seen, tap: View) -> dict[str, Any]:
    """The tap that asks this of that table."""
    return {"act": "ask", "table": seen.name, "tap": aimed(seen.view_or_none, tap)}


def _refused(room: Room) -> dict[str, str] | None:
    """What tables refused just now, with the reason and its article; one tap may have asked several."""
    speech = console.Speech(room.language, 0)
    told = [(seen.name, seen.refusal) for seen in room.tables if seen.refusal is not None]
    if not told:
        return None
    by_reason: dict[str, list[str]] = {}
    for name, refusal in told:
        by_reason.setdefault(speech.refused(refusal), []).append(name)
    each = [f"{', '.join(names)} – {text}" for text, names in by_reason.items()]
    articles = dict.fromkeys(str(refusal.get("article", "")) for _, refusal in told)
    return {
        "title": ", ".join(name for name, _ in told),
        "text": next(iter(by_reason)) if len(by_reason) == 1 else "\n".join(each),
        "article": ", ".join(filter(None, articles)),
    }
