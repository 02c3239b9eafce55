/// The SHA-256 of a public key's SubjectPublicKeyInfo, by which documents and roles name the key.
public struct KeyID: Sendable, Hashable, Comparable, Codable, CodingKeyRepresentable, CustomStringConvertible {
    /// SHA-256 of the key's SubjectPublicKeyInfo.
    public let hash: ObjectHash

    /// Takes a hash that was computed elsewhere.
    public init(_ hash: ObjectHash) {
        self.hash = hash
    }

    /// Reads 64 hexadecimal digits.
    public init?(hex: some StringProtocol) {
        guard let hash = ObjectHash(hex: hex) else { return nil }
        self.hash = hash
    }

    /// Reads 64 hexadecimal digits.
    public init(from decoder: any Decoder) throws {
        hash = try ObjectHash(from: decoder)
    }

    /// Writes 64 hexadecimal digits.
    public func encode(to encoder: any Encoder) throws {
        try hash.encode(to: encoder)
    }

    /// Lets dictionaries with key ids be JSON objects.
    public var codingKey: any CodingKey { HexKey(stringValue: hash.hex) }

    /// Reads the name of a JSON object's member.
    public init?(codingKey: some CodingKey) {
        self.init(hex: codingKey.stringValue)
    }

    /// 64 hexadecimal digits.
    public var description: String { hash.hex }

    /// By value, as their digits sort.
    public static func < (left: KeyID, right: KeyID) -> Bool { left.hash < right.hash }

    private struct HexKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
