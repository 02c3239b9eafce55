/// Markup that may be put on a page without escaping.
///
/// Text becomes markup only by escaping, so a page that takes `HTML` cannot print a person's input as markup:
///
/// ```swift let cell: HTML = "<td>\(title)</td>"  // `title` is a String: escaped let row: HTML = "<tr>\(cell)</tr>"
/// // `cell` is HTML: printed as it stands
/// ```
///
/// The literal parts of an interpolation are written by the program and stay unchanged.
public struct HTML: Sendable, Hashable {
    /// The markup as text.
    public private(set) var text: String

    /// Escapes `text`: the result shows the same characters, in element content and in quoted attribute values.
    public init(_ text: some StringProtocol) {
        self.text = Self.escaped(text)
    }

    /// Accepts markup that a sanitiser or renderer of the server has written.
    ///
    /// This is the only way past escaping; `scripts/check_sizes.py` lists the files that may use it.
    public init(verbatim markup: String) {
        text = markup
    }
}

extension HTML: ExpressibleByStringInterpolation {
    /// Collects literal parts unchanged, and values escaped.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        /// Reserves room for the literal parts.
        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        /// Appends a part that the program itself wrote.
        public mutating func appendLiteral(_ literal: StaticString) { text += literal.description }

        /// Text, escaped.
        public mutating func appendInterpolation(_ value: some StringProtocol) { text += HTML.escaped(value) }

        /// A whole number.
        public mutating func appendInterpolation(_ value: some BinaryInteger) { text += String(value) }

        /// A number.
        public mutating func appendInterpolation(_ value: Double) { text += String(value) }

        /// Appends markup, unchanged.
        public mutating func appendInterpolation(_ markup: HTML) { text += markup.text }
    }

    /// A literal of the program.
    public init(stringLiteral value: StaticString) {
        text = value.description
    }

    /// Literal parts of the program with escaped values between them.
    public init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
    }
}

extension HTML {
    /// Joins two pieces of markup.
    public static func + (left: HTML, right: HTML) -> HTML { HTML(verbatim: left.text + right.text) }

    /// Appends.
    public static func += (left: inout HTML, right: HTML) { left.text += right.text }
}

extension Sequence where Element == HTML {
    /// Joins all pieces, with `separator` between them.
    public func joined(separator: HTML = "") -> HTML {
        HTML(verbatim: map(\.text).joined(separator: separator.text))
    }
}
