/// A JSON Schema (draft 2020-12), as OpenAPI 3.1 uses it.
struct Schema: Sendable, Hashable {
    private var members: [String: JSONValue]

    private init(_ members: [String: JSONValue]) { self.members = members }

    var json: JSONValue { .object(members) }

    /// The most characters of a text.
    var longest: Int? { if case .integer(let most)? = members["maxLength"] { Int(most) } else { nil } }

    static func text(_ bytes: ClosedRange<Int>) -> Schema {
        // Bytes are at least as many as characters, so that what the schema refuses the server refuses too.
        Schema([
            "type": "string", "minLength": bytes.lowerBound > 0 ? 1 : 0, "maxLength": .integer(Int64(bytes.upperBound)),
        ])
    }

    static func text(pattern: String) -> Schema { Schema(["type": "string", "pattern": .string(pattern)]) }

    static func choice(_ values: [String]) -> Schema {
        Schema(["type": "string", "enum": .array(values.map { .string($0) })])
    }

    static func integer(_ range: ClosedRange<Int>) -> Schema {
        Schema([
            "type": "integer", "minimum": .integer(Int64(range.lowerBound)),
            "maximum": .integer(Int64(range.upperBound)),
        ])
    }

    static let count = integer(0...9_007_199_254_740_991)
    static let time = Schema(["type": "string", "format": "date-time"])
    static let day = Schema(["type": "string", "format": "date"])
    static let uri = text(pattern: "^zbimdb://.+")
    static let bool = Schema(["type": "boolean"])
    static let anything = Schema([:])

    static func list(_ element: Schema, most: Int? = nil, unique: Bool = false) -> Schema {
        var members: [String: JSONValue] = ["type": "array", "items": element.json]
        if let most { members["maxItems"] = .integer(Int64(most)) }
        if unique { members["uniqueItems"] = true }
        return Schema(members)
    }

    /// An object with these members and no others.
    static func object(_ properties: [String: Schema], optional: Set<String> = []) -> Schema {
        Schema([
            "type": "object", "additionalProperties": false, "properties": .object(properties.mapValues(\.json)),
            "required": .array(properties.keys.filter { !optional.contains($0) }.sorted().map { .string($0) }),
        ])
    }

    /// An object with the members of a request.
    static func object(of fields: [Field]) -> Schema {
        object(
            Dictionary(fields.map { ($0.name, $0.schema) }) { $1 },
            optional: Set(fields.filter { !$0.isRequired }.map(\.name)))
    }

    /// One page of a list.
    static func page(of element: Schema) -> Schema {
        object(["items": list(element), "next": text(1...1024)], optional: ["next"])
    }

    /// The same, or null.
    var orNull: Schema {
        var schema = self
        if case .string(let type)? = members["type"] { schema.members["type"] = [.string(type), "null"] }
        return schema
    }

    func described(_ text: String) -> Schema {
        var schema = self
        schema.members["description"] = .string(text)
        return schema
    }
}
