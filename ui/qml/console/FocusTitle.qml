import QtQuick
import ".."

// A quiet caption over a title.
Column {
    id: root
    property string caption: ""
    property string title: ""
    property int titleSize: Theme.pick(34, 26)
    spacing: Theme.pick(4, 0)
    Txt {
        visible: text !== ""
        width: root.width
        text: root.caption
        size: Theme.px(20)
        color: Theme.sec
        wrapMode: Text.WordWrap
    }
    Txt {
        visible: text !== ""
        width: root.width
        height: Math.ceil(root.titleSize * 1.25)
        text: root.title
        size: root.titleSize
        // A longer language takes two lines in the height of one.
        fontSizeMode: Text.Fit
        wrapMode: Text.WordWrap
        lineHeight: 0.95
        minimumPixelSize: 13
        verticalAlignment: Text.AlignVCenter
        weight: 650
        font.family: Theme.displayFace
    }
}
