public import MarqueeWire

/// Where the links of an app lead: the file `MobileDeepLinkingConfig.json` that the app carries.
public struct LinkMapRecord: Sendable, Hashable, Codable {
    /// The largest file, in bytes; devices read no larger one.
    public static let maximumSize = LinkMapFile.maximumSize

    /// The app that carries the file.
    public let app: String
    /// The file's contents.
    public let text: String
    /// Who uploaded it.
    public let madeBy: String
    /// When it was uploaded.
    public let stored: Timestamp
}
