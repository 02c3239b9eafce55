import MarqueeWire

/// The fields of a body of the type `application/x-www-form-urlencoded`.
struct FormBody: Sendable {
    private static let maximumFields = 100

    private let values: [String: String]

    /// - Returns: `nil` for a body that is no form: too many fields, one field twice, or names and values that are not
    ///   percent-encoded UTF-8.
    init?(_ bytes: [UInt8]) {
        guard let body = String(validating: bytes, as: UTF8.self),
            let fields = try? PercentEncoding.fields(of: body, most: Self.maximumFields)
        else { return nil }
        var values: [String: String] = [:]
        for (name, value) in fields where values.updateValue(value, forKey: name) != nil { return nil }
        self.values = values
    }

    /// The value of a field; `nil` when it is missing or empty.
    subscript(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }
}
