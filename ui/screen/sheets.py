"""What takes the seats' place: opening, last rounds and paytables, incidents and reasons, a card to key."""

from __future__ import annotations

from typing import Any, Final

from controller.game.choices import Incident
from ui import figures
from ui.screen import (
    by_hand,
    chef,
    decks,
    devices,
    doubts,
    glass,
    incidents,
    marks,
    meter,
    opening,
    papers,
    pin_pad,
    procedure,
    rectify,
    sensors,
)
from ui.screen.console_state import LocalState, chef_there, pin_waits
from ui.screen.shape import KeySheet, PayTable, Row, Sheet
from ui.screen.speech import Speech, View, key, local, machines, money, offered
from ui.texts.hands import PAID, PRIZES, RANKS, SUITS, VALUES
from ui.texts.rules import OPTIONS

ONE_TABLE: Final = 3
"""So many spots are columns of one table; more have a table each."""
PRIZE_ORDER: Final = ("community_royal", "straight_flush", "quads", "full_house", "consolation")


def sheet(say: Speech, view: View, mine: LocalState) -> Sheet | KeySheet | None:
    """The sheet over the seats, or None when the seats are to be seen."""
    shown = _sheet(say, view, mine)
    if shown is not None and shown["kind"] == "pad" and mine.sheet != "pin" and pin_waits(view, say.now_ms):
        return pin_pad.before_figures(say, view, shown)
    return shown


def _sheet(say: Speech, view: View, mine: LocalState) -> Sheet | KeySheet | None:
    if mine.sheet == "chef":
        return chef.sheet(say, view)
    if mine.sheet == "pin":
        return pin_pad.sheet(say, view, mine)
    if mine.sheet == "devices":
        return devices.sheet(say, view)
    if mine.sheet in glass.SHEETS:
        return glass.sheet(say, mine.glass, mine.sheet)
    if mine.sheet == "orphan":
        return papers.orphan_pad(say, view, mine)
    if mine.sheet in incidents.SHEETS:
        return incidents.sheet(say, view, mine)
    if mine.sheet == "rules":
        return _rule_sheet(say, view)
    if mine.sheet == "rectify":
        return rectify.sheet(say, view, mine)
    of_the_meter = meter.sheet(say, view, mine)
    if of_the_meter is not None:
        return of_the_meter
    counted = opening.counting(say, view, mine)
    if counted is not None:
        return counted
    if mine.sheet == "rounds":
        return _rounds(say, view, mine)
    if mine.sheet == "acknowledge":
        return decks.acknowledging(say, view, mine.warning)
    if mine.sheet == "lift":
        return decks.lifting(say, view)
    if opening.closing(view) or (view["phase"] == "opening" and opening.kept(view) is not None):
        return opening.sheet(say, view)
    if view["phase"] in ("closed", "opening"):
        return _opening(say, view)
    if mine.sheet == "jp1_correct":
        return sensors.late_seats(say, view)
    if mine.sheet in doubts.SHEETS:
        return doubts.sheet(say, view, mine.sheet)
    if mine.sheet == "incident":
        return incidents.declaring(say, view)
    if mine.sheet == "void":
        return _void(say, view)
    if mine.sheet == "maximum":
        return _maximum(say, view)
    if mine.sheet == "key_card":
        return _cards(say, view, mine)
    if mine.sheet == "report_card":
        return _any_card(say, mine)
    if procedure.running(view) and not view["paused"]:
        return procedure.sheet(say, view, mine)
    return by_hand.sheet(say, view)


# --- opening -------------------------------------------------------------------------------------


def _opening(say: Speech, view: View) -> Sheet:
    begun = view["phase"] == "opening"
    return {
        "kind": "opening",
        "title": say("opening.title" if begun else "closed.title"),
        "checks": _checks(say, view, begun),
        "rules_title": say("rules.title", profile=view["rules"]["profile"]),
        "rules": _rules(say, view),
    }


def _rule_sheet(say: Speech, view: View) -> Sheet:
    """Every option in words beside the limits and the jackpot's terms; read, it is ticked (art. 55-20-1)."""
    told, jackpot = view["sheet"], view["jackpot"]
    read = dict(told["lines"]).get("rules", False)
    rows = [_check(say("opening.limits"), opening.felt_words(say, view), "")]
    if view["rules"]["jp1"]:
        share = figures.percent(jackpot["share_micro"])
        rows += [
            _check(say("rules.start"), money(told["start_cents"]), ""),
            _check(say("rules.stake"), money(jackpot["stake_cents"]), ""),
            _check(say("rules.share"), share, ""),
            _check(say("line.jackpot"), money(jackpot["meter_cents"]), ""),
        ]
    tick = _check(say("line.rules"), "" if read else say("opening.to_tick"), "done" if read else "open")
    tick["tap"] = offered(view, "TickLine", line="rules")
    return {
        "kind": "opening",
        "title": say("line.rules"),
        "checks": [*rows, tick],
        "rules_title": say("rules.title", profile=view["rules"]["profile"]),
        "rules": _rules(say, view),
    }


def _checks(say: Speech, view: View, begun: bool) -> list[Row]:
    rows = [
        _check(
            say(f"machine.{told['machine']}"),
            say(f"health.{told['health']}"),
            {"up": "done", "absent": "open"}.get(told["health"], "bad"),
        )
        for told in machines(view)
    ]
    if begun and sensors.present(view):
        at = next(n for n, told in enumerate(machines(view)) if told["machine"] == "chips")
        rows[at] = _check(say("machine.chips"), *sensors.check(say, view))
    count = view["shuffler"]["count"]
    counted = say("opening.deck.value", count=count) if count else say("opening.deck.none")
    rows.append(_check(say("opening.deck"), counted, "done" if count == 52 else "bad" if count else "open"))
    if begun:
        rows.append(_check(say("opening.limits"), opening.felt_words(say, view), "done"))
        rows.append(_check(say("opening.cards"), say("opening.cards.value"), "open"))
        rows.append(_check(say("opening.witness"), say("opening.witness.value"), "open"))
    elif "jp1" in view["game"]["spots"]:
        jackpot = view["jackpot"]
        read = (
            figures.clock(jackpot["confirmed_ms"]) if jackpot["confirmed_ms"] else say("opening.jackpot.none")
        )
        row = _check(say("opening.jackpot"), read, "done" if jackpot["open"] else "open")
        if chef_there(view) and view.get("upkeep") is not None:
            row["tap"] = local("sheet", sheet="meter")
        rows.append(row)
    return rows


def _check(label: str, value: str, state: str) -> Row:
    return {"label": label, "value": value, "state": state}


def _rules(say: Speech, view: View) -> list[Row]:
    """Every option in words: the sheet that is printed, hashed into each round."""
    rules = view["rules"]
    words = OPTIONS[say.language]
    rows: list[Row] = [
        {"label": words.get(name, name), "value": words.get(f"{name}={value}", value)}
        for name, value in rules["options"]
    ]
    rows += [
        {
            "label": say(f"spot.{side['spot']}"),
            "value": say(f"looks_at.{side['looks_at']}"),
        }
        for side in rules["sides"]
        if side["looks_at"] != "seven"
    ]
    unqualified = say(f"rules.unqualified.{view['game']['unqualified_ante']}")
    rows.insert(0, {"label": say("rules.unqualified"), "value": unqualified})
    share, rest = divmod(view["jackpot"]["share_micro"], 10_000)
    part = f"{share}" + (f",{rest:04d}".rstrip("0") if rest else "") + "\u00a0%"
    if rules["jp1"]:
        rows.append({"label": say("rules.jp1"), "value": f"{money(view['jackpot']['stake_cents'])} · {part}"})
    rows.append({"label": say("rules.digest"), "value": rules["digest"][:16]})
    return rows


# --- last rounds and what each hand pays ---------------------------------------------------------


def _rounds(say: Speech, view: View, mine: LocalState) -> Sheet:
    jp1 = "jp1" in view["game"]["spots"]
    last = view["last_rounds"]
    named = bool(last) and is_named(last[0])
    tables = _tables(say, mine.rules)
    made: Sheet = {
        "kind": "rounds",
        "title": papers.rounds_title(say, view),
        "text": "" if last else say("sheet.rounds.none"),
        "columns": []
        if not last
        else [
            say("round.utc" if named else "sheet.round"),
            say("sheet.time"),
            say("sheet.players"),
            say("jp1") if jp1 else say("qualified"),
            say("sheet.bank"),
            say("sheet.mark"),
        ],
        # Columns that the small screen gives to what hands pay.
        "spare": [1, 2, 3] if len(tables) > ONE_TABLE else [1, 2],
        "rounds": [
            [
                _called(done),
                figures.clock(done["opened_ms"])[:5],
                str(done["players"]),
                _seats_in_jp1(done) if jp1 else _verdict(say, done),
                say("void") if done["voided"] else figures.euros(done["bank_cents"], short=True, signed=True),
                "".join(say(f"letter.{mark}") for mark in marks.of_round(done)),
            ]
            for done in last
        ],
        "legend": "   ".join(f"{say(f'letter.{mark}')} {say(mark)}" for mark in _marked(last)),
    }
    if len(tables) > ONE_TABLE:
        made["tables"] = tables
    else:
        made["paytable"] = _one_table(say, tables)
    return made


def _called(done: View) -> str:
    """`0147`, and `0147 · 2` of one that was dealt again after a void: no two rounds look alike."""
    if is_named(done):
        return str(done["label"]).split()[1]
    again = f" · {done['attempt']}" if done["attempt"] > 1 else ""
    return f"{done['number']:04d}{again}"


def _marked(last: list[View]) -> list[str]:
    """The marks that any of these rounds bears."""
    return list(dict.fromkeys(mark for done in last for mark in marks.of_round(done)))


def _seats_in_jp1(done: View) -> str:
    return " ".join(str(seat) for seat in done["jp1_seats"]) or "–"


def _verdict(say: Speech, done: View) -> str:
    if done["voided"]:
        return "–"
    return say("yes" if done["qualified"] else "no")


def is_named(played: View) -> bool:
    """The round is called by the UTC time of its start: day, time and table."""
    return bool(played["label"] != str(played["number"]))


def round_number(number: int, opened_ms: int) -> str:
    """`2026-11-20/0147`."""
    return f"{figures.local(opened_ms):%Y-%m-%d}/{number:04d}"


def round_name(view: View) -> str:
    """How the round under way is called: its day and number, or the instant of its start."""
    played = view["round"]
    if is_named(played):
        return str(played["label"])
    return round_number(played["number"], played["opened_ms"])


def _tables(say: Speech, rules: View) -> list[PayTable]:
    if not rules:
        return []
    prizes = PRIZES[say.language]
    made = [_table(say, say(f"spot.{rules['second']}"), _paid(say, rules["blind"]))]
    for side in rules["sides"]:
        note = say(f"looks_at.{side['looks_at']}")
        made.append(_table(say, say(f"spot.{side['spot']}"), _paid(say, side["odds"]), note))
    odds_of = dict(rules["jp1"])
    jackpot = _table(
        say, say("jp1"), [[prizes[name], odds_of[name]] for name in PRIZE_ORDER if name in odds_of]
    )
    if jackpot["rows"]:
        jackpot["rows"].insert(0, {"label": prizes["jackpot"], "value": "100\u00a0%"})
    return [table for table in (*made, jackpot) if table["rows"]]


def _one_table(say: Speech, tables: list[PayTable]) -> dict[str, Any]:
    """Every hand in a line, every spot in a column: what they have in common is read once."""
    labels: list[str] = []
    for table in tables:
        before = ""
        for row in table["rows"]:
            if row["label"] not in labels:
                last = row is table["rows"][-1] or not before
                labels.insert(len(labels) if last else labels.index(before) + 1, row["label"])
            before = row["label"]
    paid = [{row["label"]: row["value"] for row in table["rows"]} for table in tables]
    return {
        "title": say("sheet.paid"),
        "note": "  ·  ".join(f"{table['title']} {table['note']}" for table in tables if table["note"]),
        "columns": [table["title"] for table in tables],
        "rows": [[label, *(of.get(label, "–") for of in paid)] for label in labels],
    }


def _paid(say: Speech, odds: list[list[str]]) -> list[list[str]]:
    return [[PAID[say.language][name], paid] for name, paid in odds]


def _table(say: Speech, title: str, rows: list[list[str]], note: str = "") -> PayTable:
    lines: list[Row] = [{"label": name, "value": say.odds(odds)} for name, odds in rows]
    return {"title": title, "note": note, "rows": lines}


# --- questions -----------------------------------------------------------------------------------


def _void(say: Speech, view: View) -> Sheet:
    """For which reason the round is voided."""
    text = "void.text" if "jp1" in view["game"]["spots"] else "void.text.plain"
    keys = [
        key(say(f"hold.{one.value}"), {"act": "ArmVoid", "reason": one.value})
        for one in Incident
        if incidents.of_this_game(view, one)
    ]
    return {"kind": "keys", "title": say("void.title"), "text": say(text), "keys": keys, "across": 5}


def _maximum(say: Speech, view: View) -> Sheet:
    """The maximums of art. 55-20-1; that which holds or is announced is dead."""
    coming = view["maximum_coming_cents"] or view["maximum_cents"]
    return {
        "kind": "keys",
        "title": say("maximum.title"),
        "text": say("maximum.text"),
        "keys": [
            key(
                money(cents),
                None if cents == coming else {"act": "ChangeMaximum", "maximum_cents": cents},
                say("maximum.times", times=cents // view["minimum_cents"]),
                chosen=cents == coming,
            )
            for cents in view["maximums"]
        ],
        "across": 3,
    }


def _any_card(say: Speech, mine: LocalState) -> Sheet:
    """Fifty-two keys, all alive: the card that a person sees where another was recorded."""
    return _grid(say, mine, "ReportCard", frozenset())


def _cards(say: Speech, view: View, mine: LocalState) -> Sheet:
    """Fifty-two keys; only cards that lie face up are dead: a face-down one is not known here."""
    hands = (view["board"], view["dealer"], *view["seats"])
    open_cards = {card for hand in hands for card in hand["cards"]}
    # And those keyed just now where they lie face up.
    return _grid(say, mine, "KeyCard", frozenset(open_cards | set(mine.stood)))


def _grid(say: Speech, mine: LocalState, act: str, open_cards: frozenset[str]) -> Sheet:
    rows: list[list[dict[str, Any]]] = [
        [
            {
                "card": rank + suit,
                "says": f"{RANKS[say.language][VALUES[rank]][0]} {suit_name}",
                "chosen": mine.keyed == rank + suit,
                "tap": None
                if rank + suit in open_cards
                else {"act": act, "place": mine.place, "card": rank + suit},
            }
            for rank in VALUES
        ]
        for suit, suit_name in SUITS[say.language].items()
    ]
    return {"kind": "cards", "rows": rows}
