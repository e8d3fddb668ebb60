import QtQuick
import ".."

// The card above the primary button: what the table waits for, whom to pay, what to do. Each kind
// of content has its own file; `content.kind` chooses.
Panel {
    id: root
    property var content: null
    property bool underLight: true
    readonly property string kind: content ? content.kind || "" : ""
    readonly property var files: ({
        wait: "FocusWait.qml",
        jp1: "FocusJackpot.qml",
        choice: "FocusChoice.qml",
        settle: "FocusSettle.qml",
        checklist: "FocusChecklist.qml",
        recovery: "FocusRecovery.qml",
        facts: "FocusFacts.qml",
        sensors: "FocusSensors.qml",
        readers: "FocusReaders.qml",
        stakes: "FocusStakes.qml"
    })

    x: Theme.actionX
    y: underLight ? Theme.seatY + Theme.lightHeight + Theme.gutter : Theme.seatY
    width: Theme.actionWidth
    height: Theme.primaryY - Theme.gutter - y

    Loader {
        id: loader
        x: Theme.padding
        width: root.width - 2 * x
        height: root.height
        source: root.files[root.kind] || ""
        onLoaded: appear.restart()
        Binding {
            target: loader.item
            property: "content"
            value: root.content || ({})
            when: loader.item !== null && root.kind !== ""
        }
    }
    NumberAnimation {
        id: appear
        target: loader
        property: "opacity"
        from: 0
        to: 1
        duration: Theme.motion(120)
        easing.type: Easing.OutCubic
    }
}
