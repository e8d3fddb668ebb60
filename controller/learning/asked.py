"""What is asked of the learner now: every act that is right, the one that he is told of first.

Read from the console's view and the lesson, as a good dealer would; nothing here is a rule of the game. While
cards come or people are waited for nothing is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from controller.learning.lessons import RIVER, Lesson

View = Mapping[str, Any]
Tap = dict[str, Any]

HARMLESS: Final = frozenset(
    {"Undo", "ReopenBets", "ReopenDecision", "UndoStakes", "EndPause", "CallChef", "SeeAlarm"}
    | {"SilenceAlarm", "EnterPin"}
)
"""Acts that put something right, or help: never a wrong tap, as long as the table takes them."""


def asked(
    lesson: Lesson, view: View, card_at: Callable[[str], str], closing: Callable[[], tuple[str, Tap]]
) -> list[Tap]:
    """The acts that are right now.

    Args:
        card_at: the card that lies open at a place.
        closing: the next line of the closing: whose badge it needs, and the key.
    """
    if view["paused"]:
        return _primary(view)
    if _nobody_deals(view):  # once his badge lies there
        return [{"act": "SignOn"}]
    if view["held"] is not None:
        return _held(lesson, view)
    told = view["verification"]
    if told is not None and not told["released"] and not told["refused"]:
        return [] if told["called_ms"] else [{"act": "CallChef"}]
    if lesson.closes:
        return _closing(view, closing)
    if view["to_key"]:
        place = view["to_key"][0]
        return [{"act": "KeyCard", "place": place, "card": card_at(place)}] if card_at(place) else []
    if _to_declare(lesson, view):
        return [{"act": "DeclareIncident", "incident": lesson.incident}]
    if view["phase"] == "betting":
        return _stakes(lesson, view)
    if view["phase"] == "deciding":
        return _decisions(lesson, view)
    if view["phase"] == "settling":
        return _settling(lesson, view)
    if view["phase"] == "latched" and view["round"]["count_disputed"]:
        return [{"act": "CountAgrees"}]  # in a lesson the lamps are right
    if view["phase"] == "latched" and not view["jackpot"]["open"]:
        return [{"act": "GiveJp1Back"}]
    return _primary(view)


def does(tap: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Whether the tap is this act with these arguments; it may have more."""
    return all(tap.get(name) == value for name, value in wanted.items())


def _nobody_deals(view: View) -> bool:
    """The learner has signed off."""
    gone = view["croupier"] is None and view["relief"]["register"]
    return bool(gone and view["phase"] not in ("closed", "opening"))


def _primary(view: View) -> list[Tap]:
    """The act of the big key, unless it is the chef's to confirm."""
    told = view["primary"]
    if told is None or told["why"] is not None or told["tap"]["act"] == "ConfirmPayment":
        return []
    return [dict(told["tap"])]


def _held(lesson: Lesson, view: View) -> list[Tap]:
    """Whoever may end the hold does; else the chef is called, once."""
    alive = [tap for tap in _primary(view) if tap["act"] == "Resume"]
    if alive and view["held"]["cause"] != lesson.void:
        return alive
    return [] if view["call"] is not None else [{"act": "CallChef"}]


def _to_declare(lesson: Lesson, view: View) -> bool:
    played = view["round"]
    if not lesson.incident or played is None or played["attempt"] > 1 or played["voided"]:
        return False
    in_play = view["phase"] in ("dealing", "deciding")
    return bool(in_play and played["drawn"] >= lesson.stops_at and view["phase"] != "refunding")


def _stakes(lesson: Lesson, view: View) -> list[Tap]:
    """The stakes as the players laid them, then the light; first an alarm of the link, where it is lost."""
    pending = []
    for player in lesson.players:
        shown = view["seats"][player.seat - 1]
        trips = sum(cents for spot, cents in shown["stakes"].items() if spot not in ("ante", "blind"))
        if not shown["seated"] or (shown["ante_cents"], trips) != (100 * player.ante, 100 * player.trips):
            pending.append(player.stakes)
    if pending:
        return pending
    if lesson.link_lost:
        if view["jackpot"]["open"]:
            return []
        unseen = [up for up in view["alarms"] if not up["seen_ms"] and not up["warning"]]
        if unseen:
            return [{"act": "SeeAlarm", "alarm": unseen[0]["alarm"]}]
        if any(view["seats"][seat - 1]["chip"] for seat in lesson.jp1):
            return []
    elif any(not _chip_lies(view["seats"][seat - 1]) for seat in lesson.jp1):
        return []
    wanted = {player.seat for player in lesson.players}
    vacate = [seat["seat"] for seat in view["seats"] if seat["seated"] and seat["seat"] not in wanted]
    if vacate:
        return [{"act": "VacateSeat", "seat": vacate[0]}]
    return _primary(view)


def _chip_lies(shown: Mapping[str, Any]) -> bool:
    return bool(shown["chip"] or shown["jp1"] == "carried")


def _decisions(lesson: Lesson, view: View) -> list[Tap]:
    """What the players say on this street; then the next one is called, or the hands are opened."""
    if not view["street_open"]:
        return []
    street, pending = view["street"], []
    for player in lesson.players:
        if player.seat not in view["undecided"]:
            continue
        if player.street == street and player.times:
            pending.append({"act": "BetPlay", "seat": player.seat, "multiple": player.times})
        elif street == RIVER and player.times:  # what he said before was not noted, and he says it again
            pending.append({"act": "BetPlay", "seat": player.seat, "multiple": 1})
        elif street == RIVER:
            pending.append({"act": "Fold", "seat": player.seat})
    if len(pending) > 1 and len(pending) == len(view["undecided"]):
        acts = {tap["act"] for tap in pending}
        if acts == {"Fold"} and street == RIVER:
            pending.append({"act": "FoldRest"})
        if acts == {"BetPlay"} and street == RIVER:
            pending.append({"act": "BetRest"})
    return pending or _primary(view)


def _settling(lesson: Lesson, view: View) -> list[Tap]:
    """The seat in turn; the one that is contested is put aside, and settled once the chef has come."""
    turn = view["turn"]
    if not turn or not lesson.contests:
        return _primary(view)
    shown = view["seats"][lesson.contests - 1]
    if turn == lesson.contests:
        if not shown["contested"]:
            return [{"act": "ContestSeat", "seat": turn}]
        if view["call"] is None:
            return [{"act": "CallChef"}]
        if not view["call"]["seen_ms"]:
            return []
    return _primary(view)


def _closing(view: View, closing: Callable[[], tuple[str, Tap]]) -> list[Tap]:
    """The chef is called; beside his badge the closing begins and ends, between them the dealer's lines."""
    if view["phase"] == "closed":
        return []
    if view["call"] is None:
        return [{"act": "CallChef"}]
    person, tap = closing()
    chef = view["badge"] is not None and view["badge"]["role"] == "chef" and view["pin"] is None
    if tap["act"] in ("BeginClosing", "CloseTable"):
        return [tap] if chef else []
    if tap["act"] == "ShowEmpty" and view["decks"]["empty_asked"]:
        return []
    return [] if person else [tap]
