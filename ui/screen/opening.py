"""The opening and closing sheets on the console: one line, one tap; counts and numbers by keys."""

from __future__ import annotations

from typing import Any, Final, Literal

from ui import figures
from ui.screen import meter, pad, papers
from ui.screen.console_state import CHEFS, SIGNATURES, LocalState, chef_there
from ui.screen.shape import AlarmWords, Focus, Key, Row, Sheet
from ui.screen.speech import Speech, View, chip, key, local, machines, money, offered

OWED_SHOWN: Final = 2
"""So many acts are named; the closing slip has them all."""
ROWS: Final = 3
"""Of lines as keys: on the small console a fourth row would leave none of them a finger high."""
DAY_MIN: Final = 24 * 60
OVERDUE_MIN: Final = 120
"""How long after the closing time the console still says that the last deals were not announced."""
PADS: Final = frozenset({"cash", "serial_red", "serial_blue"})
PIECES_ACROSS: Final = 3


def kept(view: View) -> Any:
    """The sheet of this table, or None where none is kept."""
    return view.get("sheet")


def closing(view: View) -> bool:
    """The closing told is being filled."""
    told = kept(view)
    return told is not None and told["closing"]


def last_deals_due(say: Speech, view: View) -> AlarmWords | None:
    """The reminder that the last deals are to be announced before the closing time (RP-23), or None."""
    told = kept(view)
    if told is None or not told["closes"] or told["closing"] or view["last_deals"] is not None:
        return None
    hour, minute = map(int, told["closes"].split(":"))
    left = (60 * hour + minute - figures.minute_of_day(say.now_ms)) % DAY_MIN
    late = left >= DAY_MIN - OVERDUE_MIN
    if view["phase"] in ("closed", "opening") or (left > told["announce_min"] and not late):
        return None
    sub = say("last_deals.late" if late else "last_deals.soon", time=told["closes"], minutes=left)
    return {"priority": "info", "title": say("last_deals.due"), "sub": sub}


def counting(say: Speech, view: View, mine: LocalState) -> Sheet | None:
    """The pad of a count or of a serial number, or None when none is open."""
    if kept(view) is None or mine.sheet not in PADS:
        return None
    return _cash(say, view, mine) if mine.sheet == "cash" else _serial(say, mine)


def sheet(say: Speech, view: View) -> Sheet:
    """The lines of the opening or closing sheet as large keys; the next one missing is named elsewhere."""
    away = [told for told in machines(view) if told["health"] != "up"]
    state = say("opening.machines.away", count=len(away)) if away else say("opening.machines.up")
    keys = [
        key(say("opening.machines"), local("sheet", sheet="devices"), state),
        *(_line(say, view, line, done) for line, done in kept(view)["lines"]),
        *([papers.orphan_key(say, view)] if closing(view) else []),
        *meter.entry_key(say, view),
    ]
    return {
        "kind": "keys",
        "title": say("closing.title" if closing(view) else "opening.title"),
        "text": _closing_words(say, view) if closing(view) else say("opening.text"),
        "keys": keys,
        "across": 4 if len(keys) <= 4 * ROWS else 5,
    }


def _closing_words(say: Speech, view: View) -> str:
    """What the closing sheet says first: how the shuffler is shown empty while that waits, what is owed."""
    health = next((told["health"] for told in machines(view) if told["machine"] == "shuffler"), "absent")
    if view["decks"]["empty_asked"] and health in ("up", "degraded"):
        return say("closing.empty")
    return _owed_words(say, view) or say(
        "closing.shuffler_away" if health == "lost" else _of_jp1(view, "text")
    )


def _of_jp1(view: View, name: str) -> str:
    """The closing's words under this name: a game without JP1 counts nothing apart."""
    return f"closing.{name}.jp1" if "jp1" in view["game"]["spots"] else f"closing.{name}"


def _line(say: Speech, view: View, line: str, done: bool) -> Key:
    label, value = say(f"line.{line}"), _value(say, view, line, done)
    missing = next((name for name, ticked in kept(view)["lines"] if not ticked), "")
    check: Literal["done", "now", "open"] = "done" if done else "now" if line == missing else "open"
    told = [label, value] + ([say("opening.seen")] if done and value != say("opening.seen") else [])
    return key(label, _tap(view, line, done), value, check=check, says=" ".join(told))


def _tap(view: View, line: str, done: bool) -> Any:
    if line in ("float", "encaisse"):
        return local("sheet", sheet="cash")
    if line == "rules":
        return local("sheet", sheet="rules")
    if line == "jp1_chips":
        return None if meter.chips_agree(view) else local("sheet", sheet=line)
    if line.startswith("serial_"):
        house = offered(view, "DeclareSerial", colour=line.removeprefix("serial_"))
        return house if house is not None and not done else local("sheet", sheet=line)
    if line.startswith("deck_"):
        return None if done else offered(view, "CountDeck", colour=line.removeprefix("deck_"))
    if line == "slips":
        return next((tap for slip in papers.unsigned(view) if (tap := papers.signature(view, slip))), None)
    if line == "shuffler_empty":
        return None if done else offered(view, "ShowEmpty", occasion="closing")
    return offered(view, "TickLine", line=line)


def felt_words(say: Speech, view: View) -> str:
    """What may be staked here, and at how many places: `5 – 150 € · 7 places`."""
    highest = money(view["maximum_coming_cents"] or view["maximum_cents"])
    count = len(view["seats"])
    places = say("opening.places.one") if count == 1 else say("opening.places", count=count)
    return f"{chip(view['minimum_cents'])} – {highest} · {places}"


def _value(say: Speech, view: View, line: str, done: bool) -> str:
    told = kept(view)
    if line in ("float", "encaisse"):
        signed = say("cash.signed", count=len(told["signed"]))
        counted = told["counted_cents"]
        return f"{money(counted) if counted else say('opening.to_count')} · {signed}"
    if line.startswith("serial_"):
        return str(dict(told["serials"]).get(line.removeprefix("serial_"), say("opening.to_key")))
    if line.startswith("deck_"):
        return say("opening.deck.whole") if done else say("opening.to_count")
    if line == "limits":
        return felt_words(say, view)
    if line == "jackpot":
        jackpot = view["jackpot"]
        return f"{money(jackpot['stake_cents'])} · {money(jackpot['meter_cents'])}"
    if line == "rules":
        return str(view["rules"]["digest"][:8])
    if line == "reconciliation":
        return money(told["residual_cents"])
    if line == "slips":
        return papers.awaited(say, view) or say("opening.seen")
    if line == "shuffler_empty":
        asked = view["decks"]["empty_asked"]
        return say("opening.seen") if done else say("empty.lid" if asked else "empty.to_show")
    if line == "jp1_chips":
        return meter.chips_value(say, view)
    if line == "book_owed":
        return say("cash.signed", count=told["owed_signed"])
    shuffler = view["shuffler"]
    held = not done and offered(view, "TickLine", line=line) is None
    if line == "decks_stored" and held and (shuffler["deck_in"] or shuffler["deck_out"]):
        return say.refused({"code": "deck_in_shuffler", "facts": {}})
    if line == "disputes":
        return "0" if done else "1"
    return say("opening.seen") if done else say("opening.to_tick")


def _rectified(say: Speech, view: View) -> list[Row]:
    """What rectifications made of the result by rounds (AC-10)."""
    told = view["record"]
    amount = figures.euros(told["bank_cents"], short=True, signed=True)
    return [{"label": say("rectify.sum", count=told["count"]), "value": amount}] if told["count"] else []


def _owed(say: Speech, view: View) -> list[Row]:
    """How much the book still owes (LK-04)."""
    acts = kept(view)["owed"]
    value = say("owed.sum", count=len(acts), amount=money(sum(act["cents"] for act in acts)))
    return [{"label": say("line.book_owed"), "value": value, "state": "open"}] if acts else []


def _owed_words(say: Speech, view: View) -> str:
    """What the book still owes, the first acts by name; empty when it owes nothing."""
    acts = kept(view)["owed"]
    told = [
        ", ".join(
            (
                say(f"owed.{act['kind']}", round=act["round"], seat=act["seat"]),
                *((money(act["cents"]),) if act["cents"] else ()),
            )
        )
        for act in acts[:OWED_SHOWN]
    ]
    more = len(acts) - OWED_SHOWN
    said = " · ".join((*told, *((say("owed.more", count=more),) if more > 0 else ())))
    return say("owed.text", acts=said) if acts else ""


def closing_focus(say: Speech, view: View) -> Focus:
    """What was brought and what is there, the jackpot apart, and whose card is in the reader."""
    told, badge = kept(view), view["badge"]
    chef = chef_there(view)
    missing = [line for line, done in told["lines"] if not done]
    result = told["counted_cents"] - told["advances_cents"]
    facts: list[Row] = [
        {"label": say("closing.advances"), "value": money(told["advances_cents"])},
        {"label": say(_of_jp1(view, "result")), "value": money(result) if told["signed"] else "–"},
        *_rectified(say, view),
        *_owed(say, view),
        {
            "label": say("opening.chef.row"),
            "value": badge["person"] if chef else say("opening.chef.waited"),
            "state": "done" if chef else "open",
        },
    ]
    word = say(f"line.{missing[0]}") if missing else say("closing.ready")
    if missing and missing[0] == "shuffler_empty" and view["decks"]["empty_asked"]:
        word = say("empty.waited")
    return {"kind": "facts", "caption": say("closing.next"), "title": word, "facts": facts}


# --- counts and numbers --------------------------------------------------------------------------


def _cash(say: Speech, view: View, mine: LocalState) -> Sheet:
    """Each value is counted blind: what is expected is not told before it is counted."""
    told = kept(view)
    counted, at = dict(told["counted"]), _piece(view, mine)

    def value(piece: int) -> Key:
        # What is typed and not entered yet would be lost by another value.
        other = None if mine.typed and piece != at else local("piece", piece=piece)
        return key(f"{chip(piece)} €", other, f"× {counted.get(piece, 0)}", chosen=piece == at)

    pieces = [value(piece) for piece in told["pieces"]]
    rows: list[Row] = [{"label": say("cash.total"), "value": money(told["counted_cents"])}]
    if told["signed"]:
        rows.append({"label": say("cash.signed_by"), "value": ", ".join(told["signed"])})
    return pad.sheet(
        say("line.encaisse" if closing(view) else "line.float"),
        {
            "caption": say("cash.pieces", piece=f"{chip(at)} €"),
            "hint": say("pad.blind"),
            "value": mine.typed,
            "unit": f"× {chip(at)} €",
        },
        pad.keys(say, "type", typed=bool(mine.typed)),
        text=say("cash.text"),
        note=say("cash.enter_first") if mine.typed else "",
        facts=rows,
        choices=[pieces[:PIECES_ACROSS], pieces[PIECES_ACROSS:]],
    )


def give_up_key(say: Speech, view: View, mine: LocalState) -> Key | None:
    """Beside the count of a further avance: that it is none; no key where nobody here may say so."""
    tap = offered(view, "GiveUpAdvance") if mine.sheet == "cash" and kept(view) is not None else None
    if tap is None:
        return None
    return key(say("advance.give_up"), tap, money(kept(view)["counted_cents"]))


def _piece(view: View, mine: LocalState) -> int:
    """The value that is being counted."""
    pieces: list[int] = kept(view)["pieces"]
    return mine.piece if mine.piece in pieces else pieces[0]


def _serial(say: Speech, mine: LocalState) -> Sheet:
    return pad.sheet(
        say(f"line.{mine.sheet}"),
        {"caption": say("serial.caption"), "hint": "", "value": mine.typed},
        pad.keys(say, "type", typed=bool(mine.typed)),
        text=say("serial.text"),
    )


def _unsigned(say: Speech, view: View) -> str:
    """Why what was counted is not signed yet: whose cards are awaited, or that it is too little; else empty.

    How much the float has to be is told to a signer alone: who counts, counts blindly.
    """
    told, card = kept(view), view["badge"]
    if not told["counted_cents"] or len(told["signed"]) >= SIGNATURES:
        return ""
    if told["signed"]:
        return say("cash.signers.second", person=told["signed"][0])
    if closing(view):
        return say("cash.signers.closing")
    signer = card is not None and card["role"] in CHEFS and view["pin"] is None
    if signer and told["counted_cents"] < told["wanted_cents"]:
        facts = {"cents": told["counted_cents"], "wanted_cents": told["wanted_cents"]}
        return say.refused({"code": "avance_short", "facts": facts})
    return say("cash.signers")


def entered(say: Speech, view: View, mine: LocalState) -> Key | None:
    """What the large key does on these pads: enter what is typed, or sign what was counted."""
    if kept(view) is None or mine.sheet not in PADS:
        return None
    label = say("act.entered")
    if mine.sheet == "cash":
        at, sign = _piece(view, mine), offered(view, "SignCash")
        if mine.typed:
            count = int(mine.typed)
            return key(
                label, {"act": "CountPieces", "piece_cents": at, "count": count}, f"{count} × {chip(at)} €"
            )
        if sign is not None:
            return key(say("act.SignCash"), sign, money(kept(view)["counted_cents"]))
        unsigned = _unsigned(say, view)
        if unsigned:
            return key(say("act.SignCash"), None, unsigned)
        return key(label, None, say("cash.to_count"))
    colour = mine.sheet.removeprefix("serial_")
    tap = {"act": "DeclareSerial", "colour": colour, "serial": mine.typed} if mine.typed else None
    return key(label, tap, mine.typed or say("opening.to_key"))
