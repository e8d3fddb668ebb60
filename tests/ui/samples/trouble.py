"""The console when something is wrong, asked for or begun again."""

from __future__ import annotations

from tests.ui.samples.bets import betting
from tests.ui.samples.pieces import (
    DEALER_HIDDEN,
    FLOP,
    HARD,
    View,
    base,
    bottom,
    key,
    phases,
    play,
    rows,
    seats,
)
from tests.ui.samples.streets import preflop


def unreadable() -> View:
    return base(
        "dealing.help",
        "21:42:57",
        phases=phases(2, "0:21"),
        dealer=DEALER_HIDDEN,
        seats=seats({4: {"cards": ["back", "bad"], "cards_word": "1/2\nlue", "cards_word_short": "1/2"}}),
        devices=[{"health": "degraded" if n == 1 else "up", "says": f"Appareil {n}"} for n in range(5)],
        alarm={
            "priority": "p2",
            "title": "CARTE ILLISIBLE – SIÈGE 4, 2e CARTE",
            "sub": "A-202  ·  21:42:51",
            "keys": [
                key("Aide", act="local.help") | {"chosen": True},
                key("Vu", act="SeeAlarm", alarm=3),
            ],
        },
        focus={
            "kind": "checklist",
            "before": [
                {"heading": "Ce qui se passe", "text": "Le sabot n’a pas lu la 2e carte du siège 4."},
                {
                    "heading": "Ce qui est protégé",
                    "text": "Mises et JP1 inscrits ; la carte reste inconnue de tous.",
                },
            ],
            "steps_heading": "Ce que vous faites",
            "steps": [
                {"text": "Laissez la carte face cachée", "state": "done"},
                {"text": "Finissez la donne", "state": "done"},
                {"text": "Appelez le chef de table", "state": "now"},
            ],
            "after": [{"heading": "Qui prévenir", "text": "Le chef ; carte lue à l’abattage"}],
        },
        primary=key("APPELER\nLE CHEF", act="CallChef"),
        bottom=bottom(
            undo=key("Annuler", "pas d’annulation pendant la donne"),
            chef=key("Appeler le chef", "non appelé", act="CallChef"),
        ),
    )


def critical() -> View:
    view = preflop()
    return view | {
        "layout": "deciding.preflop.alarm",
        "alarm": {
            "priority": "p1",
            "title": "JOURNAL NON ÉCRIT – COUP ARRÊTÉ",
            "sub": "A-101  ·  21:43:07",
            "more": "+2",
            "keys": [key("Aide", act="local.help"), key("Vu", act="SeeAlarm", alarm=1)],
        },
        "devices": [
            {"health": health, "says": health} for health in ("up", "lost", "absent", "degraded", "up")
        ],
        "primary": key("FLOP", "journal non écrit"),
    }


def low() -> View:
    view = betting()
    return view | {
        "layout": "betting.alarm",
        "alarm": {
            "priority": "p3",
            "title": "CAPTEUR JP1 SIÈGE 2 DOUTEUX",
            "sub": "A-301  ·  21:42:02",
            "keys": [key("Aide", act="local.help"), key("Vu", act="SeeAlarm", alarm=2)],
        },
    }


def held() -> View:
    view = preflop()
    return view | {
        "layout": "held",
        "seats": seats({1: {}, 2: play(2, 3), 4: {}, 6: play(6, 4), 7: {}}),
        "alarm": {
            "priority": "p2",
            "title": "COUP GELÉ – CARTE EXPOSÉE",
            "sub": "A-203  ·  21:43:05",
            "seen": True,
            "keys": [key("Aide", act="local.help")],
        },
        "light": None,
        "focus": {
            "kind": "choice",
            "caption": "Coup gelé à 21:43:05",
            "title": "Carte exposée",
            "text": "Retournez-la face cachée et reprenez\u00a0: seule, elle n’annule pas.",
            "keys": [
                key("Continuer", "coup en cours", act="Resume"),
                key("Annuler le coup", "badge chef"),
            ],
        },
        "primary": key("APPELER\nLE CHEF", act="CallChef"),
    }


def incidents() -> View:
    groups = {
        "Alerte": (("Évacuation", "evacuation", "p1"), ("Matériel", "equipment", "p2")),
        "Cartes": (
            *(("Carte exposée", "exposed_card", ""), ("Donne irrégulière", "irregular_deal", "")),
            *(("Carte manquante", "missing_card", ""), ("Carte en trop", "extra_card", "")),
            *(("Carte marquée", "marked_card", ""), ("Cartes sous la table", "cards_below_table", "")),
        ),
        "Joueurs et jetons": (
            *(("Jetons contestés", "contested_chips", ""), ("Joueurs qui se parlent", "players_talking", "")),
        ),
    }
    return preflop() | {
        "layout": "incident",
        "sheet": {
            "kind": "incident",
            "title": "Incident",
            "text": "Au toucher, le coup est gelé et l’heure marquée pour la vidéo. Rien n’est effacé.",
            "groups": [
                {
                    "caption": caption,
                    "keys": [
                        key(word, act="DeclareIncident", incident=name) | {"picture": name, "mark": mark}
                        for word, name, mark in keys
                    ],
                }
                for caption, keys in groups.items()
            ],
        },
        "bottom": bottom(incident=key("Retour", act="local.back")),
    }


def last_rounds() -> View:
    view = betting()
    hands = ("Royale", "Quinte flush", "Carré", "Full", "Couleur", "Suite", "Brelan")
    return view | {
        "layout": "rounds",
        "sheet": {
            "kind": "rounds",
            "title": "Derniers coups",
            "columns": ["Coup", "Heure", "Joueurs", "JP1", "Banque"],
            "spare": [1, 2, 3],
            "rounds": [
                [f"{n:04d}", "21:41:49", str(n % 7 + 1), "1, 2, 6", f"−45,00{HARD}€"]
                for n in range(146, 136, -1)
            ],
            "tables": [
                {"title": title, "rows": rows(*zip(hands, odds, strict=False))}
                for title, odds in (
                    ("Blind", ("500 pour 1", "50 pour 1", "10 pour 1", "3 pour 1", "3 pour 2", "1 pour 1")),
                    (
                        "Trips",
                        (
                            "50 pour 1",
                            "40 pour 1",
                            "30 pour 1",
                            "8 pour 1",
                            "7 pour 1",
                            "4 pour 1",
                            "3 pour 1",
                        ),
                    ),
                    ("JP1", ("100 %", "300 pour 1", "100 pour 1", "10 pour 1")),
                )
            ],
        },
    }


def key_card() -> View:
    view = unreadable()
    names = {"s": "pique", "h": "cœur", "d": "carreau", "c": "trèfle"}
    view["sheet"] = {
        "kind": "cards",
        "rows": [
            [
                {
                    "card": rank + suit,
                    "says": f"{rank} de {name}",
                    "tap": None
                    if rank + suit in FLOP
                    else {"act": "KeyCard", "place": "hole.4.1", "card": rank + suit},
                }
                for rank in "AKQJT98765432"
            ]
            for suit, name in names.items()
        ],
    }
    return view | {"layout": "key_card"}


def resumed() -> View:
    view = preflop()
    empty = {"decision": {"caption": "", "word": "Play vide", "amount": "", "plain": True}}
    return view | {
        "layout": "resumed",
        "clock": "21:43:31",
        "phases": phases(3),
        "alarm": {
            "priority": "info",
            "title": "REPRISE",
            "sub": "dernière action enregistrée 21:43:07 : Play ×4, siège 6   ·   "
            "programme, journal, coup et appareils vérifiés",
        },
        "seats": seats({1: empty, 2: play(2, 3), 4: empty, 6: play(6, 4), 7: empty}),
        "light": None,
        "focus": {
            "kind": "recovery",
            "title": "Comparez au tapis",
            "text": "Coupure de 15 s, à 21:43:10",
            "acts": [
                {"time": "21:43:07", "text": "Play ×4, siège 6"},
                {"time": "21:43:03", "text": "Play ×3, siège 2"},
                {"time": "21:42:58", "text": "Donne finie, 12 cartes"},
                {"time": "21:42:36", "text": f"JP1 ramassé, 20,00{HARD}€"},
                {"time": "21:42:30", "text": "Mises fermées"},
            ],
            "key": key(
                "Différence",
                "appelle le chef, gèle le coup",
                act="DeclareIncident",
                incident="irregular_deal",
            ),
        },
        "primary": key("LE TAPIS\nCORRESPOND", act="ConfirmFelt"),
        "bottom": bottom(undo=key("Annuler", "après confirmation du tapis")),
    }
