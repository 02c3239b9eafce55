import Crypto
import Dispatch
import Foundation
import Synchronization

/// Blocks of blobs on this machine's disk, in a bounded number of bytes.
///
/// Each file holds a SHA-256 of the rest, the length of the blob, and one block. A file whose hash is wrong is deleted
/// and counts as missing. Errors of the disk make the cache smaller or empty, never wrong. Several processes may use
/// the folder.
final class BlockCache: Sendable {
    struct Block: Sendable {
        /// The length of the whole blob, in bytes.
        let length: Int
        let bytes: Data
    }

    /// The length of a block, in bytes; a blob's last one may be shorter.
    static let blockSize = 1024 * 1024
    private static let headSize = SHA256.byteCount + 8

    private let folder: URL
    private let limit: Int
    /// Eviction looks at every file, which other work of the disk must not wait for.
    private let writing = DispatchQueue(label: "marquee.cache")
    /// The bytes in the folder as far as this process knows; `nil` before they were counted.
    private let used = Mutex<Int?>(nil)

    /// - Parameters:
    ///   - folder: belongs to the cache alone.
    ///   - limit: the most bytes that are kept.
    init(in folder: URL, limit: Int) throws(StoreError) {
        self.folder = folder
        self.limit = limit
        try PrivateFile.makeFolder(folder)
    }

    func block(_ name: String, _ index: Int) async -> Block? {
        let url = url(name, index)
        return try? await BlockingWork.run {
            guard let file = try? Data(contentsOf: url) else { return nil }
            let rest = file.dropFirst(SHA256.byteCount)
            guard file.count >= Self.headSize, file.prefix(SHA256.byteCount).elementsEqual(SHA256.hash(data: rest))
            else {
                unlink(url.path)
                return nil
            }
            let length = rest.prefix(8).reduce(0) { $0 << 8 | Int($1) }
            return Block(length: length, bytes: Data(file.dropFirst(Self.headSize)))
        }
    }

    func store(_ block: Block, _ name: String, _ index: Int) async {
        let url = url(name, index)
        try? await BlockingWork.run(on: writing) { [self] in
            var rest = Data((0..<8).map { UInt8(truncatingIfNeeded: block.length >> (56 - 8 * $0)) })
            rest += block.bytes
            let file = Data(SHA256.hash(data: rest)) + rest
            try? FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            guard (try? file.write(to: url, options: .atomic)) != nil else { return }
            count(file.count)
        }
    }

    func forget(_ name: String, length: Int) async {
        try? await BlockingWork.run { [self] in
            for index in 0...(length / Self.blockSize) { unlink(url(name, index).path) }
        }
    }

    private func url(_ name: String, _ index: Int) -> URL {
        let hash = SHA256.hash(data: Data("\(name)#\(index)".utf8)).map { String(format: "%02x", $0) }.joined()
        return folder.appending(path: "\(hash.prefix(2))/\(hash.dropFirst(2))", directoryHint: .notDirectory)
    }

    /// Adds to the bytes in use, and deletes the oldest files when there are too many.
    private func count(_ bytes: Int) {
        used.withLock { used in
            let sum = used.map { $0 + bytes } ?? files().reduce(0) { $0 + $1.size }
            used = sum > limit ? evict() : sum
        }
    }

    /// Deletes the oldest files until a tenth of the room is free.
    /// - Returns: the bytes that are left.
    private func evict() -> Int {
        let files = files().sorted { $0.written < $1.written }
        var sum = files.reduce(0) { $0 + $1.size }
        for file in files where sum > limit / 10 * 9 {
            unlink(file.url.path)
            sum -= file.size
        }
        return sum
    }

    private struct File {
        let url: URL
        let size: Int
        let written: Date
    }

    private func files() -> [File] {
        let keys: [URLResourceKey] = [.fileSizeKey, .contentModificationDateKey, .isRegularFileKey]
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: keys)
        return (all?.compactMap { $0 as? URL } ?? []).compactMap { url in
            guard let values = try? url.resourceValues(forKeys: Set(keys)), values.isRegularFile == true else {
                return nil
            }
            return File(url: url, size: values.fileSize ?? 0, written: values.contentModificationDate ?? .distantPast)
        }
    }
}
