extension CompanionAds {
    /// The element `CompanionAds`.
    static let grammar = Grammar<CompanionAds>(
        { CompanionAds(required: $0.word("required")) },
        children: ["Companion": .part(Companion.grammar) { $0.items.append($1) }])
}

extension Companion {
    /// The element `Companion`.
    fileprivate static let grammar = Grammar<Companion>(
        { Companion($0) },
        children: Resource.children { $0.resources.append($1) }.merging([
            "AdParameters": .leaf { $0.parameters = $0.parameters ?? AdParameters($1) },
            "AltText": .leaf { $0.altText = $0.altText ?? $1.nonEmpty },
            "CompanionClickThrough": .leaf { $0.clickThrough = $0.clickThrough ?? $1.url },
            "CompanionClickTracking": .leaf { companion, leaf in
                if let click = leaf.click { companion.clickTracking.append(click) }
            },
            "TrackingEvents": .group(TrackingEvent.children { $0.trackingEvents.append($1) }),
            "CreativeExtensions": .group(Extension.children { $0.extensions.append($1) }),
        ]),
        required: [Requirement("width and height of a Companion") { $0.width != nil && $0.height != nil }])

    private init(_ attributes: Attributes) {
        self.init(
            id: attributes["id"], width: attributes.int("width"), height: attributes.int("height"),
            assetWidth: attributes.int("assetwidth"), assetHeight: attributes.int("assetheight"),
            expandedWidth: attributes.int("expandedwidth"), expandedHeight: attributes.int("expandedheight"),
            apiFramework: attributes["apiframework"], adSlotID: attributes["adslotid"],
            pixelRatio: attributes.number("pxratio"), renderingMode: attributes.word("renderingmode"))
    }
}
