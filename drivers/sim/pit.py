"""The pit of a simulated table: who comes when the table is held, and what he decides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

View = Mapping[str, Any]
Tap = dict[str, Any]

CHEF: Final = "chef-1"
COMITE: Final = "comite-3"
VIDEO: Final = "video-11"
CASHIER: Final = "caisse-5"
DIRECTOR: Final = "directeur-1"
"""The cards of the simulated people, as `config/simulator.toml` lists their holders."""
COMITE_NAME: Final = "MCD 03"
"""Whose card `COMITE` is: what he armed, somebody else confirms."""
CONFORM: Final[Tap] = {"act": "ReviewVideo", "conform": True, "camera": "C-14", "kept": True}


def needs_the_pit(view: View) -> bool:
    """The table is held, or a payment waits for the comité."""
    if view["held"] is not None or (view["verification"] is not None and _proving(view)):
        return True
    if view["phase"] not in ("settling", "showdown"):
        return False
    return _payment_waits(view) or _exchanged(view) is not None or contested(view)


def dealer_resumes(view: View) -> bool:
    """The dealer ends the hold by himself: nobody's badge lies there, and his key is lit (RP-16)."""
    told = view["primary"]
    if view["held"] is None or view["badge"] is not None or told is None:
        return False
    return bool(told["tap"]["act"] == "Resume" and told["why"] is None)


def _proving(view: View) -> bool:
    """One of the two best hands is being verified."""
    verification = view["verification"]
    return verification is not None and not (verification["released"] or verification["refused"])


def _exchanged(view: View) -> View | None:
    """The seat in turn, where its cards were exchanged and nobody has ruled yet."""
    if view["phase"] != "settling" or not view["turn"]:
        return None
    seat: View = view["seats"][view["turn"] - 1]
    return seat if seat["ruling"] is not None and not seat["ruling"]["ruling"] else None


def contested(view: View) -> bool:
    """The contested seat is in turn, and nothing is to be keyed before the chef settles it."""
    told = view["primary"]
    if view["phase"] != "settling" or told is None or told["tap"]["act"] != "SettleSeat":
        return False
    seat = view["seats"][view["turn"] - 1]
    to_key = told["why"] is not None and told["why"]["code"] == "contested_as_cards"
    return bool(seat["contested"]) and seat["ruling"] is None and not to_key


def _payment_waits(view: View) -> bool:
    """A payment above the dealer's limit waits for the chef, where its seat is settled or its Ante paid."""
    if view["phase"] not in ("settling", "showdown"):
        return False
    primary = view["primary"]
    return primary is not None and primary["tap"]["act"] == "ConfirmPayment"


def pit_act(view: View) -> tuple[str, Tap]:
    """The badge that the table waits for, and what its holder does."""
    if view["held"] is None and _proving(view):
        return _proof(view["verification"])
    exchanged = _exchanged(view)
    if view["held"] is None and exchanged is not None:
        ruling = {"seat": exchanged["seat"], "ruling": "void"}
        if exchanged["ruling"]["proposed"]:
            return VIDEO, {"act": "ConfirmRuling", **ruling}
        return COMITE, {"act": "ProposeRuling", **ruling}
    if view["held"] is None and _payment_waits(view):
        return CHEF, dict(view["primary"]["tap"])
    if view["held"] is None and contested(view):
        return CHEF, {"act": "SettleSeat", "seat": view["turn"]}
    cause = view["held"]["cause"] if view["held"] is not None else ""
    if cause == "jp1_correction":
        return CHEF, {"act": "ApproveCorrection"}
    if cause == "jp1_not_registered":
        return CHEF, {"act": "RegisterJp1Now"}
    void = _void(view) if view["held"] is not None else None
    return void or (CHEF, {"act": "Resume"})


VOIDED: Final = frozenset(
    {"duplicate_card", "extra_card", "card_clash", "card_before_closing", "card_count", "missing_card"}
)
"""Holds that the simulated chef ends in a void, where one is still possible."""


def _void(view: View) -> tuple[str, Tap] | None:
    """The chef arms a void for the reason declared, and he or the comité confirms it; None for no void."""
    told, cause = view["held"]["void"], view["held"]["cause"]
    if told["reason"]:
        other = DIRECTOR if told["armed_by"] == COMITE_NAME else COMITE
        return other if told["comite"] else CHEF, dict(view["primary"]["tap"])
    if not told["only"] and (cause not in VOIDED or not told["possible"]):
        return None
    return CHEF, {"act": "ArmVoid", "reason": told["declared"] or "irregular_deal"}


def _proof(told: View) -> tuple[str, Tap]:
    """The next of the eight steps before one of the two best hands is paid."""
    if not told["confirmed_by"]:
        waiting = [card["place"] for card in told["cards"] if not card["same"]]
        return COMITE, {"act": "ConfirmCard", "place": waiting[0]} if waiting else {"act": "ConfirmHand"}
    if not told["conform"]:
        return VIDEO, dict(CONFORM)
    if len(told["read_by"]) < 2:
        return VIDEO if told["read_by"] else COMITE, {"act": "ReadAmount"}
    payee = next((payee for payee in told["payees"] if not payee["slip"]), None)
    if payee is not None:
        seat = payee["seat"]
        return COMITE, {
            "act": "PreparePayment",
            "seat": seat,
            "mode": "transfer",
            "slip": f"B-{seat}",
            "identity": f"ID-{seat}",
        }
    return (VIDEO, {"act": "ReleaseAward"}) if told["armed_by"] else (COMITE, {"act": "ArmRelease"})
