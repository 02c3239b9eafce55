/// A program that runs beside the video (from 4.0 on; SIMID from 4.2 on).
public struct InteractiveFile: Sendable, Hashable {
    /// Where it is; from 4.3 on this may be a data URI.
    public var url: URLTemplate
    /// The MIME type in lower case.
    public var type: String?
    /// What it needs, such as `SIMID`.
    public var apiFramework: String?
    /// Whether its length is not known beforehand.
    public var hasVariableDuration: Bool

    /// Makes an interactive file.
    public init(
        url: URLTemplate, type: String? = nil, apiFramework: String? = nil, hasVariableDuration: Bool = false
    ) {
        self.url = url
        self.type = type
        self.apiFramework = apiFramework
        self.hasVariableDuration = hasVariableDuration
    }
}
