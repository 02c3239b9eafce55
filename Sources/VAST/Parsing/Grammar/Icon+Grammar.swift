extension Icon {
    /// The element `Icon`.
    static let grammar = Grammar<Icon>(
        { Icon($0) },
        children: Resource.children { $0.resources.append($1) }.merging([
            "IconClicks": .group([
                "IconClickThrough": .leaf { $0.clickThrough = $0.clickThrough ?? $1.url },
                "IconClickTracking": .leaf { icon, leaf in
                    if let click = leaf.click { icon.clickTracking.append(click) }
                },
                "IconClickFallbackImages": .group([
                    "IconClickFallbackImage": .part(FallbackImage.grammar) { $0.fallbackImages.append($1) }
                ]),
            ]),
            "IconViewTracking": .leaf { icon, leaf in if let url = leaf.url { icon.viewTracking.append(url) } },
        ]))

    private init(_ attributes: Attributes) {
        self.init(
            program: attributes["program"], width: attributes.int("width"), height: attributes.int("height"),
            x: attributes["xposition"].flatMap { Position($0, start: "left", end: "right") },
            y: attributes["yposition"].flatMap { Position($0, start: "top", end: "bottom") },
            offset: attributes.duration("offset"), duration: attributes.duration("duration"),
            apiFramework: attributes["apiframework"], pixelRatio: attributes.number("pxratio"),
            altText: attributes["alttext"], hoverText: attributes["hovertext"])
    }
}

extension Icon.Position {
    fileprivate init?(_ text: String, start: String, end: String) {
        switch text.lowercased() {
        case start: self = .start
        case end: self = .end
        default:
            guard let pixels = ScalarText.int(text) else { return nil }
            self = .pixels(pixels)
        }
    }
}

extension Icon.FallbackImage {
    fileprivate static let grammar = Grammar<Icon.FallbackImage>(
        { Icon.FallbackImage(width: $0.int("width"), height: $0.int("height")) },
        children: [
            "AltText": .leaf { $0.altText = $0.altText ?? $1.nonEmpty },
            "StaticResource": .leaf { $0.url = $0.url ?? $1.url },
        ])
}
