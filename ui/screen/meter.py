"""The jackpot's book at the console: parameters and meters, the last wins, corrections, stops, reopening."""

from __future__ import annotations

from typing import Final

from controller.game.meter.types import CorrectionReason, StopCause, StopFate
from ui import figures
from ui.screen import pad
from ui.screen.console_state import LocalState, chef_there, comite_there
from ui.screen.shape import Key, KeySheet, Row, Sheet, Tap
from ui.screen.speech import Speech, View, key, local, money, offered
from ui.texts.console import TEXTS

SHEETS: Final = ("meter", "meter_wins", "meter_correct", "meter_stop", "meter_report", "jp1_chips")
HALF: Final = 13
"""So many wins stand on the left, the rest on the right."""
DEADLINE: Final = (10, 31)


def sheet(say: Speech, view: View, mine: LocalState) -> Sheet | KeySheet | None:
    """The sheet of the jackpot's book that is open, or None."""
    if mine.sheet not in SHEETS or view.get("upkeep") is None:
        return None
    if mine.sheet == "meter_wins":
        return _wins(say, view)
    if mine.sheet == "meter_correct":
        return _correction(say, view, mine)
    if mine.sheet == "meter_stop":
        return _stop(say, view)
    if mine.sheet == "meter_report":
        return _report(say, view)
    if mine.sheet == "jp1_chips":
        return _chips(say, view, mine)
    return _page(say, view)


def entry_key(say: Speech, view: View) -> list[Key]:
    """Where the book is found: among the incidents and on the sheets."""
    if view.get("upkeep") is None:
        return []
    sub = say("meter.key.sub" if view["jackpot"]["open"] else "meter.key.closed")
    tap = local("sheet", sheet="meter") if chef_there(view) else None
    return [key(say("meter.key"), tap, sub)]


def _page(say: Speech, view: View) -> Sheet:
    contested = _contested(say, view["upkeep"])
    return {
        "kind": "opening",
        "title": say("meter.title"),
        "checks": [*_standing(say, view), *_acts(say, view)],
        "rules_title": say("meter.contested") if contested else say("meter.figures"),
        "rules": contested or [*_announced(say, view["upkeep"]["stop"]), *figures_rows(say, view)],
    }


# --- what stands, and what may be done -----------------------------------------------------------


def _standing(say: Speech, view: View) -> list[Row]:
    """Why JP1 is closed, what was proposed and what it would do."""
    told = view["upkeep"]
    rows: list[Row] = []
    stop, proposal = told["stop"], told["proposal"]
    if stop is not None and stop["voluntary"]:
        fate = say("meter.stopped.value", fate=_fate(say, stop), amount=money(stop["increment_cents"]))
        rows.append({"label": say("meter.stopped"), "value": fate, "state": "bad"})
    elif stop is not None:
        rows.append({"label": say("meter.interrupted"), "value": cause(say, stop["cause"]), "state": "bad"})
    if proposal is not None:
        by = say("meter.proposed", person=proposal["person"])
        rows.append({"label": by, "value": proposed(say, proposal), "state": "open"})
        if proposal["cents"]:
            after = f"{figures.euros(proposal['before_cents'])} → {figures.euros(proposal['after_cents'])}"
            rows.append({"label": say("meter.before_after"), "value": after})
    return rows


def _announced(say: Speech, stop: View | None) -> list[Row]:
    """How long before, and until when, a stop on purpose is told to the authority (PM-14)."""
    if stop is None or not stop["voluntary"]:
        return []
    notice, year = _notice(say, stop["notice_h"]), _year(stop["since_ms"])
    told = say("meter.notice.value", notice=notice, year=year)
    return [{"label": say("meter.notice"), "value": told}]


def _fate(say: Speech, told: View) -> str:
    return say(f"meter.fate.{told['fate']}")


def cause(say: Speech, code: str) -> str:
    """Why JP1 was closed, in words."""
    return say(f"meter.cause.{code}" if f"meter.cause.{code}" in TEXTS else "meter.cause.other")


def _contested(say: Speech, told: View) -> list[Row]:
    """All that two persons accept who reopen JP1: the difference, the gap in the data, the acts by name.

    It has the list beside the keys for itself: together it is too much to stand above them.
    """
    seen, gap = told["difference"], told["gap"]
    aside: list[Row] = [{"label": say("meter.aside"), "value": _named(say, act)} for act in told["aside"]]
    return [
        *(_sides(say, seen) if seen is not None else []),
        *(_gap(say, gap) if gap is not None else []),
        *aside,
        *(_lost(say, seen) if seen is not None else []),
    ]


def _sides(say: Speech, seen: View) -> list[Row]:
    """What was heard of the whole book and where it ends; and its last act of this table, told and found."""
    pairs = [("heard", "ends")] if seen["heard_seq"] else []
    own = [[seen[f"{name}{of}"] for of in ("", "_seq", "_cents")] for name in ("told", "found")]
    if not pairs or own[0] != own[1]:
        pairs.append(("told", "found"))
    return [
        {"label": say(f"meter.difference.{name}"), "value": _side(say, seen, name)}
        for pair in pairs
        for name in pair
    ]


def _gap(say: Speech, gap: View) -> list[Row]:
    """How far the table had written by its own mark, and where the data that it found end."""
    places = [("mark", gap["session"], gap["entry"]), ("found", gap["found_session"], gap["found_entry"])]
    return [
        {
            "label": say(f"meter.gap.{name}"),
            "value": say("meter.gap.place", session=session, entry=entry)
            if entry
            else cause(say, gap["code"]),
        }
        for name, session, entry in places
    ]


def _side(say: Speech, seen: View, name: str) -> str:
    if not seen[f"{name}_seq"]:
        return say("meter.difference.nothing")
    cents = seen[f"{name}_cents"]
    amount = figures.euros(cents) if cents >= 0 else "–"
    act, _, round_ = str(seen.get(name, "")).partition(" ")
    if not act:
        return say("meter.difference.place", seq=seen[f"{name}_seq"], amount=amount)
    known = f"meter.act.{act}" in TEXTS
    word = f"{say(f'meter.act.{act}') if known else act} {round_}"
    return say("meter.difference.side", act=word, seq=seen[f"{name}_seq"], amount=amount)


def _lost(say: Speech, seen: View) -> list[Row]:
    """The acts that the book had acknowledged and lacks, each by its name; how many more there are."""
    label = say("meter.lost")
    rows: list[Row] = [{"label": label, "value": _named(say, act)} for act in seen["lost"]]
    more = seen["lost_count"] - len(rows)
    return [*rows, {"label": label, "value": say("owed.more", count=more)}] if more else rows


def _named(say: Speech, act: View) -> str:
    """An act that the book lacks or will never do, as two persons accept it: what, where, how much."""
    name = say(f"owed.{act['kind']}", round=act["round"], seat=act["seat"])
    return f"{name} · {figures.euros(act['cents'])}" if act["cents"] else name


def proposed(say: Speech, proposal: View) -> str:
    """What one person proposes, in words."""
    if proposal["act"] == "correction":
        by = figures.euros(proposal["cents"], signed=True)
        return say("meter.proposed.correction", by=by, reason=say(f"meter.reason.{proposal['reason']}"))
    if proposal["act"] == "stop":
        return say("meter.proposed.stop", fate=_fate(say, proposal))
    return say("meter.proposed.reopening")


def _notice(say: Speech, hours: int) -> str:
    return say("meter.days" if hours > 48 else "meter.hours")


def _year(at_ms: int) -> int:
    """The year of the 31 October that comes next."""
    day = figures.local(at_ms)
    return day.year + ((day.month, day.day) > DEADLINE)


def _acts(say: Speech, view: View) -> list[Row]:
    """At most four keys: so many fingers high is the sheet of a small console, and a line to read above."""
    told = view["upkeep"]
    reconcile = _act(say("meter.reconcile"), _read(say, told), offered(view, "Reconcile"))
    if told["proposal"] is not None:
        approve, withdraw = offered(view, "ApproveMeterAct"), offered(view, "WithdrawMeterAct")
        return [
            _act(say("meter.approve"), "→", approve),
            _act(say("meter.withdraw"), "→", withdraw),
            reconcile,
        ]
    wins = local("sheet", sheet="meter_wins")
    rows = [reconcile, _act(say("meter.wins"), say("meter.wins.count", count=len(told["wins"])), wins)]
    if offered(view, "ReopenJackpot") is not None:
        rows.append(_act(say("meter.reopen"), say("meter.reopen.sub"), offered(view, "ReopenJackpot")))
    # Where nothing may be stopped or reopened the meter may be out of reach, or a round be under way.
    comite = chef_there(view) and view["badge"]["role"] in ("comite", "director")
    if comite and offered(view, "Reconcile") is not None:
        correct = local("sheet", sheet="meter_correct")
        rows.append(_act(say("meter.correct"), say("meter.correct.sub"), correct))
    # What is closed for good is reopened; what is not may be stopped, or its failure reported.
    if offered(view, "ReportStop", cause="display") is not None:
        rows.append(_act(say("meter.stop"), say("meter.stop.sub"), local("sheet", sheet="meter_stop")))
    return rows


def _hours(view: View) -> int:
    return int(view["upkeep"]["terms"]["notice_h"])


def _act(label: str, value: str, tap: Tap | None) -> Row:
    made: Row = {"label": label, "value": value if tap is not None else "–"}
    if tap is not None:
        made["tap"] = tap
    return made


def _read(say: Speech, told: View) -> str:
    if told["asking"] == "ReconciliationAsked":
        return say("meter.reading")
    if told["figures"] is None:
        return say("meter.unread")
    amount = figures.euros(told["residual_cents"])
    return say("meter.reconciled", amount=amount, time=figures.clock(told["read_ms"]))


# --- parameters, continuous meters, wins ---------------------------------------------------------


def figures_rows(say: Speech, view: View) -> list[Row]:
    """Every parameter by its name, then the continuous meters as the book told them (PM-02, PM-06)."""
    told = view["upkeep"]
    terms, read = told["terms"], told["figures"]
    rows: list[Row] = [{"label": say("meter.row.stake"), "value": figures.euros(terms["stake_cents"])}]
    if terms["known"]:
        shares = " · ".join(figures.percent(terms[f"{name}_micro"]) for name in ("share", "reserve", "house"))
        limit = figures.euros(terms["limit_cents"]) if terms["limit_cents"] else say("meter.limit.none")
        starts = " · ".join(figures.euros(terms[f"{name}_cents"]) for name in ("start", "reset"))
        rows += [
            {"label": say("meter.row.start"), "value": starts},
            {"label": say("meter.row.shares"), "value": shares},
            {"label": say("meter.row.prizes"), "value": say(f"meter.prizes.{terms['prizes_from']}")},
            {"label": say("meter.row.limit"), "value": limit},
        ]
    rows.append({"label": say("meter.row.unreasonable"), "value": figures.euros(terms["unreasonable_cents"])})
    rows.append({"label": say("meter.row.meter"), "value": figures.euros(view["jackpot"]["meter_cents"])})
    if read is None:
        return rows
    value = say("meter.hits.value", count=read["wins_count"], amount=figures.euros(read["wins_cents"]))
    total = read["seed_cents"] + read["contributed_cents"] - read["awarded_cents"] + read["corrected_cents"]
    return [
        *rows,
        {"label": say("meter.row.frozen"), "value": figures.euros(read["frozen_cents"])},
        {"label": say("meter.row.reserve"), "value": figures.euros(read["reserve_cents"])},
        {"label": say("meter.row.overflow"), "value": figures.euros(read["overflow_cents"])},
        {"label": say("meter.row.stakes"), "value": figures.count(read["stakes_count"])},
        {"label": say("meter.row.hits"), "value": value},
        {"label": say("meter.row.sum"), "value": figures.euros(total)},
        {"label": say("meter.row.residual"), "value": figures.euros(told["residual_cents"])},
    ]


def _wins(say: Speech, view: View) -> Sheet:
    """The jackpots that the book has paid; the fixed prizes of this session beside them, which are none."""
    fixed_cents = view["upkeep"]["session"]["prizes_cents"]
    prizes: list[Row] = [{"label": say("meter.wins.prizes"), "value": figures.euros(fixed_cents)}]
    rows: list[Row] = [
        {
            "label": say("meter.wins.row", table=won["table"], round=won["round"]),
            "value": f"{figures.euros(won['cents'])} · {' '.join(figures.day_and_time(won['at_ms']))}",
        }
        for won in view["upkeep"]["wins"]
    ] or [{"label": say("meter.wins.none"), "value": ""}]
    rows = [*(prizes if fixed_cents else ()), *rows]
    return {
        "kind": "opening",
        "title": say("meter.wins.title"),
        "checks": rows[:HALF],
        "rules_title": "",
        "rules": rows[HALF:],
    }


# --- pads ----------------------------------------------------------------------------------------


def _typed(mine: LocalState) -> int:
    return int(mine.typed) if mine.typed and len(mine.typed) <= 9 else 0


def _correction(say: Speech, view: View, mine: LocalState) -> Sheet:
    """The amount by its cents, down or up, and the reason; before and after beside it."""
    down, cents = mine.place != "up", _by(mine)
    before, stop = view["jackpot"]["meter_cents"], view["upkeep"]["stop"]
    reasons = [CorrectionReason.MALFUNCTION, CorrectionReason.READING]
    if stop is not None and stop["voluntary"]:
        reasons += [CorrectionReason(stop["fate"]), CorrectionReason.SEED]
    answers = [
        pad.chosen(say(f"meter.reason.{reason.value}"), reason.value, mine.choice) for reason in reasons
    ]
    ways = [
        key(say("meter.pad.down"), local("turn", place=""), chosen=down),
        key(say("meter.pad.up"), local("turn", place="up"), chosen=not down),
    ]
    return pad.sheet(
        say("meter.correct"),
        {
            "caption": say("pad.amount"),
            "hint": say("pad.in_cents"),
            "value": figures.euros(cents, signed=True).removesuffix("\u00a0€"),
            "unit": "€",
        },
        pad.keys(say, "type", typed=bool(mine.typed)),
        facts=[
            {"label": say("meter.pad.before"), "value": figures.euros(before)},
            {"label": say("meter.pad.after"), "value": figures.euros(max(0, before + cents))},
        ],
        choices=[ways, *(answers[at : at + 2] for at in range(0, len(answers), 2))],
    )


def _by(mine: LocalState) -> int:
    """By how much the meter is corrected; down unless it was turned."""
    return _typed(mine) if mine.place == "up" else -_typed(mine)


def entered(say: Speech, view: View, mine: LocalState) -> Key | None:
    """What the large key does on the pads of the jackpot: the correction, the chips counted."""
    if view.get("upkeep") is None:
        return None
    if mine.sheet == "jp1_chips":
        if not comite_there(view):
            return key(say("act.entered"), None, say.refused({"code": "badge_comite", "facts": {}}))
        tap = {"act": "CountJp1Chips", "count": _typed(mine)} if mine.typed else None
        return key(say("act.entered"), tap, "" if tap else say("opening.to_count"))
    if mine.sheet != "meter_correct":
        return None
    cents, label = _by(mine), say("act.CorrectMeter")
    if not cents or not mine.choice:
        return key(label, None, say("meter.pad.reason") if cents else say.refused({"code": "orphan_amount"}))
    correct = {"act": "CorrectMeter", "by_cents": cents, "reason": mine.choice}
    return key(label, correct, f"{figures.euros(cents, signed=True)} · {say('meter.reason.' + mine.choice)}")


def _stop(say: Speech, view: View) -> KeySheet:
    """A stop on purpose, by its two fates, or a failure that stops JP1 (PM-11, PM-14)."""
    notice, year = _notice(say, _hours(view)), _year(say.now_ms)
    fates = [
        key(
            say(f"meter.stop.{fate.value}"),
            offered(view, "StopJackpot", fate=fate.value),
            say("meter.reopen.sub"),
        )
        for fate in StopFate
    ]
    report = local("sheet", sheet="meter_report")
    failure = report if offered(view, "ReportStop", cause="display") is not None else None
    return {
        "kind": "keys",
        "title": say("meter.stop"),
        "text": say("meter.stop.text", notice=notice, year=year),
        "keys": [*fates, key(say("meter.report"), failure, say("meter.report.sub"))],
        "across": 3,
    }


def _report(say: Speech, view: View) -> KeySheet:
    return {
        "kind": "keys",
        "title": say("meter.report.title"),
        "text": say("meter.report.text"),
        "keys": [
            key(say(f"meter.cause.{one.value}"), offered(view, "ReportStop", cause=one.value))
            for one in StopCause
        ],
        "across": 2,
    }


def _chips(say: Speech, view: View, mine: LocalState) -> Sheet:
    """How many chips lie in the JP1 box, counted blind."""
    return pad.sheet(
        say("jp1_chips.title"),
        {
            "caption": say("line.jp1_chips"),
            "hint": say("pad.blind"),
            "value": mine.typed,
            "unit": say("jp1_chips.unit"),
        },
        pad.keys(say, "type", typed=bool(mine.typed)),
        text=say("jp1_chips.text.again" if view["upkeep"]["miscounted"] >= 0 else "jp1_chips.text"),
    )


def chips_value(say: Speech, view: View) -> str:
    """What stands on the closing sheet's line: who counts, or what was counted; never what was expected."""
    first, told = view["upkeep"]["miscounted"], view["upkeep"]["session"]
    if first >= 0:
        return say("jp1_chips.again", count=first)
    if told["chips"] < 0:
        return say("jp1_chips.to_count")
    return str(told["chips"]) if chips_agree(view) else say("jp1_chips.differ", count=told["chips"])


def chips_agree(view: View) -> bool:
    """The JP1 chips were counted and are all there: nothing is left to count."""
    told = view["upkeep"]["session"]
    return bool(told["chips"] == told["chips_due"])
