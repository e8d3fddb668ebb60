"""The console when hands are open: the showdown, what is paid and taken, the felt cleared."""

from __future__ import annotations

from typing import Any

from tests.ui.samples.pieces import (
    ANTE,
    BOARD,
    HARD,
    RED,
    SHOWN,
    THIN,
    View,
    base,
    bottom,
    euro,
    key,
    phases,
    rows,
    seats,
    undo,
)


def shown(extra: dict[int, View]) -> dict[int, View]:
    made: dict[int, View] = {}
    for seat, (cards, hand, multiple) in SHOWN.items():
        line = f"Play ×{multiple} · {euro(multiple * ANTE[seat])}" if multiple else "Couché"
        made[seat] = {
            "cards": cards,
            "opened": True,
            "hand": hand,
            "play_line": line,
            "play_line_short": line.removeprefix("Play "),
            "cards_dim": multiple == 0,
        } | extra.get(seat, {})
    return made


def outcome(kind: str, word: str, amount: str = "", **more: Any) -> View:
    return {"outcome": {"kind": kind, "word": word, "amount": amount}} | more


def showdown(*, qualified: bool = False) -> View:
    results = {
        1: outcome("tie", "Égalité"),
        2: outcome("win", "Gagne"),
        4: outcome("fold", "Couché"),
        6: outcome("win", "Gagne"),
        7: outcome("lose", "Perd"),
    }
    no = {"verdict": "Non\nqualifié", "note": "Dame haute, sans paire", "note_short": "Dame haute"}
    yes = {"verdict": "Qualifié", "note": "Paire de neufs"}
    return base(
        "showdown",
        "21:43:44",
        phases=phases(6, "0:05"),
        dealer={"caption": "Croupier", "cards": ["9d", "6c"] if qualified else ["8d", "6c"]}
        | (yes if qualified else no),
        board={"caption": "Board", "cards": BOARD}
        | ({} if qualified else {"verdict": "Ante\nrendue", "note": "Play, Blind et Trips jouent"}),
        seats=seats(shown(results)),
        light=RED,
        focus={
            "kind": "wait",
            "caption": "Règlement à venir",
            "title": "7, 6, 4, 2, 1",
            "rows": rows(("Gagnent", "2 et\u00a06"), ("Égalité", "1"), ("Perd", "7"), ("Couché", "4")),
        },
        primary=key("RÉGLER\nDE DROITE\nÀ GAUCHE", act="OpenSettlement"),
        bottom=bottom(undo=key("Annuler", "badge chef pour annuler")),
    )


def settling() -> View:
    results = {
        1: outcome("lose", "Prendre", euro(5)),
        2: outcome("win", "Payer", euro(60)),
        4: outcome("lose", "Prendre", euro(30)),
        6: outcome("win", "Payer", euro(90), focused=True),
        7: outcome("done", "Pris", euro(70), quiet=True),
    }
    view = showdown()
    view["board"]["dim"] = [False, False, False, True, True]
    return view | {
        "layout": "settling",
        "clock": "21:43:56",
        "phases": phases(7, "0:12"),
        "seats": seats(shown(results)),
        "light": None,
        "focus": {
            "kind": "settle",
            "seat": "Siège 6",
            "hand": "Couleur à l’as",
            "direction": "pay",
            "word": "Payer",
            "euros": "90",
            "cents": f",00{HARD}€",
            "chips": ["50", "20", "20"],
            "lines": [
                {"spot": "Play", "stake": "40", "rule": "1 pour 1", "result": "+40", "gain": True},
                {"spot": "Blind", "stake": "10", "rule": "3 pour 2", "result": "+15", "gain": True},
                {"spot": "Trips", "stake": "5", "rule": "7 pour 1", "result": "+35", "gain": True},
                {"spot": "Ante", "stake": "10", "rule": "", "result": "rendue", "gain": False},
                {"spot": "JP1", "stake": "5", "rule": "", "result": "pas de gain", "gain": False},
            ],
        },
        "primary": key("SIÈGE 6\n→ RÉGLÉ", act="SettleSeat", seat=6),
        "bottom": bottom(
            undo=undo("siège 7 réglé"),
            incident=key("Contesté", "siège 6, à revoir", act="ContestSeat", seat=6),
        ),
    }


def taking() -> View:
    view = settling()
    view["seats"] = seats(
        shown(
            {
                1: outcome("lose", "Prendre", euro(5)),
                2: outcome("win", "Payer", euro(60)),
                4: outcome("lose", "Prendre", euro(30)),
                6: outcome("win", "Payer", euro(90)),
                7: outcome("lose", "Prendre", euro(70), focused=True),
            }
        )
    )
    view["clock"] = "21:43:49"
    view["focus"] = {
        "kind": "settle",
        "seat": "Siège 7",
        "hand": "Dame haute",
        "direction": "take",
        "word": "Prendre",
        "euros": "70",
        "cents": f",00{HARD}€",
        "chips": [],
        "lines": [
            {"spot": "Play", "stake": "30", "rule": "", "result": "perdue", "gain": False},
            {"spot": "Blind", "stake": "30", "rule": "", "result": "perdue", "gain": False},
            {"spot": "Trips", "stake": "10", "rule": "", "result": "perdue", "gain": False},
            {"spot": "Ante", "stake": "30", "rule": "", "result": "rendue", "gain": False},
            {"spot": "JP1", "stake": "5", "rule": "", "result": "pas de gain", "gain": False},
        ],
    }
    view["primary"] = key("SIÈGE 7\n→ RÉGLÉ", act="SettleSeat", seat=7)
    return view


def fixed_prize() -> View:
    view = settling()
    view["seats"][5] |= {"hand": "Full, dames par les valets"} | outcome(
        "win", "Payer", f"12{THIN}340{HARD}€"
    )
    view["focus"] |= {
        "hand": "Full, dames par les valets",
        "euros": f"12{THIN}340",
        "cents": f",50{HARD}€",
        "chips": ["1000", "500", "100"],
        "lines": [
            {"spot": "Play", "stake": "40", "rule": "1 pour 1", "result": "+40", "gain": True},
            {"spot": "Blind", "stake": "10", "rule": "3 pour 1", "result": "+30", "gain": True},
            {"spot": "Trips", "stake": "5", "rule": "8 pour 1", "result": "+40", "gain": True},
            {"spot": "Ante", "stake": "10", "rule": "", "result": "rendue", "gain": False},
            {"spot": "JP1", "stake": "5", "rule": "10 pour 1", "result": "+50", "gain": True},
            {"spot": "JP1", "stake": "5", "rule": "consolation", "result": f"+12{THIN}180", "gain": True},
        ],
    }
    return view


def clearing() -> View:
    results = {
        n: outcome("done", "Payé" if n in (2, 6) else "Pris", euro(amount), quiet=True)
        for n, amount in {1: 5, 2: 60, 4: 30, 6: 90, 7: 70}.items()
    }
    view = settling()
    return view | {
        "layout": "clearing",
        "clock": "21:44:21",
        "seats": seats(shown(results)),
        "focus": {
            "kind": "wait",
            "caption": "Clôture du coup 0147",
            "title": f"Banque −45,00{HARD}€",
            "rows": rows(
                ("Pris", f"105,00{HARD}€"),
                ("Payé", f"150,00{HARD}€"),
                ("JP1 au jackpot", f"5,00{HARD}€"),
                ("Cartes rendues", "17 sur 17"),
            ),
        },
        "primary": key("COUP\nSUIVANT", act="NextRound"),
        "bottom": bottom(undo=undo("siège 1 réglé"), pause=key("Pause", act="Pause")),
    }
