"""The strip above the seats: the dealer's cards, the board, the jackpot, or else the total of the bets."""

from __future__ import annotations

from typing import Final

from ui import figures
from ui.screen import procedure, sensors
from ui.screen.meter import cause
from ui.screen.shape import Hand, Meter
from ui.screen.speech import Speech, View, offered

OPEN_HANDS: Final = ("showdown", "settling", "clearing")
SHOWN: Final = {"unread": "bad"}


def dealer(say: Speech, view: View) -> Hand:
    """The dealer's two cards and whether he qualifies."""
    told = view["dealer"]
    cards = [SHOWN.get(card, card) for card in told["cards"]]
    made: Hand = {"caption": say("dealer"), "cards": cards}
    if view["refund"] is not None:
        made["verdict"] = say("refund.dealer")
        if "back" in cards:
            made["note"], made["note_short"] = say("refund.hidden"), say("refund.hidden.short")
    elif told["qualified"] is not None:
        hand = say.hand(told["hand"])
        made["verdict"] = say("qualified" if told["qualified"] else "not_qualified")
        poor = not told["qualified"] and told["hand"]["class"] == "high_card"
        made["note"] = say("no_pair", hand=hand) if poor else hand
        made["note_short"] = hand
    elif any(cards) or view["phase"] == "dealing":
        read = sum(card not in ("", "bad") for card in cards)
        hand = view["dealing_by_hand"]["dealer"]
        if hand is not None:
            made["note"] = say.hand(hand)
        elif read and 0 in view["by_hand"]["seats"]:
            made["note"] = say("by_hand.dealt")
        else:
            made["note"] = say("read.one" if read == 1 else "read", count=read)
    if procedure.frozen(view):
        return made | {"caption": "", "recedes": True}
    made["dim"] = procedure.proved(view) is not None
    return made


def board(say: Speech, view: View) -> Hand:
    """The five community cards; darkened those that do not count for the seat in turn."""
    told = view["board"]
    cards = [SHOWN.get(card, card) for card in told["cards"]]
    made: Hand = {"caption": say("board"), "cards": cards}
    proved = procedure.proved(view)
    if told["used"] is not None:
        made["dim"] = [not used for used in told["used"]]
    elif proved is not None and procedure.frozen(view):
        made["ringed"] = [card in proved for card in cards]
        return made | {"caption": "", "recedes": True}
    elif proved is not None:
        made["dim"] = [card not in proved for card in cards]
    refund = view["refund"]
    if refund is not None:
        done = refund["seats"] - refund["left"]
        made["verdict"] = say("refund.count", done=done, of=refund["seats"])
        left, back_cents = figures.euros(refund["left_cents"], short=True), refund.get("left_back_cents", 0)
        back = figures.euros(back_cents, short=True)
        made["note"] = say("refund.left.back" if back_cents else "refund.left", amount=left, back=back)
        made["dim"] = [True] * len(cards)
    elif view["dealer"]["qualified"] is False and view["phase"] in OPEN_HANDS:
        paid = view["game"]["unqualified_ante"] == "paid"
        to_pay = antes_to_pay(view)
        made["verdict"] = say("ante_to_pay" if to_pay else "ante_paid" if paid else "ante_returned")
        made["note"] = _others(say, view["game"])
    elif view["phase"] in ("dealing", "deciding"):
        made["note"] = _next_street(say, view, cards)
    return made


def _others(say: Speech, game: View) -> str:
    """What an unqualified bank leaves as it lies, and what plays all the same."""
    sides = [say(f"spot.{spot}") for spot in game["sides"]]
    if game["second"] == "blind":
        return say("others.play", spots=say.listed([say("spot.play"), say("spot.blind"), *sides]))
    return say("others.side", spots=say.listed(sides), count=len(sides)) if sides else say("others.left")


def antes_to_pay(view: View) -> bool:
    """The Antes are paid next, before any hand is opened; the chef may have to confirm one first."""
    if offered(view, "PayAntes") is not None:
        return True
    primary = view["primary"]
    return view["phase"] == "showdown" and primary is not None and primary["tap"]["act"] == "ConfirmPayment"


def _next_street(say: Speech, view: View, cards: list[str]) -> str:
    """`Flop 1/3`: how many cards of the next street are out."""
    first = 0
    burns = view["expected"].startswith("burn")
    for street in view["game"]["streets"]:
        part = cards[first : first + street["board"]]
        first += street["board"]
        if part and not all(len(card) == 2 for card in part):
            out = sum(card != "" for card in part)
            if burns:
                return say("burn.then", street=say.street(view, street["name"]))
            return say("street.count", street=say.street(view, street["name"]), count=out, of=len(part))
    return ""


def meter(say: Speech, view: View) -> Meter:
    """The jackpot, or the total of the bets where the felt has no JP1."""
    if "jp1" in view["game"]["spots"]:
        return _jackpot(say, view)
    euros, rest = figures.split_euros(view["total_cents"])
    return {
        "caption": say("total"),
        "euros": euros,
        "cents": rest,
        "note": _in_play(say, view),
        "plain": True,
    }


def _in_play(say: Speech, view: View) -> str:
    """How many seats the total is made of."""
    count = sum(seat["seated"] for seat in view["seats"])
    if count < 2:
        return say("total.seats.one") if count else ""
    return say("total.seats", count=count)


def _jackpot(say: Speech, view: View) -> Meter:
    """The jackpot as confirmed last; it rolls only while no key is waited for."""
    told = view["jackpot"]
    verified = view["verification"]
    cents = told["meter_cents"]
    share = figures.percent(told["share_micro"])
    stake = figures.euros(told["stake_cents"])
    caption = say("jackpot")
    note, short = (
        say("jackpot.share", stake=stake, share=share),
        say("jackpot.share.short", stake=stake, share=share),
    )
    if verified is not None and verified["claimed"] and not verified["refused"]:
        caption = say("jackpot.locked", time=figures.clock(verified["since_ms"]))
        note = short = say("jackpot.new_cycle", amount=figures.euros(cents))
        cents = verified["value_cents"] or cents
        if procedure.frozen(view):
            note = short = say("jackpot.locked.at", time=figures.clock(verified["since_ms"]))
    elif not told["open"]:
        caption = say("jackpot.closed")
        if told["closed_code"] == "no_display":
            note = short = say("jackpot.no_display")
        elif view["upkeep"] is not None and view["upkeep"]["stop"] is not None:
            stop = view["upkeep"]["stop"]
            note = short = say("meter.stopped") if stop["voluntary"] else cause(say, stop["cause"])
        elif told["confirmed_ms"]:
            note = short = say("jackpot.confirmed", time=figures.clock(told["confirmed_ms"]))
    elif view["refund"] is not None and view["refund"]["carried"]:
        count = view["refund"]["carried"]
        note = short = say("refund.jp1.one") if count == 1 else say("refund.jp1", count=count)
    elif view["hand_lamps"]["since_ms"]:
        note = short = sensors.meter_note(say, view)
    euros, rest = figures.split_euros(cents)
    return {
        "caption": "" if procedure.frozen(view) else caption,  # the band stands there
        "euros": euros,
        "cents": rest,
        "note": note,
        "note_short": short,
        "dim": not told["open"],
        "roll": view["phase"] in ("collected", "dealing"),
    }
