/// An address as it stands in a document: it may hold macros such as `[CACHEBUSTING]`, which a URL may not.
///
/// White space around it is gone; what is inside is kept byte for byte until it is expanded.
public struct URLTemplate: Sendable, Hashable, CustomStringConvertible {
    /// The text, macros unexpanded.
    public let text: String

    /// Takes the text without the white space around it.
    /// - Returns: `nil` when nothing is left, so that an empty element asks for nothing.
    public init?(_ text: some StringProtocol) {
        let trimmed = text.trimmed
        guard !trimmed.isEmpty else { return nil }
        self.text = trimmed
    }

    /// What some servers write where they have no address; nothing is to be asked for.
    var isBlankPage: Bool { text.lowercased() == "about:blank" }

    /// The text.
    public var description: String { text }
}
