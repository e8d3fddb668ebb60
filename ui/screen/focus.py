"""The card over the primary button: what the table waits for, whom to pay, what to do."""

from __future__ import annotations

from typing import Final

from ui import figures
from ui.screen import procedure
from ui.screen.hand import LocalState, chips_between
from ui.screen.shape import Focus, Key, Light, Row, SettleLine
from ui.screen.sheets import round_number
from ui.screen.speech import Speech, View, chip, key, local, money, offered
from ui.texts_rules import SETTLED

PAY_CHIPS_CENTS: Final = (100_000, 50_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50)
CHIPS_SHOWN: Final = 3
LINES: Final = ("play", "blind", "trips", "ante", "jp1")
"""The felt's spots in the order in which winnings are paid."""


def light(say: Speech, view: View, mine: LocalState) -> Light | None:
    """The betting light; None where its place belongs to the focus card."""
    hidden = ("closed", "opening", "settling", "clearing")
    if view["phase"] in hidden or view["held"] is not None or view["resumed"] or view["paused"]:
        return None
    if mine.help or mine.draft is not None or procedure.running(view) or mine.sheet == "key_card":
        return None
    return lit(say, view)


def lit(say: Speech, view: View) -> Light:
    """Which lamp burns, and for how long still."""
    told = view["light"]
    if told["state"] != "bets":
        return {"lamp": "stop", "word": say("light.stop"), "seconds": "", "fill": 0}
    left_ms = max(0, told["until_ms"] - say.now_ms)
    whole_ms = max(1, told["until_ms"] - told["since_ms"])
    seconds = say("seconds", count=-(-left_ms // 1000))
    fill = min(100, 100 * left_ms // whole_ms)
    if left_ms == 0:
        return {"lamp": "stop", "word": say("light.ask"), "seconds": seconds, "fill": 0}
    lamp: Final = "go" if say.now_ms < told["warn_ms"] else "last"
    return {"lamp": lamp, "word": say(f"light.{lamp}"), "seconds": seconds, "fill": fill}


def focus(say: Speech, view: View, mine: LocalState) -> Focus | None:
    """The card's content for this state."""
    if mine.draft is not None:
        return _stakes(say, view, mine)
    if view["resumed"]:
        return _recovery(say, view)
    if view["held"] is not None:
        return _hold(say, view)
    if view["paused"]:
        return {"kind": "wait", "caption": say("paused"), "title": say("paused.title")}
    if view["to_key"]:
        return _to_key(say, view, mine)
    if procedure.running(view):
        return procedure.focus(say, view)
    return _BY_PHASE[view["phase"]](say, view)


# --- before the deal -----------------------------------------------------------------------------


def _closed(say: Speech, view: View) -> Focus:
    return {"kind": "wait", "caption": say("closed.title"), "title": say("closed.ready")}


def _opening(say: Speech, view: View) -> Focus:
    badge = view["badge"]
    chef = badge is not None and badge["role"] in ("chef", "comite")
    person = badge["person"] if chef else say("opening.chef.waited")
    row: Row = {"label": say("opening.chef.row"), "value": person, "state": "done" if chef else "open"}
    return {"kind": "facts", "caption": say("opening.chef"), "title": say("opening.title"), "facts": [row]}


def _betting(say: Speech, view: View) -> Focus:
    seated = [seat for seat in view["seats"] if seat["seated"]]
    refused = [seat for seat in view["seats"] if seat["chip"] and seat["chip_refused"]]
    seen = sum(seat["chip"] and not seat["chip_refused"] for seat in view["seats"])
    staked = sum(2 * seat["ante_cents"] + seat["side_cents"] for seat in seated)
    title = say("wait.bets.ready") if seated else say("wait.bets.none")
    if refused:
        title = say("wait.bets.chip", seat=refused[0]["seat"])
    return {
        "kind": "wait",
        "caption": say("wait.bets"),
        "title": title,
        "rows": [
            {"label": say("row.occupied"), "value": say("row.occupied.of", count=len(seated))},
            {"label": say("row.staked"), "value": money(staked)},
            {"label": say("row.chips"), "value": str(seen)},
            {"label": say("row.refused"), "value": str(len(refused))},
        ],
    }


def _stakes(say: Speech, view: View, mine: LocalState) -> Focus:
    draft = mine.draft
    assert draft is not None
    lamp = lit(say, view)
    low, high = view["minimum_cents"], view["maximum_cents"]
    chips = chips_between(low, high)
    present = draft.ante_cents if draft.spot == "ante" else draft.side_cents
    spots: list[Key] = [
        key(
            chip(draft.ante_cents) or "0",
            local("spot", spot="ante"),
            say("ante_is_blind"),
            chosen=draft.spot == "ante",
        ),
        key(
            chip(draft.side_cents) or "0",
            local("spot", spot="trips"),
            say("spot.trips"),
            chosen=draft.spot == "trips",
        ),
    ]
    more = [key(f"+{chip(c)}", local("chip", cents=c) if present + c <= high else None) for c in chips]
    less = key(f"\u2212{chip(chips[0])}", local("chip", cents=-chips[0]) if present >= chips[0] else None)
    return {
        "kind": "stakes",
        "title": say.seat(draft.seat),
        "lamp": lamp["lamp"],
        "seconds": lamp["seconds"],
        "note": say("stakes.range", low=money(low), high=money(high)),
        "spots": spots,
        "keys": [*more, less, key(say("clear"), local("clear"))],
    }


def _jp1(say: Speech, view: View) -> Focus:
    """The stakes latched, or on their way to the jackpot."""
    adding = view["waiting_book"] == "ContributionAsked"
    latched = [seat["seat"] for seat in view["seats"] if seat["jp1"] == "latched"]
    if not latched:
        return {"kind": "wait", "caption": say("jp1"), "title": say("jp1.empty")}
    stake = view["jackpot"]["stake_cents"]
    total = stake * len(latched)
    share = total * view["jackpot"]["share_micro"] // 1_000_000
    if not view["jackpot"]["open"]:
        back = offered(view, "GiveJp1Back")
        return {
            "kind": "choice",
            "caption": say("jackpot.closed"),
            "title": say.seats(latched),
            "keys": [key(say("hold.give_back"), back, say("rest.seats", count=len(latched)))],
        }
    after = figures.euros(view["jackpot"]["meter_cents"] + share)
    return {
        "kind": "jp1",
        "caption": say("jp1.adding" if adding else "jp1.latched"),
        "seats": [str(number) for number in latched],
        "title": say("jp1.sum", count=len(latched), stake=chip(stake), total=figures.euros(total)),
        "text": say("jp1.waiting") if adding else say("jp1.effect", share=figures.euros(share), after=after),
    }


def _deal(say: Speech, view: View) -> Focus:
    if view["waiting_book"] == "ContributionAsked":
        return _jp1(say, view)
    seats = [seat["seat"] for seat in view["seats"] if seat["seated"]]
    expected = view["expected"]
    shoe = next(told for told in view["machines"] if told["machine"] == "shoe")
    return {
        "kind": "wait",
        "caption": say("deal"),
        "title": say.place(expected) if expected else say("why.book"),
        "rows": [
            {"label": say("row.read"), "value": f"{view['round']['drawn']} / {2 * len(seats) + 2}"},
            {"label": say("row.shoe"), "value": say(f"health.{shoe['health']}")},
        ],
    }


# --- decisions -----------------------------------------------------------------------------------


def _deciding(say: Speech, view: View) -> Focus:
    seated = [seat for seat in view["seats"] if seat["seated"]]
    open_seats = [seat for seat in seated if not seat["multiple"] and not seat["folded"]]
    plays = [seat for seat in seated if seat["multiple"]]
    folds = [seat["seat"] for seat in seated if seat["folded"]]
    street = say(f"phase.{view['streets'][view['street']]}")
    rest = offered(view, "BetRest"), offered(view, "FoldRest")
    if rest[0] is not None and open_seats:
        return _rest(say, view, [seat["seat"] for seat in open_seats])
    rows: list[Row] = [
        {
            "label": say.seat(seat["seat"]),
            "value": f"{figures.times(seat['multiple'])} · {money(seat['play_cents'])}",
        }
        for seat in plays[-2:]
    ]
    if open_seats:
        rows.append({"label": say.seats(seat["seat"] for seat in open_seats), "value": say("row.check")})
    if folds:
        rows.append({"label": say("row.fold"), "value": say.listed(folds)})
    following = view["streets"][view["street"] + 1 :]
    if following:
        rows.append({"label": say("row.then"), "value": say(f"phase.{following[0]}")})
    title = say("decisions.title", plays=len(plays), checks=len(open_seats))
    if not following:
        title = say("decisions.final", plays=len(plays), folds=len(folds))
    return {"kind": "wait", "caption": say("decisions", street=street), "title": title, "rows": rows}


def _rest(say: Speech, view: View, left: list[int]) -> Focus:
    count = len(left)
    how_many = say("rest.seats.one") if count == 1 else say("rest.seats", count=count)
    multiple = next(offer["multiple"] for offer in view["offers"] if offer["act"] == "BetPlay")
    return {
        "kind": "choice",
        "caption": say("decisions.left.one") if count == 1 else say("decisions.left", count=count),
        "title": say.seats(left),
        "keys": [
            key(say("rest.play", multiple=figures.times(multiple)), offered(view, "BetRest"), how_many),
            key(say("rest.fold"), offered(view, "FoldRest"), how_many),
        ],
    }


def _to_key(say: Speech, view: View, mine: LocalState) -> Focus:
    again = mine.sheet == "key_card" and mine.keyed
    places = view["to_key"][:2]
    return {
        "kind": "choice",
        "caption": say("key_card.title"),
        "title": say.place(places[0]),
        "text": say("key_card.again" if again else "key_card.text"),
        "keys": [
            key(say("key_card"), local("sheet", sheet="key_card", place=place), say.place(place), stack=True)
            for place in places
        ],
    }


# --- showdown and settlement ---------------------------------------------------------------------


def _showdown(say: Speech, view: View) -> Focus:
    seated = [seat for seat in view["seats"] if seat["seated"]]
    rows: list[Row] = []
    for result in ("win", "tie", "lose", "fold"):
        numbers = [seat["seat"] for seat in seated if seat["result"] == result]
        if numbers:
            rows.append({"label": say(f"row.{result}"), "value": say.listed(numbers)})
    order = ", ".join(str(seat["seat"]) for seat in reversed(seated))
    return {"kind": "wait", "caption": say("settle.next"), "title": order, "rows": rows}


def _settling(say: Speech, view: View) -> Focus | None:
    if not view["turn"]:
        return None
    seat = view["seats"][view["turn"] - 1]
    pay, take = seat["pay_cents"], seat["take_cents"]
    direction = "pay" if pay else "take" if take else "even"
    euros, rest = figures.split_euros(pay or take)
    return {
        "kind": "settle",
        "seat": say.seat(seat["seat"]),
        "hand": say.hand(seat["hand"]) or say("decision.fold"),
        "direction": direction,  # type: ignore[typeddict-item]
        "word": say({"pay": "pay", "take": "take", "even": "leave"}[direction]),
        "euros": euros,
        "cents": rest,
        "also": say("take.also", amount=money(take)) if pay and take else "",
        "chips": _chips(pay),
        "lines": _lines(say, seat),
    }


def _chips(cents: int) -> list[str]:
    """The payment in the fewest chips, when three are enough; nothing otherwise."""
    chips: list[str] = []
    for value in PAY_CHIPS_CENTS:
        count, cents = divmod(cents, value)
        chips += [chip(value)] * count
    return chips if len(chips) <= CHIPS_SHOWN else []


def _lines(say: Speech, seat: View) -> list[SettleLine]:
    by_spot = {line["spot"]: line for line in seat["lines"]}
    made: list[SettleLine] = []
    for spot in LINES:
        line = by_spot.get(spot)
        if line is None:
            continue
        paid = line["paid_cents"]
        rule = "100\u00a0%" if line["rule"] == "jp1_jackpot" else say.odds(line["odds"]) if paid else ""
        settled = SETTLED[say.language].get(line["rule"], "")
        made.append(
            {
                "spot": say(f"spot.{spot}"),
                "stake": chip(line["stake_cents"]),
                "rule": rule,
                "result": f"+{chip(paid)}" if paid else settled,
                "gain": paid > 0,
            }
        )
    return made


def _clearing(say: Speech, view: View) -> Focus:
    seated = [seat for seat in view["seats"] if seat["seated"]]
    taken = sum(seat["take_cents"] for seat in seated)
    paid = sum(seat["pay_cents"] for seat in seated)
    staked = sum(seat["jp1"] in ("registered",) for seat in seated) * view["jackpot"]["stake_cents"]
    done = view["round"]
    name = round_number(done["number"], done["opened_ms"])
    if done["voided"]:
        return {"kind": "wait", "caption": say("closing", round=name), "title": say("void")}
    bank = view["last_rounds"][0]["bank_cents"] if view["last_rounds"] else taken - paid
    return {
        "kind": "wait",
        "caption": say("closing", round=name),
        "title": say("bank", amount=figures.euros(bank, signed=True)),
        "rows": [
            {"label": say("row.taken"), "value": figures.euros(taken)},
            {"label": say("row.paid"), "value": figures.euros(paid)},
            {
                "label": say("row.to_jackpot"),
                "value": figures.euros(staked * view["jackpot"]["share_micro"] // 1_000_000),
            },
            {"label": say("row.cards"), "value": str(done["drawn"])},
        ],
    }


# --- holds and restarts --------------------------------------------------------------------------


def _hold(say: Speech, view: View) -> Focus:
    held = view["held"]
    chef = view["badge"] is not None and view["badge"]["role"] in ("chef", "comite")
    void = local("sheet", sheet="void") if chef and view["phase"] != "betting" else None
    keys = [key(say("hold.void"), void, say("hold.void.sub"), plain=True, stack=True)]
    if held["cause"] == "jp1_not_registered":
        sub = "" if chef else say("hold.void.sub")
        keys = [
            key(say("hold.register"), offered(view, "RegisterJp1Now"), sub, stack=True),
            key(say("hold.give_back"), offered(view, "GiveJp1Back"), sub, stack=True),
            *keys,
        ]
    free = held["cause"] == "exposed_card"
    seat = f" – {say.seat(held['seat'])}" if held["seat"] else ""
    return {
        "kind": "choice",
        "caption": say("hold.since", time=figures.clock(held["since_ms"])),
        "title": say(f"hold.{held['cause']}") + seat,
        "text": say("hold.free" if free else "hold.text"),
        "keys": keys,
    }


def _recovery(say: Speech, view: View) -> Focus:
    acts = [{"time": figures.clock(act["at_ms"]), "text": _done(say, view, act)} for act in view["acts"][:5]]
    difference = {"act": "DeclareIncident", "incident": "irregular_deal"}
    return {
        "kind": "recovery",
        "title": say("recovery.title"),
        "text": say("recovery.text"),
        "acts": acts,  # type: ignore[typeddict-item]
        "key": key(say("difference"), difference, say("difference.sub")),
    }


def _done(say: Speech, view: View, act: View) -> str:
    street = view["streets"][min(act["value"], len(view["streets"]) - 1)] if view["streets"] else ""
    return say(
        f"done.{act['code']}",
        seat=act["seat"],
        multiple=figures.times(act["value"]),
        amount=figures.euros(act["value"]),
        round=f"{act['value']:04d}",
        street=say(f"phase.{street}"),
    )


_BY_PHASE: Final = {
    "closed": _closed,
    "opening": _opening,
    "betting": _betting,
    "latched": _jp1,
    "collected": _deal,
    "dealing": _deal,
    "deciding": _deciding,
    "showdown": _showdown,
    "settling": _settling,
    "clearing": _clearing,
}
