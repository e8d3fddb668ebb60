import QtQuick
import ".."

// The dealer's console. It draws `view` and decides nothing: each key hands back the tap it was given.
FocusScope {
    id: root
    property var view: ({})
    readonly property string layout: view.layout || ""
    // A felt of fewer than seven places has wider seats, in the middle of the grid.
    readonly property int places: (root.view.seats || []).length
    readonly property real seatWidth: Math.min(1.4 * Theme.columnWidth,
        (Theme.span(7) - (places - 1) * Theme.gutter) / Math.max(1, places))
    function seatX(index) {
        const all = places * seatWidth + (places - 1) * Theme.gutter
        return Theme.columnsX + (Theme.span(7) - all) / 2 + index * (seatWidth + Theme.gutter)
    }
    readonly property int focusedSeat: {
        const seats = view.seats || []
        for (let at = 0; at < seats.length; at++) {
            if (seats[at].focused === true)
                return at
        }
        return -1
    }

    width: Theme.stageWidth
    height: Theme.stageHeight
    onLayoutChanged: Touch.layoutChanged()

    Binding { target: Theme; property: "leftHanded"; value: root.view.handed === "left" }
    Binding { target: Touch; property: "deaf"; value: root.view.offline === true }
    Binding { target: Touch; property: "careful"; value: true }

    Binding { target: Touch; property: "names"; value: keyboard.names }

    // Whoever has no touch screen, or none that works, has a keyboard or a keypad.
    property Keyboard keyboard: Keyboard {
        parts: root
        large: primary
        shortcuts: root.view.shortcuts || ({})
    }
    Keys.onPressed: event => event.accepted = keyboard.press(event)
    focus: true

    TopBar {
        view: root.view
    }
    PhaseRibbon {
        phases: root.view.phases || []
    }
    AlarmBar {
        alarm: root.view.alarm || null
    }
    FreezeBand {
        freeze: root.view.freeze || null
        covered: over.tall
    }
    BoardStrip {
        dealer: root.view.dealer || ({})
        board: root.view.board || ({})
        meter: root.view.meter || ({})
        covered: over.tall
    }
    Repeater {
        model: root.places
        SeatColumn {
            required property int index
            // A lesson is told where nobody sits.
            visible: !root.view.sheet && !(root.view.lesson && index < 2)
            x: root.seatX(index)
            width: root.seatWidth
            y: Theme.seatY
            seat: (root.view.seats || [])[index] || ({})
        }
    }
    Rectangle {
        visible: root.focusedSeat >= 0 && !root.view.sheet
        x: root.seatX(Math.max(0, root.focusedSeat))
        y: Theme.seatY
        width: root.seatWidth
        height: Theme.seatHeight
        radius: Theme.radius
        color: "transparent"
        border.width: Theme.focusStroke
        // Blue is the bank's money that leaves; what is refunded is the player's own.
        border.color: (root.view.focus || {}).direction === "refund" ? Theme.text : Theme.pay
        Behavior on x {
            NumberAnimation {
                duration: Theme.motion(160)
                easing.type: Easing.OutCubic
            }
        }
    }
    LessonCard {
        visible: !!root.view.lesson && !root.view.sheet
        x: Theme.columnX(0)
        y: Theme.seatY
        width: Theme.span(2)
        height: Theme.seatHeight
        lesson: root.view.lesson || ({})
    }
    SeatSheet {
        id: over
        sheet: root.view.sheet || null
    }
    TrafficLight {
        visible: !!root.view.light
        x: Theme.actionX
        y: Theme.seatY
        light: root.view.light || null
    }
    FocusCard {
        content: root.view.focus || null
        underLight: !!root.view.light
    }
    PrimaryButton {
        id: primary
        objectName: "primary"
        x: Theme.actionX
        y: Theme.primaryY
        width: Theme.actionWidth
        height: Theme.primaryHeight
        key: root.view.primary || null
    }
    BottomBar {
        id: bottom
        keys: root.view.bottom || []
    }
}
