import Foundation
import MarqueeCore
import MarqueeWire

/// The folder with the files of delivery. It knows which content files are in use.
final class ContentFolder: Sendable {
    let url: URL
    private let pins = Locked<[String: Int]>([:])

    /// Creates the folder. Only the app can read it.
    init(_ url: URL) throws(RefreshError) {
        self.url = url
        do {
            try FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw RefreshError.storage("the folder for content could not be created", error)
        }
    }

    /// The state file: verified documents, high-water marks and the name of the active content file.
    var state: URL { file("state.json") }
    /// The file in which a refresh assembles a new release.
    var staging: URL { file("staging.sqlite3") }

    func file(_ name: String) -> URL { url.appendingPathComponent(name, isDirectory: false) }

    /// The file name of a release.
    ///
    /// Two releases never have the same file name, even when recovery from an attack reuses a version.
    static func fileName(version: Int, release: ObjectHash) -> String {
        "content-\(version)-\(release.hex.prefix(12)).sqlite3"
    }

    /// The names of all content files, also of old or incomplete ones.
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

    /// The size of all files in the folder, in bytes.
    func usage() -> Int64 {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        return files.reduce(0) { $0 + size(of: $1) }
    }

    private func size(of name: String) -> Int64 {
        let values = try? file(name).resourceValues(forKeys: [.fileSizeKey])
        return Int64(values?.fileSize ?? 0)
    }

    /// Deletes every content file that is neither active nor pinned by a snapshot.
    func sweep(keeping active: String?) {
        let pinned = pins.withLock { Set($0.keys) }
        for name in contentFiles() where name != active && !pinned.contains(name) {
            for suffix in ["", "-journal", "-wal", "-shm"] {
                try? FileManager.default.removeItem(at: file(name + suffix))
            }
        }
    }
}
