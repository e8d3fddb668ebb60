"""The seat columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ui import figures
from ui.screen import procedure, rectify, sensors
from ui.screen.console_state import LocalState
from ui.screen.settlement import besides, besides_cents, jp1_back_cents, jp1_beside, void_for_seat
from ui.screen.shape import Decision, Key, OutcomeWords, Seat, SeatJackpot, Stake, Tap
from ui.screen.speech import Speech, View, bet_words, chip, key, local, money, offered
from ui.screen.stakes_pad import Stakes, chips_laid, set_stakes, staked, within
from ui.screen.strip import OPEN_HANDS, SHOWN, antes_to_pay

if TYPE_CHECKING:
    from controller.game.dealing.view_types import SeatView

SUM_LETTERS: Final = 12
"""So many letters of a sum stand on a key of a seat; a longer one is written without its thin spaces."""


def seats(say: Speech, view: View, mine: LocalState) -> list[Seat]:
    """A column for each place of the felt, seat 1 first."""
    return [_seat(say, view, seat, mine) for seat in view["seats"]]


def _seat(say: Speech, view: View, seat: SeatView, mine: LocalState) -> Seat:
    number = seat["seat"]
    draft = mine.entered(view)
    edited = draft is not None and draft.seat == number
    made: Seat = {"number": str(number), "says": say.seat(number)}
    if not (seat["seated"] or seat["hollow"] or edited or seat["chip"]):
        made["vacant"] = True
        made["recedes"] = procedure.frozen(view)
        made["vacant_word"] = _mark_note(say, seat) or say("seat.free")
        if _bets_open(view):
            made["header_tap"] = local("stakes", seat=number)
            made["header_says"] = say("seat.take", seat=number)
        extra = offered(view, "ChipReturned", seat=number)
        if extra is not None:
            made["header_tap"] = extra
            made["vacant_word"] = made["header_says"] = say("count.returned")
        return made
    made["stakes"] = _stakes(say, view, seat, mine)
    if "jp1" in view["game"]["spots"]:
        made["lamp"] = _lamp(view, seat)
        made["lamp_word"] = say("jp1")
    made["focused"] = edited or view["turn"] == number
    made["expected"] = view["expected"].startswith(f"hole.{number}.") and view["held"] is None
    if view["speaks"] == number and view["held"] is None and not view["resumed"]:
        made["speaks"] = True
        made["says"] = say("seat.speaks", seat=number)
    made["quiet"] = bool(seat["settled_ms"]) or seat["refunded"]
    if edited:
        made["keys"] = _presets(say, view, seat, mine)
        made["header_tap"] = local("stakes", seat=number)
        made["header_says"] = say("back")
    elif view["phase"] == "betting":
        _betting(say, view, seat, made)
        _entry_kept(say, seat, made, mine)
    elif sensors.disputed(view):
        made["keys"] = sensors.count_keys(say, view, seat)
    elif view["phase"] in ("latched", "collected") and "jp1" in view["game"]["spots"]:
        made["jp1"] = _jp1(say, view, seat)
    sensors.correction(say, view, seat, made)
    if any(seat["cards"]) or view["phase"] == "dealing":
        _cards(say, view, seat, made)
    if view["phase"] == "deciding":
        _deciding(say, view, seat, made)
        _thrown_in(say, view, seat, made, mine)
    if view["phase"] in (*OPEN_HANDS, "refunding") and seat["seated"]:
        made["outcome"] = _outcome(say, view, seat)
    _frozen(view, seat, made)
    if view["phase"] == "settling" and seat["settled_ms"] and rectify.may_begin(view):
        rectifies = local("sheet", sheet="rectify", seat=number)
        made["rectify"] = key(say("rectify"), rectifies, says=say("rectify.seat", seat=number))
    return made


def _frozen(view: View, seat: SeatView, made: Seat) -> None:
    """Of a frozen felt the seats that claim stay lit, their cards of the hand ringed; all else recedes."""
    proved = procedure.proved(view) if procedure.frozen(view) else None
    if proved is None:
        return
    made["proves"] = seat["seat"] in view["verification"]["seats"]
    made["recedes"] = not made["proves"]
    if made["proves"]:
        made["cards_dim"] = False
        made["ringed"] = [card in proved for card in seat["cards"]]


def _bets_open(view: View) -> bool:
    return bool(
        view["phase"] == "betting" and view["held"] is None and not view["paused"] and not view["resumed"]
    )


def _stakes(say: Speech, view: View, seat: SeatView, mine: LocalState) -> list[Stake]:
    """The circles of the main bets and of the side bets of the felt."""
    draft = mine.entered(view)
    edited = draft is not None and draft.seat == seat["seat"]
    stakes = draft.stakes if draft is not None and edited else staked(view, seat)
    game = view["game"]
    main, sides = ("ante", game["second"]), game["sides"]
    # The two main bets are equal: where a tile has no room for a circle each, they have one together.
    circles = [main] if len(sides) > 1 else [(spot,) for spot in main]
    marks = {} if edited else dict(seat["marks"])
    return [
        {
            "label": _felt_name(say, spots),
            "short": "+".join(say(f"spot.{spot}.short") for spot in spots),
            "amount": chip(stakes.get("ante" if spots[0] in main else spots[0], 0)),
            "mark": next((say(f"mark.{marks[spot]}") for spot in spots if spot in marks), ""),
            "hollow": seat["hollow"] and not edited,
        }
        for spots in (*circles, *((spot,) for spot in sides))
    ]


def _felt_name(say: Speech, spots: tuple[str, ...]) -> str:
    """What is written below a circle: `Trips`, `Super` over `Ante`, `Ante` over `Blind`."""
    return say(f"spots.{spots[1]}.felt") if len(spots) > 1 else say(f"spot.{spots[0]}.felt")


def _lamp(view: View, seat: SeatView) -> Any:
    if seat["chip"] and seat["chip_refused"]:
        return "closed" if seat["chip_refused"] == "jp1_closed" else "back"
    if seat["jp1"] in ("registered", "carried"):
        return "in"
    if seat["jp1"] == "given_back":
        return "back" if seat["chip"] else "none"
    if seat["chip"] and seat["chip_waits"]:
        return "waits"
    return "chip" if seat["jp1"] == "latched" or seat["chip"] else "none"


def _presets(say: Speech, view: View, seat: SeatView, mine: LocalState) -> list[Key]:
    """Repeat or double, and free the seat, take effect at once. The way back stands where *Modifier* stood: a
    finger that touches twice has opened and closed, and nothing else.

    Where stakes do not stand, the table itself doubles once and takes back one by one.
    """
    number, stakes = seat["seat"], staked(view, seat)
    free = key(say("free"), offered(view, "VacateSeat", seat=number))
    back = key(say("back"), local("unstake"), say("back.unsaved") if mine.changed else "")
    if not seat["seated"]:
        again = offered(view, "ConfirmStakes", seat=number)
        if again is not None:
            return [key(say("repeat"), again, _sum(stakes)), free, back]
        return [_preset(say("repeat"), view, number, mine.former.get(number, {})), free, back]
    if view["game"]["stakes_stand"]:
        twice = {spot: 2 * cents for spot, cents in stakes.items()}
        return [_preset(say("double"), view, number, twice), free, back]
    undo = offered(view, "UndoStakes", seat=number)
    doubles = offered(view, "DoubleStakes", seat=number)
    double = key(say("double"), doubles, _not_doubled(say, view, seat))
    return [double, key(say("take_back"), undo) if undo else free, back]


def _not_doubled(say: Speech, view: View, seat: SeatView) -> str:
    """Why the stakes cannot be doubled, where it is no matter of course."""
    if seat["doubled"]:
        return say("doubled")
    return say("double.maximum") if seat["ante_cents"] >= view["maximum_cents"] else ""


def _sum(stakes: Stakes) -> str:
    """`10+10+5`; of many figures in two lines, for a sum breaks nowhere by itself."""
    laid = [chip(cents) for cents in chips_laid(stakes)]
    words = "+".join(laid)
    if len(words) <= SUM_LETTERS:
        return words
    half = (len(laid) + 1) // 2
    return f"{'+'.join(laid[:half])}\n+{'+'.join(laid[half:])}".replace("\u202f", "")


def _preset(label: str, view: View, seat: int, stakes: Stakes) -> Key:
    if not within(view, stakes):
        return key(label)
    return key(label, set_stakes(view["game"], seat, stakes), _sum(stakes))


def _betting(say: Speech, view: View, seat: SeatView, made: Seat) -> None:
    refused = seat["chip_refused"] if seat["chip"] else ""
    if sensors.unbelieved(say, seat, made):
        pass
    elif refused:
        made["note"] = say(f"chip.{refused}")
        made["note_sub"] = say(f"chip.{refused}.sub")
        if not seat["seated"] and not seat["hollow"] and _bets_open(view):
            # A new player lays all at once: his stakes are entered in the middle of the column, as at any
            # free place.
            made["note_sub"] = say("enter.or")
            enters = local("stakes", seat=seat["seat"])
            made["keys"] = [key(say("enter"), enters, say("enter.sub"), stack=True)]
    elif seat["hollow"]:
        made["note"] = say("note.waits") if seat["chip_waits"] else say("note.hollow")
        made["note_short"] = say("note.waits.short") if seat["chip_waits"] else ""
        made["note_sub"] = _mark_note(say, seat)
        as_before = offered(view, "ConfirmStakes", seat=seat["seat"])
        made["keys"] = [key(money(sum(seat["before"].values())), as_before, say("as_before"), stack=True)]
    elif seat["seated"]:
        made["staked"] = money(seat["total_cents"])
        at_maximum = seat["ante_cents"] >= view["maximum_cents"]
        made["note"] = say("maximum") if at_maximum else say("note.complete")
        made["note_short"] = say("maximum.short") if at_maximum else ""
        made["note_sub"] = _mark_note(say, seat) or _jp1_note(say, view, seat)
        sensors.touched(say, view, seat, made)
    if _bets_open(view):
        made["service"] = key(say("modify"), local("stakes", seat=seat["seat"]))


def _entry_kept(say: Speech, seat: SeatView, made: Seat, mine: LocalState) -> None:
    """What was being entered here when the table stopped waits for it to go on."""
    draft = mine.draft
    if draft is not None and draft.changed and draft.seat == seat["seat"]:
        made["note"], made["note_short"] = say("note.entered"), ""
        made["note_sub"] = _sum(draft.stakes)


def _mark_note(say: Speech, seat: SeatView) -> str:
    """Where the felt and the declared stakes differ: for the dealer's eye, and no more."""
    if not seat["marks"]:
        return ""
    spot, how = seat["marks"][0]
    return say(f"mark.{how}.note", spot=say(f"spot.{spot}"))


def _jp1_note(say: Speech, view: View, seat: SeatView) -> str:
    if "jp1" not in view["game"]["spots"]:
        return ""  # the sum stands below
    if seat["jp1"] == "carried":
        return say("note.carried")
    return say("note.chip" if seat["chip"] else "note.no_jp1")


def _jp1(say: Speech, view: View, seat: SeatView) -> SeatJackpot | None:
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


def _cards(say: Speech, view: View, seat: SeatView, made: Seat) -> None:
    cards = [SHOWN.get(card, card) for card in seat["cards"]]
    made["cards"] = cards
    if view["phase"] in OPEN_HANDS:
        made["opened"] = True
        hand = say.hand(seat["hand"])
        made["hand"] = say("by_hand.entered", hand=hand) if seat["entered"] is not None else hand
        made["cards_dim"] = seat["folded"]
        made["play_line"], made["play_line_short"] = _played(say, view, seat)
        _beside_the_sum(say, view, seat, made)
        return
    if view["refund"] is not None:
        made["play"] = _given_back(say, seat)
        _beside_the_sum(say, view, seat, made)
        return
    if all(len(card) == 2 for card in cards):
        return  # dealt face up: the cards speak for themselves
    read = sum(card == "back" for card in cards)
    out = sum(card != "" for card in cards)
    one = read < 2 and out == 2
    if out and seat["seat"] in view["by_hand"]["seats"]:
        made["cards_word"], made["cards_word_short"] = say("by_hand.lines"), say("by_hand.short")
        return
    made["cards_word"] = say("read.one.lines" if one or read == 1 else "read.lines", count=read)
    made["cards_word_short"] = f"{read}/2"


def _beside_the_sum(say: Speech, view: View, seat: SeatView, made: Seat) -> None:
    """Above the sum: that the seat is contested, until it is settled, and what is taken besides."""
    parked = seat["contested"] and not seat["settled_ms"] and view["turn"] == seat["seat"]
    moves = view["phase"] in ("settling", "clearing", "refunding")
    taken, chip = (besides(say, seat), jp1_beside(say, seat)) if moves else ("", "")
    line = " · ".join(one for one in (taken, chip) if one) or (say("contested") if parked else "")
    if line:
        # On the small glass four figures, or the sign of a contested seat, leave no room for the verb, which
        # the hollow sign before the sum says.
        cents = besides_cents(seat)
        short = money(cents) if taken and (parked or chip or cents >= 100_000) else taken or line
        if taken and chip:
            short = f"{short} · {'+' if jp1_back_cents(seat) > 0 else ''}{say('jp1')}"
        made["play_line"], made["play_line_short"] = line, short
        back = [] if taken or not chip else ["refund"] if jp1_back_cents(seat) > 0 else ["lose"]
        made["play_marks"] = [*(["hold"] if parked else []), *(["lose"] if taken else back)]


def _given_back(say: Speech, seat: SeatView) -> Decision | None:
    """What the seat bet after the deal, which goes back with the rest."""
    if not seat["bets"]:
        return None
    label = say("spot.play") if seat["bets"][0][0] == "play" else ""
    return {"caption": label, "word": bet_words(say, seat), "amount": chip(seat["play_cents"])}


def _played(say: Speech, view: View, seat: SeatView) -> tuple[str, str]:
    if seat["folded"]:
        return say.game(view, "fold"), say.game(view, "fold")
    if not seat["bets"]:
        return "", ""
    amount = money(seat["play_cents"])
    words = bet_words(say, seat)
    if seat["multiple"] and seat["bets"][0][0] == "play":
        return say("play.line", multiple=words, amount=amount), f"{words} · {amount}"
    return f"{words} · {amount}", words if len(seat["bets"]) > 1 else f"{words} · {amount}"


def _deciding(say: Speech, view: View, seat: SeatView, made: Seat) -> None:
    if not seat["seated"]:
        return
    keys = [] if view["resumed"] or view["held"] is not None else _decision_keys(say, view, seat)
    if seat["folded"]:
        made["decision"] = _plain(say.game(view, "fold.clock" if seat["by_clock"] else "fold"))
    elif keys and not seat["bets"]:
        made["keys"] = keys
    elif seat["bets"]:
        caption = say("decision.play") if seat["bets"][0][0] == "play" else ""
        word, amount = bet_words(say, seat), money(seat["play_cents"])
        made["decision"] = {"caption": caption, "word": word, "amount": amount}
        if keys:  # half an Ante lies on the turn, another half may follow
            made["decision"] = None
            made["keys"] = [key(word, _reopening(view, seat), amount, stack=True), *keys]
    elif view["resumed"] or view["held"] is not None:
        made["decision"] = _plain(say.game(view, "none"))
    else:
        made["decision"] = _plain(say.game(view, "check.clock" if seat["by_clock"] else "check"))
    told, tap = made.get("decision"), _reopening(view, seat)
    if told is not None and tap is not None:
        told["tap"], told["reopen"] = tap, say("decision.reopen")
        told["says"] = say("decision.reopen.says", seat=seat["seat"])
    if seat["entered"] is not None and told is not None:
        told["caption"] = say.hand(seat["hand"])


def _reopening(view: View, seat: SeatView) -> Tap | None:
    return offered(view, "ReopenDecision", seat=seat["seat"])


def _thrown_in(say: Speech, view: View, seat: SeatView, made: Seat, mine: LocalState) -> None:
    """Cards thrown in, where that gives a hand up at any time: asked at the seat's head, said on the card."""
    number = seat["seat"]
    if _folds_by_key(view, seat) or offered(view, "Fold", seat=number) is None:
        return
    made["header_tap"] = local("throw", seat=number)
    made["header_says"] = say("seat.throws_in", seat=number)
    made["header_word"] = say("thrown")
    made["focused"] = made.get("focused", False) or mine.thrown == number


def _folds_by_key(view: View, seat: SeatView) -> bool:
    """To fold is one of the answers that this seat may give on this street."""
    street = view["game"]["streets"][view["street"]]
    return bool(street["fold"] and not seat["bets"] and not seat["folded"])


def _decision_keys(say: Speech, view: View, seat: SeatView) -> list[Key]:
    """What the seat may do now; to check is nobody's key: who has not bet has checked."""
    if not view["street_open"]:
        return []
    keys: list[Key] = []
    halves = {spot: size for street in view["game"]["streets"] for spot, size, _ in street["bets"]}
    for offer in view["offers"]:
        if offer.get("seat") != seat["seat"]:
            continue
        if offer["act"] == "BetPlay":
            amount = money(offer["multiple"] * seat["ante_cents"])
            keys.append(key(figures.times(offer["multiple"]), dict(offer), amount))
        elif offer["act"] == "BetOn":
            amount = money(halves[offer["spot"]] * seat["ante_cents"] // 2)
            keys.append(key(say(f"spot.{offer['spot']}"), dict(offer), amount, stack=True))
        elif offer["act"] == "Fold" and _folds_by_key(view, seat):
            keys.append(key(say.game(view, "fold.key"), dict(offer)))
    return keys


def _plain(word: str) -> Decision:
    return {"caption": "", "word": word, "amount": "", "plain": True}


def _outcome(say: Speech, view: View, seat: SeatView) -> OutcomeWords | None:
    if antes_to_pay(view) and not seat["folded"]:
        return {"kind": "win", "word": say("spot.ante"), "amount": money(seat["ante_cents"])}
    if view["refund"] is not None:
        word = "refunded" if seat["refunded"] else "refund"
        return {
            "kind": "done" if seat["refunded"] else "refund",
            "word": say(word),
            "word_short": say(f"{word}.short"),
            "amount": money(seat["refund_cents"]),
        }
    if not seat["result"]:
        return None
    if procedure.frozen(view) and seat["seat"] in view["verification"]["seats"]:
        return {"kind": "verify", "word": say("verify")}
    if view["phase"] == "showdown":
        word = say.game(view, "fold") if seat["result"] == "fold" else say(f"result.{seat['result']}")
        return {"kind": seat["result"], "word": word}
    pay, take, back = seat["pay_cents"], seat["take_cents"], void_for_seat(seat)
    if not (pay or take):
        back = back or max(0, jp1_back_cents(seat))
    if seat["settled_ms"]:
        if back:
            return {"kind": "done", "word": say("returned"), "amount": money(back)}
        word = "paid" if pay else "taken" if take else "left"
        return {"kind": "done", "word": say(word), "amount": money(pay or take) if pay or take else ""}
    told = seat["ruling"]
    waits = told is not None and not told["ruling"]
    if waits or (seat["contested"] and view["turn"] != seat["seat"]):
        return {"kind": "hold", "word": say("contested")}
    if back:
        return {"kind": "win", "word": say("return"), "amount": money(back)}
    if pay:
        return {"kind": "win", "word": say("pay"), "amount": money(pay)}
    if take:
        return {"kind": "lose", "word": say("take"), "amount": money(take)}
    return {"kind": "tie", "word": say("leave.short")}
