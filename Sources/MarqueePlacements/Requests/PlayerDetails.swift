import MarqueeWire

/// What the app knows of its player, and of other games on the device; requests for content carry it, so that the rules of
/// units can ask for it.
struct PlayerDetails: Sendable, Equatable {
    /// The largest JSON object that a server reads, in bytes.
    static let largestDimensions = 4_096
    /// The most games that a server reads.
    static let mostGames = 200

    /// A JSON object; empty for none.
    var dimensions = ""
    /// Bundle ids with commas between them.
    private(set) var installed = ""

    var values: [String: String] {
        ["custom": dimensions, "installed": installed].filter { !$0.value.isEmpty }
    }

    /// The value of ``dimensions``.
    /// - Throws: ``PlacementError`` with `invalidDimensions`.
    static func text(_ members: [String: JSONValue]) throws(PlacementError) -> String {
        let bytes = JSONValue.record(members).bytes
        guard bytes.count <= largestDimensions else {
            throw PlacementError(
                .invalidDimensions, "the dimensions have \(bytes.count) bytes of JSON, more than \(largestDimensions)")
        }
        return members.isEmpty ? "" : String(decoding: bytes, as: UTF8.self)
    }

    mutating func setInstalled(_ games: [String]) {
        let named = games.filter { !$0.isEmpty && !$0.contains(",") }
        installed = named.prefix(Self.mostGames).joined(separator: ",")
    }
}
