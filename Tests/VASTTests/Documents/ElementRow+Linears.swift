@testable import VAST

extension ElementRow {
    /// Creatives, linear parts, their files and icons.
    static let linears: [ElementRow] = [
        .creative("Creative@id", .v20, "", attributes: "id=\"c\"", "c") { $0.id },
        .creative("Creative@sequence", .v20, "", attributes: "sequence=\"3\"", 3) { $0.sequence },
        .creative("Creative@AdID", .v20, "", attributes: "AdID=\"a\"", "a") { $0.adID },
        .creative("Creative@adId", .v30, "", attributes: "adId=\"a\"", "a") { $0.adID },
        .creative("Creative@apiFramework", .v20, "", attributes: "apiFramework=\"VPAID\"", "VPAID") { $0.apiFramework },
        .creative(
            "UniversalAdId@idRegistry", .v40, "<UniversalAdId idRegistry=\"r\">v</UniversalAdId>",
            [UniversalAdID(registry: "r", value: "v")]
        ) { $0.universalIDs },
        .creative(
            "UniversalAdId@idValue", .v40, "<UniversalAdId idRegistry=\"r\" idValue=\"v\"/>",
            [UniversalAdID(registry: "r", value: "v")]
        ) { $0.universalIDs },
        .creative(
            "CreativeExtension@type", .v30,
            "<CreativeExtensions><CreativeExtension type=\"t\"/></CreativeExtensions>", ["t"]
        ) { $0.extensions.map(\.type) },
        .linear("Linear@skipoffset, time", .v30, "", attributes: "skipoffset=\"00:00:05\"", .time(.seconds(5))) {
            $0.skipOffset
        },
        .linear("Linear@skipoffset, share", .v30, "", attributes: "skipoffset=\"25%\"", .percent(25)) {
            $0.skipOffset
        },
        .linear("Linear without skipoffset", .v20, "", true) { $0.skipOffset == nil },
        .linear("Duration", .v20, "<Duration>00:00:15</Duration>", .seconds(15)) { $0.duration },
        .linear("Duration with a fraction", .v20, "<Duration>00:00:15.5</Duration>", .milliseconds(15_500)) {
            $0.duration
        },
        .linear("Duration in plain seconds", .v20, "<Duration>15</Duration>", .seconds(15)) { $0.duration },
        .linear("AdParameters", .v20, "<AdParameters>&lt;a</AdParameters>", AdParameters(text: "<a")) {
            $0.parameters
        },
        .linear(
            "AdParameters@xmlEncoded", .v30, "<AdParameters xmlEncoded=\"true\">&amp;lt;a</AdParameters>",
            AdParameters(text: "<a", wasEncoded: true)
        ) { $0.parameters },
        .linear(
            "Tracking@event", .v20, "<TrackingEvents><Tracking event=\"start\">u</Tracking></TrackingEvents>",
            [TrackingEvent(.start, url: "u")]
        ) { $0.trackingEvents },
        .linear(
            "Tracking@offset, time", .v30,
            "<TrackingEvents><Tracking event=\"progress\" offset=\"00:01:00.250\">u</Tracking></TrackingEvents>",
            [TrackingEvent(.progress, offset: .time(.milliseconds(60_250)), url: "u")]
        ) { $0.trackingEvents },
        .linear(
            "Tracking@offset, share", .v30,
            "<TrackingEvents><Tracking event=\"progress\" offset=\"12.5%\">u</Tracking></TrackingEvents>",
            [TrackingEvent(.progress, offset: .percent(12.5), url: "u")]
        ) { $0.trackingEvents },
        .linear(
            "ClickThrough@id", .v20, "<VideoClicks><ClickThrough id=\"a\">u</ClickThrough></VideoClicks>",
            Click(id: "a", url: "u")
        ) { $0.clicks.through },
        .linear(
            "ClickTracking@id", .v20, "<VideoClicks><ClickTracking id=\"a\">u</ClickTracking></VideoClicks>",
            [Click(id: "a", url: "u")]
        ) { $0.clicks.tracking },
        .linear(
            "CustomClick@id", .v20, "<VideoClicks><CustomClick id=\"a\">u</CustomClick></VideoClicks>",
            [Click(id: "a", url: "u")]
        ) { $0.clicks.custom },
        .media("id=\"a\"", .v20, "a") { $0.id },
        .media("delivery=\"streaming\"", .v20, .streaming) { $0.delivery },
        .media("delivery=\"progressive\"", .v20, .progressive) { $0.delivery },
        .media("type=\"video/mp4\"", .v20, "video/mp4") { $0.type },
        .media("codec=\"avc1\"", .v30, "avc1") { $0.codec },
        .media("bitrate=\"500\"", .v20, 500) { $0.bitrate },
        .media("minBitrate=\"400\"", .v30, 400) { $0.minimumBitrate },
        .media("maxBitrate=\"600\"", .v30, 600) { $0.maximumBitrate },
        .media("width=\"640\"", .v20, 640) { $0.width },
        .media("height=\"360\"", .v20, 360) { $0.height },
        .media("scalable=\"true\"", .v20, true) { $0.isScalable },
        .media("maintainAspectRatio=\"0\"", .v20, false) { $0.keepsAspectRatio },
        .media("apiFramework=\"VPAID\"", .v20, "VPAID") { $0.apiFramework },
        .media("fileSize=\"9\"", .v41, 9) { $0.size },
        .media("mediaType=\"3D\"", .v41, "3D") { $0.mediaType },
        .linear(
            "Mezzanine", .v40,
            """
            <MediaFiles><Mezzanine id="a" delivery="streaming" type="video/mxf" width="1" height="2" codec="c" fileSize="3"
            mediaType="2D">u</Mezzanine></MediaFiles>
            """,
            [
                Mezzanine(
                    url: "u", id: "a", delivery: .streaming, type: "video/mxf", width: 1, height: 2, codec: "c",
                    size: 3, mediaType: "2D")
            ]
        ) { $0.mezzanines },
        .linear(
            "Mezzanine is no MediaFile", .v40, "<MediaFiles><Mezzanine>u</Mezzanine></MediaFiles>", [MediaFile]()
        ) { $0.mediaFiles },
        .linear(
            "InteractiveCreativeFile@type, @apiFramework, @variableDuration", .v40,
            """
            <MediaFiles><InteractiveCreativeFile type="text/html" apiFramework="SIMID" variableDuration="true">u
            </InteractiveCreativeFile></MediaFiles>
            """,
            [InteractiveFile(url: "u", type: "text/html", apiFramework: "SIMID", hasVariableDuration: true)]
        ) { $0.interactiveFiles },
        .linear(
            "ClosedCaptionFile@type, @language", .v41,
            """
            <MediaFiles><ClosedCaptionFiles><ClosedCaptionFile type="text/vtt" language="fr">u</ClosedCaptionFile>
            </ClosedCaptionFiles></MediaFiles>
            """,
            [ClosedCaptions(url: "u", type: "text/vtt", language: "fr")]
        ) { $0.closedCaptions },
        .icon("Icon@program", .v30, attributes: "program=\"AdChoices\"", "AdChoices") { $0.program },
        .icon("Icon@width", .v30, attributes: "width=\"10\"", 10) { $0.width },
        .icon("Icon@height", .v30, attributes: "height=\"11\"", 11) { $0.height },
        .icon("Icon@xPosition, word", .v30, attributes: "xPosition=\"right\"", .end) { $0.x },
        .icon("Icon@xPosition, number", .v30, attributes: "xPosition=\"12\"", .pixels(12)) { $0.x },
        .icon("Icon@yPosition, word", .v30, attributes: "yPosition=\"top\"", .start) { $0.y },
        .icon("Icon@yPosition, number", .v30, attributes: "yPosition=\"0\"", .pixels(0)) { $0.y },
        .icon("Icon@offset", .v30, attributes: "offset=\"00:00:01\"", .seconds(1)) { $0.offset },
        .icon("Icon@duration", .v30, attributes: "duration=\"00:00:02\"", .seconds(2)) { $0.duration },
        .icon("Icon@apiFramework", .v30, attributes: "apiFramework=\"f\"", "f") { $0.apiFramework },
        .icon("Icon@pxratio", .v40, attributes: "pxratio=\"2\"", 2) { $0.pixelRatio },
        .icon("Icon@altText", .v42, attributes: "altText=\"a\"", "a") { $0.altText },
        .icon("Icon@hoverText", .v42, attributes: "hoverText=\"h\"", "h") { $0.hoverText },
        .icon("IconClickThrough", .v30, "<IconClicks><IconClickThrough>u</IconClickThrough></IconClicks>", "u") {
            $0.clickThrough
        },
        .icon(
            "IconClickTracking@id", .v30,
            "<IconClicks><IconClickTracking id=\"a\">u</IconClickTracking></IconClicks>", [Click(id: "a", url: "u")]
        ) { $0.clickTracking },
        .icon(
            "IconClickFallbackImage", .v42,
            """
            <IconClicks><IconClickFallbackImages><IconClickFallbackImage width="1" height="2"><AltText>a</AltText>
            <StaticResource>u</StaticResource></IconClickFallbackImage></IconClickFallbackImages></IconClicks>
            """,
            [Icon.FallbackImage(width: 1, height: 2, altText: "a", url: "u")]
        ) { $0.fallbackImages },
        .icon("IconViewTracking", .v30, "<IconViewTracking>u</IconViewTracking>", ["u"]) { $0.viewTracking },
        .icon("Icon/HTMLResource", .v30, "<HTMLResource>h</HTMLResource>", [.html("h")]) { $0.resources },
    ]
}
