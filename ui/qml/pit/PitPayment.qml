import QtQuick
import ".."

// A supervised payment: eight steps, the amount and its proof at the left, the persons at the right.
// `view` is the map of ui/screen/pit/payment.py.
Item {
    id: root
    property var view: ({})
    readonly property var steps: view.steps || []
    readonly property var amount: view.amount || ({})
    readonly property var sums: view.sums || []
    readonly property var shares: view.shares || ({})
    readonly property var cells: shares.cells || []
    readonly property var banner: view.banner || null
    readonly property real pushed: banner ? 54 : 0
    readonly property real leftWidth: small ? width : Extent.wide ? 900 : 768
    readonly property bool small: Extent.small
    // On the small stage the amount stands over both parts: the people, and the sums with the proof.
    readonly property bool peopled: !small || Extent.part === "people"
    readonly property bool proved: !small || Extent.part === "proof"
    readonly property real rightAt: small ? 0 : leftWidth + 40
    readonly property real body: (small ? 148 : 126) + pushed
    readonly property real amountEnd: body + (small ? 106 : 0)
    readonly property real least: !small ? 0 : peopled ? people.y + people.needs + 90 : shareRow.y + left.y + 60 + proof.height + 30

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
        anchors.leftMargin: 24
        anchors.right: parent.right
        anchors.baseline: title.baseline
        text: root.view.head || ""
        size: 15
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 12
        color: Theme.sec
    }
    Item {
        width: parent.width
        height: parent.height
        // What is old is greyed as a whole.
        opacity: root.view.stale === true ? 0.45 : 1

        Grid {
            y: root.small ? 46 : 60
            columns: root.small ? 4 : 8
            spacing: 6
            Repeater {
                model: root.steps.length
                Rectangle {
                    id: step
                    required property int index
                    readonly property var words: root.steps[index] || ({})
                    readonly property bool now: words.state === "now"
                    readonly property bool done: words.state === "done"
                    width: root.small ? (root.width - 3 * 6) / 4 : (root.width - 7 * 6) / 8
                    height: root.small ? 44 : 52
                    radius: 4
                    color: now ? Theme.raised : "transparent"
                    Rectangle {
                        anchors.bottom: parent.bottom
                        width: parent.width
                        height: step.now ? 3 : 1
                        color: step.now ? Theme.pay : step.done ? Theme.outline : Theme.panelHair
                    }
                    Tick {
                        visible: step.done
                        x: 10
                        y: 8
                        size: 14
                        tint: Theme.go
                    }
                    Rectangle {
                        visible: !step.done
                        x: 10
                        y: 8
                        width: 14
                        height: 14
                        radius: 7
                        color: "transparent"
                        border.width: 2
                        border.color: step.now ? Theme.pay : Theme.edge
                        Rectangle {
                            visible: step.now
                            anchors.centerIn: parent
                            width: 6
                            height: 6
                            radius: 3
                            color: Theme.pay
                        }
                    }
                    Txt {
                        x: 32
                        y: root.small ? 2 : 5
                        width: parent.width - x - 4
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: 12
                        text: (step.words.number || "") + "\u2002" + (step.words.name || "")
                        size: 15
                        weight: step.now ? 700 : 500
                        color: step.now || step.done ? Theme.text : Theme.dim
                    }
                    Txt {
                        x: 32
                        y: root.small ? 22 : 27
                        width: parent.width - x - 4
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: 12
                        text: step.words.note || ""
                        size: 13
                        color: Theme.sec
                    }
                }
            }
        }
        // What stands in the way, with its article.
        Rectangle {
            id: band
            readonly property string kind: root.banner ? root.banner.kind : ""
            visible: root.banner !== null
            y: root.small ? 146 : 124
            width: parent.width
            height: 46
            radius: 8
            color: kind === "stop" ? Theme.p1 : kind === "warn" ? Theme.warn : Theme.surface
            Accessible.role: Accessible.AlertMessage
            Accessible.name: root.banner ? root.banner.title + " " + root.banner.text : ""
            readonly property color ink: kind === "stop" ? "#FFFFFF" : kind === "warn" ? Theme.primText : Theme.text
            Tick {
                visible: band.kind === "done"
                x: 16
                anchors.verticalCenter: parent.verticalCenter
                size: 18
                tint: Theme.go
            }
            Txt {
                id: bandTitle
                x: band.kind === "done" ? 46 : 18
                anchors.verticalCenter: parent.verticalCenter
                text: root.banner ? root.banner.title : ""
                size: 16
                weight: 700
                color: band.ink
            }
            Txt {
                anchors.left: bandTitle.right
                anchors.leftMargin: 16
                anchors.right: bandArticle.left
                anchors.rightMargin: 12
                anchors.verticalCenter: parent.verticalCenter
                height: parent.height
                verticalAlignment: Text.AlignVCenter
                wrapMode: root.small ? Text.WordWrap : Text.NoWrap
                fontSizeMode: root.small ? Text.Fit : Text.HorizontalFit
                minimumPixelSize: 12
                text: root.banner ? root.banner.text : ""
                size: root.small ? 13 : 15
                color: band.ink
            }
            Txt {
                id: bandArticle
                anchors.right: parent.right
                anchors.rightMargin: 18
                anchors.verticalCenter: parent.verticalCenter
                text: root.banner ? root.banner.article : ""
                size: 14
                weight: 600
                color: band.ink
            }
        }
        Item {
            id: left
            y: root.body
            width: root.leftWidth
            Txt {
                text: root.view.caption || ""
                size: 14
                color: Theme.sec
            }
            Txt {
                id: whole
                y: root.small ? 8 : 12
                text: root.amount.whole || ""
                size: root.small ? 54 : root.banner ? 72 : 96
                weight: 600
                color: root.amount.refused === true ? Theme.sec : Theme.gold
            }
            Txt {
                anchors.left: whole.right
                anchors.baseline: whole.baseline
                text: root.amount.rest || ""
                size: root.small ? 32 : root.banner ? 42 : 56
                weight: 600
                color: root.amount.refused === true ? Theme.sec : Theme.gold
            }
            Txt {
                id: spelled
                anchors.top: whole.bottom
                anchors.topMargin: -4
                width: parent.width
                text: root.view.spelled || ""
                size: root.small ? 16 : 19
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 13
            }
            Column {
                id: counts
                visible: root.proved
                anchors.top: spelled.bottom
                anchors.topMargin: root.banner ? 10 : 16
                width: parent.width
                Repeater {
                    model: root.sums.length
                    Item {
                        id: sum
                        required property int index
                        readonly property var words: root.sums[index] || ({})
                        width: counts.width
                        height: root.banner ? 29 : 32
                        Rectangle {
                            width: parent.width
                            height: 1
                            color: Theme.hair
                        }
                        Tick {
                            visible: sum.words.ok === true
                            y: 8
                            size: 13
                            tint: Theme.go
                        }
                        Txt {
                            visible: sum.words.ok !== true
                            x: 2
                            anchors.verticalCenter: parent.verticalCenter
                            text: "…"
                            size: 14
                            color: Theme.warn
                        }
                        Txt {
                            x: 24
                            width: 330
                            anchors.verticalCenter: parent.verticalCenter
                            fontSizeMode: Text.HorizontalFit
                            minimumPixelSize: 12
                            text: sum.words.name || ""
                            size: 14
                        }
                        Txt {
                            x: 362
                            width: parent.width - x - figure.implicitWidth - 12
                            anchors.verticalCenter: parent.verticalCenter
                            fontSizeMode: Text.HorizontalFit
                            minimumPixelSize: 12
                            text: sum.words.how || ""
                            size: 14
                            color: Theme.sec
                        }
                        Txt {
                            id: figure
                            anchors.right: parent.right
                            anchors.verticalCenter: parent.verticalCenter
                            text: sum.words.value || ""
                            size: 15
                            weight: 650
                        }
                    }
                }
                Rectangle {
                    width: parent.width
                    height: 1
                    color: Theme.hair
                }
            }
            Txt {
                id: sharesTitle
                visible: root.proved
                anchors.top: counts.bottom
                anchors.topMargin: root.banner ? 12 : 18
                text: root.shares.title || ""
                size: 14
                weight: 650
            }
            Row {
                id: shareRow
                visible: root.proved
                anchors.top: sharesTitle.bottom
                anchors.topMargin: 4
                Repeater {
                    model: root.cells.length
                    Item {
                        id: cell
                        required property int index
                        readonly property var words: root.cells[index] || ({})
                        width: root.leftWidth / Math.max(5, root.cells.length)
                        height: 44
                        Txt {
                            width: parent.width - 8
                            fontSizeMode: Text.HorizontalFit
                            minimumPixelSize: 12
                            text: cell.words.label || ""
                            size: 13
                            color: Theme.sec
                        }
                        Txt {
                            y: 18
                            width: parent.width - 8
                            fontSizeMode: Text.HorizontalFit
                            minimumPixelSize: 12
                            text: cell.words.amount || ""
                            size: 17
                            weight: 650
                            color: cell.words.amount === "–" ? Theme.dim : Theme.text
                        }
                    }
                }
            }
        }
        PitPaymentProof {
            id: proof
            visible: root.proved
            y: parent.height - height - 16
            width: root.leftWidth
            told: root.view.proof || ({})
            counted: root.view.counted || ""
            pitch: root.banner ? 72 : 78
        }
        PitChips {
            x: root.rightAt
            visible: root.peopled
            y: parent.height - height - (root.small ? 40 : 20)
            framed: true
            keys: (root.view.refuse ? [root.view.refuse] : []).concat(root.view.evidence || [])
        }
        Txt {
            x: root.rightAt
            visible: root.peopled
            y: parent.height - 20
            width: parent.width - x
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 12
            text: root.view.saved || ""
            size: 12
            color: Theme.sec
        }
        PitPaymentPeople {
            id: people
            visible: root.peopled
            x: root.rightAt
            y: root.small ? root.amountEnd : root.body
            width: parent.width - x
            height: parent.height - y
            told: root.view.people || ({})
            next: root.view.next || ({})
            safe: root.view.safe || ({})
        }
    }
}
