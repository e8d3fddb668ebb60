"""The primary button and the five service keys."""

from __future__ import annotations

from typing import Final

from ui.meant import aimed
from ui.screen import (
    by_hand,
    calling,
    decks,
    incidents,
    meter,
    opening,
    papers,
    pin_pad,
    procedure,
    rectified,
    rectify,
    sensors,
)
from ui.screen.console_state import (
    LOOKED_AT,
    LocalState,
    chef_may_open,
    chef_there,
    inspector_there,
    pin_waits,
    ruling_waits,
)
from ui.screen.shape import Key, Tap
from ui.screen.speech import Speech, View, bet_words, chip, key, local, offered, small
from ui.screen.stakes_pad import chips_laid

BACK: Final = frozenset(
    {
        *(
            "incident",
            "chef",
            "void",
            "refuse",
            "ruling",
            "report",
            "report_card",
            "key_card",
            "maximum",
            "acknowledge",
        ),
        *("lift", "pin", "jp1_correct"),
        *opening.PADS,
        *meter.SHEETS,
        "orphan",
        "rectify",
        "rules",
        *incidents.SHEETS,
    }
)
"""Sheets that the third key closes again."""
COVERING: Final = frozenset(
    {"incident", "chef", "maximum", "jp1_correct", "rectify", "rules", "rounds", "devices", "void"}
    | {"acknowledge", "lift", "glass", "measure"}
    | set(meter.SHEETS) - {"meter_correct", "jp1_chips"}
)
"""Sheets over the seats with no act of the large key: nobody closes the bets, or pays, unseen."""


def primary(say: Speech, view: View, mine: LocalState) -> Key:
    """The next legal act; dead with the reason when it may not be done."""
    if mine.sheet == "pin":
        return pin_pad.primary(say, view, mine)
    if mine.entered(view) is not None:
        return _stakes(say, view, mine)
    if mine.sheet in incidents.SHEETS:
        return incidents.primary(say, view, mine)
    if pin_waits(view, say.now_ms) and _shows_figures(say, view, mine):
        return key(say("pin.open"), local("sheet", sheet="pin"), view["badge"]["person"])
    typed = _typed(say, view, mine)
    if typed is not None:
        return typed
    people = _people(say, view)
    if people is not None:
        return people
    if procedure.running(view) and not view["paused"]:
        return procedure.primary(say, view, mine)
    of_the_record = rectified.primary(say, view)
    if of_the_record is not None:
        return of_the_record
    told = view["primary"]
    if mine.sheet in COVERING and not inspector_there(view):
        label = _label(say, view, told["tap"]) if told is not None else _waiting(say, view)["label"]
        return key(label, None, say("why.incident" if mine.sheet == "incident" else "why.sheet"))
    if told is not None and told["tap"]["act"] == "ConfirmRest":
        return _hollow(say, view, told["why"])
    dealt = by_hand.primary(say, view, mine, _label(say, view, told["tap"]) if told is not None else "")
    if dealt is not None:
        return dealt
    if told is None:
        return _waiting(say, view)
    why = told["why"]
    if why is None:
        # The sensors are to go empty after the touch: a chip taken before it is told as one that moved.
        after = say("collect.after") if told["tap"]["act"] == "CollectJp1" else ""
        return key(_label(say, view, told["tap"]), aimed(view, told["tap"]), after)
    call = offered(view, "CallChef")
    alone = why["code"] == "badge_chef" or (why["code"] == "void_not_armed" and not chef_there(view))
    if view["held"] is not None and alone and call is not None and view["call"] is None:
        return key(say("act.CallChef"), call)
    if told["tap"]["act"] == "CallStreet" and not view["street_open"]:
        return key(_label(say, view, told["tap"]), None, _street_waits(say, view))
    if why["code"] == "decisions_waited":
        count = len(str(why["facts"]["seats"]).split())
        reason = say("why.decisions.one") if count == 1 else say("why.decisions", count=count)
        return key(_label(say, view, told["tap"]), None, reason)
    return key(_label(say, view, told["tap"]), None, say.refused(why))


def _shows_figures(say: Speech, view: View, mine: LocalState) -> bool:
    """A pad lies open whose figures are read by who stands by: of a count, a sum or a paper's number."""
    if not mine.sheet:
        return procedure.running(view) and procedure.step(view) == procedure.PAY
    return _typed(say, view, mine) is not None


def _typed(say: Speech, view: View, mine: LocalState) -> Key | None:
    """On a pad the large key enters what is typed."""
    pads = (opening.entered, meter.entered, papers.booking, rectify.searching)
    return next((made for of in pads if (made := of(say, view, mine)) is not None), None)


def _hollow(say: Speech, view: View, why: View | None) -> Key:
    """Stakes of before wait for the dealer's word: it stays the key that closes, dark, for the thumb that
    rests here would confirm by habit what does not lie there. They are confirmed at their seats, or at once
    on the card above."""
    left = small(say.seats(seat["seat"] for seat in view["seats"] if seat["hollow"]))
    return key(say("act.CloseBets"), None, say.refused(why) if why else say("why.hollow", seats=left))


def _street_waits(say: Speech, view: View) -> str:
    """The cards of a street that was called are on their way, or one of them could not be read."""
    if view["to_key"]:
        return say.refused({"code": "cards_to_key", "facts": {"place": view["to_key"][0]}})
    return say("why.street", street=say.street_within(view, _next_street(view)))


def _people(say: Speech, view: View) -> Key | None:
    """The dealer who has shown his PIN takes the table. Where the big button can do nothing it opens the pad
    that was put away, for a badge that waits for its PIN or shows it again."""
    sign_on = offered(view, "SignOn")
    if sign_on is not None and view["relief"]["register"]:
        return key(say("act.SignOn"), sign_on, view["badge"]["person"])
    told = view["primary"]
    why = told["why"] if told is not None else None
    pin = view["pin"]
    badge = view["badge"]
    # Where another's badge is waited for, a PIN helps a dealer alone, who may take over the table with it.
    takes_over = badge is not None and badge["role"] == "dealer" and not view["relief"]["why"]
    helps = why is not None and (takes_over or not why["code"].startswith("badge_"))
    if why is not None and helps and pin is not None and (why["code"] == "pin_first" or not pin["known"]):
        # In the middle of a round it gives no reason: somebody has left his card in the reader.
        sub = badge["person"] if why["code"] == "not_now" and badge else say.refused(why)
        return key(say("pin.open"), local("sheet", sheet="pin"), sub)
    return None


def _label(say: Speech, view: View, tap: Tap) -> str:
    if tap["act"] == "CallStreet":
        following = _next_street(view)
        alone = following == "river" and "turn" in view["streets"]
        return say(f"act.street.{following}{'.alone' if alone else ''}")
    if tap["act"] == "ConfirmRest":
        return say("act.CloseBets")
    count = sum(seat["jp1"] == "latched" for seat in view["seats"])
    return say(f"act.{tap['act']}", count=count, seat=tap.get("seat", 0))


def _next_street(view: View) -> str:
    return str(view["streets"][min(view["street"] + 1, len(view["streets"]) - 1)])


def _waiting(say: Speech, view: View) -> Key:
    """Nobody’s turn: a machine or the book is waited for."""
    if view["phase"] == "collected":
        return key(say("act.collected"), None, say("why.book" if view["waiting_book"] else "why.deal"))
    if view["phase"] == "dealing":
        mute = view["dealing_by_hand"]["begin"] is not None
        idle = any(up["code"] == "A-232" for up in view["alarms"])
        return key(say("act.deal"), None, say("why.mute" if mute else "why.idle" if idle else "why.deal"))
    return key("", None, say("why.book") if view["waiting_book"] else "")


def _stakes(say: Speech, view: View, mine: LocalState) -> Key:
    draft = mine.draft
    assert draft is not None
    label = say("act.SetStakes", seat=draft.seat)
    if view["light"]["waits"] is not None:
        return key(label, None, say.refused(view["light"]["waits"]))
    low, high = view["minimum_cents"], view["maximum_cents"]
    for spot, cents in draft.stakes.items():
        if cents > high:
            return key(label, None, say.refused(_limit("above", "maximum", high)))
        if cents < low and not (spot != "ante" and cents == 0):
            return key(label, None, say.refused(_limit("below", "minimum", low)))
    return key(label, draft.tap, " + ".join(chip(cents) for cents in chips_laid(draft.stakes)))


def _limit(side: str, end: str, cents: int) -> View:
    return {"code": f"stake_{side}_{end}", "facts": {f"{end}_cents": cents}}


def bottom(say: Speech, view: View, mine: LocalState) -> list[Key]:
    """Undo, call, incident, rounds, pause: always in these five places."""
    return [
        _undo(say, view),
        _call(say, view, mine),
        _third(say, view, mine),
        _rounds(say, view, mine),
        _last(say, view, mine),
    ]


def _undo(say: Speech, view: View) -> Key:
    told = view["undo"]
    if procedure.running(view):
        return _against(say, view)
    if view["resumed"]:
        return key(say("undo"), None, say("undo.felt"))
    if told is not None:
        return key(say("undo"), offered(view, "Undo"), _step(say, view, told))
    reopen = offered(view, "ReopenBets")
    if view["phase"] == "latched" or reopen is not None or _nothing_dealt(view):
        return key(say("reopen"), reopen, say("reopen.sub"))
    return key(say("undo"), None, say(f"undo.why.{view['undo_why']}"))


def _nothing_dealt(view: View) -> bool:
    """No card is out and no JP1 stake in the jackpot: a chef may still reopen the bets."""
    played = view["round"]
    jp1 = any(seat["jp1"] != "none" for seat in view["seats"])
    return bool(view["phase"] == "dealing" and not played["drawn"] and not jp1 and not by_hand.active(view))


def _step(say: Speech, view: View, told: View) -> str:
    """What the next undo takes back."""
    if told["act"] == "street":
        return say("undo.street", street=say.street_within(view, _next_street(view)))
    if told["act"] == "fold":
        return say.game(view, "fold.undo", seat=told["seat"])
    if told["act"] == "confirmed" and not told["seat"]:
        return say("undo.confirmed.all")
    bet = bet_words(say, view["seats"][told["seat"] - 1])
    return say(f"undo.{told['act']}", seat=told["seat"], bet=bet)


def _against(say: Speech, view: View) -> Key:
    """What speaks against the payment: another card at step 4, else the refusal by two persons. A frozen felt
    takes nothing back."""
    if procedure.frozen(view) or view["paused"]:
        return key(say("undo"), None, say("undo.frozen"))
    told = view["verification"]
    differs = bool(told["reported"])
    if offered(view, "ConfirmCard") is not None and not differs and not told["doubt"]:
        return key(say("report"), local("sheet", sheet="report"), say("report.sub"))
    refuse = offered(view, "RefuseAward") or offered(view, "ProposeRefusal")
    return key(say("refuse"), refuse and local("sheet", sheet="refuse"), say("refuse.sub"))


def _call(say: Speech, view: View, mine: LocalState) -> Key:
    """The call of the chef; while his badge is there the place opens his sheet, where he too may call."""
    if not chef_may_open(view):
        return calling.call(say, view)
    there = mine.sheet == "chef"
    sub = say("chef.open") if there else calling.waits(say, view) or incidents.waiting(say, view)
    return key(say("chef.key"), local("sheet", sheet="chef"), sub, icon="badge", chosen=there)


def _third(say: Speech, view: View, mine: LocalState) -> Key:
    """Contested while a seat is settled and was not put aside; else the incidents."""
    if mine.sheet == "rectify" and mine.truth:
        return key(say("back"), local("truth"))
    if mine.sheet in BACK:
        return key(say("back"), local("sheet", sheet=mine.sheet, place=mine.place))
    if opening.closing(view):
        return key(say("closing.leave"), offered(view, "LeaveClosing"), say("close.sub"))
    if ruling_waits(view):
        return key(say("ruling"), local("sheet", sheet="ruling"), say("ruling.sub"))
    contest = offered(view, "ContestSeat", seat=view["turn"])
    if contest is not None:
        return key(say("contest"), contest, say("contest.sub", seat=view["turn"]))
    sign_off = offered(view, "SignOff") if view["paused"] and view["relief"]["register"] else None
    if sign_off is not None:
        return key(say("sign_off"), sign_off, view["croupier"]["person"])
    open_now = offered(view, "DeclareIncident") is not None
    if not open_now:
        return incidents.entry(say, view)
    return key(say("incident"), local("sheet", sheet="incident"), incidents.waiting(say, view))


def _rounds(say: Speech, view: View, mine: LocalState) -> Key:
    if mine.sheet in LOOKED_AT:
        return key(say("back"), local("sheet", sheet=mine.sheet))
    if opening.closing(view):
        return incidents.entry(say, view)
    given_up = opening.give_up_key(say, view, mine)
    if given_up is not None:
        return given_up
    signed = papers.sign_key(say, view)
    if signed is not None:
        return signed
    free = view["phase"] != "dealing" and not view["resumed"] and not procedure.running(view)
    inspected = papers.inspector_key(say, view) if free else None
    if inspected is not None:
        return inspected
    return key(say("rounds"), local("sheet", sheet="rounds") if free else None)


def _chips_lie(view: View, mine: LocalState) -> bool:
    """Bets of this round are on the felt, or being entered: the thumb that wants to pause may not close the
    table over them."""
    laid = (seat["chip"] or (seat["ante_cents"] and not seat["hollow"]) for seat in view["seats"])
    return view["phase"] == "betting" and (mine.changed or any(laid))


def _last(say: Speech, view: View, mine: LocalState) -> Key:
    if mine.sheet == "incident":
        return incidents.entry(say, view)
    if _at_its_end(view):
        return _to_show_empty(say, view) or key(say("pause"))  # the big button closes the table
    if view["paused"]:
        closes = offered(view, "CloseTable") or offered(view, "BeginClosing")
        why = "close.verify" if procedure.running(view) else "close.sub"
        return _to_show_empty(say, view) or key(say("close"), closes, say(why))
    close = offered(view, "CloseTable") or offered(view, "BeginClosing")
    if close is not None and not _chips_lie(view, mine):
        return key(say("close"), close)
    difference = sensors.difference(say, view)
    if difference is not None:
        return difference
    if view["phase"] == "betting" and (empty := _to_show_empty(say, view)) is not None:
        return empty
    pause = offered(view, "Pause")
    return key(say("pause"), pause, "" if pause else say("pause.sub"))


def _at_its_end(view: View) -> bool:
    """The closing sheet is open, or will be: the last of the deals announced is over."""
    last = view["last_deals"]
    over = view["phase"] == "clearing" and last is not None and not last["left"]
    return opening.closing(view) or over


def _to_show_empty(say: Speech, view: View) -> Key | None:
    """The shuffler is shown empty before the table closes (CS-03): by its dealer once no deal is left, else
    before the chef whose card is there. While that is waited for, the key takes it back."""
    withdraw = offered(view, "WithdrawShowEmpty")
    if withdraw is not None and _at_its_end(view):
        return key(say("empty.withdraw"), withdraw, say("empty.withdraw.sub"))
    closing = offered(view, "ShowEmpty", occasion="closing")
    if closing is None or view["decks"]["shown_empty"] or not (_at_its_end(view) or decks.chef_there(view)):
        return None
    return key(say("empty.closing"), closing, say("empty.closing.sub"))
