import MarqueeWire

/// Where the pages of placements are.
enum PlacePath {
    static let places = "/portal/placements"

    static func place(_ tag: String) -> String { "\(places)/places/\(PercentEncoding.encoded(tag))" }
}
