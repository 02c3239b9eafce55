import Crypto
import Foundation
import PlatformStore

/// Writes a tar file entry by entry, to a file or a pipe, with the checksums of its entries at its end.
///
/// Not for several threads at once.
final class ArchiveWriter {
    private static let pieceSize = 1024 * 1024

    private let output: FileHandle
    private let path: String
    private let time: Int
    private var checksums = ArchiveChecksums()
    /// The bytes of all entries together.
    private(set) var size = 0
    /// How many entries there are.
    private(set) var count = 0

    /// - Parameters:
    ///   - output: where the archive goes.
    ///   - path: names the output in errors.
    ///   - time: the time of every entry, in seconds since 1970.
    init(to output: FileHandle, path: String, time: Int) {
        self.output = output
        self.path = path
        self.time = time
    }

    /// Adds an entry whose bytes are in memory.
    func add(_ name: String, _ bytes: some DataProtocol) throws(StoreError) {
        let data = Data(bytes)
        try add(name, size: data.count) { (offset, count) throws(StoreError) in
            data[(data.startIndex + offset)..<(data.startIndex + offset + count)]
        }
    }

    /// Adds a file that nobody changes meanwhile.
    func add(_ name: String, file url: URL) throws(StoreError) {
        let (file, size): (FileHandle, Int)
        do {
            file = try FileHandle(forReadingFrom: url)
            size = Int(try file.seekToEnd())
            try file.seek(toOffset: 0)
        } catch {
            throw StoreError(.storage, "cannot read \(url.path)", cause: error)
        }
        try add(name, size: size) { (_, count) throws(StoreError) in
            guard let data = try? file.read(upToCount: count), data.count == count else {
                throw StoreError(.storage, "cannot read \(url.path)")
            }
            return data
        }
    }

    /// Adds an entry whose bytes are read piece by piece, by offset and count.
    func add(_ name: String, size: Int, read: (Int, Int) throws(StoreError) -> Data) throws(StoreError) {
        let header = ArchiveHeader(name: name, length: size, time: time)
        try write(try header.bytes())
        var (hash, offset) = (SHA256(), 0)
        while offset < size {
            let piece = try read(offset, min(size - offset, Self.pieceSize))
            hash.update(data: piece)
            try write(piece)
            offset += piece.count
        }
        try write([UInt8](repeating: 0, count: header.padding))
        checksums.add(name, hash: ArchiveChecksums.digits(hash.finalize()))
        self.size += size
        count += 1
    }

    /// Adds the checksums and ends the archive.
    func finish() throws(StoreError) {
        let text = checksums.text
        try add(ArchiveChecksums.entry, text)
        let hash = ArchiveChecksums.digits(SHA256.hash(data: text))
        try add(ArchiveChecksums.seal, ArchiveChecksums.line(ArchiveChecksums.entry, hash: hash))
        try write([UInt8](repeating: 0, count: 2 * ArchiveHeader.size))
    }

    private func write(_ bytes: some DataProtocol) throws(StoreError) {
        guard !bytes.isEmpty else { return }
        do { try output.write(contentsOf: bytes) } catch {
            let isFull = [ENOSPC, EDQUOT].contains(errno)
            throw StoreError(
                isFull ? .diskFull : .storage, "cannot write \(path): \(String(cString: strerror(errno)))", cause: error
            )
        }
    }
}
