"""Showdown, settlement and the end of a round, on the card over the primary button."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from controller.words.spots import PAID_FIRST
from ui import figures
from ui.screen.shape import Direction, Focus, Row, SettleLine, Slip
from ui.screen.sheets import round_name
from ui.screen.speech import Speech, View, chip, money
from ui.screen.strip import antes_to_pay
from ui.texts.settled import settled_word

if TYPE_CHECKING:
    from controller.game.dealing.view_types import SeatView

PAY_CHIPS_CENTS: Final = (100_000, 50_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50)
CHIPS_SHOWN: Final = 3
PAID_BEFORE: Final = ("ante_paid_not_qualified",)
"""Rules by which the bank has paid before the hands were opened: nothing of it is paid again."""


def showdown(say: Speech, view: View) -> Focus:
    """Who wins and who loses; before that, where the bank is not qualified, whose Ante is paid."""
    seated = [seat for seat in view["seats"] if seat["seated"]]
    rows: list[Row] = []
    for result in ("win", "tie", "lose", "fold", "unopened"):
        numbers = [seat["seat"] for seat in seated if seat["result"] == result]
        if numbers:
            label = say.game(view, "fold.row") if result == "fold" else say(f"row.{result}")
            rows.append({"label": label, "value": say.listed(numbers)})
    order = ", ".join(str(seat["seat"]) for seat in reversed(seated))
    if antes_to_pay(view):
        return _antes(say, [seat for seat in reversed(seated) if not seat["folded"]])
    return {"kind": "wait", "caption": say("settle.next"), "title": order, "rows": rows}


def _antes(say: Speech, still_in: list[View]) -> Focus:
    """The Antes are paid from right to left, before any hand is opened; each seat shows its own."""
    return {
        "kind": "wait",
        "caption": say("antes.first"),
        "title": say("bank.pays", amount=money(sum(seat["ante_cents"] for seat in still_in))),
        "text": say("antes.text"),
        "rows": [{"label": say.seats(seat["seat"] for seat in still_in), "value": ""}],
    }


def settling(say: Speech, view: View) -> Focus | None:
    """The seat in turn: what it is paid, what is taken, and why, spot by spot."""
    if not view["turn"]:
        return None
    seat = view["seats"][view["turn"] - 1]
    pay, take = seat["pay_cents"], seat["take_cents"]
    back, beside = void_for_seat(seat), besides_cents(seat)
    chip_cents = jp1_back_cents(seat)
    direction: Direction = (
        "pay" if pay or back else "take" if take else "refund" if chip_cents > 0 else "even"
    )
    word = {"pay": "pay", "take": "take", "refund": "refund.short", "even": "leave"}[direction]
    told = seat["ruling"]
    if told is not None and told["ruling"] != "record":
        word = "give_back" if told["ruling"] else "stay"
    euros, rest = figures.split_euros(back or pay or take or max(0, chip_cents))
    return {
        "kind": "settle",
        "seat": say.seat(seat["seat"]),
        "hand": _hand(say, view, seat),
        "direction": direction,
        "word": say(word),
        "euros": euros,
        "cents": rest,
        "also": say("take.also", amount=money(beside)) if beside else "",
        "chips": _chips(pay),
        "lines": _ante_back(say, ante_back_cents(seat)) + _jp1_back(say, chip_cents) + _lines(say, seat),
        "slip": _slip(say, seat),
    }


def _hand(say: Speech, view: View, seat: SeatView) -> str:
    """The hand of the seat in turn; one that was put aside is still contested when it comes back.

    Beside that word there is room for its class alone: it stands in full on the seat.
    """
    told = seat["hand"]
    if told and seat["contested"]:
        told = {**told, "ranks": []}
    hand = say.hand(told) or (say.game(view, "fold") if seat["folded"] else say("result.unopened"))
    return f"{say('contested')} · {hand}" if seat["contested"] else hand


def besides_cents(seat: SeatView) -> int:
    """What is taken of a seat that is given something, in cents: it lies elsewhere, and is not set off.

    Of a seat that is paid, its lost stakes; of one that is void, an Ante that the bank had paid.
    """
    return ante_back_cents(seat) or (seat["take_cents"] if seat["pay_cents"] else 0)


def besides(say: Speech, seat: SeatView) -> str:
    """The same in words, before and after it was done."""
    cents = besides_cents(seat)
    return (
        f"{say('taken' if seat['settled_ms'] or seat['refunded'] else 'take')} {money(cents)}"
        if cents
        else ""
    )


def jp1_back_cents(seat: SeatView) -> int:
    """The collected JP1 stake that goes back with its prize, below zero one that is taken once more.

    An older table does not say it.
    """
    return seat.get("jp1_back_cents", 0)


def jp1_beside(say: Speech, seat: SeatView) -> str:
    """What becomes of the JP1 chip beside the sum of its seat; empty where it is the sum, or stays taken."""
    cents = jp1_back_cents(seat)
    if not cents or (cents > 0 and not (seat["pay_cents"] or seat["take_cents"])):
        return ""
    return say(f"jp1.chip.{'back' if cents > 0 else 'take'}{'.done' if seat['settled_ms'] else ''}")


def _jp1_back(say: Speech, cents: int) -> list[SettleLine]:
    """The JP1 chip of the seat: out of those collected, or once more to them."""
    if not cents:
        return []
    rule, sign = ("jp1.chip.give", "") if cents > 0 else ("refund.ante.back", figures.MINUS)
    amount = f"{sign}{money(abs(cents))}"
    return [{"spot": say("jp1.chip.row"), "stake": "", "rule": say(rule), "result": amount, "gain": False}]


def ante_back_cents(seat: SeatView) -> int:
    """What a seat that is void gives back of an Ante that was paid; an older table does not say it."""
    return seat.get("ante_back_cents", 0)


def void_for_seat(seat: SeatView) -> int:
    """What goes back to a seat that two persons ruled void: every stake, that of JP1 too; else 0 cents."""
    told = seat["ruling"]
    if told is None or told["ruling"] != "void":
        return 0
    return sum(line["returned_cents"] for line in seat["lines"])


def _slip(say: Speech, seat: SeatView) -> Slip | None:
    """What the cage pays of this seat by its slip, outside what the dealer pays."""
    if not seat["slip_cents"]:
        return None
    amount = figures.euros(seat["slip_cents"])
    return {"name": say("spot.jp1"), "amount": amount, "note": say("slip.cage", slip=seat["slip"])}


def _chips(cents: int) -> list[str]:
    """The payment in the fewest chips, when three are enough; nothing otherwise."""
    chips: list[str] = []
    for value in PAY_CHIPS_CENTS:
        count, cents = divmod(cents, value)
        chips += [chip(value)] * count
    return chips if len(chips) <= CHIPS_SHOWN else []


def _already(say: Speech, seat: SeatView) -> list[SettleLine]:
    """What the seat was paid before it is settled again: it stays paid, and nothing of it moves."""
    if not seat["already_cents"]:
        return []
    paid, rule, amount = say("paid.already"), say("paid.already.rule"), chip(seat["already_cents"])
    return [{"spot": paid, "stake": "", "rule": rule, "result": amount, "gain": False}]


def _lines(say: Speech, seat: SeatView) -> list[SettleLine]:
    by_spot = {line["spot"]: line for line in seat["lines"]}
    made: list[SettleLine] = _already(say, seat)
    for spot in PAID_FIRST:
        line = by_spot.get(spot)
        if line is None or (spot == "jp1" and line["paid_cents"] == seat["slip_cents"] > 0):
            continue  # what the cage pays alone has a line of its own, apart
        paid = 0 if line["rule"] in PAID_BEFORE else line["paid_cents"]
        if spot == "jp1":
            paid -= seat["slip_cents"]
        rule = "100\u00a0%" if line["rule"] == "jp1_jackpot" else say.odds(line["odds"]) if paid else ""
        settled = settled_word(say.language, line["rule"])
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


def refunding(say: Speech, view: View) -> Focus | None:
    """The deal is void: what goes back to the seat in turn, spot by spot, the last stake put down first."""
    if not view["turn"]:
        return None
    seat = view["seats"][view["turn"] - 1]
    euros, rest = figures.split_euros(seat["refund_cents"])
    ante_cents = ante_back_cents(seat)
    return {
        "kind": "settle",
        "seat": say.seat(seat["seat"]),
        "hand": say("refund.stakes", count=sum(not line["carried"] for line in seat["refund"])),
        "direction": "refund",
        # Beside its longer word what is taken has no room on the small glass.
        "word": say("refund.short" if ante_cents else "refund"),
        "euros": euros,
        "cents": rest,
        "also": say("take.also", amount=money(ante_cents)) if ante_cents else "",
        "chips": [],
        "lines": _ante_back(say, ante_cents)
        + [
            {
                "spot": say(f"spot.{line['spot']}"),
                "stake": "",
                "rule": figures.times(seat["multiple"]) if line["spot"] == "play" else "",
                "result": say("refund.carried") if line["carried"] else money(line["cents"]),
                "gain": False,
            }
            for line in reversed(seat["refund"])
        ],
    }


def _ante_back(say: Speech, cents: int) -> list[SettleLine]:
    """What an unqualified bank paid on the Ante before the deal was void: the dealer takes it back."""
    if not cents:
        return []
    paid, amount = say("refund.ante"), f"{figures.MINUS}{money(cents)}"
    return [{"spot": paid, "stake": "", "rule": say("refund.ante.back"), "result": amount, "gain": False}]


def _jp1_paid(seat: SeatView) -> int:
    """What the dealer paid the seat of JP1's prizes, in cents: it is none of the bank's result (AC-06)."""
    won = sum(line["paid_cents"] for line in seat["lines"] if line["spot"] == "jp1")
    return max(0, won - seat["slip_cents"])


def clearing(say: Speech, view: View) -> Focus:
    """What the round brought the bank."""
    seated = [seat for seat in view["seats"] if seat["seated"]]
    taken = sum(seat["take_cents"] for seat in seated)
    paid = sum(seat["pay_cents"] + seat["paid_first_cents"] for seat in seated)
    staked = sum(seat["jp1"] in ("registered",) for seat in seated) * view["jackpot"]["stake_cents"]
    by_slip = sum(seat["slip_cents"] for seat in seated)
    of_jp1 = sum(_jp1_paid(seat) for seat in seated)
    done, name = view["round"], round_name(view)
    if done["voided"]:
        return {"kind": "wait", "caption": say("closing", round=name), "title": say("void")}
    share = figures.euros(staked * view["jackpot"]["share_micro"] // 1_000_000)
    to_jackpot: list[Row] = [{"label": say("row.to_jackpot"), "value": share}]
    bank = view["last_rounds"][0]["bank_cents"] if view["last_rounds"] else taken - paid
    return {
        "kind": "wait",
        "caption": say("closing", round=name),
        "title": say("bank.main" if of_jp1 else "bank", amount=figures.euros(bank, signed=True)),
        "rows": [
            {"label": say("row.taken"), "value": figures.euros(taken)},
            {"label": say("row.paid"), "value": figures.euros(paid)},
            *(({"label": say("row.of_jp1"), "value": figures.euros(of_jp1)},) if of_jp1 else ()),
            *(({"label": say("row.by_slip"), "value": figures.euros(by_slip)},) if by_slip else ()),
            *(to_jackpot if "jp1" in view["game"]["spots"] else ()),
            {"label": say("row.cards"), "value": str(done["drawn"])},
        ],
    }
