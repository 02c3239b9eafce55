/// An address in a document. Unlike a URL, it may contain macros such as `[CACHEBUSTING]`.
///
/// Surrounding white space is removed. All other text is kept byte for byte until macros are replaced.
public struct URLTemplate: Sendable, Hashable, CustomStringConvertible {
    /// The text with its macros.
    public let text: String

    /// Removes surrounding white space.
    /// - Returns: `nil` for an empty text, so that an empty element causes no request.
    public init?(_ text: some StringProtocol) {
        let trimmed = text.trimmed
        guard !trimmed.isEmpty else { return nil }
        self.text = trimmed
    }

    /// Some servers write this when they have no address. It is never requested.
    var isBlankPage: Bool { text.lowercased() == "about:blank" }

    /// The text with its macros.
    public var description: String { text }
}
