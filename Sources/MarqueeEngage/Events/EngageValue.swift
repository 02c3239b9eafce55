import Foundation

/// A value that an app or a notification passes: a text, number or truth value, or a list or dictionary of them.
///
/// ```swift
/// engage.track(.goalCompleted("Checked in", ["Tags": ["demo", "unit test"], "Seats": 2]))
/// ```
public enum EngageValue: Sendable, Hashable {
    /// A text.
    case text(String)
    /// A whole number.
    case integer(Int64)
    /// A number with a fraction.
    case number(Double)
    /// Yes or no.
    case truth(Bool)
    /// A list, whose scalar elements become one text with commas between them.
    case list([EngageValue])
    /// Named values. They never become an attribute; parameters are searched in them.
    case dictionary([String: EngageValue])

    /// The deepest nesting that ``init(_:)`` reads and that a search descends.
    static let maximumDepth = 32

    /// The value as an attribute's text; `nil` for a dictionary. Numbers have a decimal point in every locale.
    var attributeText: String? {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .number(let number): number.isFinite ? String(number) : nil
        case .truth(let truth): truth ? "true" : "false"
        case .list(let values):
            values.compactMap { value -> String? in
                if case .list = value { nil } else { value.attributeText }
            }.joined(separator: ",")
        case .dictionary: nil
        }
    }

    /// Reads a value of a property list or of JSON, such as a notification's `userInfo`.
    ///
    /// `nil` for a value of another type. Elements of other types and deeper than 32 levels are left out.
    public init?(_ value: Any) { self.init(value, depth: 0) }

    private init?(_ value: Any, depth: Int) {
        guard depth <= Self.maximumDepth else { return nil }
        switch value {
        case let text as String: self = .text(text)
        case let dictionary as [AnyHashable: Any]:
            var values: [String: EngageValue] = [:]
            for (key, value) in dictionary {
                guard let name = key.base as? String else { continue }
                values[name] = EngageValue(value, depth: depth + 1)
            }
            self = .dictionary(values)
        case let list as [Any]: self = .list(list.compactMap { EngageValue($0, depth: depth + 1) })
        case let number as NSNumber: self.init(number)
        // Where Foundation does not bridge numbers of Swift.
        case let truth as Bool: self = .truth(truth)
        case let number as any BinaryInteger: self = .integer(Int64(clamping: number))
        case let number as Double: self = .number(number)
        default: return nil
        }
    }

    private init(_ number: NSNumber) {
        switch String(cString: number.objCType) {
        // A truth value is an NSNumber too; only its type code tells it from the number 1.
        case "c" where number.int64Value == 0 || number.int64Value == 1: self = .truth(number.boolValue)
        case "d", "f": self = .number(number.doubleValue)
        default: self = .integer(number.int64Value)
        }
    }
}

extension EngageValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates a text.
    public init(stringLiteral value: String) { self = .text(value) }
    /// Creates a whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Creates a number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// Creates a truth value.
    public init(booleanLiteral value: Bool) { self = .truth(value) }
    /// Creates a list.
    public init(arrayLiteral elements: EngageValue...) { self = .list(elements) }
    /// Creates named values; the last value of a repeated name wins.
    public init(dictionaryLiteral elements: (String, EngageValue)...) {
        self = .dictionary(Dictionary(elements) { $1 })
    }
}

extension [String: EngageValue] {
    /// The first text under this name, at any depth. At each level the name itself comes first, then what is nested, in
    /// the order of its names. Values that are not texts are skipped.
    func firstText(named name: String) -> String? { EngageValue.dictionary(self).firstText(named: name, depth: 0) }
}

extension EngageValue {
    fileprivate func firstText(named name: String, depth: Int) -> String? {
        guard depth <= Self.maximumDepth else { return nil }
        switch self {
        case .dictionary(let values):
            if case .text(let text)? = values[name] { return text }
            for key in values.keys.sorted() {
                if let text = values[key]?.firstText(named: name, depth: depth + 1) { return text }
            }
            return nil
        case .list(let values):
            for value in values {
                if let text = value.firstText(named: name, depth: depth + 1) { return text }
            }
            return nil
        case .text, .integer, .number, .truth: return nil
        }
    }
}
