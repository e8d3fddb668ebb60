"""The words of JP1 sensors, lamps by hand and chip counts: French, then English, with the same facts."""

from __future__ import annotations

from typing import Final

SENSORS: Final[dict[str, tuple[str, str]]] = {
    "sensors.proven": ("{count} sur {places} éprouvés", "{count} of {places} proven"),
    "sensors.title": ("Couvrez, découvrez chaque case", "Cover and uncover each spot"),
    "sensors.left": ("Sans JP1 si vous validez\u00a0: {seats}", "No JP1 if you confirm: {seats}"),
    "sensors.done": ("Tous les capteurs sont éprouvés", "All sensors are proven"),
    "sensors.none": ("Pas de capteurs JP1", "No JP1 sensors"),
    "sensors.none.text": (
        "Lampes permises par le chef, signées tous les 10 coups.",
        "The floor supervisor may allow lamps by hand, signed every 10 rounds.",
    ),
    "sensors.by_hand": ("Lampes à la main", "Lamps by hand"),
    "sensors.by_hand.since": ("Permises par {chef} à {time}", "Allowed by {chef} at {time}"),
    "sensors.back": ("Les capteurs répondent de nouveau", "The sensors answer again"),
    "sensors.back.text": (
        "Éprouvez les cases entre deux coups\u00a0: {count} sur {places} le sont.",
        "Prove the spots between rounds: {count} of {places} are.",
    ),
    "sensors.back.key": ("Reprendre les capteurs", "Listen to the sensors"),
    "sensors.meter": (
        "Lampes à la main, sans capteurs · {rounds}/{most}",
        "Lamps by hand, no sensors · {rounds}/{most}",
    ),
    "countersign": ("Contresigner les totaux", "Countersign the totals"),
    "countersign.title": (
        "{stakes} {stakes:mise JP1|mises JP1} à la main",
        "{stakes} {stakes:JP1 bet|JP1 bets} by hand",
    ),
    "countersign.text": (
        "{total} en {rounds} coup{rounds:|s}. Le chef contresigne, puis les mises ferment.",
        "{total} in {rounds} round{rounds:|s}. The floor supervisor countersigns, then the bets close.",
    ),
    "chef_card": ("badge chef", "floor badge"),
    "doubt.title": ("Capteur du siège {seat}\u00a0: {why}", "Sensor of seat {seat}: {why}"),
    "doubt.text": (
        "Pas de JP1 ici, ou à la main, jusqu’à la prochaine épreuve.",
        "No JP1 here, or its lamp by hand, until it is proven again.",
    ),
    "doubt.key": ("Siège {seat} à la main", "Seat {seat} by hand"),
    "doubt.unproven": ("non éprouvé", "not proven"),
    "doubt.covered": ("couvert, table fermée", "covered while closed"),
    "doubt.vacant": ("couvert", "covered"),
    "doubt.stuck": ("bloqué", "stuck"),
    "doubt.bouncing": ("instable", "unsteady"),
    "chip.sensor_doubted": ("Capteur douteux", "Sensor doubtful"),
    "chip.sensor_doubted.sub": ("Pas de JP1 ici", "No JP1 here"),
    "lamp.by_hand": ("Touchez la lampe s’il y a un jeton", "Touch the lamp if a chip lies there"),
    "lamp.by_hand.short": ("Jeton\u202f? Touchez", "Chip? Touch"),
    "lamp.lit": ("JP1 à la main", "JP1 by hand"),
    "lamp.put_out": ("Éteindre la lampe JP1 du siège {seat}", "Put the JP1 lamp of seat {seat} out"),
    "lamp.light": ("Allumer la lampe JP1 du siège {seat}", "Light the JP1 lamp of seat {seat}"),
    "difference.jp1": ("Différence", "Difference"),
    "difference.jp1.sub": ("jetons JP1 et lampes", "JP1 chips and lamps"),
    "count.caption": ("Jetons JP1\u00a0: différence", "JP1 chips: difference"),
    "count.title": ("{count} lampe{count:|s}\u00a0: {seats}", "{count} lamp{count:|s}: {seats}"),
    "count.text": ("Touchez le siège qui diffère.", "Touch the seat that differs."),
    "count.agrees": ("Le compte est bon", "The count is right"),
    "count.no_chip": ("Pas de jeton", "No chip"),
    "count.returned": ("En trop, rendu", "Extra, returned"),
    "count.counts": ("En trop, compte", "Extra, counts"),
    "jp1.correct": ("Rendre le JP1", "Return JP1"),
    "jp1.correct.says": (
        "Rendre le JP1 du siège {seat}, ramassé par erreur",
        "Return JP1 of seat {seat}, collected in error",
    ),
    "jp1.correct.late": ("deux personnes", "two people"),
    "jp1.correct.text": (
        "Un chef propose, un membre du comité approuve. Le coup sera marqué.",
        "A floor supervisor proposes, a casino manager approves. The round is marked.",
    ),
    "comite_card": ("badge du comité", "manager’s badge"),
    "hold.jp1_correction_late": ("Mise JP1 à rendre\u202f?", "JP1 bet to return?"),
    "hold.jp1_correction": ("Mise JP1 à rendre\u202f?", "JP1 bet to return?"),
    "hold.correct": ("Rendre la mise JP1", "Return the JP1 bet"),
}
