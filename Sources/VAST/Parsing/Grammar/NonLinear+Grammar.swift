extension NonLinearAds {
    /// The element `NonLinearAds`.
    static func grammar(inWrapper: Bool) -> Grammar<NonLinearAds> {
        Grammar(
            { _ in NonLinearAds() },
            children: [
                "TrackingEvents": .group(TrackingEvent.children { $0.trackingEvents.append($1) }),
                "NonLinear": .part(NonLinear.grammar(inWrapper: inWrapper)) { $0.items.append($1) },
            ])
    }
}

extension NonLinear {
    fileprivate static func grammar(inWrapper: Bool) -> Grammar<NonLinear> {
        Grammar(
            { NonLinear($0) }, children: children,
            required: inWrapper
                ? [] : [Requirement("width and height of a NonLinear") { $0.width != nil && $0.height != nil }])
    }

    private static let children = Resource.children { (item: inout NonLinear, resource) in
        item.resources.append(resource)
    }.merging([
        "AdParameters": .leaf { $0.parameters = $0.parameters ?? AdParameters($1) },
        "NonLinearClickThrough": .leaf { $0.clickThrough = $0.clickThrough ?? $1.url },
        "NonLinearClickTracking": .leaf { item, leaf in
            if let click = leaf.click { item.clickTracking.append(click) }
        },
        "CreativeExtensions": .group(Extension.children { $0.extensions.append($1) }),
    ])

    private init(_ attributes: Attributes) {
        self.init(
            id: attributes["id"], width: attributes.int("width"), height: attributes.int("height"),
            expandedWidth: attributes.int("expandedwidth"), expandedHeight: attributes.int("expandedheight"),
            isScalable: attributes.bool("scalable"), keepsAspectRatio: attributes.bool("maintainaspectratio"),
            minimumDuration: attributes.duration("minsuggestedduration"), apiFramework: attributes["apiframework"])
    }
}
