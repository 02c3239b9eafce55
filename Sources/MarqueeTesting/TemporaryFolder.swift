public import Foundation

/// A folder of its own that is gone when the last reference is.
public final class TemporaryFolder: Sendable {
    /// The folder; it exists and is empty at first.
    public let url: URL

    /// Makes an empty folder below the system's temporary one.
    /// - Throws: when the system's temporary folder cannot be written.
    public init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "marquee-\(UUID().uuidString.lowercased())")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
