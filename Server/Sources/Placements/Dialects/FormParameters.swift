import MarqueeWire

/// The parameters of a request in the form `application/x-www-form-urlencoded`.
struct FormParameters: Sendable {
    /// The most parameters of a request.
    static let most = 100
    /// The most bytes of a name or a value after decoding; a receipt is the longest.
    static let longestValue = 96 << 10

    /// Values by name; an empty value is there.
    private(set) var values: [String: String]

    /// Reads a query and a body together.
    /// - Returns: `nil` for too many parameters, one that stands twice, and what is not percent-encoded UTF-8.
    init?(_ texts: String...) {
        var values: [String: String] = [:]
        for text in texts {
            guard let fields = try? PercentEncoding.fields(of: text, most: Self.most - values.count) else { return nil }
            values.reserveCapacity(values.count + fields.count)
            for (name, value) in fields {
                guard Self.fits(name), Self.fits(value), !name.isEmpty,
                    values.updateValue(value, forKey: name) == nil
                else { return nil }
            }
        }
        self.values = values
    }

    private static func fits(_ text: String) -> Bool {
        guard text.utf8.count <= longestValue else { return false }
        // In one piece, which is many times as fast as byte by byte.
        return !(text.utf8.withContiguousStorageIfAvailable { $0.contains(0) } ?? text.utf8.contains(0))
    }
}
