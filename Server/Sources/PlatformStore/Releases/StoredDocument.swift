public import Foundation
public import MarqueeWire

/// A signed document as it was published: its exact bytes and the version inside it.
public struct StoredDocument: Sendable, Hashable {
    /// The document's own version, from 1.
    public let version: Int
    /// When the document was signed and stored.
    public let stored: Timestamp
    /// The bytes that ``MarqueeWire/SignedDocument/encoded()`` returned.
    public let bytes: Data

    /// Joins a signed document's bytes with its version and time.
    public init(version: Int, stored: Timestamp, bytes: Data) {
        self.version = version
        self.stored = stored
        self.bytes = bytes
    }
}
