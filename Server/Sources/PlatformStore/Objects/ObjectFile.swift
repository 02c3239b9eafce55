public import Foundation

/// An object, or an encoding of one, as a file that a server can send without reading it into memory.
public struct ObjectFile: Sendable, Hashable {
    /// Where it lies; its bytes never change.
    public let url: URL
    /// In bytes, of the file.
    public let length: Int

    /// Describes a file as the store found it.
    public init(url: URL, length: Int) {
        self.url = url
        self.length = length
    }
}
