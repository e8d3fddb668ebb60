import QtQuick

// What needs a person, the most urgent first: the dealer's call, alarms, the supervised payment.
// `told` is {title, counts, calm, call, alarms, more}; `proof` the payment or null.
Item {
    id: root
    property var told: ({})
    property var proof: null

    Txt {
        text: root.told.title || ""
        size: 18
        weight: 650
    }
    Row {
        anchors.right: parent.right
        spacing: 6
        Repeater {
            model: (root.told.counts || []).length
            Rectangle {
                id: chip
                required property int index
                readonly property var words: (root.told.counts || [])[index] || ({})
                readonly property bool any: (words.count || 0) > 0
                width: figure.implicitWidth + 20
                height: 28
                radius: 4
                color: !any || index === 2 ? "transparent" : index === 0 ? Theme.p1 : Theme.warn
                border.width: !any || index === 2 ? 1 : 0
                border.color: any ? Theme.text : Theme.panelHair
                Txt {
                    id: figure
                    anchors.centerIn: parent
                    text: (chip.words.name || "") + "  " + (chip.words.count || 0)
                    size: 15
                    weight: 700
                    color: !chip.any ? Theme.dim : chip.index === 1 ? Theme.primText : Theme.text
                }
            }
        }
    }

    Column {
        y: 44
        width: parent.width
        spacing: 12
        Rectangle {
            visible: !!root.told.calm
            width: parent.width
            height: 92
            radius: 8
            color: "transparent"
            border.width: 1
            border.color: Theme.panelHair
            Tick {
                x: 18
                y: 22
                size: 22
                tint: Theme.go
            }
            Txt {
                x: 54
                y: 18
                text: root.told.calm ? root.told.calm.title : ""
                size: 20
                weight: 650
            }
            Txt {
                x: 54
                y: 50
                text: root.told.calm ? root.told.calm.text : ""
                size: 17
                color: Theme.sec
            }
        }
        PitNotice {
            visible: !!root.told.call
            width: parent.width
            notice: root.told.call || null
            kind: "call"
        }
        PitProof {
            visible: root.proof !== null
            width: parent.width
            proof: root.proof
        }
        Repeater {
            model: (root.told.alarms || []).length
            PitNotice {
                required property int index
                width: root.width
                notice: (root.told.alarms || [])[index] || null
                kind: notice ? notice.priority || "" : ""
            }
        }
        Txt {
            visible: text !== ""
            text: root.told.more || ""
            size: 18
            weight: 600
            color: Theme.sec
        }
    }
}
