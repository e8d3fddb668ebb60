"""The words of the chef's sheet and of the incidents' keys: French, then English, with the same facts."""

from __future__ import annotations

from typing import Final

CHEF: Final[dict[str, tuple[str, str]]] = {
    "chef.key": ("Feuille du chef", "Supervisor’s sheet"),
    "chef.open": ("ouverte", "open"),
    "chef.title": ("Feuille\ndu chef", "Supervisor’s\nsheet"),
    "chef.badge": ("badge dans le lecteur", "badge in the reader"),
    "chef.alone": ("Signe seul", "Signs alone"),
    "chef.two": ("Signe avec un second", "Signs with a second"),
    "chef.closed": ("Fermé en ce moment", "Closed at present"),
    "chef.note": (
        "Un PIN à chaque signature.\nRetirez le badge\u00a0: la feuille se ferme.",
        "A PIN for each signature.\nTake the badge out: the sheet closes.",
    ),
    "chef.table": ("Table", "Table"),
    "chef.books": ("Argent et registres", "Money and registers"),
    "chef.advance": ("Avance", "Float"),
    "chef.advance.sub": ("autre avance", "another float"),
    "chef.advance.counting": ("compte en cours", "being counted"),
    "chef.maximum": ("Maximum", "Maximum"),
    "chef.maximum.comite": ("le comité ou le directeur", "management alone"),
    "chef.last_deals": ("Dernières donnes", "Last deals"),
    "chef.last_deals.none": ("aucune", "none"),
    "chef.last_deals.sub": ("annoncer les trois dernières", "announce the last three"),
    "chef.last_deals.time": ("fermeture {time}", "closing {time}"),
    "chef.reports": ("Rapport d’incident", "Incident report"),
    "chef.reports.none": ("aucun n’attend", "none waits"),
    "chef.reports.sub": ("{count} à signer", "{count} to sign"),
    "chef.jackpot": ("Jackpot", "Jackpot"),
    "chef.rectify": ("Rectifier", "Rectify"),
    "chef.rectify.sub": ("un coup clos, ses suites", "a closed round and its results"),
    "chef.rectify.none": ("aucun coup clos", "no closed round"),
    "chef.jp1": ("Rendre un JP1", "Give a JP1 back"),
    "chef.jp1.sub": ("ramassé par erreur", "collected in error"),
    "chef.jp1.none": ("seulement dans un coup", "during a round only"),
    "incident.text": (
        "Au toucher, le coup est gelé et l’heure marquée pour la vidéo. Rien n’est effacé.",
        "A touch holds the round and marks the time for the video. Nothing is erased.",
    ),
    "incident.alert": ("Alerte", "Alert"),
    "incident.cards": ("Cartes", "Cards"),
    "incident.players": ("Joueurs et jetons", "Players and chips"),
    "incident.evacuation.sub": ("malaise, alarme feu", "illness, fire alarm"),
    "incident.equipment.sub": ("sabot, capteur, écran", "shoe, sensor, screen"),
    "why.sheet": ("retour d’abord", "back first"),
    "why.incident": ("choisir un incident, ou retour", "choose an incident, or back"),
}
