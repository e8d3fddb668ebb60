import QtQuick
import ".."

// The simulator's panel: 1440 x 1080, beside the screens of the demonstration. `view` holds:
//   title, table, stands, about, simulation: words; language: as LanguageKey; offline: the keys are deaf
//   seed: {label, value, copy, change: Key, note, open, pad: [Key]}; paces, steps: {label, note, keys: [Key]}
//   hands: {label, note, places, keys: [Key]}; picker: {label, note, cards: as CardPicker, foot}
//   expected: as Outcome; stacking: {stack, unstack: Key, note}; badges, hand: {label, note, keys: [Key]}
//   scripts: {label, note, rows: as ScriptRows, keys: [Key], foot}; chips: as ChipRows, with text, foot, keys
//   lines: as LineMatrix; machines: {label, note, rows: [{label, state, keys: [Key]}]}
//   world: {label, note, keys, power: [Key], restarts}; message: {title, text} or null
Item {
    id: root
    property var view: ({})
    readonly property int leftX: 24
    readonly property int middleX: 468
    readonly property int rightX: 912
    readonly property int narrow: 420
    readonly property int wide: 504

    width: 1440
    height: 1080

    Binding { target: Touch; property: "deaf"; value: root.view.offline === true }

    Item {
        width: parent.width
        height: 64
        Txt {
            id: table
            x: root.leftX
            anchors.verticalCenter: parent.verticalCenter
            text: root.view.table || ""
            size: 28
            weight: 700
            font.family: Theme.displayFace
        }
        Txt {
            anchors.left: table.right
            anchors.leftMargin: table.text === "" ? 0 : 16
            anchors.baseline: table.baseline
            text: root.view.title || ""
            size: 20
            weight: 600
            color: Theme.sec
        }
        SimulationMark {
            anchors.centerIn: parent
            word: root.view.simulation || ""
            size: 18
        }
        Txt {
            anchors.right: language.left
            anchors.rightMargin: 20
            anchors.verticalCenter: parent.verticalCenter
            text: root.view.stands || ""
            size: 16
            color: Theme.sec
        }
        LanguageKey {
            id: language
            anchors.right: parent.right
            anchors.rightMargin: root.leftX
            anchors.verticalCenter: parent.verticalCenter
            key: root.view.language || null
        }
        Rectangle {
            y: parent.height - 1
            width: parent.width
            height: 1
            color: Theme.hair
        }
    }

    Item {
        id: body
        anchors.fill: parent
        // What stands here is old, and the keys are deaf.
        opacity: Touch.deaf ? 0.5 : 1

        // The night: seed, pace, steps.
        PanelHead { x: root.leftX; y: 74; width: root.narrow; apart: false; words: ({ label: seedBox.words.label || "" }) }
        Rectangle {
            id: seedBox
            readonly property var words: root.view.seed || ({})
            x: root.leftX
            y: 100
            width: 212
            height: 46
            radius: 6
            color: Theme.recess
            border.width: words.open === true ? 2 : 1
            border.color: words.open === true ? Theme.pay : Theme.edge
            Txt {
                x: 14
                anchors.verticalCenter: parent.verticalCenter
                text: seedBox.words.value || ""
                size: 24
                weight: 650
            }
        }
        PanelKey { x: root.leftX + 222; y: 100; width: 94; height: 46; key: seedBox.words.copy || null }
        PanelKey { x: root.leftX + 326; y: 100; width: 94; height: 46; key: seedBox.words.change || null }
        Txt {
            x: root.leftX
            y: 152
            width: root.narrow
            height: 32
            text: seedBox.words.note || ""
            size: 14
            color: Theme.sec
            // The command line of many options takes two lines.
            wrapMode: Text.Wrap
            lineHeight: 0.95
            fontSizeMode: Text.Fit
            minimumPixelSize: 12
            elide: Text.ElideRight
        }
        PanelHead { x: root.middleX; y: 74; width: root.narrow; apart: false; words: ({ label: (root.view.paces || ({})).label || "" }) }
        PanelKeys {
            x: root.middleX
            y: 100
            columns: 7
            room: root.narrow
            keyHeight: 46
            keys: (root.view.paces || ({})).keys || []
        }
        Txt {
            x: root.middleX
            y: 152
            text: (root.view.paces || ({})).note || ""
            size: 14
            color: Theme.sec
        }
        PanelHead { x: root.rightX; y: 74; width: root.wide; apart: false; words: root.view.steps || ({}) }
        PanelKeys {
            x: root.rightX
            y: 100
            columns: 5
            room: root.wide
            keyHeight: 46
            keys: (root.view.steps || ({})).keys || []
        }

        // Cards, or the pad of a seed that is typed.
        PanelHead { x: root.leftX; y: 196; width: root.narrow; words: root.view.hands || ({}) }
        PanelKeys {
            visible: seedBox.words.open !== true
            x: root.leftX
            y: 224
            columns: 9
            room: root.narrow
            spacing: 4
            keyHeight: 40
            size: 16
            keys: (root.view.hands || ({})).places || []
        }
        PanelKeys {
            visible: seedBox.words.open !== true
            x: root.leftX
            y: 272
            columns: 3
            room: root.narrow
            keyHeight: 32
            keys: (root.view.hands || ({})).keys || []
        }
        PanelKeys {
            visible: seedBox.words.open === true
            x: root.leftX
            y: 224
            columns: 3
            room: root.narrow
            keyHeight: 44
            size: 18
            keys: seedBox.words.pad || []
        }
        PanelHead { x: root.leftX; y: 434; width: root.narrow; words: root.view.picker || ({}); apart: false }
        CardPicker {
            x: root.leftX
            y: 460
            room: root.narrow
            cards: (root.view.picker || ({})).cards || []
        }
        Txt {
            x: root.leftX
            y: 622
            width: root.narrow
            text: (root.view.picker || ({})).foot || ""
            size: 13
            color: Theme.sec
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 12
        }
        Outcome {
            x: root.leftX
            y: 646
            width: root.narrow
            height: 126
            words: root.view.expected || ({})
        }
        PanelKey {
            x: root.leftX
            y: 780
            width: 276
            height: 44
            size: 16
            strong: true
            key: (root.view.stacking || ({})).stack || null
        }
        PanelKey { x: root.leftX + 286; y: 780; width: 134; height: 44; key: (root.view.stacking || ({})).unstack || null }
        Txt {
            x: root.leftX
            y: 829
            text: (root.view.stacking || ({})).note || ""
            size: 13
            color: Theme.sec
        }
        PanelHead { x: root.leftX; y: 866; width: root.narrow; words: root.view.badges || ({}) }
        PanelKeys {
            x: root.leftX
            y: 892
            columns: 4
            room: root.narrow
            keyHeight: 50
            keys: (root.view.badges || ({})).keys || []
        }

        // Scripts, hands, chips.
        PanelHead { x: root.middleX; y: 196; width: root.narrow; words: root.view.scripts || ({}) }
        ScriptRows { x: root.middleX; y: 222; width: root.narrow; rows: (root.view.scripts || ({})).rows || [] }
        PanelKeys {
            x: root.middleX
            y: 518
            columns: 3
            room: root.narrow
            keyHeight: 38
            keys: (root.view.scripts || ({})).keys || []
        }
        Txt {
            x: root.middleX
            y: 561
            width: root.narrow
            text: (root.view.scripts || ({})).foot || ""
            size: 13
            color: Theme.sec
            wrapMode: Text.WordWrap
            maximumLineCount: 2
            elide: Text.ElideRight
        }
        PanelHead { x: root.middleX; y: 614; width: root.narrow; words: root.view.hand || ({}) }
        PanelKeys {
            x: root.middleX
            y: 640
            columns: 3
            room: root.narrow
            keyHeight: 54
            keys: (root.view.hand || ({})).keys || []
        }
        PanelHead { x: root.middleX; y: 718; width: root.narrow; words: root.view.chips || ({}) }
        ChipRows { id: chips; x: root.middleX; y: 746; width: root.narrow; words: root.view.chips || ({}) }
        Txt {
            x: root.middleX
            y: 892
            width: root.narrow
            text: chips.words.text || ""
            size: 14
            weight: 600
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 12
        }
        Txt {
            x: root.middleX
            y: 914
            width: root.narrow
            text: chips.words.foot || ""
            size: 13
            color: Theme.sec
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 12
        }
        PanelKeys {
            x: root.middleX
            y: 940
            columns: Math.max(1, keys.length)
            room: root.narrow
            keyHeight: 42
            size: 13
            keys: chips.words.keys || []
        }

        // What goes wrong.
        PanelHead { x: root.rightX; y: 196; width: root.wide; words: root.view.lines || ({}) }
        LineMatrix { x: root.rightX; y: 224; width: root.wide; words: root.view.lines || ({}) }
        PanelHead { x: root.rightX; y: 624; width: root.wide; words: root.view.machines || ({}) }
        Repeater {
            model: 3
            Item {
                id: machine
                required property int index
                readonly property var told: ((root.view.machines || ({})).rows || [])[index] || ({})
                x: root.rightX
                y: 648 + index * 59
                width: root.wide
                height: 50
                Txt {
                    y: 4
                    text: machine.told.label || ""
                    size: 14
                    weight: 600
                }
                Txt {
                    y: 21
                    width: 126
                    text: machine.told.state || ""
                    size: 13
                    color: Theme.sec
                    lineHeight: 0.95
                    wrapMode: Text.WordWrap
                }
                PanelKeys {
                    x: 132
                    columns: 4
                    room: root.wide - 132
                    keyHeight: 53
                    size: 13
                    corner: true
                    keys: machine.told.keys || []
                }
            }
        }
        PanelHead { x: root.rightX; y: 834; width: root.wide; words: root.view.world || ({}) }
        PanelKeys {
            x: root.rightX
            y: 862
            columns: 3
            room: root.wide
            keyHeight: 44
            keys: (root.view.world || ({})).keys || []
        }
        PanelKeys {
            x: root.rightX
            y: 964
            columns: 2
            room: root.wide
            keyHeight: 46
            keys: (root.view.world || ({})).power || []
        }
        Txt {
            x: root.rightX
            width: root.wide
            y: 1012
            horizontalAlignment: Text.AlignRight
            text: (root.view.world || ({})).restarts || ""
            size: 13
            color: Theme.sec
        }
    }

    // What is wrong stands where otherwise the panel says what it is.
    Item {
        id: foot
        x: root.leftX
        y: 1030
        width: root.width - 2 * root.leftX
        height: 44
        readonly property var message: root.view.message || null
        Txt {
            visible: foot.message === null
            anchors.verticalCenter: parent.verticalCenter
            width: parent.width
            text: root.view.about || ""
            size: 14
            color: Theme.sec
        }
        Rectangle {
            visible: foot.message !== null
            anchors.fill: parent
            radius: 8
            color: Theme.raised
            Accessible.role: Accessible.AlertMessage
            Accessible.name: foot.message ? foot.message.title + " " + foot.message.text : ""
            Txt {
                id: what
                x: 16
                anchors.verticalCenter: parent.verticalCenter
                text: foot.message ? foot.message.title : ""
                size: 18
                weight: 700
                font.family: Theme.displayFace
            }
            Txt {
                anchors.left: what.right
                anchors.leftMargin: 20
                anchors.right: parent.right
                anchors.rightMargin: 16
                anchors.verticalCenter: parent.verticalCenter
                text: foot.message ? foot.message.text : ""
                size: 16
            }
        }
    }
}
