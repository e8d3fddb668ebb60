import QtQuick
import ".."

// The opening sheet, or what the closed table shows: on the left what is checked, on the right the
// rules in force, in words. `sheet` {title, checks: [{label, value, state, tap}], rules_title,
// rules: [{label, value}]}.
Item {
    id: root
    property var sheet: ({})
    readonly property var checks: sheet.checks || []
    readonly property var rules: sheet.rules || []

    Panel {
        id: left
        width: Theme.span(3)
        height: parent.height
        Txt {
            x: Theme.padding
            y: Theme.pick(14, 8)
            text: root.sheet.title || ""
            size: Theme.pick(30, 22)
            weight: 650
            font.family: Theme.displayFace
        }
        Column {
            id: list
            // A row that is touched is a finger high; those that are only read share what is left.
            readonly property int keys: root.checks.filter(row => !!row.tap).length
            readonly property real room: parent.height - y - Theme.pick(8, 4) - keys * (Theme.touchMin + apart)
            // Between two keys, so that a finger that means one does not hit the other.
            readonly property real apart: Theme.pick(17, 18)
            readonly property real rowHeight: Math.min(Theme.touchMin + 8, room / Math.max(1, root.checks.length - keys))
            x: Theme.padding
            y: Theme.pick(62, 40)
            width: parent.width - 2 * x
            Repeater {
                model: root.checks.length
                Item {
                    id: row
                    required property int index
                    readonly property var words: root.checks[index] || ({})
                    width: list.width
                    height: check.live ? Theme.touchMin + list.apart : list.rowHeight
                    Rectangle {
                        visible: !check.live
                        width: parent.width
                        height: 1
                        color: Theme.panelHair
                    }
                    TouchKey {
                        id: check
                        readonly property var words: row.words
                        y: live ? list.apart / 2 : 0
                        width: list.width
                        height: live ? Theme.touchMin : list.rowHeight
                        tap: words.tap
                        says: [words.label, words.value].join(" ").trim()
                        Rectangle {
                            visible: check.live
                            x: -Theme.pick(12, 8)
                            width: parent.width - 2 * x
                            height: parent.height
                            radius: 8
                            color: check.held ? Theme.lift : Theme.raised
                            border.width: 1.5
                            border.color: Theme.outline
                        }
                        Tick {
                            visible: check.words.state === "done"
                            anchors.verticalCenter: parent.verticalCenter
                            size: Theme.pick(24, 18)
                        }
                        Rectangle {
                            visible: check.words.state === "open" || check.words.state === "bad"
                            anchors.verticalCenter: parent.verticalCenter
                            x: 1
                            width: Theme.pick(22, 17)
                            height: width
                            radius: check.words.state === "bad" ? 3 : width / 2
                            color: check.words.state === "bad" ? Theme.warn : "transparent"
                            border.width: check.words.state === "bad" ? 0 : 2
                            border.color: Theme.outline
                        }
                        Txt {
                            id: label
                            x: Theme.pick(42, 30)
                            anchors.verticalCenter: parent.verticalCenter
                            width: Math.min(implicitWidth, 0.62 * parent.width - x)
                            fontSizeMode: Text.HorizontalFit
                            minimumPixelSize: 12
                            text: check.words.label || ""
                            size: Theme.px(22)
                            color: check.words.state === "open" || check.words.tap ? Theme.text : Theme.sec
                        }
                        Txt {
                            anchors.right: parent.right
                            anchors.verticalCenter: parent.verticalCenter
                            width: Math.min(implicitWidth, parent.width - label.x - label.width - 12)
                            height: parent.height
                            horizontalAlignment: Text.AlignRight
                            verticalAlignment: Text.AlignVCenter
                            wrapMode: Text.WordWrap
                            fontSizeMode: Text.Fit
                            minimumPixelSize: 12
                            text: check.words.value || ""
                            size: Theme.px(22)
                            weight: 600
                        }
                    }
                }
            }
        }
    }
    Panel {
        x: Theme.span(3) + Theme.gutter
        width: Theme.span(4)
        height: parent.height
        Txt {
            x: Theme.padding
            y: Theme.pick(14, 8)
            text: root.sheet.rules_title || ""
            size: Theme.pick(30, 22)
            weight: 650
            font.family: Theme.displayFace
        }
        Column {
            id: options
            readonly property real rowHeight: Math.min(Theme.pick(48, 40), (parent.height - y - Theme.pick(8, 4)) / Math.max(1, root.rules.length))
            // Many rules stand close together: every second row is lighter instead of lines between them.
            readonly property bool dense: rowHeight < 1.4 * Theme.pick(20, 17)
            readonly property int letters: Math.min(Theme.pick(20, 17), Math.floor(rowHeight * 0.92))
            x: Theme.padding
            y: Theme.pick(62, 40)
            width: parent.width - 2 * x
            Repeater {
                model: root.rules.length
                Item {
                    id: option
                    required property int index
                    readonly property var words: root.rules[index] || ({})
                    width: options.width
                    height: options.rowHeight
                    Rectangle {
                        visible: !options.dense || option.index % 2 === 0
                        x: options.dense ? -Theme.pick(8, 6) : 0
                        width: parent.width - 2 * x
                        height: options.dense ? parent.height : 1
                        color: options.dense ? Theme.raised : Theme.panelHair
                    }
                    Txt {
                        id: what
                        anchors.verticalCenter: parent.verticalCenter
                        text: option.words.label || ""
                        size: options.letters
                        color: Theme.sec
                    }
                    Txt {
                        anchors.right: parent.right
                        anchors.verticalCenter: parent.verticalCenter
                        width: Math.min(implicitWidth, parent.width - what.width - 12)
                        horizontalAlignment: Text.AlignRight
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: 13
                        text: option.words.value || ""
                        size: options.letters
                        weight: 600
                    }
                }
            }
        }
    }
}
