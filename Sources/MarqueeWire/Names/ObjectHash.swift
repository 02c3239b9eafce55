public import Crypto
public import Foundation

/// The SHA-256 of an object's bytes, which is also its name: on the wire, in URLs and in the databases as 64 lower-case
/// hex digits.
public struct ObjectHash: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    /// 64 lower-case hexadecimal digits.
    public let hex: String

    /// Hashes bytes.
    public init(of data: some DataProtocol) {
        self.init(SHA256.hash(data: data))
    }

    /// Takes a digest computed piece by piece, as a download does.
    public init(_ digest: SHA256Digest) {
        hex = HexDigits.string(digest)
    }

    /// Reads a name.
    ///
    /// Returns `nil` unless it is exactly 64 lower-case hex digits, so that one object has one name.
    public init?(hex: some StringProtocol) {
        guard hex.utf8.count == 64, hex.utf8.allSatisfy(HexDigits.isLowerCaseDigit) else { return nil }
        self.hex = String(hex)
    }

    /// Reads 64 hexadecimal digits.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let hash = ObjectHash(hex: text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not a SHA-256 in hex: \(text.prefix(80))")
        }
        self = hash
    }

    /// Writes ``hex``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hex)
    }

    /// The same as ``hex``.
    public var description: String { hex }

    /// By value, as their digits sort.
    public static func < (left: ObjectHash, right: ObjectHash) -> Bool { left.hex < right.hex }
}
