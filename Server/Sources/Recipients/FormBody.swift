import MarqueeWire

/// The fields of a body of the type `application/x-www-form-urlencoded`.
struct FormBody: Sendable {
    private static let maximumFields = 100

    private let values: [String: String]

    /// - Returns: `nil` for a body that is no form: too many fields, one field twice, or names and values that are not
    ///   percent-encoded UTF-8.
    init?(_ bytes: [UInt8]) {
        guard let body = String(validating: bytes, as: UTF8.self) else { return nil }
        let pairs = body.split(separator: "&", maxSplits: Self.maximumFields)
        guard pairs.count <= Self.maximumFields else { return nil }
        var values: [String: String] = [:]
        for pair in pairs {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentEncoding.decodedField(halves[0]),
                let value = PercentEncoding.decodedField(halves.count == 2 ? halves[1] : ""),
                values.updateValue(value, forKey: name) == nil
            else { return nil }
        }
        self.values = values
    }

    /// The value of a field; `nil` when it is missing or empty.
    subscript(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }
}
