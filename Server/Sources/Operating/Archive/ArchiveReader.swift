import Crypto
import Foundation
import PlatformStore

/// Reads an archive of ``ArchiveWriter`` from its beginning to its end, from a file or a pipe.
///
/// Every byte is checked: each entry by its checksum, headers and padding by being exactly what a writer writes. Not for
/// several threads at once.
final class ArchiveReader {
    /// The largest entry that is read into memory, but for the checksums.
    private static let largestInMemory = 256 * 1024 * 1024
    /// Room for the checksums of 14 million objects.
    private static let largestChecksums = 2 * 1024 * 1024 * 1024
    private static let pieceSize = 1024 * 1024
    /// The most zeros behind the last entry.
    private static let largestEnd = 1024 * 1024

    private let input: FileHandle
    /// What is left to read; `nil` for a pipe.
    private var rest: Int?
    private var checksums = ArchiveChecksums()
    private var previous = "the beginning"
    private var current: ArchiveHeader?

    /// - Parameters:
    ///   - input: an open file or pipe.
    ///   - size: the file's size in bytes; `nil` for a pipe.
    init(_ input: FileHandle, size: Int?) {
        self.input = input
        rest = size
    }

    /// The next entry's name and length; `nil` behind the last.
    ///
    /// Its bytes have to be read before the next call.
    func next() throws(StoreError) -> (name: String, length: Int)? {
        guard let header = try ArchiveHeader.read(try readBlock(), after: previous) else {
            try readEnd()
            return nil
        }
        try Self.check(name: header.name)
        guard checksums.hashes[header.name] == nil else {
            throw StoreError(.invalid, "the entry \(header.name) stands twice")
        }
        // A file declares no entry that is larger than what is left of it.
        guard rest.map({ header.length <= $0 }) ?? true else {
            throw StoreError(.damaged, "the file ends within the entry \(header.name)")
        }
        current = header
        return (header.name, header.length)
    }

    /// Passes the bytes of the current entry to `body`, piece by piece.
    func readEntry(_ body: (Data) throws(StoreError) -> Void) throws(StoreError) {
        guard let header = current else { return }
        var (hash, done) = (SHA256(), 0)
        while done < header.length {
            let piece = try read(min(header.length - done, Self.pieceSize))
            guard !piece.isEmpty else { throw StoreError(.damaged, "the file ends within the entry \(header.name)") }
            hash.update(data: piece)
            try body(piece)
            done += piece.count
        }
        let padding = try readExactly(header.padding)
        guard padding.allSatisfy({ $0 == 0 }) else {
            throw StoreError(.damaged, "the bytes behind the entry \(header.name) are damaged")
        }
        checksums.add(header.name, hash: ArchiveChecksums.digits(hash.finalize()))
        previous = header.name
        current = nil
    }

    /// The bytes of the current entry.
    /// - Throws: `invalid` for one that does not belong into memory.
    func readEntry() throws(StoreError) -> Data {
        let isChecksums = current?.name == ArchiveChecksums.entry
        guard let header = current,
            header.length <= (isChecksums ? Self.largestChecksums : Self.largestInMemory)
        else {
            throw StoreError(.invalid, "the entry \(current?.name ?? "") is too large")
        }
        var bytes = Data()
        try readEntry { (piece) throws(StoreError) in bytes += piece }
        return bytes
    }

    /// Checks everything that was read against the archive's own checksums.
    /// - Parameters:
    ///   - text: the bytes of the entry ``ArchiveChecksums/entry``.
    ///   - seal: the bytes of the entry ``ArchiveChecksums/seal``.
    /// - Returns: the hashes by name.
    /// - Throws: `damaged` with the name of an entry that was changed, is missing or was added.
    func verify(_ text: Data, seal: Data) throws(StoreError) -> [String: String] {
        let hash = ArchiveChecksums.digits(SHA256.hash(data: text))
        guard Array(seal) == ArchiveChecksums.line(ArchiveChecksums.entry, hash: hash) else {
            throw StoreError(
                .damaged,
                "the entry \(ArchiveChecksums.entry) does not fit \(ArchiveChecksums.seal): one of them is damaged")
        }
        let expected = try ArchiveChecksums(Array(text)).hashes
        let read = checksums.hashes
        for name in expected.keys.sorted() {
            guard let found = read[name] else { throw StoreError(.damaged, "the entry \(name) is missing") }
            guard found == expected[name] else { throw StoreError(.damaged, "the entry \(name) is damaged") }
        }
        let own: Set = [ArchiveChecksums.entry, ArchiveChecksums.seal]
        for name in read.keys.sorted() where expected[name] == nil && !own.contains(name) {
            throw StoreError(.invalid, "the entry \(name) has no checksum")
        }
        return expected
    }

    /// - Throws: `invalid` for a name that could lead out of a folder.
    private static func check(name: String) throws(StoreError) {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let isSafe = parts.allSatisfy { part in
            !part.isEmpty && part != "." && part != ".."
                && part.utf8.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"):
                        true
                    default: "._-@".utf8.contains(byte)
                    }
                }
        }
        guard isSafe else {
            throw StoreError(
                .invalid, "the entry \(String(reflecting: name.prefix(200))) has a name that no backup has")
        }
    }

    /// Behind the second block of zeros, tar programs may fill up a record with zeros.
    private func readEnd() throws(StoreError) {
        var bytes = try readExactly(ArchiveHeader.size)
        while bytes.count <= Self.largestEnd {
            let piece = try read(Self.pieceSize)
            if piece.isEmpty { break }
            bytes += piece
        }
        guard bytes.count <= Self.largestEnd, bytes.allSatisfy({ $0 == 0 }) else {
            throw StoreError(.damaged, "the end of the file, behind the last entry, is damaged")
        }
    }

    private func readBlock() throws(StoreError) -> [UInt8] { Array(try readExactly(ArchiveHeader.size)) }

    private func readExactly(_ count: Int) throws(StoreError) -> Data {
        var bytes = Data()
        while bytes.count < count {
            let piece = try read(count - bytes.count)
            guard !piece.isEmpty else { throw StoreError(.damaged, "the file ends too early, behind \(previous)") }
            bytes += piece
        }
        return bytes
    }

    private func read(_ count: Int) throws(StoreError) -> Data {
        do {
            let piece = try input.read(upToCount: count) ?? Data()
            if let left = rest { rest = left - piece.count }
            return piece
        } catch {
            throw StoreError(.storage, "the backup cannot be read: \(String(cString: strerror(errno)))", cause: error)
        }
    }
}
