public import MarqueeWire

/// A file that a person uploaded for an import, or that an export wrote.
public struct JobFile: Sendable, Hashable, Codable {
    /// The name, unique within the app.
    public let name: String
    /// In bytes.
    public let length: Int
    /// When it was stored.
    public let stored: Timestamp
}
