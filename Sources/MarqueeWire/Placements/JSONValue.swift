public import Foundation

/// Any JSON value, for documents whose form an app or a template decides.
///
/// Whole numbers within 64 bits keep their digits, because signatures cover them as text.
public enum JSONValue: Sendable, Hashable, Codable {
    /// The JSON literal `null`.
    case null
    /// A truth value.
    case truth(Bool)
    /// A whole number within 64 bits.
    case integer(Int64)
    /// A number with a fraction, or beyond 64 bits.
    case number(Double)
    /// A text.
    case text(String)
    /// An array.
    case list([JSONValue])
    /// An object. If a document has a key twice, one of the values is kept.
    case record([String: JSONValue])

    /// The deepest nesting that ``init(bytes:maximumSize:)`` accepts.
    public static let maximumDepth = 32

    /// Reads a whole document.
    /// - Parameters:
    ///   - bytes: JSON in UTF-8.
    ///   - maximumSize: the largest accepted size in bytes.
    /// - Throws: ``WireError`` with `tooLarge` for more bytes or deeper nesting than allowed, or `malformed`.
    public init(bytes: Data, maximumSize: Int) throws(WireError) {
        guard bytes.count <= maximumSize else { throw WireError(.tooLarge, "the JSON has \(bytes.count) bytes") }
        guard Self.depth(of: bytes) <= Self.maximumDepth else {
            throw WireError(.tooLarge, "the JSON is nested deeper than \(Self.maximumDepth) levels")
        }
        do {
            self = try JSONDecoder().decode(JSONValue.self, from: bytes)
        } catch {
            throw WireError(.malformed, "the document is not JSON")
        }
    }

    /// Reads any JSON value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .truth(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .list(value)
        } else {
            self = .record(try container.decode([String: JSONValue].self))
        }
    }

    /// Writes the bare value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .truth(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .record(let value): try container.encode(value)
        }
    }

    /// The member of an object; `nil` for other values, and for a member that is `null`.
    public subscript(_ name: String) -> JSONValue? {
        guard case .record(let members) = self, let value = members[name], value != .null else { return nil }
        return value
    }

    /// The text; `nil` for other values.
    public var text: String? { if case .text(let value) = self { value } else { nil } }

    /// The elements of an array; `nil` for other values.
    public var list: [JSONValue]? { if case .list(let value) = self { value } else { nil } }

    /// The members of an object; `nil` for other values.
    public var record: [String: JSONValue]? { if case .record(let value) = self { value } else { nil } }

    /// The truth value; `nil` for other values.
    public var truth: Bool? { if case .truth(let value) = self { value } else { nil } }

    /// A whole number, or a text of its decimal digits; `nil` for other values.
    public var integer: Int64? {
        switch self {
        case .integer(let value): value
        case .text(let text): Int64(text).flatMap { String($0) == text ? $0 : nil }
        default: nil
        }
    }

    /// A finite number; `nil` for other values.
    public var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value.isFinite ? value : nil
        default: nil
        }
    }

    /// A text, or a whole number as decimal digits; `nil` for other values.
    public var plainText: String? {
        switch self {
        case .text(let value): value
        case .integer(let value): String(value)
        default: nil
        }
    }

    /// How deep arrays and objects of a document are nested, counted before it is decoded. Brackets in texts do not count.
    public static func depth(of bytes: Data) -> Int {
        var (depth, deepest, isText, isEscaped) = (0, 0, false, false)
        for byte in bytes {
            if isText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else {
                    isText = byte != UInt8(ascii: "\"")
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
        }
        return deepest
    }
}
