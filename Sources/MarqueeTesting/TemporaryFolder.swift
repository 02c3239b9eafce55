public import Foundation

/// A new folder that is deleted together with the last reference to this object.
public final class TemporaryFolder: Sendable {
    /// The folder's URL; the folder exists and is empty at first.
    public let url: URL

    /// Makes an empty folder in the system's temporary folder.
    /// - Throws: an error if the system's temporary folder cannot be written.
    public init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "marquee-\(UUID().uuidString.lowercased())")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
