"""What makes a PDF one to be kept: PDF/A-2b, which any reader draws alike in thirty years (ISO 19005-2).

Qt writes PDF/X-4: every typeface inside, one colour profile, nothing that runs, nothing that is fetched. An
archive wants the same under other names: the metadata are ours, and the profile is said to be an archive's.
Qt's PDF/A-1b is not taken: it draws a black edge around every shape that has none.
"""

from __future__ import annotations

import re
from html import escape
from typing import Final

_XMP: Final = """\
<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li></rdf:li></rdf:Seq></dc:creator>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" pdf:Producer="{producer}"/>
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreatorTool="{creator}"/>
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="2" \
pdfaid:conformance="B"/>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>"""
_DATE: Final = re.compile(rb"/CreationDate \(D:[^)]*\)|/ModDate \(D:[^)]*\)")
_CMYK: Final = re.compile(rb"(/CSpcmyk|\[\s*/Pattern) /DeviceCMYK")
"""Colour spaces that Qt names on every page and no page of ours uses: the file has no profile for them."""


_INTENT: Final = (b"/S/GTS_PDFX\n/DestOutputProfile", b"/S/GTS_PDFA1/DestOutputProfile")
"""What the profile is for; the two are of one length."""


def metadata(title: str, creator: str, producer: str) -> bytes:
    """The XMP packet of a document, the same as what its information dictionary says."""
    told = {"title": title, "creator": creator, "producer": producer}
    return _XMP.format(**{key: escape(value) for key, value in told.items()}).encode()


def kept(pdf: bytes) -> bytes:
    """The file as an archive wants it: no date of the machine, no colour space that is not used, its intent.

    Every other byte stays in its place. Qt has no way to be asked for it.
    """
    dateless = _DATE.sub(lambda found: b" " * len(found.group()), pdf)
    coloured = _CMYK.sub(lambda found: found.group().replace(b"/DeviceCMYK", b"/DeviceRGB "), dateless)
    return coloured.replace(*_INTENT, 1)
