/// A parameter of a path, a query or a header.
struct Parameter: Sendable {
    enum Place: String, Sendable {
        case path
        case query
        case header
    }

    let place: Place
    let name: String
    let schema: Schema
    let description: String

    static func path(_ name: String, _ schema: Schema, _ description: String) -> Parameter {
        Parameter(place: .path, name: name, schema: schema, description: description)
    }

    static func query(_ name: String, _ schema: Schema, _ description: String) -> Parameter {
        Parameter(place: .query, name: name, schema: schema, description: description)
    }

    static func header(_ name: String, _ schema: Schema, _ description: String) -> Parameter {
        Parameter(place: .header, name: name, schema: schema, description: description)
    }

    /// A page of a list.
    static let limit = query(
        "limit", .integer(1...200), "How many entries the page has at most; 50 unless it is given.")
    static let cursor = query("cursor", .text(1...1024), "Continues a list: the `next` of the page before.")
    static let ifMatch = header(
        "If-Match", .text(1...64),
        "The `ETag` that the record was read with. Without it an existing record is not changed.")
    static let idempotencyKey = header(
        "Idempotency-Key", .text(pattern: "^[!-~]{1,255}$"),
        "A text of your own. A repeated request with the same key is not carried out again for 24 hours; it gets the first one's answer."
    )
}
