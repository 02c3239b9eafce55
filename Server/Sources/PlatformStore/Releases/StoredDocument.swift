public import Foundation
public import MarqueeWire

/// A signed document as it was published: its exact bytes and the version inside it.
public struct StoredDocument: Sendable, Hashable {
    public let version: Int
    public let stored: Timestamp
    /// What ``MarqueeWire/SignedDocument/encoded()`` gave.
    public let bytes: Data

    public init(version: Int, stored: Timestamp, bytes: Data) {
        self.version = version
        self.stored = stored
        self.bytes = bytes
    }
}
