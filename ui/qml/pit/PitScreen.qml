import QtQuick
import ".."

// The pit's screen: all tables at the left, one page in the middle, what needs a person at the right.
// `view` is the map of ui/screen/pit/room.py, which says also which stage it is laid out for.
FocusScope {
    id: root
    property var view: ({})
    readonly property bool wide: view.wide === true
    readonly property var parts: view.parts || []

    width: Extent.width
    height: Extent.height
    focus: true
    onViewChanged: {
        Extent.told = view.extent || ({})
        Extent.part = view.part || ""
    }

    Binding {
        target: Extent
        property: "zoom"
        value: root.parent ? root.parent.scale : 1
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
        x: (root.wide ? 0 : Extent.spine) + Extent.edge
        y: Extent.top + 10
        visible: root.parts.length > 0
        keys: root.parts
    }
    PitPage {
        x: (root.wide ? 0 : Extent.spine) + Extent.edge
        y: Extent.top + (strip.visible ? 44 : 0)
        width: parent.width - Extent.column - Extent.edge - x
        height: parent.height - y
        view: root.view
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
