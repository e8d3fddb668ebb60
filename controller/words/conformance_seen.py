"""What was seen of a machine of the open protocol where a rule is not held, French and English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from controller.words.conformance import Words

SEEN: Final[Mapping[str, Words]] = {
    "no_welcome": ("aucun WELCOME n’est venu", "no WELCOME came"),
    "no_frame": (
        "aucune trame, mais {count} morceaux qui n’en sont pas : COBS, longueur ou CRC",
        "no frame, but {count} pieces that are none: COBS, length or CRC",
    ),
    "welcome_unread": (
        "un WELCOME dont les {bytes} octets de charge ne se lisent pas",
        "a WELCOME whose payload of {bytes} bytes cannot be read",
    ),
    "other_call": (
        "un WELCOME à l’appel {call}, attendu {expected}",
        "a WELCOME to call {call}, expected {expected}",
    ),
    "refused": (
        "elle a refusé ({why}) : sa liste {theirs}, celle de la table {ours}",
        "it refused ({why}): its list {theirs}, the table’s {ours}",
    ),
    "other_machine": ("elle se dit {machine}", "it says that it is a {machine}"),
    "list_unknown": (
        "sa liste {theirs} n’est connue d’aucune table ; la plus récente est {ours}",
        "its list {theirs} is known to no table; the newest is {ours}",
    ),
    "boot_zero": ("son boot est 0", "its boot is 0"),
    "protocol": (
        "version {version} dans l’en-tête, protocol {protocol}",
        "version {version} in the header, protocol {protocol}",
    ),
    "another_program": (
        "sous le même boot, un autre nom ou un autre programme au second appel",
        "under the same boot, another name or program at the second call",
    ),
    "version_of": ("version {version} dans l’en-tête de {kind}", "version {version} in the header of {kind}"),
    "numbered": ("un {kind} numéroté", "a numbered {kind}"),
    "another_welcome": ("le second WELCOME était autre", "the second WELCOME was another"),
    "numbers_lost": (
        "la demande suivante n’a pas été acquittée",
        "the next request was not acknowledged",
    ),
    "old_call_answered": ("elle a répondu WELCOME", "it answered WELCOME"),
    "not_refused": ("pas de refus de ce genre", "no such refusal"),
    "call_is": ("son refus a call = {call}, attendu 0", "its refusal has call = {call}, expected 0"),
    "left": (
        "après son refus, la conversation en cours ne continue pas",
        "after its refusal the conversation under way does not go on",
    ),
    "own_list_hidden": (
        "son refus ne dit ni sa liste ni sa version",
        "its refusal does not tell its own list and version",
    ),
    "said": ("elle a dit {kind}", "it said {kind}"),
    "nothing_came": ("rien n’est venu", "nothing came"),
    "no_acknowledgement": ("pas d’acquittement", "no acknowledgement"),
    "took": ("au mieux {ms} ms, {at_most_ms} permises", "{ms} ms at best, {at_most_ms} allowed"),
    "good_not_answered": (
        "la bonne trame d’après n’a pas été acquittée",
        "the good frame after it was not acknowledged",
    ),
    "obeyed": ("obéi au numéro {number}, attendu {expected}", "obeyed number {number}, expected {expected}"),
    "obeyed_stranger": (
        "elle a pris une demande d’un hôte étranger",
        "it took a request of a host that it does not speak with",
    ),
    "obeyed_payload": ("obéi à la charge {bytes}", "obeyed the payload {bytes}"),
    "ack_is": ("ack {ack}, attendu {expected}", "ack {ack}, expected {expected}"),
    "not_answered": ("pas de réponse", "no answer"),
    "ack_taken": (
        "après ack {ack} le message {number} n’a plus été redit",
        "after ack {ack} message {number} was not said again",
    ),
    "no_report": ("aucun rapport après un appel", "no report after a handshake"),
    "not_again": ("pas redit avec son numéro", "not said again under its number"),
    "again_for_nothing": ("redit bien qu’acquitté", "said again though it was acknowledged"),
    "again_after": ("redit après {ms} ms", "said again after {ms} ms"),
    "on_the_line": ("{count} à la fois, {at_most} au plus", "{count} at once, {at_most} at most"),
    "number_back": (
        "le numéro {number}, déjà acquitté, au lieu de {expected}",
        "number {number}, acknowledged before, in place of {expected}",
    ),
    "not_resumed": ("resumed = 0", "resumed = 0"),
    "resumed_with_nobody": ("resumed = 1", "resumed = 1"),
    "forgotten": (
        "{kept} retenus, pas redits les premiers ({again} dits)",
        "{kept} withheld, not said again first ({again} said)",
    ),
    "no_heartbeat": ("aucun HEARTBEAT", "no HEARTBEAT"),
    "names_another": ("heard_boot n’est pas celui de son hôte", "heard_boot is not that of its host"),
    "silent": ("muette {ms} ms, battement de {every_ms}", "silent for {ms} ms, heartbeat {every_ms}"),
    "open": ("elle est ouverte", "it is open"),
    "shut": ("elle est fermée", "it is locked"),
    "same_boot": ("le même boot", "the same boot"),
    "count_went": ("cards_left de {before} à {after}", "cards_left from {before} to {after}"),
    "card_through_lock": ("une carte est sortie", "a card came out"),
    "no_card": ("aucun CARD_DRAWN en {s} s", "no CARD_DRAWN within {s} s"),
    "card_forgotten": ("la carte n’a pas été redite au nouvel hôte", "the new host was not told the card"),
    "card_told_twice": (
        "une carte tirée, {count} messages de carte",
        "one card drawn, {count} messages of a card",
    ),
    "state_missing": ("pas après {count} sur {of}", "not after {count} of {of}"),
    "foreign": ("elle a dit {kinds}, ou autrement", "it said {kinds}, or otherwise"),
    "frames": ("{count} en une seconde, {at_most} au plus", "{count} in a second, {at_most} at most"),
    "stopped_at": ("arrêtée après {count}", "stopped after {count}"),
}
"""What was seen, by its code."""


def seen(code: str, facts: Mapping[str, Any], lang: str) -> str:
    """What was seen, in one language."""
    return SEEN[code][lang == "en"].format(**facts)
