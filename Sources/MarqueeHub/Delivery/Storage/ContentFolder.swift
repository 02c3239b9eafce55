import Foundation
import MarqueeCore
import MarqueeWire

/// Where the files of delivery lie, and which of them are in use.
final class ContentFolder: Sendable {
    let url: URL
    private let pins = Locked<[String: Int]>([:])

    /// Creates the folder, readable by the app alone.
    init(_ url: URL) throws(RefreshError) {
        self.url = url
        do {
            try FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw RefreshError.storage("the folder for content could not be created", error)
        }
    }

    /// The pointer: proven documents, high-water marks and the active file's name.
    var state: URL { file("state.json") }
    /// The release being put together.
    var staging: URL { file("staging.sqlite3") }

    func file(_ name: String) -> URL { url.appendingPathComponent(name, isDirectory: false) }

    /// One release has one file name, and two releases never share one, even when recovery from an attack reuses a
    /// version.
    static func fileName(version: Int, release: ObjectHash) -> String {
        "content-\(version)-\(release.hex.prefix(12)).sqlite3"
    }

    /// The content files there are, whole or left behind.
    func contentFiles() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        return names.filter { $0.hasPrefix("content-") && $0.hasSuffix(".sqlite3") }.sorted()
    }

    func pin(_ name: String) {
        pins.withLock { $0[name, default: 0] += 1 }
    }

    func unpin(_ name: String) {
        pins.withLock { pins in
            pins[name, default: 1] -= 1
            if pins[name] == 0 { pins[name] = nil }
        }
    }

    /// The bytes of all files in the folder.
    func usage() -> Int64 {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        return files.reduce(0) { $0 + size(of: $1) }
    }

    func size(of name: String) -> Int64 {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file(name).path)
        return (attributes?[.size] as? NSNumber)?.int64Value ?? 0
    }

    /// Removes every content file that is neither active nor pinned by a snapshot.
    func sweep(keeping active: String?) {
        let pinned = pins.withLock { Set($0.keys) }
        for name in contentFiles() where name != active && !pinned.contains(name) {
            for suffix in ["", "-journal", "-wal", "-shm"] {
                try? FileManager.default.removeItem(at: file(name + suffix))
            }
        }
    }
}
