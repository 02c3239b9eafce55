/// What conditions compare numbers and versions with, as somebody wrote it. `9.99` is a number, and a version as well; `1.10`
/// is above `1.9` as a version, and below it as a number.
public struct Bound: Sendable, Hashable {
    private static let longest = 40
    private static let numerals = Set("0123456789.-+eE".utf8)

    /// As it was written.
    public let text: String
    /// `nil` if it is a version only, such as 6.1.3.
    public let number: Double?
    /// `nil` if it is a number only, such as -1.
    public let version: Version?

    /// `nil` for a text that is neither a number nor a version.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.longest, text.utf8.allSatisfy(Self.numerals.contains) else { return nil }
        number = Double(text).flatMap { $0.isFinite ? $0 : nil }
        version = Version(text)
        guard number != nil || version != nil else { return nil }
        self.text = text
    }

    /// A number, which is a version as well if it is not negative; `nil` for one that is not finite.
    public init?(_ number: Double) {
        guard number.isFinite else { return nil }
        text = Self.text(number)
        self.number = number
        version = Version(text)
    }

    private static func text(_ number: Double) -> String {
        number == number.rounded() && number.magnitude < 1e15 ? String(Int64(number)) : String(number)
    }
}

extension Bound: Codable {
    /// From a number or a text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let bound =
            if let text = try? container.decode(String.self) { Bound(text) } else {
                Bound(try container.decode(Double.self))
            }
        guard let bound else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a number or a version")
        }
        self = bound
    }

    /// A number where it says the same, otherwise a text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let number, Self.text(number) == text { try container.encode(number) } else { try container.encode(text) }
    }
}

extension Bound: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// A whole number.
    public init(integerLiteral number: Int) { self.init(floatLiteral: Double(number)) }

    /// A number.
    public init(floatLiteral number: Double) {
        text = Self.text(number)
        self.number = number
        version = Version(text)
    }
}
