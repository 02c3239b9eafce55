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
            let pairs = text.split(separator: "&", maxSplits: Self.most)
            guard pairs.count + values.count <= Self.most else { return nil }
            for pair in pairs {
                let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard let name = Self.decoded(halves[0]), let value = Self.decoded(halves.count == 2 ? halves[1] : ""),
                    !name.isEmpty, values.updateValue(value, forKey: name) == nil
                else { return nil }
            }
        }
        self.values = values
    }

    /// SDKs before 1.22 leave `=` and other marks in values as they are.
    private static func decoded(_ text: Substring) -> String? {
        guard text.utf8.count <= longestValue * 3,
            let decoded = PercentEncoding.decodedField(text), decoded.utf8.count <= longestValue,
            !decoded.utf8.contains(0)
        else { return nil }
        return decoded
    }
}
