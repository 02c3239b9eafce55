public import Foundation

/// The bytes of a file that is stored, in memory or read piece by piece.
public struct JobFileContent: Sendable {
    /// In bytes.
    public let length: Int
    /// The bytes from an offset on, as many as are asked for.
    package let read: @Sendable (_ offset: Int, _ count: Int) throws -> Data

    /// Makes a content of bytes that are in memory.
    public init(_ data: Data) {
        length = data.count
        read = { offset, count in Data(data.dropFirst(offset).prefix(count)) }
    }

    /// Makes a content that is read while it is stored; a part may be read more than once.
    /// - Parameter read: returns the bytes from an offset on, exactly as many as are asked for, or throws.
    public init(length: Int, read: @escaping @Sendable (_ offset: Int, _ count: Int) throws -> Data) {
        self.length = length
        self.read = read
    }
}
