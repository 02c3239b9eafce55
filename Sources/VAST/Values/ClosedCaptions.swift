/// A caption file in one language (from 4.1 on).
public struct ClosedCaptions: Sendable, Hashable {
    /// The address of the file.
    public var url: URLTemplate
    /// The MIME type in lower case.
    public var type: String?
    /// The language as a BCP 47 tag, as the document contains it.
    public var language: String?

    /// `type` is in lower case.
    public init(url: URLTemplate, type: String? = nil, language: String? = nil) {
        self.url = url
        self.type = type
        self.language = language
    }
}
