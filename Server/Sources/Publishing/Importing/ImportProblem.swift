/// Something in a source that was changed by the import, or was not imported.
public struct ImportProblem: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The bounded set of kinds.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        case danglingLink = "dangling_link"
        case danglingAnchor = "dangling_anchor"
        case missingImage = "missing_image"
        case missingAltText = "missing_alt_text"
        case missingTitle = "missing_title"
        case missingDate = "missing_date"
        case missingID = "missing_id"
        case badDate = "bad_date"
        case badFrontMatter = "bad_front_matter"
        case duplicate
        case unparseable
        case unsupportedMarkup = "unsupported_markup"
        case tooLarge = "too_large"
    }

    /// Whether a part of the article or the whole article is missing.
    public enum Severity: String, Sendable, Codable, CaseIterable {
        /// The article is imported without a part of it.
        case warning
        /// The article is not imported.
        case error
    }

    /// Path within the source, or the source's address.
    public let file: String
    /// From 1; `nil` when the place is not known.
    public let line: Int?
    /// The kind, which programs compare.
    public let kind: Kind
    /// One sentence for the author.
    public let message: String
    /// How much of the article is missing.
    public let severity: Severity

    /// Describes a problem at its place.
    public init(file: String, line: Int? = nil, kind: Kind, message: String, severity: Severity = .warning) {
        self.file = file
        self.line = line
        self.kind = kind
        self.message = message
        self.severity = severity
    }

    /// `FILE:LINE: SEVERITY: MESSAGE`, the form that editors understand.
    public var description: String { "\(file):\(line.map { "\($0):" } ?? "") \(severity.rawValue): \(message)" }
}
