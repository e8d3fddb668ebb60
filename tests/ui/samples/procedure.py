"""The console while a jackpot is verified: the cards one by one, then the images."""

from __future__ import annotations

from tests.ui.samples.pieces import HARD, THIN, View, base, bottom, key, meter, phases, rows


def procedure() -> View:
    steps = [
        ("Gel", "22:04:11", "done"),
        ("Appel du comité", "22:04:31", "done"),
        ("Identification", "22:06:02", "done"),
        ("Cartes", "3 / 5", "now"),
        ("Vidéo", "2e personne", "next"),
        ("Montant", "", "next"),
        ("Paiement", "", "next"),
        ("Libération", "", "next"),
    ]
    cards = [
        ("As", "Board", "1re", "As", "de pique", "22:07:21"),
        ("Ks", "Siège 6", "1re", "Roi", "de pique", "22:07:33"),
        ("Qs", "Board", "2e", "Dame", "de pique", "22:07:44"),
        ("Js", "Board", "4e", "Valet", "de pique", ""),
        ("Ts", "Siège 6", "2e", "Dix", "de pique", ""),
    ]
    return base(
        "jackpot.cards",
        "22:07:48",
        phases=phases(6, "", ("0:38", "0:05", "0:21", "0:17", "0:09", "0:12", "", "")),
        dealer={
            "caption": "Croupier",
            "cards": ["Kd", "9c"],
            "dim": True,
            "verdict": "Qualifié",
            "note": "Paire de neufs",
        },
        board={
            "caption": "Board",
            "cards": ["As", "Qs", "9d", "Js", "7h"],
            "dim": [False, False, True, False, True],
        },
        meter=meter(
            2860375, f"nouveau cycle · 10{THIN}003,75{HARD}€", caption="Jackpot verrouillé à 22:04:11"
        )
        | {"note_short": f"nouveau cycle · 10{THIN}003,75{HARD}€"},
        alarm={
            "priority": "p1",
            "title": "COMBINAISON À VÉRIFIER – SIÈGE 6",
            "sub": "Ne touchez plus aux cartes  ·  A-105  ·  vu 22:04:19",
            "seen": True,
        },
        sheet={
            "kind": "jackpot",
            "steps": [{"name": name, "note": note, "state": state} for name, note, state in steps],
            "cards": [
                {
                    "card": card,
                    "origin": origin,
                    "order": order,
                    "name": name,
                    "suit": suit,
                    "checked": bool(at),
                    "checked_word": at,
                    "key": None if at else key("Conforme", act="local.conform", card=index),
                }
                for index, (card, origin, order, name, suit, at) in enumerate(cards)
            ],
        },
        focus={
            "kind": "facts",
            "caption": f"Siège 6 · JP1 5,00{HARD}€",
            "title": "Quinte flush royale",
            "facts": [
                {"label": "Jeton JP1 au capteur", "value": "verrouillé 22:02:47", "state": "done"},
                {"label": "Jeu compté avant la donne", "value": "52 / 52", "state": "done"},
                {"label": "Seconde évaluation", "value": "identique", "state": "done"},
                {"label": "Membre du comité", "value": "MCD 03", "state": "done"},
            ],
        },
        primary=key("VALIDER\nLES CARTES", "valet et dix à confirmer"),
        bottom=bottom(
            undo=key("Non conforme", "gain suspendu, motif demandé", act="local.refuse"),
            chef=key("Chef appelé", "22:04:14 · vu 22:04:22"),
            rounds=key("Derniers\ncoups"),
            pause=key("Suspendre", "reprise ici", act="local.suspend"),
        ),
    )


def procedure_video() -> View:
    view = procedure()
    steps = view["sheet"]["steps"]
    steps[3] |= {"note": "22:08:02", "state": "done"}
    steps[4] |= {"note": "en cours", "state": "now"}
    view["sheet"] |= {
        "cards": [],
        "panel": {
            "title": "Visionnage des images",
            "text": "Opérateur vidéo OV 11, identifié 22:08:40, distinct du croupier 07 et du MCD 03",
            "facts": rows(
                ("Caméra", "C-14"), ("Début", "22:02:00"), ("Fin", "22:04:20"), ("Jeton JP1 posé", "22:02:31")
            ),
            "box": {
                "label": "Conservation des images demandée",
                "sub": "gardées 28 jours, plus si demandé · coché 22:09:02",
                "ticked": True,
                "tap": {"act": "local.keep"},
            },
            "keys": [
                key("Images conformes", "requis pour payer", act="ReviewVideo", conform=True, camera="C-14"),
                key(
                    "Non conformes",
                    "gain suspendu, motif demandé",
                    act="ReviewVideo",
                    conform=False,
                    camera="C-14",
                ),
                key("En attente", "la procédure reste ouverte", act="local.wait"),
            ],
        },
    }
    view["focus"]["facts"] = [
        {"label": "Cartes", "value": "5 / 5 conformes, 22:08:02", "state": "done"},
        {"label": "Jeton JP1 au capteur", "value": "verrouillé 22:02:47", "state": "done"},
        {"label": "Membre du comité", "value": "MCD 03", "state": "done"},
        {"label": "Images", "value": "résultat attendu", "state": "open"},
    ]
    view["bottom"][0] = key("Refuser le gain", "deux cartes et un motif", act="local.refuse")
    return view | {
        "layout": "jackpot.video",
        "clock": "22:09:05",
        "primary": key("PASSER AU\nMONTANT", "résultat vidéo attendu"),
    }
