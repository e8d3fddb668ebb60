"""Rectifying a settled seat at the console: which round and seat, what was really so, why, and what is due.

The table computes every amount but that of a payment made otherwise; the console asks and shows (AC-10).
"""

from __future__ import annotations

from typing import Any, Final

from ui import figures
from ui.screen import pad
from ui.screen.console_state import LocalState
from ui.screen.rectified import asked, decision, number, waiting
from ui.screen.shape import Key, Sheet, Tap
from ui.screen.speech import Speech, View, chip, key, local
from ui.screen.stakes_pad import arguments, chips_laid, stakes_of
from ui.texts.hands import CLASSES, RANKS, SUITS, VALUES

REASONS: Final = ("keying", "claim", "images", "count")
OUTCOMES: Final = ("win", "tie", "lose", "none")
COLUMNS: Final = tuple(name for name in CLASSES["fr"])
ROUND_MAX: Final = 999_999
STEPS_CENTS: Final = (50, 100, 500, 1_000, 2_500, 5_000, 10_000, 50_000)
"""Chips by which a payment that was wrong is told."""


def may_begin(view: View) -> bool:
    """Some seat of some round may be put right now."""
    return bool((view.get("record") or {}).get("rounds"))


# --- the sheet -----------------------------------------------------------------------------------


def sheet(say: Speech, view: View, mine: LocalState) -> Sheet | None:
    """The question that is open, from the round to the reason; or what waits, and the ways on."""
    if mine.sheet != "rectify":
        return None
    told = asked(view)
    if told is not None:
        return waiting(say, view, told)
    draft = mine.truth
    past = _round(view, draft.get("round", 0))
    if past is None:
        return _older(say, view, mine) if draft else _rounds(say, view)
    seat = next((one for one in past["seats"] if one["seat"] == draft.get("seat")), None)
    if seat is None:
        return _seats(say, past)
    mistake = draft.get("mistake", "")
    if not mistake:
        return _mistakes(say, view, past, seat)
    if not draft.get("told"):
        return _ASKS[mistake](say, view, past, seat, mine)
    return _reasons(say, view, past, seat, draft)


def _round(view: View, wanted: int) -> View | None:
    rounds = view["record"]["rounds"]
    if view["phase"] == "settling" and rounds:
        found: View = rounds[0]
        return found
    older = view.get("recalled") or {}
    known = [*rounds, *([older["past"]] if older.get("past") else [])] if rounds else []
    return next((one for one in known if one["round"] == wanted), None)


def _keys(title: str, text: str, keys: list[Key], across: int) -> Sheet:
    return {"kind": "keys", "title": title, "text": text, "keys": keys, "across": across}


def _set(**told: Any) -> Tap:
    return local("truth", **told)


def _rounds(say: Speech, view: View) -> Sheet:
    keys = [
        key(
            number(one),
            _set(round=one["round"]),
            say("rectify.round.sub", time=figures.clock(one["opened_ms"])[:5], count=len(one["seats"])),
            says=say("rectify.of", round=number(one)),
        )
        for one in view["record"]["rounds"]
    ]
    oldest = view["record"]["oldest"]
    if oldest:
        span = say(
            "rectify.older.sub",
            first=f"{oldest:04d}",
            last=f"{view['record']['rounds'][-1]['round'] - 1:04d}",
        )
        keys.append(key(say("rectify.older"), _set(older=True), span))
    return _keys(say("rectify.rounds"), say("rectify.rounds.text"), keys, 5)


def _older(say: Speech, view: View, mine: LocalState) -> Sheet:
    """The number of an older round is keyed; the table is asked for it, and answers with its seats."""
    wanted, asked_for = mine.truth.get("round", 0), view.get("recalled")
    text = say("rectify.older.text", first=f"{view['record']['oldest']:04d}")
    if wanted and not mine.typed:
        missing = asked_for is not None and asked_for["round"] == wanted
        text = say("rectify.older.none" if missing else "rectify.older.asked", round=f"{wanted:04d}")
    typed = int(mine.typed or 0)
    return pad.sheet(
        say("rectify.older"),
        {"caption": say("sheet.round"), "hint": "", "value": f"{typed:04d}" if typed else ""},
        pad.keys(say, "type", typed=bool(mine.typed)),
        text=text,
    )


def searching(say: Speech, view: View, mine: LocalState) -> Key | None:
    """What the large key does while the number of an older round is typed; None at any other question."""
    draft = mine.truth
    if mine.sheet != "rectify" or asked(view) is not None or not draft or _round(view, draft.get("round", 0)):
        return None
    typed = int(mine.typed or 0)
    search = {"act": "recall", "round": typed} if 0 < typed <= ROUND_MAX else None
    return key(say("act.recall"), search, f"{typed:04d}" if search else say("rectify.older.number"))


def _seats(say: Speech, past: View) -> Sheet:
    keys = [
        key(say.seat(one["seat"]), _set(seat=one["seat"]), _recorded(say, one), stack=True)
        for one in past["seats"]
    ]
    title = say("rectify.seats", round=number(past))
    return _keys(title, say("rectify.seats.text"), keys, 4)


def _recorded(say: Speech, seat: View) -> str:
    net = figures.euros(seat["net_cents"], short=True, signed=True)
    return f"{decision(say, seat['decision'])} · {net}"


def _head(say: Speech, past: View, seat: View) -> str:
    return say("rectify.head", round=number(past), seat=seat["seat"])


def _mistakes(say: Speech, view: View, past: View, seat: View) -> Sheet:
    """What was wrong; of hands and keyed cards only where a person told them."""
    lay = stakes_of(view["game"], seat["stakes"])
    keys = [
        key(say("rectify.decision"), _set(mistake="decision"), decision(say, seat["decision"]), stack=True),
        key(
            say("rectify.stake"),
            _set(mistake="stake", **lay),
            " + ".join(chip(cents) for cents in chips_laid(lay)),
            stack=True,
        ),
        key(say("rectify.payment"), _set(mistake="payment"), say("rectify.payment.sub"), stack=True),
    ]
    if seat["told"]:
        keys.append(key(say("rectify.hand"), _set(mistake="hand"), say("by_hand"), stack=True))
    if seat["keyed"]:
        keys.append(key(say("rectify.card"), _set(mistake="card"), say("by_hand"), stack=True))
    return _keys(_head(say, past, seat), say("rectify.mistake.text"), keys, 3)


def _decisions(say: Speech, view: View, past: View, seat: View, mine: LocalState) -> Sheet:
    draft = mine.truth
    if draft.get("decision"):
        return _hands(say, view, past, seat, mine)
    keys = []
    for code in view["record"]["decisions"]:
        recorded = code == seat["decision"]
        # A hand dealt by hand that was given up has been told by nobody: it is asked for next.
        ask = seat["by_hand"] and not seat["told"] and not code.endswith("fold")
        tap = None if recorded else _set(decision=code, told=not ask)
        sub = say("rectify.recorded") if recorded else ""
        keys.append(key(decision(say, code), tap, sub, chosen=recorded))
    return _keys(_head(say, past, seat), say("rectify.decision.text"), keys, 4 if len(keys) > 6 else 5)


def _stakes(say: Speech, view: View, past: View, seat: View, mine: LocalState) -> Sheet:
    """Ante and side bets by chips, as they really lay there."""
    draft, sides = mine.truth, view["game"]["sides"]
    told = {spot: cents for spot in ("ante", *sides) if (cents := draft.get(spot, 0))}
    steps = [cents for cents in (500, 1_000, 2_500, 10_000) if cents <= view["maximum_cents"]]
    # A fourth row would be too low for a finger: the way on then stands at the end of the last.
    beside = len(sides) > 1
    keys: list[Key] = []
    for name in ("ante", *sides):
        if beside and keys:
            keys.append(key(""))
        now, word = draft.get(name, 0), say(f"spot.{name}")
        less = _set(**{name: now - steps[0]}) if now >= steps[0] else None
        keys.append(key(f"{word} {chip(now) or '0'}", _set(**{name: 0}), say("clear")))
        keys += [key(f"+{chip(cents)}", _set(**{name: now + cents}), word) for cents in steps]
        keys.append(key(f"\u2212{chip(steps[0])}", less, word))
    same = told == stakes_of(view["game"], seat["stakes"])
    keys.append(key(say("rectify.next"), None if same or "ante" not in told else _set(told=True)))
    return _keys(_head(say, past, seat), say("rectify.stake.text"), keys, len(steps) + 2 + beside)


def _payment(say: Speech, view: View, past: View, seat: View, mine: LocalState) -> Sheet:
    """How much too little or too much was really paid; the one thing that nobody can compute."""
    by_cents = mine.truth.get("by", 0)
    less, more = say("rectify.paid.less"), say("rectify.paid.more")
    keys = [key(f"+{chip(cents)}", _set(by=by_cents + cents), less) for cents in STEPS_CENTS[1:6]]
    keys += [key(f"\u2212{chip(cents)}", _set(by=by_cents - cents), more) for cents in STEPS_CENTS[1:6]]
    keys += [
        key("+0,50", _set(by=by_cents + 50), less),
        key("\u22120,50", _set(by=by_cents - 50), more),
        key(say("clear"), _set(by=0)),
        key(say("rectify.next"), _set(told=True) if by_cents else None),
    ]
    amount = figures.euros(by_cents, signed=True)
    title = f"{_head(say, past, seat)} · {amount}"
    return _keys(title, say("rectify.payment.text"), keys, 5)


def _hands(say: Speech, view: View, past: View, seat: View, mine: LocalState) -> Sheet:
    rows = [
        {
            "label": say(f"by_hand.{outcome}"),
            "keys": [
                key(
                    say("by_hand.royal") if name == "royal_flush" else CLASSES[say.language][name],
                    _set(hand=f"{outcome}.{name}", told=True),
                )
                for name in COLUMNS
            ],
        }
        for outcome in OUTCOMES[:3]
    ]
    return {
        "kind": "results",
        "title": _head(say, past, seat),
        "text": say("rectify.hand.text"),
        "results": rows,
    }


def _cards(say: Speech, view: View, past: View, seat: View, mine: LocalState) -> Sheet:
    """Which card was keyed wrong, then which one really lay there."""
    if not mine.truth.get("place"):
        keys = [key(say.place(place), _set(place=place)) for place in seat["keyed"]]
        return _keys(_head(say, past, seat), say("rectify.card.text"), keys, 4)
    rows: list[list[dict[str, Any]]] = [
        [
            {
                "card": rank + suit,
                "says": f"{RANKS[say.language][VALUES[rank]][0]} {suit_name}",
                "chosen": False,
                "tap": _set(card=rank + suit, told=True),
            }
            for rank in VALUES
        ]
        for suit, suit_name in SUITS[say.language].items()
    ]
    return {"kind": "cards", "rows": rows}


_ASKS: Final = {
    "decision": _decisions,
    "stake": _stakes,
    "payment": _payment,
    "hand": _hands,
    "card": _cards,
}


def _reasons(say: Speech, view: View, past: View, seat: View, draft: View) -> Sheet:
    """How it came to light: the last question, and the proposal."""
    wanted: Tap = {
        "act": "ProposeRectification",
        "round": past["round"],
        "seat": seat["seat"],
        "mistake": draft["mistake"],
        "decision": draft.get("decision", ""),
        **arguments(view["game"], draft),
        "hand": draft.get("hand", ""),
        "place": draft.get("place", ""),
        "card": draft.get("card", ""),
        "by_cents": draft.get("by", 0),
    }
    keys = [key(say(f"rectify.reason.{reason}"), {**wanted, "reason": reason}) for reason in REASONS]
    return _keys(f"{_head(say, past, seat)} · {_true(say, view, draft)}", say("rectify.reason.text"), keys, 2)


def _true(say: Speech, view: View, draft: View) -> str:
    """What was really so, in a word."""
    if draft["mistake"] == "decision":
        return decision(say, draft["decision"])
    if draft["mistake"] == "stake":
        return " + ".join(chip(cents) for cents in chips_laid(stakes_of(view["game"], draft)))
    if draft["mistake"] == "payment":
        return figures.euros(draft["by"], signed=True)
    if draft["mistake"] == "card":
        return say.card(draft["card"])
    return CLASSES[say.language][draft["hand"].partition(".")[2]]
