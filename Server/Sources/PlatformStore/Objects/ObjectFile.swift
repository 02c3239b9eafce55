public import Foundation

/// An object, or an encoding of one, as a file that a server can send without reading it into memory.
public struct ObjectFile: Sendable, Hashable {
    public let url: URL
    /// In bytes, of the file.
    public let length: Int

    public init(url: URL, length: Int) {
        self.url = url
        self.length = length
    }
}
