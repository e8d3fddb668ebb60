"""The seven seat columns, and the strip above them: dealer, board, jackpot."""

from __future__ import annotations

from typing import Any, Final

from ui import figures
from ui.screen.hand import LocalState
from ui.screen.shape import Decision, Hand, Meter, OutcomeWords, Seat, SeatJackpot, Stake
from ui.screen.speech import Speech, View, chip, key, local, money, offered

OPEN_HANDS: Final = ("showdown", "settling", "clearing")
STREET_CARDS: Final = {"flop": (0, 3), "river": (3, 5)}
SHOWN: Final = {"unread": "bad"}


def seats(say: Speech, view: View, mine: LocalState) -> list[Seat]:
    """The seven columns, seat 1 first."""
    return [_seat(say, view, seat, mine) for seat in view["seats"]]


def _seat(say: Speech, view: View, seat: View, mine: LocalState) -> Seat:
    number = seat["seat"]
    edited = mine.draft is not None and mine.draft.seat == number
    made: Seat = {"number": str(number), "says": say.seat(number)}
    if not seat["seated"] and not edited and not seat["chip"]:
        made["vacant"] = True
        made["vacant_word"] = say("seat.free")
        if _bets_open(view):
            made["header_tap"] = local("stakes", seat=number)
            made["header_says"] = say("seat.take", seat=number)
        return made
    made["stakes"] = _stakes(say, seat, mine)
    made["lamp"] = _lamp(view, seat)
    made["lamp_word"] = say("jp1")
    made["focused"] = edited or view["turn"] == number
    made["expected"] = view["expected"].startswith(f"hole.{number}.") and view["held"] is None
    made["quiet"] = bool(seat["settled_ms"])
    if edited:
        made["keys"] = _presets(say, view, seat, mine)
    elif view["phase"] == "betting":
        _betting(say, view, seat, made)
    elif view["phase"] in ("latched", "collected"):
        made["jp1"] = _jp1(say, view, seat)
    if any(seat["cards"]) or view["phase"] == "dealing":
        _cards(say, view, seat, made)
    if view["phase"] == "deciding":
        _deciding(say, view, seat, made)
    if view["phase"] in OPEN_HANDS and seat["seated"]:
        made["outcome"] = _outcome(say, view, seat)
    return made


def _bets_open(view: View) -> bool:
    return bool(
        view["phase"] == "betting" and view["held"] is None and not view["paused"] and not view["resumed"]
    )


def _stakes(say: Speech, seat: View, mine: LocalState) -> list[Stake]:
    ante, trips = seat["ante_cents"], seat["side_cents"]
    if mine.draft is not None and mine.draft.seat == seat["seat"]:
        ante, trips = mine.draft.ante_cents, mine.draft.side_cents
    return [
        {"label": say(f"spot.{spot}"), "short": say(f"spot.{spot}.short"), "amount": chip(cents)}
        for spot, cents in (("ante", ante), ("blind", ante), ("trips", trips))
    ]


def _lamp(view: View, seat: View) -> Any:
    if seat["chip"] and seat["chip_refused"]:
        return "closed" if seat["chip_refused"] == "jp1_closed" else "back"
    if seat["jp1"] in ("registered", "carried"):
        return "in"
    if seat["jp1"] == "given_back":
        return "back" if seat["chip"] else "none"
    return "chip" if seat["jp1"] == "latched" or seat["chip"] else "none"


def _presets(say: Speech, view: View, seat: View, mine: LocalState) -> list[Any]:
    """Repeat and double take effect at once; free gives the seat up, or closes the sheet of a free one."""
    number = seat["seat"]
    ante, trips = mine.before.get(number, (0, 0))
    now = (seat["ante_cents"], seat["side_cents"])
    free = offered(view, "VacateSeat", seat=number) or local("stakes", seat=number)
    return [
        _preset(say("repeat"), view, number, ante, trips),
        _preset(say("double"), view, number, 2 * (now[0] or ante), 2 * (now[1] or trips)),
        key(say("free"), free),
    ]


def _preset(label: str, view: View, seat: int, ante: int, trips: int) -> Any:
    fits = view["minimum_cents"] <= ante <= view["maximum_cents"] and trips <= view["maximum_cents"]
    if not fits:
        return key(label)
    sub = "+".join(chip(cents) for cents in (ante, ante, trips) if cents)
    return key(label, {"act": "SetStakes", "seat": seat, "ante_cents": ante, "side_cents": trips}, sub)


def _betting(say: Speech, view: View, seat: View, made: Seat) -> None:
    refused = seat["chip_refused"] if seat["chip"] else ""
    if refused:
        made["note"] = say(f"chip.{refused}")
        made["note_sub"] = say(f"chip.{refused}.sub")
    elif seat["seated"]:
        made["note"] = say("note.complete")
        carried = seat["jp1"] == "carried"
        made["note_sub"] = say("note.carried" if carried else "note.chip" if seat["chip"] else "note.no_jp1")
    if _bets_open(view):
        made["service"] = key(say("modify"), local("stakes", seat=seat["seat"]))


def _jp1(say: Speech, view: View, seat: View) -> SeatJackpot | None:
    if not seat["seated"]:
        return None
    if seat["jp1"] == "none":
        return {"word": say("note.no_jp1"), "plain": True}
    if seat["jp1"] == "given_back":
        return {"word": say("jp1.given_back"), "lamp": "back"}
    word = say("note.carried") if seat["jp1"] == "carried" else money(view["jackpot"]["stake_cents"])
    return {
        "word": word,
        "lamp": "chip" if seat["jp1"] == "latched" else "in",
        "plain": seat["jp1"] == "carried",
    }


def _cards(say: Speech, view: View, seat: View, made: Seat) -> None:
    cards = [SHOWN.get(card, card) for card in seat["cards"]]
    made["cards"] = cards
    if view["phase"] in OPEN_HANDS:
        made["opened"] = True
        made["hand"] = say.hand(seat["hand"])
        made["cards_dim"] = seat["folded"]
        made["play_line"], made["play_line_short"] = _played(say, seat)
        return
    read = sum(card == "back" for card in cards)
    out = sum(card != "" for card in cards)
    one = read < 2 and out == 2
    made["cards_word"] = say("read.one.lines" if one or read == 1 else "read.lines", count=read)
    made["cards_word_short"] = f"{read}/2"


def _played(say: Speech, seat: View) -> tuple[str, str]:
    if seat["folded"]:
        return say("decision.fold"), say("decision.fold")
    if not seat["multiple"]:
        return "", ""
    amount = money(seat["play_cents"])
    multiple = figures.times(seat["multiple"])
    return say("play.line", multiple=multiple, amount=amount), f"{multiple} · {amount}"


def _deciding(say: Speech, view: View, seat: View, made: Seat) -> None:
    number = seat["seat"]
    if not seat["seated"]:
        return
    if seat["multiple"]:
        word = figures.times(seat["multiple"])
        made["decision"] = {
            "caption": say("decision.play"),
            "word": word,
            "amount": money(seat["play_cents"]),
        }
    elif seat["folded"]:
        made["decision"] = _plain(say("decision.fold"))
    elif view["resumed"] or view["held"] is not None:
        made["decision"] = _plain(say("decision.none"))
    elif not view["street_open"]:
        made["decision"] = _plain(say("decision.check"))
    else:
        bets = [offer for offer in view["offers"] if offer["act"] == "BetPlay" and offer["seat"] == number]
        made["keys"] = [
            key(figures.times(bet["multiple"]), dict(bet), money(bet["multiple"] * seat["ante_cents"]))
            for bet in bets
        ]
        fold = offered(view, "Fold", seat=number)
        if fold is not None:
            made["keys"].append(key(say("decision.fold"), fold))


def _plain(word: str) -> Decision:
    return {"caption": "", "word": word, "amount": "", "plain": True}


def _outcome(say: Speech, view: View, seat: View) -> OutcomeWords | None:
    if not seat["result"]:
        return None
    if view["phase"] == "showdown":
        return {"kind": seat["result"], "word": say(f"result.{seat['result']}")}
    pay, take = seat["pay_cents"], seat["take_cents"]
    if seat["settled_ms"]:
        word = "paid" if pay else "taken" if take else "left"
        return {"kind": "done", "word": say(word), "amount": money(pay or take) if pay or take else ""}
    if seat["contested"] and view["turn"] != seat["seat"]:
        return {"kind": "hold", "word": say("contested")}
    if pay:
        return {"kind": "win", "word": say("pay"), "amount": money(pay)}
    if take:
        return {"kind": "lose", "word": say("take"), "amount": money(take)}
    return {"kind": "tie", "word": say("leave.short")}


# --- the strip -----------------------------------------------------------------------------------


def dealer(say: Speech, view: View) -> Hand:
    """The dealer's two cards and whether he qualifies."""
    told = view["dealer"]
    cards = [SHOWN.get(card, card) for card in told["cards"]]
    made: Hand = {"caption": say("dealer"), "cards": cards}
    if told["qualified"] is not None:
        hand = say.hand(told["hand"])
        made["verdict"] = say("qualified" if told["qualified"] else "not_qualified")
        poor = not told["qualified"] and told["hand"]["class"] == "high_card"
        made["note"] = say("no_pair", hand=hand) if poor else hand
        made["note_short"] = hand
    elif any(cards) or view["phase"] == "dealing":
        read = sum(card == "back" for card in cards)
        made["note"] = say("read" if read > 1 else "read.one", count=read)
    made["dim"] = _proved(view) is not None
    return made


def board(say: Speech, view: View) -> Hand:
    """The five community cards; darkened those that do not count for the seat in turn."""
    told = view["board"]
    cards = [SHOWN.get(card, card) for card in told["cards"]]
    made: Hand = {"caption": say("board"), "cards": cards}
    proved = _proved(view)
    if told["used"] is not None:
        made["dim"] = [not used for used in told["used"]]
    elif proved is not None:
        made["dim"] = [card not in proved for card in cards]
    if view["dealer"]["qualified"] is False and view["phase"] in OPEN_HANDS:
        made["verdict"] = say("ante_returned")
        made["note"] = say("others_play")
    elif view["phase"] in ("dealing", "deciding"):
        made["note"] = _next_street(say, view, cards)
    return made


def _proved(view: View) -> list[str] | None:
    """The five cards of a royal under verification."""
    told = view["verification"]
    if told is None or told["refused"] or view["phase"] != "showdown":
        return None
    return royal(view)


def royal(view: View) -> list[str]:
    """The royal of the verification, ace first, among the open cards of the board and of its seats."""
    told = view["verification"]
    own = [] if told["kind"] == "community_royal" else view["seats"][told["seats"][0] - 1]["cards"]
    open_cards = {*view["board"]["cards"], *own}
    for suit in "shdc":
        five = [rank + suit for rank in "AKQJT"]
        if all(card in open_cards for card in five):
            return five
    return []


def _next_street(say: Speech, view: View, cards: list[str]) -> str:
    """`Flop 1/3`: how many cards of the next street are out."""
    for street in view["streets"][1:]:
        first, last = STREET_CARDS.get(street, (0, 0))
        part = cards[first:last]
        if part and not all(len(card) == 2 for card in part):
            out = sum(card != "" for card in part)
            return say("street.count", street=say(f"phase.{street}"), count=out, of=len(part))
    return ""


def meter(say: Speech, view: View) -> Meter:
    """The jackpot as confirmed last; it rolls only while no key is waited for."""
    told = view["jackpot"]
    verified = view["verification"]
    cents = told["meter_cents"]
    share = _percent(told["share_micro"])
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
    elif not told["open"]:
        caption = say("jackpot.closed")
        if told["confirmed_ms"]:
            note = short = say("jackpot.confirmed", time=figures.clock(told["confirmed_ms"]))
    euros, rest = figures.split_euros(cents)
    return {
        "caption": caption,
        "euros": euros,
        "cents": rest,
        "note": note,
        "note_short": short,
        "dim": not told["open"],
        "roll": view["phase"] in ("collected", "dealing"),
    }


def _percent(micro: int) -> str:
    """`25 %`, `12,5 %` of a share in millionths."""
    whole, rest = divmod(micro, 10_000)
    tail = f",{rest:04d}".rstrip("0") if rest else ""
    return f"{whole}{tail}\u00a0%"
