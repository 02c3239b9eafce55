@testable import VAST

extension ElementRow {
    /// Companions and overlays.
    static let shown: [ElementRow] = [
        .creative("CompanionAds@required, all", .v30, "<CompanionAds required=\"all\"/>", .all) {
            $0.companions?.required
        },
        .creative("CompanionAds@required, any", .v30, "<CompanionAds required=\"any\"/>", .any) {
            $0.companions?.required
        },
        .creative(
            "CompanionAds@required, none", .v30, "<CompanionAds required=\"none\"/>", CompanionAds.Requirement.none
        ) { $0.companions?.required },
        .companion("Companion@id", .v20, attributes: "id=\"a\"", "a") { $0.id },
        .companion("Companion@width", .v20, attributes: "width=\"1\"", 1) { $0.width },
        .companion("Companion@height", .v20, attributes: "height=\"2\"", 2) { $0.height },
        .companion("Companion@assetWidth", .v30, attributes: "assetWidth=\"3\"", 3) { $0.assetWidth },
        .companion("Companion@assetHeight", .v30, attributes: "assetHeight=\"4\"", 4) { $0.assetHeight },
        .companion("Companion@expandedWidth", .v20, attributes: "expandedWidth=\"5\"", 5) { $0.expandedWidth },
        .companion("Companion@expandedHeight", .v20, attributes: "expandedHeight=\"6\"", 6) { $0.expandedHeight },
        .companion("Companion@apiFramework", .v20, attributes: "apiFramework=\"MRAID\"", "MRAID") { $0.apiFramework },
        .companion("Companion@adSlotId", .v30, attributes: "adSlotId=\"s\"", "s") { $0.adSlotID },
        .companion("Companion@pxratio", .v40, attributes: "pxratio=\"1.5\"", 1.5) { $0.pixelRatio },
        .companion("Companion@renderingMode", .v41, attributes: "renderingMode=\"end-card\"", .endCard) {
            $0.renderingMode
        },
        .companion(
            "StaticResource@creativeType", .v20, "<StaticResource creativeType=\"image/png\">u</StaticResource>",
            [.file(url: "u", type: "image/png")]
        ) { $0.resources },
        .companion("IFrameResource", .v20, "<IFrameResource>u</IFrameResource>", [.frame(url: "u")]) { $0.resources },
        .companion("HTMLResource", .v20, "<HTMLResource><![CDATA[<b/>]]></HTMLResource>", [.html("<b/>")]) {
            $0.resources
        },
        .companion(
            "HTMLResource@xmlEncoded", .v30, "<HTMLResource xmlEncoded=\"1\">&amp;lt;b/&amp;gt;</HTMLResource>",
            [.html("<b/>")]
        ) { $0.resources },
        .companion("Companion/AdParameters", .v20, "<AdParameters>p</AdParameters>", AdParameters(text: "p")) {
            $0.parameters
        },
        .companion("AltText", .v20, "<AltText>a</AltText>", "a") { $0.altText },
        .companion("CompanionClickThrough", .v20, "<CompanionClickThrough>u</CompanionClickThrough>", "u") {
            $0.clickThrough
        },
        .companion(
            "CompanionClickTracking@id", .v30, "<CompanionClickTracking id=\"a\">u</CompanionClickTracking>",
            [Click(id: "a", url: "u")]
        ) { $0.clickTracking },
        .companion(
            "Companion/Tracking", .v20,
            "<TrackingEvents><Tracking event=\"creativeView\">u</Tracking></TrackingEvents>",
            [TrackingEvent(.creativeView, url: "u")]
        ) { $0.trackingEvents },
        .companion(
            "Companion/CreativeExtension", .v30,
            "<CreativeExtensions><CreativeExtension type=\"t\"/></CreativeExtensions>", ["t"]
        ) { $0.extensions.map(\.type) },
        .creative(
            "NonLinearAds/Tracking", .v20,
            "<NonLinearAds><TrackingEvents><Tracking event=\"expand\">u</Tracking></TrackingEvents></NonLinearAds>",
            [TrackingEvent(.expand, url: "u")]
        ) { $0.nonLinear?.trackingEvents },
        .overlay("NonLinear@id", .v20, attributes: "id=\"a\"", "a") { $0.id },
        .overlay("NonLinear@width", .v20, attributes: "width=\"1\"", 1) { $0.width },
        .overlay("NonLinear@height", .v20, attributes: "height=\"2\"", 2) { $0.height },
        .overlay("NonLinear@expandedWidth", .v20, attributes: "expandedWidth=\"3\"", 3) { $0.expandedWidth },
        .overlay("NonLinear@expandedHeight", .v20, attributes: "expandedHeight=\"4\"", 4) { $0.expandedHeight },
        .overlay("NonLinear@scalable", .v20, attributes: "scalable=\"false\"", false) { $0.isScalable },
        .overlay("NonLinear@maintainAspectRatio", .v20, attributes: "maintainAspectRatio=\"1\"", true) {
            $0.keepsAspectRatio
        },
        .overlay("NonLinear@minSuggestedDuration", .v20, attributes: "minSuggestedDuration=\"00:00:07\"", .seconds(7)) {
            $0.minimumDuration
        },
        .overlay("NonLinear@apiFramework", .v20, attributes: "apiFramework=\"VPAID\"", "VPAID") { $0.apiFramework },
        .overlay("NonLinear/StaticResource", .v20, "<StaticResource>u</StaticResource>", [.file(url: "u", type: "")]) {
            $0.resources
        },
        .overlay("NonLinearClickThrough", .v20, "<NonLinearClickThrough>u</NonLinearClickThrough>", "u") {
            $0.clickThrough
        },
        .overlay(
            "NonLinearClickTracking@id", .v30, "<NonLinearClickTracking id=\"a\">u</NonLinearClickTracking>",
            [Click(id: "a", url: "u")]
        ) { $0.clickTracking },
        .overlay("NonLinear/AdParameters", .v20, "<AdParameters>p</AdParameters>", AdParameters(text: "p")) {
            $0.parameters
        },
    ]
}
