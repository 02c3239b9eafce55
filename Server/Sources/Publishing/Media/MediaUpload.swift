public import Foundation
public import PlatformStore

/// A file that somebody brings to the library; it is read when its turn comes.
public struct MediaUpload: Sendable {
    /// As the sender names it. It becomes part of the asset's name, and decides nothing.
    public let fileName: String
    /// The bytes, which may be on disk.
    public let content: JobFileContent
    /// Where it was fetched from; `nil` for a file that a person chose.
    public var address: URL?
    /// What the sender says of it already.
    public var description: MediaRecord.Description

    /// Describes a file that somebody brings.
    public init(
        fileName: String, content: JobFileContent, address: URL? = nil, description: MediaRecord.Description = .init()
    ) {
        self.fileName = fileName
        self.content = content
        self.address = address
        self.description = description
    }
}
