/// Something in a source that was not imported as it stands, or not at all.
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

    /// How much is lost.
    public enum Severity: String, Sendable, Codable, CaseIterable {
        /// The article is there, a part of it is not.
        case warning
        /// The article is missing.
        case error
    }

    /// Path within the source, or the source's address.
    public let file: String
    /// From 1; `nil` when the place is not known.
    public let line: Int?
    /// What programs tell problems apart by.
    public let kind: Kind
    /// One sentence for the author.
    public let message: String
    /// How much of the article is lost.
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
