"""The alarms in English (`ui.texts.alarms`)."""

from __future__ import annotations

from typing import Final, NamedTuple


class AlarmText(NamedTuple):
    """One alarm in one language; steps are done in order."""

    title: str
    happens: str
    kept: str
    steps: tuple[str, ...]
    who: str


ENGLISH: Final[dict[str, AlarmText]] = {
    "A-102": AlarmText(
        "JACKPOT DIFFERENCE – JP1 CLOSED",
        "The jackpot meter and its entries disagree ({detail}).",
        "No amount is lost; JP1 is closed.",
        ("Keep the JP1 chips aside", "Call the manager: two people reopen"),
        "The manager and the technician",
    ),
    "A-105": AlarmText(
        "HAND TO VERIFY – {where}",
        "One of the two best hands is at the table.",
        "The value of the jackpot is frozen.",
        ("Do not touch the cards", "Call the manager", "Follow the steps on the screen"),
        "The casino manager",
    ),
    "A-107": AlarmText(
        "EXCESSIVE JP1 BETS – REFUSED",
        "More than seven JP1 bets for one round of one table.",
        "Nothing has gone into the jackpot; JP1 is closed.",
        ("Give the JP1 chips back", "Call the manager: two people reopen"),
        "The casino manager",
    ),
    "A-110": AlarmText(
        "DATA OF A COPY – JP1 CLOSED",
        "The table’s data are not the ones that it wrote last ({detail}).",
        "Nothing is erased; the game goes on without JP1.",
        ("Compare felt and screen", "Call the manager: two people accept the difference"),
        "The manager and the technicians",
    ),
    "A-111": AlarmText(
        "JP1 BETS REFUSED BY THE JACKPOT",
        "The jackpot refuses the JP1 bets of this round for good ({detail}).",
        "Nothing has gone into the jackpot; JP1 is closed, the round goes on.",
        ("Give the JP1 chips back", "Go on with the round", "Call the manager: two people reopen"),
        "The manager and the technician",
    ),
    "A-113": AlarmText(
        "KEY OF THE CARDS LOST – VOID THE ROUND",
        "The key under which the cards of this session are sealed is gone.",
        "The bets and the open cards are known; nothing is lost for anybody.",
        (
            "Call the floor and the manager: together they void the round",
            "Give the bets back, then close the table: it starts again with a new key",
        ),
        "The floor supervisor, the manager and the technicians",
    ),
    "A-201": AlarmText(
        "SHOE NOT RESPONDING – KEY BY HAND?",
        "The shoe is not responding ({detail}).",
        "Cards already read stay on record.",
        ("Wait for it to reconnect", "If not, call the floor"),
        "The floor supervisor, then the technician",
    ),
    "A-202": AlarmText(
        "UNREADABLE CARD – {where}",
        "The shoe could not read a card ({where_low}).",
        "The bets are on record; nobody knows the card.",
        ("Leave the card face down", "Finish the deal", "Key it in once it is open"),
        "The floor supervisor, if it is contested",
    ),
    "A-203": AlarmText(
        "DUPLICATE CARD – {where}",
        "A card that was already out came out again, or a keyed card lies open elsewhere too.",
        "The round is held; only a card that lies open is named.",
        ("Leave the cards where they are", "Call the floor", "Count the deck again"),
        "The floor supervisor",
    ),
    "A-204": AlarmText(
        "{detail} CARDS IN THE SHUFFLER",
        "The shuffler did not count 52 cards.",
        "This deck is not dealt; the one in the shoe is not affected.",
        ("Take the deck out", "Put the other deck in", "Call the floor"),
        "The floor supervisor",
    ),
    "A-205": AlarmText(
        "CHECK JP1 – {where}",
        "A JP1 chip moved after the closing, or was not collected.",
        "Only registered bets play.",
        ("Check the chip", "Collect it, or give it back", "In doubt, call the floor"),
        "The floor supervisor",
    ),
    "A-206": AlarmText(
        "JACKPOT LINK LOST – JP1 CLOSED",
        "The jackpot is not responding.",
        "No JP1 bet is taken; the game goes on.",
        ("Give back JP1 chips not collected", "Go on with the main game"),
        "The technician",
    ),
    "A-207": AlarmText(
        "BADGE REFUSED ({detail})",
        "The badge in the reader, or its PIN, is refused ({detail}).",
        "Nothing is approved. At the 5th wrong PIN the badge is locked.",
        ("Try again, or take another badge",),
        "The floor supervisor, if it is not his badge",
    ),
    "A-208": AlarmText(
        "SHUFFLER JAMMED",
        "A card is stuck in the shuffler.",
        "The round under way is not touched.",
        ("Open the lid", "Take the card out", "Count the deck again"),
        "The technician, if it happens again",
    ),
    "A-209": AlarmText(
        "SHUFFLER NOT RESPONDING",
        "The shuffler is not responding ({detail}).",
        "The round under way is not touched.",
        ("Finish the round", "Shuffle by hand if the floor supervisor agrees"),
        "The floor supervisor, then the technician",
    ),
    "A-210": AlarmText(
        "SHUFFLER LID OPEN",
        "The lid of the shuffler is open.",
        "The round under way is not touched.",
        ("Close the lid", "Check the count of the deck"),
        "Nobody, if it was you",
    ),
    "A-211": AlarmText(
        "DECK ORDER SENT – REMOVE THE MACHINE",
        "A machine has sent the order of the cards.",
        "The order was ignored and is not on record.",
        ("Finish the round", "Take this deck out", "Call the floor"),
        "The management and the technician",
    ),
    "A-212": AlarmText(
        "MACHINE RESTARTED",
        "A machine restarted by itself.",
        "Cards already read stay on record.",
        ("Wait until it is ready", "Compare the screen with the felt"),
        "The technician",
    ),
    "A-213": AlarmText(
        "UNEXPECTED MACHINE ON THE LINE",
        "This is not the machine of this table ({detail}).",
        "Nothing it says is taken in.",
        ("Check the cable", "Call the technician"),
        "The technician",
    ),
    "A-214": AlarmText(
        "MACHINE PROGRAM CHANGED",
        "A machine’s program is not the approved one.",
        "The round under way may end.",
        ("Finish the round", "Close the table", "Call the management"),
        "The management and the technician",
    ),
    "A-215": AlarmText(
        "CHECK THE CARD COUNT",
        "The shoe’s count does not follow the deal.",
        "Cards already read stay on record.",
        ("Finish the round", "Count the deck again"),
        "The floor supervisor",
    ),
    "A-217": AlarmText(
        "CARD OUT OF TURN – {where}",
        "A card came out when none was expected.",
        "The bets stay as they were.",
        ("Leave the card where it is", "Call the floor"),
        "The floor supervisor",
    ),
    "A-229": AlarmText(
        "JP1 CHIP AT AN EMPTY SEAT – {where}",
        "A JP1 chip lies where nobody bets.",
        "It does not count; the bets do not close.",
        ("Enter the player’s bets", "Or give the chip back", "Sensor stuck: call the floor"),
        "The floor supervisor",
    ),
    "A-230": AlarmText(
        "JP1 CHIP NOT COLLECTED – {where}",
        "The JP1 bet is in the jackpot, its chip still lies on the felt.",
        "The bet is booked once; the round goes on.",
        ("Collect the chip", "Sensor stuck: call the floor"),
        "The floor supervisor",
    ),
    "A-231": AlarmText(
        "SHOE LOCK {detail}",
        "The shoe does not obey: its lock {detail}.",
        "The deal is held; cards read stay on record.",
        ("Draw no card", "Call the floor", "The floor supervisor counts the cards"),
        "The floor supervisor, then the technician",
    ),
    "A-232": AlarmText(
        "NO CARD FROM THE SHOE",
        "The shoe is free to deal, and no card has left it for 30\u00a0s.",
        "The bets stay locked; the cards read so far are on record.",
        ("Look whether the deck is in the shoe", "Draw the next card", "Shoe stuck: call the floor"),
        "The floor supervisor",
    ),
    "A-222": AlarmText(
        "BADGE LOCKED FOR 15 MIN (PIN 5/5)",
        "Five wrong PINs were entered: {detail}.",
        "The badge opens nothing now, at any table.",
        ("Keep the badge", "Call the floor"),
        "The director",
    ),
    "A-223": AlarmText(
        "DEALER REVOKED",
        "The register has revoked the dealer: {detail}.",
        "The round is finished; the next waits for relief.",
        ("Finish the round", "Call for relief"),
        "The floor supervisor",
    ),
    "A-301": AlarmText(
        "JP1 SENSOR DOUBTFUL – {where}",
        "This sensor is not believed; the others are.",
        "Nothing is collected without you.",
        ("No JP1 here, or the lamp by hand (floor)", "Between rounds, cover and uncover the spot"),
        "The technician",
    ),
    "A-216": AlarmText(
        "JP1 SENSORS NOT RESPONDING",
        "The sensors are not responding ({detail}).",
        "Registered bets play.",
        ("Take no more JP1 bets", "The floor supervisor may allow lamps by hand"),
        "The floor supervisor, then the technician",
    ),
    "A-304": AlarmText(
        "SERIAL RETRIES {detail}",
        "Too many messages have to be repeated: {detail}.",
        "Each message arrives once and whole: no card is lost.",
        ("Check the cable and its plugs", "Go on", "If it stays, change the cable at the closing"),
        "The technician, before closing",
    ),
    "A-316": AlarmText(
        "MACHINE MESSAGE NOT UNDERSTOOD",
        "A machine sent a message that cannot be read ({detail}).",
        "That message is dropped; every other counts.",
        ("Go on", "Report before closing"),
        "The technician",
    ),
    "A-317": AlarmText(
        "TABLE WITHOUT SOUND",
        "The sound of this machine cannot be heard: {detail}.",
        "Every alarm is seen here and at the pit, as always.",
        ("Go on, with an eye on the alarm line", "Report before closing"),
        "The technician, before closing",
    ),
    "A-315": AlarmText(
        "MACHINE TOO WARM",
        "A machine is warmer than its maker allows.",
        "The game is not touched.",
        ("Clear its vents", "Go on", "Have its fan checked at the closing"),
        "The technician, before closing",
    ),
    "A-314": AlarmText(
        "NOISY LINE",
        "Messages arrive damaged and are asked for again.",
        "A damaged message never becomes a card.",
        ("Go on", "Have the cable checked"),
        "The technician, before closing",
    ),
    "A-307": AlarmText(
        "MACHINE TO CHECK",
        "A machine reports: {detail}.",
        "The game is not touched.",
        ("Go on", "Report before closing"),
        "The technician",
    ),
    "A-308": AlarmText(
        "SCREEN TO CHECK",
        "A screen sent what no screen sends.",
        "Nothing of it was taken in.",
        ("Go on", "Tell the technician"),
        "The technician",
    ),
    "A-309": AlarmText(
        "BADGE READER NOT RESPONDING",
        "The badge reader is not responding ({detail}).",
        "Nothing is approved without a badge.",
        ("Go on with the round", "Call the floor"),
        "The technician",
    ),
    "A-310": AlarmText(
        "UNKNOWN BADGE IN THE READER",
        "This badge is not registered here.",
        "It gives no right.",
        ("Take the badge out", "Present another one"),
        "The floor supervisor, if it ought to pass",
    ),
    "A-311": AlarmText(
        "UNKNOWN DEVICE PLUGGED IN",
        "A device that is not expected is plugged in ({detail}).",
        "The table does not open it and reads nothing of it.",
        ("Finish the round", "Call the floor", "Have the device unplugged"),
        "The floor supervisor, security and the technician",
    ),
}
