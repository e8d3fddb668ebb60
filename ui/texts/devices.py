"""The words of the pit's page of devices: who a machine is, how its line did; French, then English."""

from __future__ import annotations

from typing import Final

DEVICES: Final[dict[str, tuple[str, str]]] = {
    "device.well": ("{machine}\u00a0: sans défaut", "{machine}: without a fault"),
    "device.away": ("{machine}\u00a0: non raccordé", "{machine}: not connected"),
    "device.up_since": ("répond sans interruption depuis {time}", "answers without a break for {time}"),
    "device.identity": ("Identité", "Identity"),
    "device.model": ("Modèle", "Model"),
    "device.port": ("Port", "Port"),
    "device.firmware": ("Micrologiciel", "Firmware"),
    "device.firmware.is": ("{firmware}, empreinte {digest}", "{firmware}, digest {digest}"),
    "device.reference": ("Référence", "Reference"),
    "device.reference.same": ("conforme au programme approuvé", "the program that was approved"),
    "device.reference.other": ("AUTRE QUE LE PROGRAMME APPROUVÉ", "NOT THE PROGRAM THAT WAS APPROVED"),
    "device.reference.none": ("aucune fixée par la maison", "none set by the house"),
    "device.mode": ("Mode", "Mode"),
    "device.mode.shuffle": ("mélange, ordre jamais lu", "shuffles, order never read"),
    "device.mode.sort": ("tri des cartes", "sorts the cards"),
    "device.mode.deal": ("distribution, ordre jamais lu", "deals, order never read"),
    "device.mode.by_hand": ("saisie manuelle des cartes", "cards keyed by hand"),
    "device.mode.hand": ("mélange à la main", "hand shuffle"),
    "device.mode.pit": ("badges lus au pit", "badges read at the pit"),
    "device.mode.sensors": ("capteurs aux places JP1", "sensors at the JP1 spots"),
    "device.mode.hand_lamps": ("lampes JP1 à la main", "JP1 lamps by hand"),
    "device.mode.reader": ("badges lus à la table", "badges read at the table"),
    "device.mode.book": ("écritures du jackpot", "jackpot’s entries"),
    "device.service": ("En service", "In service"),
    "device.service.is": (
        "depuis le {day}, {rounds} coup{rounds:|s}, pertes\u00a0: {lost}",
        "since {day}, {rounds} round{rounds:|s}, losses: {lost}",
    ),
    "device.program": ("Ce programme", "This program"),
    "device.program.is": ("depuis le {day}", "since {day}"),
    "device.day": ("Reprises, 24 h", "Repeated, 24 h"),
    "device.types": ("Reprises par type", "Repeated by type"),
    "device.types.note": ("24 h, toute la salle", "24 h, the whole room"),
    "device.type.shuffler": ("Mélangeurs", "Shufflers"),
    "device.type.shoe": ("Sabots", "Shoes"),
    "device.type.chips": ("Capteurs JP1", "JP1 sensors"),
    "device.type.badge": ("Lecteurs de badge", "Badge readers"),
    "device.curve.repeated": ("Reprises", "Repeated"),
    "device.curve.repeated.note": ("%, par 5 min", "%, by 5 min"),
    "device.curve.answer": ("Délai de réponse", "Time to answer"),
    "device.curve.answer.note": ("ms, par 5 min", "ms, by 5 min"),
    "device.curve.celsius": ("Température", "Temperature"),
    "device.curve.celsius.note": ("°C, par 5 min", "°C, by 5 min"),
    "device.curve.none": ("rien de compté", "nothing counted"),
    "device.curve.no_thermometer": ("pas de thermomètre", "no thermometer"),
    "finding.why": (
        "Pourquoi ? Le constat revient s’il s’aggrave, ou à la prochaine séance.",
        "Why? The finding comes back when it grows worse, or in the next session.",
    ),
    "device.limit": ("seuil {value}", "limit {value}"),
    "device.again": ("redit après {value}", "repeated after {value}"),
    "device.event": ("{word} {time}", "{word} {time}"),
}


def told(language: str) -> dict[str, str]:
    """These words in one language."""
    at = ("fr", "en").index(language)
    return {key: both[at] for key, both in DEVICES.items()}
