public import Foundation

/// Reports that a folder changed, once no further change follows.
public struct SourceWatcher: Sendable {
    private let folder: URL
    private let interval: Duration

    /// Watches `folder` by checking it every `interval`; a change is reported when the next check finds no further
    /// change.
    public init(folder: URL, interval: Duration = .milliseconds(500)) {
        self.folder = folder
        self.interval = interval
    }

    /// A stream of the changes from now on; several changes between two reads count as one.
    ///
    /// Ends when the consuming task is cancelled.
    public func changes() -> AsyncStream<Void> {
        let first = fingerprint()
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                var reported = first
                var latest = first
                while !Task.isCancelled {
                    do { try await Task.sleep(for: interval) } catch { break }
                    let seen = fingerprint()
                    if seen == latest, seen != reported {
                        reported = seen
                        continuation.yield()
                    }
                    latest = seen
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// The names, sizes and modification times of all files.
    private func fingerprint() -> Int {
        var hasher = Hasher()
        let keys: [URLResourceKey] = [.contentModificationDateKey, .fileSizeKey]
        let walker = FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: keys, options: [.skipsHiddenFiles])
        var files: [String] = []
        while let file = walker?.nextObject() as? URL {
            let values = try? file.resourceValues(forKeys: Set(keys))
            files.append(
                "\(file.path) \(values?.fileSize ?? 0) \(values?.contentModificationDate?.timeIntervalSince1970 ?? 0)")
        }
        for file in files.sorted() { hasher.combine(file) }
        return hasher.finalize()
    }
}
