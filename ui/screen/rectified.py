"""A rectification that is open, at the console: what is due, whose card is awaited, the ways on."""

from __future__ import annotations

from typing import Final

from ui import figures
from ui.screen.shape import Direction, Focus, Key, Row, SettleLine, Sheet
from ui.screen.speech import Speech, View, chip, key, money, offered
from ui.texts.hands import CLASSES
from ui.texts.settled import settled_word


def asked(view: View) -> View | None:
    """The rectification that is open, or None."""
    found: View | None = (view.get("record") or {}).get("open")
    return found


def shown(view: View) -> bool:
    """The open rectification has card and button: nothing else may be done, or its person came."""
    told = asked(view)
    if told is None or view["held"] is not None or view["resumed"]:
        return False
    quiet = view["phase"] in ("betting", "clearing", "settling")
    waits = not told["closed"] or told["approved"] or offered(view, "ApproveRectification") is not None
    return bool(quiet and waits)


def number(told: View) -> str:
    """How a round is called: `0151`."""
    return f"{told['round']:04d}"


def decision(say: Speech, code: str) -> str:
    """`×4`, `A 2`, `A 0,5 T + A 0,5 R`, `couché`."""
    words = []
    for part in code.split("."):
        if part.startswith("play"):
            words.append(figures.times(int(part[4:])))
        else:
            words.append(say("rectify.fold") if part == "fold" else say(f"spot.{part}"))
    return " + ".join(words)


# --- the card and the big button -----------------------------------------------------------------


def focus(say: Speech, view: View) -> Focus | None:
    """What is to be paid or taken back, line by line, and whose card is awaited."""
    told = asked(view)
    if told is None or not shown(view):
        return None
    cents = told["cents"]
    way: Direction = "even" if told["sealed"] or not cents else "pay" if cents > 0 else "take"
    euros, rest = figures.split_euros(abs(cents)) if way != "even" else ("–", "")
    return {
        "kind": "settle",
        "seat": say.seat(told["seat"]),
        "hand": say("rectify.name"),
        "direction": way,
        "word": say("rectify.sealed" if told["sealed"] else f"rectify.{way}"),
        "euros": euros,
        "cents": rest,
        "also": "",
        "chips": [],
        "lines": _lines(say, told),
    }


def _card(say: Speech, told: View) -> str:
    """Who must present a card; approved, who has."""
    if told["approved"]:
        return say("rectify.approved", person=told["approver"])
    return say("rectify.awaits.two" if told["closed"] else "rectify.awaits.chef")


def _lines(say: Speech, told: View) -> list[SettleLine]:
    """Every spot as it was settled and as it is: its stake, what the player had, what he has."""
    was = {line["spot"]: line for line in told["first"]}
    now = {line["spot"]: line for line in told["lines"]} if not told["sealed"] else {}
    made: list[SettleLine] = []
    for spot in dict.fromkeys((*was, *now)):
        first, line = was.get(spot), now.get(spot)
        stake = (line or first or {}).get("stake_cents", 0)
        before, after = (one["net_cents"] if one is not None else 0 for one in (first, line))
        if told["sealed"]:
            result = figures.euros(before, short=True, signed=True)
        elif before == after:
            result = say("rectify.same")
        else:
            result = f"{_signed(before)} → {_signed(after)}"
        made.append(
            {
                "spot": say(f"spot.{spot}"),
                "stake": chip(stake),
                "rule": "",
                "result": result,
                "gain": after > before and not told["sealed"],
            }
        )
    return made


def _signed(cents: int) -> str:
    return figures.euros(cents, short=True, signed=True).removesuffix("\u00a0€")


def primary(say: Speech, view: View) -> Key | None:
    """The approval, once its person is there; then the payment or the taking, with its amount."""
    told = asked(view)
    if told is None or not shown(view):
        return None
    if not told["approved"]:
        tap = offered(view, "ApproveRectification")
        why = say("rectify.of", round=number(told)) if tap is not None else _card(say, told)
        return key(say("act.ApproveRectification"), tap, why)
    tap = offered(view, "SettleRectification", moved="by_hand")
    way = "pay" if told["cents"] > 0 else "take"
    label = say(f"act.rectify.{way}", seat=told["seat"], amount=money(abs(told["cents"])))
    return key(label, tap, say("rectify.of", round=number(told)))


# --- the one that waits --------------------------------------------------------------------------


def waiting(say: Speech, view: View, told: View) -> Sheet:
    """Who proposed what and why, the settlement before and after, and every way on."""
    rows: list[Row] = [
        {"label": say("rectify.row.true"), "value": truth_words(say, told)},
        {"label": say("rectify.row.reason"), "value": say(f"rectify.reason.{told['reason']}")},
        {"label": say("rectify.row.asked"), "value": told["person"] or say("role.dealer")},
    ]
    if told["approved"]:
        rows.append({"label": say("rectify.row.approved"), "value": told["approver"], "state": "done"})
    else:
        rows.append({"label": say("rectify.row.awaits"), "value": _card(say, told), "state": "open"})
    if told["others"]:
        seats = say.listed(told["others"])
        rows.append({"label": say("rectify.row.others"), "value": seats, "state": "bad"})
    big = primary(say, view)
    for act, arguments, word in _WAYS:
        tap = offered(view, act, **arguments)
        if tap is not None and (big is None or tap != big["tap"]):
            rows.append({"label": say(word), "value": "→", "tap": tap})
    return {
        "kind": "opening",
        "title": say("rectify.title", round=number(told), seat=told["seat"]),
        "checks": rows,
        "rules_title": say("rectify.before_after"),
        "rules": _before_after(say, told),
    }


_WAYS: Final[tuple[tuple[str, dict[str, str], str], ...]] = (
    ("ApproveRectification", {}, "rectify.approve"),
    ("RejectRectification", {}, "rectify.reject"),
    ("WithdrawRectification", {}, "rectify.withdraw"),
    ("SettleRectification", {"moved": "by_hand"}, "rectify.moved.by_hand"),
    ("SettleRectification", {"moved": "already"}, "rectify.moved.already"),
    ("SettleRectification", {"moved": "left"}, "rectify.moved.left"),
)


def truth_words(say: Speech, told: View) -> str:
    """What was really so, as it was proposed."""
    truth = told["truth"]
    if truth["mistake"] == "decision":
        return decision(say, truth["decision"])
    if truth["mistake"] == "stake":
        return " + ".join(chip(cents) for cents in truth["stakes"].values())
    if truth["mistake"] == "hand":
        return f"{say('by_hand.' + truth['outcome'])} · {CLASSES[say.language][truth['class']]}"
    if truth["mistake"] == "card":
        return f"{say.place(truth['place'])} · {say.card(truth['card'])}"
    return say("rectify.payment")


def _before_after(say: Speech, told: View) -> list[Row]:
    """Spot by spot what the player had by the record and has in truth, with the rule applied."""
    if told["sealed"]:
        return [{"label": say("rectify.sealed"), "value": say("rectify.sealed.text")}]
    was = {line["spot"]: line for line in told["first"]}
    now = {line["spot"]: line for line in told["lines"]}
    rows: list[Row] = []
    for spot in dict.fromkeys((*was, *now)):
        before, after = (_line(say, told_by.get(spot)) for told_by in (was, now))
        rows.append(
            {"label": say(f"spot.{spot}"), "value": after if before == after else f"{before} → {after}"}
        )
    way = "pay" if told["cents"] > 0 else "take" if told["cents"] else "even"
    rows.append({"label": say(f"rectify.{way}"), "value": figures.euros(abs(told["cents"]))})
    return rows


def _line(say: Speech, line: View | None) -> str:
    if line is None:
        return "–"
    word = settled_word(say.language, line["rule"])
    return f"{_signed(line['net_cents'])} {word}".strip() if line["net_cents"] else word or "0"
