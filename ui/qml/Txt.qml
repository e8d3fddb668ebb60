import QtQuick

// A piece of text: tabular figures, the display cut from 30 pixels on.
Text {
    property int size: 20
    property int weight: 500
    // Inter 4.1 makes the hyphen tabular too, which tears dates apart.
    property bool tabular: text.indexOf("-") < 0

    // Where the letters themselves stand, and how large they came out: read by the tests.
    readonly property rect ink: Qt.rect(
        effectiveHorizontalAlignment === Text.AlignRight ? width - rightPadding - contentWidth
            : effectiveHorizontalAlignment === Text.AlignHCenter
                ? (width + leftPadding - rightPadding - contentWidth) / 2 : leftPadding,
        verticalAlignment === Text.AlignVCenter ? (height + topPadding - bottomPadding - contentHeight) / 2
            : verticalAlignment === Text.AlignBottom ? height - bottomPadding - contentHeight : topPadding,
        contentWidth, contentHeight)
    readonly property int drawn: fontInfo.pixelSize
    readonly property bool overflows: wrapMode !== Text.NoWrap && contentWidth > width + 0.5

    color: Theme.text
    font.family: size >= 30 ? Theme.displayFace : Theme.textFace
    font.pixelSize: size
    font.weight: weight
    font.features: tabular ? ({ "tnum": 1 }) : ({ "tnum": 0 })
    textFormat: Text.PlainText
    renderType: Text.QtRendering
    Accessible.ignored: true
}
