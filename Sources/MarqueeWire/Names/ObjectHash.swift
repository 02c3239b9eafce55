public import Crypto
public import Foundation

// Musl's systems have another library of C++.
#if os(Linux) && canImport(Glibc)
    // Objects that use Crypto name C++'s library to the linker.
    import CStdCXX
#endif

/// The SHA-256 of an object's bytes, which is also its name. On the wire, in URLs and in databases it has 64 lower-case
/// hexadecimal digits.
public struct ObjectHash: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    /// 64 lower-case hexadecimal digits.
    public let hex: String

    /// Computes the hash.
    public init(of data: some DataProtocol) {
        self.init(SHA256.hash(data: data))
    }

    /// Accepts a digest that was computed in pieces, as in a download.
    public init(_ digest: SHA256Digest) {
        hex = HexDigits.string(digest)
    }

    /// Parses a name; `nil` unless it has exactly 64 lower-case hexadecimal digits, so that each object has one name.
    public init?(hex: some StringProtocol) {
        guard hex.utf8.count == 64, hex.utf8.allSatisfy(HexDigits.isLowerCaseDigit) else { return nil }
        self.hex = String(hex)
    }

    /// Decodes 64 hexadecimal digits.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let hash = ObjectHash(hex: text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not a SHA-256 in hex: \(text.prefix(80))")
        }
        self = hash
    }

    /// Encodes ``hex``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hex)
    }

    /// The same as ``hex``.
    public var description: String { hex }

    /// Compares the digits.
    public static func < (left: ObjectHash, right: ObjectHash) -> Bool { left.hex < right.hex }
}
