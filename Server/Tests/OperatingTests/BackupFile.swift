import Foundation
import PlatformStore
import Testing

@testable import Operating

/// A backup in a file that is deleted at the end.
final class BackupFile: Sendable {
    let file: URL

    convenience init(of filled: FilledPlatform) async throws {
        try await self.init(of: filled.platform, filled.database)
    }

    init(of platform: Platform, _ database: DatabaseAddress) async throws {
        file = FilledPlatform.newFolder().deletingPathExtension().appendingPathExtension("tar")
        let staging = FilledPlatform.newFolder()
        try FileManager.default.createDirectory(at: staging, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: staging) }
        _ = FileManager.default.createFile(atPath: file.path, contents: nil)
        let output = try FileHandle(forWritingTo: file)
        _ = try await Backup(of: platform, database: database, program: "test").write(
            to: output, path: file.path, staging: staging)
        try output.close()
    }

    deinit {
        try? FileManager.default.removeItem(at: file)
    }

    func restore(to folder: URL) async throws -> RestoreSummary {
        try await Self.restore(try Data(contentsOf: file), to: folder)
    }

    /// Restores a file with the given bytes.
    @discardableResult
    static func restore(
        _ bytes: Data, to folder: URL, database: DatabaseAddress = .folder,
        progress: @escaping Backup.Progress = { _, _, _ in }
    ) async throws -> RestoreSummary {
        let file = FileManager.default.temporaryDirectory.appending(path: "restored-\(UUID().uuidString).tar")
        try bytes.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try await Restore(to: folder, database: database).read(
            try FileHandle(forReadingFrom: file), size: bytes.count, progress: progress)
    }

    /// A byte of the file and the name of the entry that it belongs to.
    struct Place: CustomStringConvertible {
        let offset: Int
        let entry: String
        let part: String

        var description: String { "\(part) of \(entry) at \(offset)" }
    }

    /// Bytes of each part of each entry.
    func places() throws -> [Place] {
        let bytes = try Data(contentsOf: file)
        var (places, offset, previous) = ([Place](), 0, "manifest.json")
        while let header = try ArchiveHeader.read(Array(bytes[offset..<(offset + 512)]), after: "") {
            // A changed name is reported with the entry before it.
            let owner = offset == 0 ? "first header" : previous
            for place in [0, 110, 125, 140, 150, 156, 257, 300, 500] {
                places.append(Place(offset: offset + place, entry: owner, part: "header"))
            }
            let start = offset + 512
            if header.length > 0 {
                places.append(Place(offset: start, entry: header.name, part: "first byte"))
                places.append(Place(offset: start + header.length - 1, entry: header.name, part: "last byte"))
            }
            if header.padding > 0 {
                places.append(Place(offset: start + header.length, entry: header.name, part: "padding"))
            }
            offset = start + header.length + header.padding
            previous = header.name
        }
        places.append(Place(offset: bytes.count - 1, entry: "end", part: "last block"))
        return places
    }
}
