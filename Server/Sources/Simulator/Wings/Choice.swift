/// One of a setting's values in a command.
struct Choice<Value: RawRepresentable & CaseIterable & Sendable>: Decodable, Sendable where Value.RawValue == String {
    let value: Value

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let value = Value(rawValue: text) else {
            let field = decoder.codingPath.last?.stringValue ?? "a setting"
            let values = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw LabError(.badCommand, "\"\(field)\" is one of \(values)")
        }
        self.value = value
    }
}
