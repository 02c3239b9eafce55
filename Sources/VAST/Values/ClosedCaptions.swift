/// A file of captions in one language (from 4.1 on).
public struct ClosedCaptions: Sendable, Hashable {
    /// Where it is.
    public var url: URLTemplate
    /// The MIME type in lower case.
    public var type: String?
    /// BCP 47, as it stands in the document.
    public var language: String?

    /// Makes a file of captions.
    public init(url: URLTemplate, type: String? = nil, language: String? = nil) {
        self.url = url
        self.type = type
        self.language = language
    }
}
