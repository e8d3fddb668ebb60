import QtQuick

// What every control is: it acts when released inside, once; then it rests 250 ms, and `Touch` says
// where a place rests longer. It acts only if what it would do is still what it said when it was
// pressed, and not at once when that has just changed. `tap` is handed back unchanged; null makes the
// control dead, `deaf` for a moment. Touch reaches the control through mouse events, which Qt makes from
// the first touch point alone.
Item {
    id: root
    property var tap: null
    property string says: ""
    property bool deaf: false
    property real radius: Theme.radius
    // How far the touchable area reaches past the drawing, where the drawing is below 12 mm.
    property real reachX: 0
    property real reachY: 0

    // While the table is not heard every key is dead, and looks it.
    readonly property bool live: tap !== null && tap !== undefined && !Touch.deaf
    readonly property bool held: (area.pressed && area.armed !== "") || rest.running

    // Whether it shows by itself that it means something else, and waits.
    property bool tells: false
    // What it asked when it was alive last.
    property string meant: ""

    // It was touched, or its key struck, while it rests.
    signal drummed()

    // What it asked when it was ringed: a ring on something else would press what nobody has seen.
    property string ringed: ""
    readonly property bool ring: activeFocus && (Touch.byKeys || !Touch.careful)
    property string named: root.live ? Touch.nameOf(root.tap) : ""
    // Where the name of its key stands: 0 on the upper edge, 1 on the lower.
    property real namedAt: 0

    onActiveFocusChanged: ringed = activeFocus ? JSON.stringify(root.tap) : ""
    onTapChanged: {
        if (activeFocus && Touch.careful && JSON.stringify(root.tap) !== ringed)
            focus = false
        if (!Touch.careful || !tap || tells)
            return
        const means = JSON.stringify(tap)
        if (meant !== "" && meant !== means)
            Touch.meansAnother(root)
        meant = means
    }
    Component.onCompleted: Touch.keys.add(root)
    Component.onDestruction: Touch.keys.delete(root)
    onVisibleChanged: {
        if (activeFocus && !visible)
            focus = false
    }

    // The dealer's console moves its ring itself, as one reads (console/Keyboard.qml).
    activeFocusOnTab: live && !Touch.careful
    Accessible.role: Accessible.Button
    Accessible.name: says
    Accessible.focusable: live
    Accessible.onPressAction: root.activate()
    Keys.onPressed: event => {
        if (event.isAutoRepeat || (Touch.careful && !root.ring))
            return
        if (event.key === Qt.Key_Space || event.key === Qt.Key_Return || event.key === Qt.Key_Enter) {
            event.accepted = true
            root.activate()
        }
    }

    // Ask for what the control says, touched at this point of the scene, or by a key of a keyboard; false
    // when it may not be asked now.
    function activate(at) {
        if (!root.hears()) {
            root.drum()
            return false
        }
        rest.begin()
        Touch.act(root.tap, at || area.mapToItem(null, area.width / 2, area.height / 2))
        return true
    }

    function hears() {
        return root.live && !root.deaf && Touch.open && !rest.lasts() && !Touch.rests(area, root.tap) && !Touch.isNew(root)
    }

    // What it asks, as one reads it.
    function means() {
        return JSON.stringify(tap)
    }

    // Where it can be touched in the scene, what it asks and what that means; nothing while it cannot.
    function stands() {
        const reach = live && visible ? Touch.reachOf(root, -reachX, -reachY, width + reachX, height + reachY) : null
        return reach ? [{ reach: reach, asks: JSON.stringify(tap), means: means() }] : []
    }

    function drum() {
        if (!root.live)
            return
        Touch.drummed(area, root.tap)
        if (Touch.isNew(root))
            Touch.meansAnother(root)
        root.drummed()
    }

    Rest {
        id: rest
    }
    MouseArea {
        id: area
        objectName: "touch"
        // What the control would do, as it was when the finger came down; "" when it let go.
        property string armed: ""
        x: -root.reachX
        y: -root.reachY
        width: root.width + 2 * root.reachX
        height: root.height + 2 * root.reachY
        enabled: root.live
        // A list that is dragged is scrolled; where a table is dealt a finger that slides is none.
        preventStealing: Touch.careful
        onPressed: mouse => {
            Touch.byKeys = false
            const asks = JSON.stringify(root.tap)
            const unread = Touch.careful && Touch.isUnread(area.mapToItem(null, mouse.x, mouse.y), root.means())
            armed = root.hears() && !unread && !(Touch.careful && area.atEdge(mouse)) ? asks : ""
            if (!root.hears())
                root.drum()
            if (armed && !Touch.careful)
                Touch.down(armed, area.mapToItem(null, mouse.x, mouse.y))
        }
        onPositionChanged: mouse => {
            if (Touch.careful && !area.contains(Qt.point(mouse.x, mouse.y)))
                armed = ""
        }
        onCanceled: armed = ""
        onReleased: mouse => {
            if (!Touch.careful) {
                // What it said as the finger came down, whatever it says by now.
                if (armed)
                    rest.begin()
                armed = ""
                Touch.up(area.mapToItem(null, mouse.x, mouse.y), area.contains(Qt.point(mouse.x, mouse.y)))
                return
            }
            const asked = armed !== "" && armed === JSON.stringify(root.tap)
            armed = ""
            if (asked && area.contains(Qt.point(mouse.x, mouse.y)))
                root.activate(area.mapToItem(null, mouse.x, mouse.y))
        }
        // A dealer's palm or sleeve on the bezel touches the outermost millimetres first.
        function atEdge(mouse) {
            const stage = root.Window.contentItem
            if (!stage)
                return false
            const at = area.mapToItem(stage, mouse.x, mouse.y)
            const guard = Theme.edgeGuard * stage.width / Theme.stageWidth
            return at.x < guard || at.y < guard || at.x > stage.width - guard || at.y > stage.height - guard
        }
    }
    Rectangle {
        visible: root.ring
        z: 2
        anchors.fill: parent
        anchors.margins: -2
        radius: root.radius + 2
        color: "transparent"
        border.width: Theme.focusStroke
        border.color: Theme.pay
    }
    KeyName {
        visible: root.named !== ""
        name: root.named
        at: root.namedAt
    }
}
