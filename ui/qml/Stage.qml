import QtQuick

// The window of one screen. The face is drawn for 1920 x 1080 or, on a small panel, 1280 x 800, and
// scaled as a whole to any other size.
Window {
    id: root
    required property QtObject screen
    required property string face
    property bool portrait: false
    // One conversion of the map per update; every binding below reads this copy.
    readonly property var view: screen ? screen.view : ({})

    // How this glass is lit, and how many of its pixels are a metre.
    readonly property var glass: view.glass || ({})

    // A layout that has just changed takes no touch: who plays it by touch can see when it does again.
    readonly property bool settling: Touch.settling || Touch.resting
    readonly property bool unread: Touch.careful && Touch.unread

    // How long the place that was touched rests.
    property int restMs: 700

    // Where each face stands.
    readonly property var folders: ({
        DealerConsole: "console", MeasurePage: "console", PitScreen: "pit", InspectorScreen: "pit", JackpotDisplay: "display", SimulatorPanel: "simulator"
    })

    visible: true
    color: Theme.bg
    title: "Tapis"

    Binding { target: Theme; property: "small"; value: root.width < 1600 && !root.portrait && root.folders[root.face] === "console" }
    Binding { target: Theme; property: "reducedMotion"; value: root.view.reduced_motion === true }
    Binding { target: Theme; property: "name"; value: root.glass.theme || "night" }
    Binding { target: Theme; property: "brightness"; value: root.glass.brightness || 100 }
    Binding { target: Theme; property: "measuredPxPerMm"; value: (root.glass.px_per_m || 0) / 1000 / loader.scale }
    Binding { target: Touch; property: "restMs"; value: root.restMs }
    Connections {
        target: Touch
        function onTapped(tap) { root.screen.tap(tap) }
        function onGripped() {
            root.screen.hold(true)
            grip.restart()
        }
        function onLoosened() {
            grip.stop()
            root.screen.hold(false)
        }
    }
    // A finger that stays keeps nothing from anybody for longer than this.
    Timer {
        id: grip
        interval: Touch.gripMs
        onTriggered: root.screen.hold(false)
    }
    Connections {
        target: root.screen
        function onChanging() {
            Touch.remember()
            root.update() // a change that shows nothing ends what was there before too
        }
    }
    Connections {
        target: root
        function onFrameSwapped() { Touch.drawn() }
    }
    // A screen that was there before its table: better these words than a black glass.
    Txt {
        anchors.centerIn: parent
        text: root.view.waiting || ""
        size: 34
        color: Theme.sec
    }
    Loader {
        id: loader
        visible: !root.view.waiting
        anchors.centerIn: parent
        source: (root.folders[root.face] || ".") + "/" + root.face + ".qml"
        focus: true
        scale: item ? Math.min(root.width / item.width, root.height / item.height) : 1
        onLoaded: {
            // Known before anything appears: the binding above comes too late for the first picture.
            Theme.reducedMotion = root.view.reduced_motion === true
            item.view = Qt.binding(() => root.view)
        }
    }
    // A touch just after a change under the finger is for what had stood there; any other goes to its key.
    MouseArea {
        anchors.fill: parent
        visible: !Touch.careful
        onPressed: mouse => {
            Touch.pending = "" // of a finger that nobody heard go up
            Touch.byFinger = mouse.source !== Qt.MouseEventNotSynthesized
            const at = Qt.point(mouse.x, mouse.y)
            const meant = Touch.settling ? null : Touch.meantAt(at)
            mouse.accepted = meant !== null
            if (mouse.accepted)
                Touch.down(meant, at)
        }
        onReleased: mouse => Touch.up(Qt.point(mouse.x, mouse.y), false)
        // Where the finger goes up is heard too when what it came down on is there no more; not where a palm
        // does that lay there before it.
        PointHandler {
            enabled: !Touch.careful
            property point from
            property point at
            onPointChanged: {
                if (!active)
                    return
                from = point.scenePressPosition
                at = point.scenePosition
            }
            onActiveChanged: {
                if (active || Touch.far(from, Touch.downAt))
                    return
                const finger = Touch.fingers, where = at
                Qt.callLater(() => {
                    if (finger === Touch.fingers)
                        Touch.up(where, false)
                })
            }
            // Taken for a palm it never goes up.
            onGrabChanged: (change, point) => {
                if (change === PointerDevice.UngrabPassive && point.state !== EventPoint.Released)
                    Touch.pending = ""
            }
        }
    }
    // What darkens the glass lies over all of it alike.
    Rectangle {
        visible: Theme.brightness < 100
        anchors.fill: parent
        color: Theme.shade
        opacity: 1 - Theme.brightness / 100
    }
}
