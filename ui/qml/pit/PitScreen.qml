import QtQuick
import ".."

// The pit's screen: all tables at the left, one page in the middle, what needs a person at the right.
// `view` is the map of ui/screen/pit/room.py. Drawn for 1920 x 1080, read at 60 cm.
FocusScope {
    id: root
    property var view: ({})
    readonly property string layout: view.layout || ""
    readonly property bool wide: view.wide === true

    width: 1920
    height: 1080
    focus: true
    onLayoutChanged: Touch.layoutChanged()

    PitTop {
        view: root.view
        width: parent.width
    }
    PitSpine {
        visible: !root.wide
        y: 56
        width: 248
        height: parent.height - y
        told: root.view.spine || ({})
        meter: root.view.meter || null
    }
    // A page is a file of its own, named by the view: it gets this area and its map.
    Loader {
        id: page
        x: (root.wide ? 0 : 248) + 24
        y: 56
        width: 1528 - 24 - x
        height: parent.height - y
        source: root.view.page ? root.view.page + ".qml" : ""
        onLoaded: item.view = Qt.binding(() => root.view.told || ({}))
    }
    Rectangle {
        x: 1528
        y: 56
        width: 392
        height: parent.height - y
        color: Theme.recess
        Rectangle {
            width: 1
            height: parent.height
            color: Theme.hair
        }
        PitAttention {
            x: 20
            y: 12
            width: 352
            height: parent.height - 12
            told: root.view.attention || ({})
            awaited: root.view.awaited || ({})
            acts: root.view.acts || ({})
        }
    }
}
