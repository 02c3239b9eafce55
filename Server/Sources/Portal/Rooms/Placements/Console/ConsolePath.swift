import MarqueeWire

/// Where the pages of the test console are.
enum ConsolePath {
    static let devices = "/portal/placements/console"

    static func device(_ id: String) -> String { "\(devices)/\(PercentEncoding.encoded(id))" }
}
