@testable import VAST

extension ElementRow {
    private static func ad<Value: Equatable & Sendable>(
        _ name: String, _ since: Document.Version, _ attributes: String, _ expected: Value,
        _ read: @escaping @Sendable (Ad) -> Value?
    ) -> ElementRow {
        ElementRow(name, since, "<VAST version=\"?\"><Ad \(attributes)><InLine/></Ad></VAST>", expected) {
            $0.ads.first.flatMap(read)
        }
    }

    private static func wrapper<Value: Equatable & Sendable>(
        _ name: String, _ since: Document.Version, _ fragment: String = "", attributes: String = "", _ expected: Value,
        _ read: @escaping @Sendable (Wrapper) -> Value?
    ) -> ElementRow {
        ElementRow(
            name, since,
            "<VAST version=\"?\"><Ad><Wrapper \(attributes)><VASTAdTagURI>v</VASTAdTagURI>\(fragment)</Wrapper></Ad></VAST>",
            expected
        ) { $0.firstWrapper.flatMap(read) }
    }

    /// Documents, ads and wrappers.
    static let ads: [ElementRow] = [
        ElementRow("VAST/Error", .v30, "<VAST version=\"?\"><Error>e</Error></VAST>", ["e"]) { $0.errors },
        .ad("Ad@id", .v20, "id=\"7\"", "7") { $0.id },
        .ad("Ad@sequence", .v30, "sequence=\"2\"", 2) { $0.sequence },
        .ad("Ad@conditionalAd", .v40, "conditionalAd=\"true\"", true) { $0.isConditional },
        .ad("Ad@adType", .v41, "adType=\"audio\"", .audio) { $0.medium },
        .inLine("AdSystem", .v20, "<AdSystem>S</AdSystem>", AdSystem(name: "S")) { $0.parts.system },
        .inLine("AdSystem@version", .v20, "<AdSystem version=\"1.2\">S</AdSystem>", "1.2") { $0.parts.system?.version },
        .inLine("AdTitle", .v20, "<AdTitle>T</AdTitle>", "T") { $0.title },
        .inLine("Description", .v20, "<Description>D</Description>", "D") { $0.description },
        .inLine("Survey", .v20, "<Survey type=\"text/html\">s</Survey>", "s") { $0.survey },
        .inLine("Impression", .v20, "<Impression>i</Impression>", ["i"]) { $0.parts.impressions },
        .inLine("Impression@id", .v20, "<Impression id=\"a\">i</Impression>", ["a"]) { $0.parts.impressions.map(\.id) },
        .inLine("Error", .v20, "<Error>e</Error><Error>f</Error>", ["e", "f"]) { $0.parts.errors },
        .inLine("Advertiser", .v30, "<Advertiser>A</Advertiser>", InLine.Advertiser(name: "A")) { $0.advertiser },
        .inLine("Advertiser@id", .v41, "<Advertiser id=\"a\">A</Advertiser>", "a") { $0.advertiser?.id },
        .inLine(
            "Pricing@model, Pricing@currency", .v30, "<Pricing model=\"cpc\" currency=\"USD\">1.5</Pricing>",
            Pricing(model: "cpc", currency: "USD", value: "1.5")
        ) { $0.parts.pricing },
        .inLine("Category", .v40, "<Category>c</Category>", [Ad.Category(code: "c")]) { $0.categories },
        .inLine("Category@authority", .v40, "<Category authority=\"a\">c</Category>", ["a"]) {
            $0.categories.map(\.authority)
        },
        .inLine("AdServingId", .v41, "<AdServingId>s</AdServingId>", "s") { $0.servingID },
        .inLine("Expires", .v41, "<Expires>90</Expires>", .seconds(90)) { $0.expires },
        .inLine("ViewableImpression@id", .v40, "<ViewableImpression id=\"a\"/>", "a") {
            $0.parts.viewableImpression?.id
        },
        .inLine("Viewable", .v40, "<ViewableImpression><Viewable>u</Viewable></ViewableImpression>", ["u"]) {
            $0.parts.viewableImpression?.viewable
        },
        .inLine("NotViewable", .v40, "<ViewableImpression><NotViewable>u</NotViewable></ViewableImpression>", ["u"]) {
            $0.parts.viewableImpression?.notViewable
        },
        .inLine(
            "ViewUndetermined", .v40,
            "<ViewableImpression><ViewUndetermined>u</ViewUndetermined></ViewableImpression>", ["u"]
        ) { $0.parts.viewableImpression?.undetermined },
        .inLine("Extension@type", .v20, "<Extensions><Extension type=\"t\"/></Extensions>", ["t"]) {
            $0.parts.extensions.map(\.type)
        },
        .inLine("Extension@name", .v20, "<Extensions><Extension name=\"n\"/></Extensions>", ["n"]) {
            $0.parts.extensions.map(\.type)
        },
        .verification("Verification@vendor", "", "v") { $0.vendor },
        .verification("JavaScriptResource", "<JavaScriptResource>u</JavaScriptResource>", ["u"]) {
            $0.scripts.map(\.url)
        },
        .verification(
            "JavaScriptResource@apiFramework", "<JavaScriptResource apiFramework=\"omid\">u</JavaScriptResource>",
            ["omid"]
        ) { $0.scripts.map(\.apiFramework) },
        .verification(
            "JavaScriptResource@browserOptional", "<JavaScriptResource browserOptional=\"1\">u</JavaScriptResource>",
            [true]
        ) { $0.scripts.map(\.isBrowserOptional) },
        .verification("ExecutableResource@type", "<ExecutableResource type=\"t\">u</ExecutableResource>", ["t"]) {
            $0.scripts.map(\.executableType)
        },
        .verification(
            "Verification/Tracking@event",
            "<TrackingEvents><Tracking event=\"verificationNotExecuted\">u</Tracking></TrackingEvents>",
            [.verificationNotExecuted]
        ) { $0.trackingEvents.map(\.name) },
        .verification("VerificationParameters", "<VerificationParameters>p</VerificationParameters>", "p") {
            $0.parameters
        },
        .wrapper("VASTAdTagURI", .v20, "", "v") { $0.tag },
        .wrapper("Wrapper@followAdditionalWrappers", .v30, attributes: "followAdditionalWrappers=\"0\"", false) {
            $0.followsAdditionalWrappers
        },
        .wrapper("Wrapper@allowMultipleAds", .v30, attributes: "allowMultipleAds=\"true\"", true) {
            $0.allowsMultipleAds
        },
        .wrapper("Wrapper@fallbackOnNoAd", .v30, attributes: "fallbackOnNoAd=\"1\"", true) { $0.fallsBackOnNoAd },
        .wrapper(
            "BlockedAdCategories@authority", .v41, "<BlockedAdCategories authority=\"a\">1,2</BlockedAdCategories>",
            [Ad.Category(authority: "a", code: "1"), Ad.Category(authority: "a", code: "2")]
        ) { $0.blockedCategories },
        .wrapper("Wrapper/Impression", .v20, "<Impression id=\"a\">i</Impression>", [Impression(id: "a", url: "i")]) {
            $0.parts.impressions
        },
        .wrapper("Wrapper/Error", .v20, "<Error>e</Error>", ["e"]) { $0.parts.errors },
        .wrapper("Wrapper/Pricing", .v40, "<Pricing model=\"cpm\" currency=\"EUR\">2</Pricing>", "2") {
            $0.parts.pricing?.value
        },
        .wrapper("Wrapper/Extension", .v20, "<Extensions><Extension type=\"t\"/></Extensions>", ["t"]) {
            $0.parts.extensions.map(\.type)
        },
        .wrapper(
            "Wrapper/ClickThrough", .v42,
            "<Creatives><Creative><Linear><VideoClicks><ClickThrough>c</ClickThrough></VideoClicks></Linear></Creative></Creatives>",
            "c"
        ) { $0.parts.creatives.first?.linear?.clicks.through },
        .wrapper(
            "Wrapper/NonLinearClickTracking", .v20,
            "<Creatives><Creative><NonLinearAds><NonLinear><NonLinearClickTracking>c</NonLinearClickTracking></NonLinear></NonLinearAds></Creative></Creatives>",
            ["c"]
        ) { $0.parts.creatives.first?.nonLinear?.items.first?.clickTracking },
    ]
}
