/// The SHA-256 of a public key's SubjectPublicKeyInfo, by which documents and roles name the key.
public struct KeyID: Sendable, Hashable, Comparable, Codable, CodingKeyRepresentable, CustomStringConvertible {
    public let hash: ObjectHash

    public init(_ hash: ObjectHash) {
        self.hash = hash
    }

    public init?(hex: some StringProtocol) {
        guard let hash = ObjectHash(hex: hex) else { return nil }
        self.hash = hash
    }

    public init(from decoder: any Decoder) throws {
        hash = try ObjectHash(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try hash.encode(to: encoder)
    }

    public var codingKey: any CodingKey { HexKey(stringValue: hash.hex) }

    public init?(codingKey: some CodingKey) {
        self.init(hex: codingKey.stringValue)
    }

    public var description: String { hash.hex }

    public static func < (left: KeyID, right: KeyID) -> Bool { left.hash < right.hash }

    private struct HexKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
