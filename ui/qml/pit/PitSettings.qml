import QtQuick
import ".."

// What one table is set to, and the draft that changes it. `view` is the map of ui/screen/pit/settings.py.
Item {
    id: root
    property var view: ({})
    readonly property var groups: view.groups || []
    readonly property var jp1: view.jp1 || ({})
    readonly property var pad: view.pad || null
    readonly property var cells: pad ? [] : jp1.cells || []
    readonly property var maximum: view.maximum || ({})
    readonly property bool small: Extent.small
    readonly property bool valued: !small || Extent.part === "values"
    readonly property bool drafted: !small || Extent.part === "draft"
    readonly property real leftWidth: small ? width : Extent.wide ? 900 : 768
    readonly property real columnWidth: (leftWidth - 24) / 2
    readonly property real moved: small ? -12 : 0
    readonly property real least: !small ? 0 : valued ? 986 + moved : panel.y + panel.height + (pad ? 260 : 0) + 24

    Txt {
        id: title
        y: root.small ? 6 : 12
        text: root.view.title || ""
        size: root.small ? 22 : 28
        weight: 650
        font.family: Theme.displayFace
    }
    Txt {
        anchors.left: title.right
        anchors.leftMargin: root.small ? 12 : 24
        anchors.baseline: title.baseline
        width: Math.min(implicitWidth, root.width - x - digest.width - 12)
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 12
        text: root.view.note || ""
        size: root.small ? 13 : 15
        color: Theme.sec
    }
    Txt {
        id: digest
        anchors.right: parent.right
        anchors.baseline: title.baseline
        text: root.view.digest || ""
        size: root.small ? 12 : 14
        tabular: false
        color: Theme.sec
    }
    PitSteps {
        y: root.small ? 46 : 60
        width: parent.width
        steps: root.view.steps || []
    }
    Repeater {
        model: root.groups.length
        Item {
            id: group
            required property int index
            readonly property var words: root.groups[index] || ({})
            readonly property var rows: words.rows || []
            visible: rows.length > 0 && root.valued
            x: index % 2 * (root.columnWidth + 24)
            y: 136 + root.moved + Math.floor(index / 2) * 286
            width: root.columnWidth
            PitSection {
                width: parent.width
                title: group.words.title || ""
            }
            Repeater {
                model: group.rows.length
                PitSettingRow {
                    required property int index
                    y: 38 + index * 58
                    width: root.columnWidth
                    words: group.rows[index] || ({})
                }
            }
        }
    }
    PitSection {
        visible: root.cells.length > 0 && root.valued
        y: 714 + root.moved
        width: root.leftWidth
        title: root.jp1.title || ""
        note: root.jp1.note || ""
    }
    Repeater {
        model: root.cells.length
        Item {
            id: cell
            required property int index
            readonly property var words: root.cells[index] || ({})
            visible: root.valued
            x: index * (root.leftWidth / Math.max(1, root.cells.length))
            y: 756 + root.moved
            width: root.leftWidth / Math.max(1, root.cells.length) - 10
            height: 56
            Txt {
                width: parent.width
                height: 34
                verticalAlignment: Text.AlignBottom
                wrapMode: Text.WordWrap
                text: cell.words.label || ""
                size: 13
                color: Theme.sec
            }
            Txt {
                y: 36
                width: parent.width
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 12
                text: cell.words.value || ""
                size: 16
                weight: 650
            }
        }
    }
    // While a card is awaited in the pit's reader, its pad lies where the jackpot and the maximum are read.
    PitPinPad {
        visible: root.pad !== null && (root.small ? root.drafted : true)
        y: root.small ? panel.y + panel.height + 12 : 724
        width: root.leftWidth
        told: root.pad || ({})
    }
    PitSection {
        visible: root.pad === null && root.valued
        y: 832 + root.moved
        width: root.leftWidth
        title: root.maximum.title || ""
        note: root.maximum.note || ""
    }
    Txt {
        visible: root.pad === null && root.valued
        y: 884 + root.moved
        text: root.maximum.value || ""
        size: 24
        weight: 650
        font.family: Theme.displayFace
    }
    Row {
        visible: root.pad === null && root.valued
        x: root.leftWidth - width
        y: 878 + root.moved
        spacing: 10
        Repeater {
            model: (root.maximum.keys || []).length
            TouchKey {
                id: key
                required property int index
                readonly property var words: root.maximum.keys[index] || ({})
                width: label.implicitWidth + 40
                height: 48
                radius: 6
                tap: words.tap || null
                says: words.says || ""
                Rectangle {
                    anchors.fill: parent
                    radius: 6
                    color: key.held ? Theme.lift : Theme.raised
                    border.width: 1.5
                    border.color: Theme.outline
                }
                Txt {
                    id: label
                    anchors.centerIn: parent
                    text: key.words.label || ""
                    size: 16
                    weight: 650
                }
            }
        }
    }
    PitDraft {
        id: panel
        visible: root.drafted
        x: root.small ? 0 : root.leftWidth + 32
        y: 136 + root.moved
        width: root.width - x
        height: root.small ? needs : root.height - y - 24
        told: root.view.panel || ({})
    }
}
