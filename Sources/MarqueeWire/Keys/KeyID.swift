/// The SHA-256 of a public key's SubjectPublicKeyInfo. Documents and roles identify keys by it.
public struct KeyID: Sendable, Hashable, Comparable, Codable, CodingKeyRepresentable, CustomStringConvertible {
    /// SHA-256 of the key's SubjectPublicKeyInfo.
    public let hash: ObjectHash

    /// Accepts a hash that was computed elsewhere.
    public init(_ hash: ObjectHash) {
        self.hash = hash
    }

    /// Parses 64 hexadecimal digits.
    public init?(hex: some StringProtocol) {
        guard let hash = ObjectHash(hex: hex) else { return nil }
        self.hash = hash
    }

    /// Decodes 64 hexadecimal digits.
    public init(from decoder: any Decoder) throws {
        hash = try ObjectHash(from: decoder)
    }

    /// Encodes 64 hexadecimal digits.
    public func encode(to encoder: any Encoder) throws {
        try hash.encode(to: encoder)
    }

    /// Lets JSON objects have key ids as member names.
    public var codingKey: any CodingKey { HexKey(stringValue: hash.hex) }

    /// Parses the member name of a JSON object.
    public init?(codingKey: some CodingKey) {
        self.init(hex: codingKey.stringValue)
    }

    /// 64 hexadecimal digits.
    public var description: String { hash.hex }

    /// Compares the digits.
    public static func < (left: KeyID, right: KeyID) -> Bool { left.hash < right.hash }

    private struct HexKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
