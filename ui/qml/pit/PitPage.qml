import QtQuick
import ".."

// One page of the pit or of an inspector: the file that `view.page` names, with the map `view.told`. What lies
// below its edge is told at the foot, and a touch turns to it. Where a page has more tables than keys for them,
// the list of all of them, `told.every`, lies over it while it is open.
Item {
    id: root
    property var view: ({})
    readonly property var every: (view.told || ({})).every || null

    // A page is a file of its own, named by the view: it gets this area and its map, and is scrolled where it
    // needs more.
    Flickable {
        id: page
        readonly property real full: parent.height
        readonly property real least: loader.item && loader.item.least ? loader.item.least : 0
        readonly property bool more: least > full + 1
        visible: root.every === null
        width: parent.width
        height: full - (more ? 44 : 0)
        contentHeight: loader.height
        interactive: more
        clip: more
        boundsBehavior: Flickable.StopAtBounds
        // A shape is painted whole even where a list cuts it, but for one that is a part of a picture; such
        // a picture is black where a pixel of the glass is smaller than one of the screen.
        Item {
            id: painted
            width: page.width
            height: loader.height
            layer.enabled: page.more && Screen.devicePixelRatio === 1
            layer.textureSize: Extent.pixels(painted)
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
                onLoaded: {
                    item.view = Qt.binding(() => root.view.told || ({}))
                    sweep.start()
                }
                onSourceChanged: page.contentY = 0
                onPartChanged: page.contentY = 0
            }
        }
    }
    // Of a page that was left nothing stays in memory: by itself the engine collects late, and grows meanwhile.
    Timer {
        id: sweep
        interval: 2000
        onTriggered: gc()
    }
    // What lies below the edge is told, and a touch turns to it.
    TouchKey {
        id: below
        visible: page.visible && page.more
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
    Loader {
        active: root.every !== null
        anchors.fill: parent
        sourceComponent: PitEvery {
            told: root.every || ({})
        }
    }
}
