import Foundation
import MarqueeWire
import PlatformStore
import Web

/// A member of a request body: its name, its form for the reader of the documentation, and the check of what came.
struct Field: Sendable {
    let name: String
    let schema: Schema
    let isRequired: Bool
    /// Whether the value can be an article's text, or many of them.
    let holdsContent: Bool
    /// Says what the value must be; `nil` when it is that.
    let objection: @Sendable (JSONValue) -> String?

    private init(
        _ name: String, _ schema: Schema, _ description: String, isRequired: Bool, holdsContent: Bool = false,
        _ objection: @escaping @Sendable (JSONValue) -> String?
    ) {
        self.name = name
        self.schema = schema.described(description)
        self.isRequired = isRequired
        self.holdsContent = holdsContent
        self.objection = objection
    }

    static func text(_ name: String, _ bytes: ClosedRange<Int>, _ description: String, isRequired: Bool = false)
        -> Field
    {
        let holdsContent = bytes.upperBound >= ArticleContent.maximumBodySize
        return Field(name, .text(bytes), description, isRequired: isRequired, holdsContent: holdsContent) { value in
            if case .string(let text) = value, bytes.contains(text.utf8.count), !text.utf8.contains(0) { return nil }
            return "must be a text of \(bytes.lowerBound) to \(bytes.upperBound) bytes without a zero byte"
        }
    }

    /// A text that can be taken away with `null`.
    static func optionalText(_ name: String, _ bytes: ClosedRange<Int>, _ description: String) -> Field {
        let field = text(name, bytes, description)
        return Field(name, Schema.text(bytes).orNull, description, isRequired: false) { value in
            value == .null ? nil : field.objection(value)
        }
    }

    static func texts(_ name: String, most: Int, _ bytes: ClosedRange<Int>, _ description: String) -> Field {
        Field(name, .list(.text(bytes), most: most, unique: true), description, isRequired: false) { value in
            if case .array(let values) = value, values.count <= most, Set(values).count == values.count,
                values.allSatisfy({ if case .string(let text) = $0 { bytes.contains(text.utf8.count) } else { false } })
            {
                return nil
            }
            return
                "must be a list of at most \(most) texts, each once and of \(bytes.lowerBound) to \(bytes.upperBound) bytes"
        }
    }

    /// A list of objects with members of their own.
    static func objects(_ name: String, most: Int, of fields: [Field], _ description: String) -> Field {
        Field(
            name, .list(.object(of: fields), most: most), description, isRequired: false,
            holdsContent: fields.contains(where: \.holdsContent)
        ) { value in
            guard case .array(let values) = value, values.count <= most else {
                return "must be a list of at most \(most) objects"
            }
            for (place, value) in values.enumerated() {
                guard case .object(let members) = value else { return "must hold objects only" }
                do throws(WebError) { _ = try Values(members: members, fields: fields) } catch {
                    return "holds at place \(place + 1) an object that is refused: \(error.message)"
                }
            }
            return nil
        }
    }

    static func choice(_ name: String, _ values: [String], _ description: String) -> Field {
        Field(name, .choice(values), description, isRequired: false) { value in
            if case .string(let text) = value, values.contains(text) { return nil }
            return "must be one of \(values.joined(separator: ", "))"
        }
    }

    static func bool(_ name: String, _ description: String) -> Field {
        Field(name, .bool, description, isRequired: false) { value in
            if case .bool = value { return nil }
            return "must be true or false"
        }
    }

    static func integer(_ name: String, _ range: ClosedRange<Int>, _ description: String) -> Field {
        Field(name, .integer(range), description, isRequired: false) { value in
            if case .integer(let number) = value, let number = Int(exactly: number), range.contains(number) {
                return nil
            }
            return "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
        }
    }

    /// A whole number that can be taken away with `null`.
    static func optionalInteger(_ name: String, _ range: ClosedRange<Int>, _ description: String) -> Field {
        let field = integer(name, range, description)
        return Field(name, Schema.integer(range).orNull, description, isRequired: false) { value in
            value == .null ? nil : field.objection(value)
        }
    }

    /// JSON whose members the operation reads itself, of a bounded size.
    static func document(_ name: String, most: Int, _ description: String) -> Field {
        Field(name, .anything, description, isRequired: false) { value in
            if let bytes = try? JSONEncoder().encode(value), bytes.count <= most { return nil }
            return "must be JSON of at most \(most) bytes"
        }
    }

    /// A time that can be taken away with `null`.
    static func time(_ name: String, _ description: String) -> Field {
        Field(name, Schema.time.orNull, description, isRequired: false) { value in
            if value == .null { return nil }
            if case .string(let text) = value, APITime.parse(text) != nil { return nil }
            return "must be a time such as 2026-03-01T09:30:00Z"
        }
    }
}

/// Times as the API writes them (RFC 3339).
enum APITime {
    static func parse(_ text: String) -> Timestamp? {
        guard text.utf8.count <= 40 else { return nil }
        let style = Date.ISO8601FormatStyle()
        let date =
            (try? style.parse(text))
            ?? (try? style.year().month().day().time(includingFractionalSeconds: true).timeZone(separator: .colon)
                .parse(text))
        guard let date, (-62_135_596_800..<253_402_300_800).contains(date.timeIntervalSince1970) else { return nil }
        return Timestamp(date)
    }

    static func text(_ time: Timestamp) -> String { time.description }
}

/// The members of a request body, checked.
struct Values: Sendable {
    private let members: [String: JSONValue]

    /// - Throws: ``WebError`` `badRequest` that names the member and what it must be.
    init(_ body: some Collection<UInt8>, fields: [Field]) throws(WebError) {
        var members: [String: JSONValue] = [:]
        if !body.isEmpty || fields.contains(where: \.isRequired) {
            guard case .object(let object)? = try? JSONDecoder().decode(JSONValue.self, from: Data(body)) else {
                throw WebError(.badRequest, "the body must be a JSON object")
            }
            if let name = MarqueeWire.JSONValue.repeatedName(in: Data(body)) {
                throw WebError(.badRequest, "an object of the body has the member \"\(name.prefix(80))\" twice")
            }
            members = object
        }
        try self.init(members: members, fields: fields)
    }

    /// - Throws: ``WebError`` `badRequest` that names the member and what it must be.
    init(members: [String: JSONValue], fields: [Field]) throws(WebError) {
        for field in fields {
            if let value = members[field.name] {
                if let objection = field.objection(value) {
                    throw WebError(.badRequest, "\"\(field.name)\" \(objection)")
                }
            } else if field.isRequired {
                throw WebError(.badRequest, "\"\(field.name)\" is missing")
            }
        }
        let known = Set(fields.map(\.name))
        if let stranger = members.keys.filter({ !known.contains($0) }).min() {
            throw WebError(.badRequest, "there is no member \"\(stranger.prefix(80))\" here")
        }
        self.members = members
    }

    /// Whether the body has the member, if only as `null`.
    func has(_ name: String) -> Bool { members[name] != nil }

    func text(_ name: String) -> String? { if case .string(let text)? = members[name] { text } else { nil } }

    func texts(_ name: String) -> [String]? {
        guard case .array(let values)? = members[name] else { return nil }
        return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }

    /// The objects of a list, which were checked with the list; `nil` without one.
    func objects(_ name: String) -> [Values]? {
        guard case .array(let values)? = members[name] else { return nil }
        return values.compactMap { if case .object(let members) = $0 { Values(checked: members) } else { nil } }
    }

    private init(checked members: [String: JSONValue]) { self.members = members }

    func bool(_ name: String) -> Bool? { if case .bool(let value)? = members[name] { value } else { nil } }

    func integer(_ name: String) -> Int? {
        if case .integer(let number)? = members[name] { Int(exactly: number) } else { nil }
    }

    /// A member in a form of its own; `nil` without one.
    /// - Throws: ``WebError`` `badRequest` for another form.
    func decoded<Value: Decodable>(_ name: String, as type: Value.Type) throws -> Value? {
        guard let value = members[name] else { return nil }
        do { return try JSONDecoder().decode(type, from: try JSONEncoder().encode(value)) } catch {
            throw WebError(.badRequest, "\"\(name)\" has not the form that the documentation gives")
        }
    }

    /// The same, where a member that is not read is refused: a rule with a misspelled name would not hold.
    func wholly<Value: Codable>(_ name: String, as type: Value.Type) throws -> Value? {
        guard let value = try decoded(name, as: type), let given = members[name] else { return nil }
        let read = try JSONDecoder().decode(JSONValue.self, from: try JSONEncoder().encode(value))
        guard let unknown = given.firstMember(missingIn: read) else { return value }
        throw WebError(.badRequest, "\"\(name)\" has no member \"\(unknown.prefix(80))\"")
    }

    func time(_ name: String) -> Timestamp? { text(name).flatMap(APITime.parse) }
}
