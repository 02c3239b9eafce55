public import Foundation

/// An object, or an encoding of an object, as a file that a server can send without reading it into memory.
public struct ObjectFile: Sendable, Hashable {
    /// The file's location; its bytes never change.
    public let url: URL
    /// The length of the file, in bytes.
    public let length: Int

    /// Describes a file that the store found.
    public init(url: URL, length: Int) {
        self.url = url
        self.length = length
    }
}
