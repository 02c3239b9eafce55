/// A program that runs with the video (from 4.0 on; SIMID from 4.2 on).
public struct InteractiveFile: Sendable, Hashable {
    /// The address of the file; from 4.3 on it may be a data URI.
    public var url: URLTemplate
    /// The MIME type in lower case.
    public var type: String?
    /// The framework that it needs, such as `SIMID`.
    public var apiFramework: String?
    /// Whether the duration is unknown in advance.
    public var hasVariableDuration: Bool

    /// `type` is in lower case.
    public init(
        url: URLTemplate, type: String? = nil, apiFramework: String? = nil, hasVariableDuration: Bool = false
    ) {
        self.url = url
        self.type = type
        self.apiFramework = apiFramework
        self.hasVariableDuration = hasVariableDuration
    }
}
