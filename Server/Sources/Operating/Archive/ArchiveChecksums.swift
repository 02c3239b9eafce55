import Crypto
import PlatformStore

/// The SHA-256 of each entry of an archive, in the form of `sha256sum`: `HASH  NAME` on each line.
struct ArchiveChecksums {
    /// The entry with the checksums of all entries before it.
    static let entry = "SHA256SUMS"
    /// The last entry, with the checksum of ``entry``.
    static let seal = "SHA256SUMS.sha256"

    /// The hashes by name, in hexadecimal digits.
    private(set) var hashes: [String: String] = [:]
    private var names: [String] = []

    init() {}

    /// Reads the text of ``entry``.
    /// - Throws: `damaged` for a line of another form, and for a name that stands twice.
    init(_ text: [UInt8]) throws(StoreError) {
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: "  ", maxSplits: 1).map(String.init)
            guard parts.count == 2, parts[0].utf8.count == 64, hashes[parts[1]] == nil else {
                throw StoreError(.damaged, "\(Self.entry) has a line that is no checksum: \(line.prefix(200))")
            }
            add(parts[1], hash: parts[0])
        }
    }

    mutating func add(_ name: String, hash: String) {
        names.append(name)
        hashes[name] = hash
    }

    var text: [UInt8] { names.flatMap { Self.line($0, hash: hashes[$0] ?? "") } }

    static func line(_ name: String, hash: String) -> [UInt8] { Array("\(hash)  \(name)\n".utf8) }

    static func digits(_ digest: SHA256.Digest) -> String {
        digest.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
