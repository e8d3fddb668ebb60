import QtQuick
import ".."

// The screen of an inspector: the pages that read, and nothing beside them. `view` is the map of
// ui/screen/pit/inspector_screen.py, which says also which stage it is laid out for.
FocusScope {
    id: root
    property var view: ({})
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
        height: Extent.top
    }
    // The parts of a page of which not all finds room at once.
    PitChips {
        id: strip
        x: Extent.edge
        y: Extent.top + 10
        visible: root.parts.length > 0
        keys: root.parts
    }
    PitPage {
        x: Extent.edge
        y: Extent.top + (strip.visible ? 44 : 0)
        width: parent.width - 2 * Extent.edge
        height: parent.height - y
        view: root.view
    }
}
