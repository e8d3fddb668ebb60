import QtQuick
import ".."

// The pit's screen: all tables at the left, one page in the middle, what needs a person at the right.
// `view` is the map of ui/screen/pit/room.py, which says also which stage it is laid out for.
FocusScope {
    id: root
    property var view: ({})
    readonly property string layout: view.layout || ""
    readonly property bool wide: view.wide === true
    readonly property var parts: view.parts || []

    width: Extent.width
    height: Extent.height
    focus: true
    onLayoutChanged: Touch.layoutChanged()
    onViewChanged: {
        Extent.told = view.extent || ({})
        Extent.part = view.part || ""
    }

    PitTop {
        view: root.view
        width: parent.width
    }
    PitSpine {
        visible: !root.wide
        y: Extent.top
        width: Extent.spine
        height: parent.height - y
        told: root.view.spine || ({})
        meter: root.view.meter || null
    }
    // The parts of a page of which not all finds room at once.
    PitChips {
        id: strip
        x: page.x
        y: Extent.top + 10
        visible: root.parts.length > 0
        keys: root.parts
    }
    // A page is a file of its own, named by the view: it gets this area and its map, and is scrolled where it
    // needs more.
    Flickable {
        id: page
        readonly property real full: parent.height - y
        readonly property real least: loader.item && loader.item.least ? loader.item.least : 0
        readonly property bool more: least > full + 1
        x: (root.wide ? 0 : Extent.spine) + Extent.edge
        y: Extent.top + (strip.visible ? 44 : 0)
        width: parent.width - Extent.column - Extent.edge - x
        height: full - (more ? 44 : 0)
        contentHeight: loader.height
        interactive: more
        clip: more
        boundsBehavior: Flickable.StopAtBounds
        // A shape is painted whole even where a list cuts it, but for one that is a part of a picture.
        Item {
            width: page.width
            height: loader.height
            layer.enabled: page.more
            Rectangle {
                visible: page.more
                anchors.fill: parent
                color: Theme.bg
            }
            Loader {
                id: loader
                readonly property string part: Extent.part
                width: page.width
                height: Math.max(page.height, page.least)
                source: root.view.page ? root.view.page + ".qml" : ""
                onLoaded: item.view = Qt.binding(() => root.view.told || ({}))
                onSourceChanged: page.contentY = 0
                onPartChanged: page.contentY = 0
            }
        }
    }
    // What lies below the edge is told, and a touch turns to it.
    TouchKey {
        id: below
        visible: page.more
        x: page.x
        y: parent.height - 44
        width: page.width
        height: 40
        reachY: 4
        radius: 6
        tap: visible ? ({ act: "below" }) : null
        says: root.view.below || ""
        Rectangle {
            anchors.fill: parent
            radius: 6
            color: below.held ? Theme.lift : Theme.recess
        }
        Txt {
            anchors.centerIn: parent
            text: (page.atYEnd ? "↑  " : "↓  ") + (root.view.below || "")
            size: 13
            weight: 650
            color: Theme.sec
        }
        Connections {
            target: Touch
            function onTapped(tap) {
                if (tap.act === "below")
                    page.contentY = page.atYEnd ? 0
                        : Math.min(page.contentHeight - page.height, page.contentY + page.height - 80)
            }
        }
    }
    Rectangle {
        x: parent.width - Extent.column
        y: Extent.top
        width: Extent.column
        height: parent.height - y
        color: Theme.recess
        Rectangle {
            width: 1
            height: parent.height
            color: Theme.hair
        }
        PitAttention {
            x: Extent.pick(20, 12)
            y: 12
            width: Extent.pick(352, 290)
            height: parent.height - 12
            told: root.view.attention || ({})
            awaited: root.view.awaited || ({})
            acts: root.view.acts || ({})
            foot: root.view.foot || null
        }
    }
}
