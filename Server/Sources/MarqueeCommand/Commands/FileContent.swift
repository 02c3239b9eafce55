import ArgumentParser
import Foundation
import PlatformStore
import Synchronization

/// A file on disk, which is read while it is stored.
struct FileContent {
    let content: JobFileContent

    /// - Throws: an error for people when the file cannot be read.
    init(of url: URL) throws {
        let file: FileHandle
        do { file = try FileHandle(forReadingFrom: url) } catch {
            throw ValidationError("\(url.path) cannot be read")
        }
        let length = Int(clamping: try file.seekToEnd())
        let handle = Mutex(file)
        content = JobFileContent(length: length) { offset, count in
            try handle.withLock { file in
                try file.seek(toOffset: UInt64(offset))
                guard let data = try file.read(upToCount: count), data.count == count else {
                    throw ValidationError("\(url.path) changed while it was read")
                }
                return data
            }
        }
    }
}
