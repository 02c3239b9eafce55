import MarqueeWire
import Testing

@testable import Placements
@testable import PlatformStore

/// PLC-001, PLC-003.
@Suite struct RequestSignatureTests {
    private struct Vector: Sendable {
        let parameters: [String: String]
        let secret: String
    }

    /// Made with hashlib: SHA-1 and HMAC-SHA1, base64 for URLs without padding.
    private static let vectors = [
        Vector(
            parameters: [
                "token": "game", "session": "", "gid": "install", "nonce": "n1",
                "signature": "fO9y0sT7WDt3gcqjQadhbDZQX6E",
            ], secret: "hush"),
        Vector(
            parameters: [
                "token": "game", "session": "phid", "gid": "install", "nonce": "n2",
                "signature": "I8Iijeq7MQlyvTfcso-r5wA61bc",
            ], secret: "hush"),
        Vector(
            parameters: [
                "token": "game", "session": "", "gid": "é", "nonce": "n3", "signature": "vccMo9HL9A2gshXpGQd66tiIruE",
            ], secret: "hush"),
        Vector(
            parameters: [
                "token": "game", "session": "", "gid": "é", "nonce": "n3", "signature": "eKdoy5poWcqST6CNl_5Fswy7WEo",
            ], secret: "hush"),
        Vector(
            parameters: [
                "token": "game", "nonce": "n4", "mac": "beef", "ifa": "AAAA", "idfv": "BBBB",
                "sig4": "0i4NaHKVQtnTST9jw0B3YjEwFqE",
            ], secret: "hush"),
        Vector(parameters: ["token": "game", "nonce": "n5", "sig4": "CA0C3ukqIpztWN8IIfZKxA23HNc"], secret: "hush"),
    ]

    @Test(arguments: vectors.indices)
    func `a signature of the field is accepted with its secret, and with no other`(_ index: Int) throws {
        let vector = Self.vectors[index]
        let keys = try ["other", vector.secret].map(key)
        let found = RequestSignature.key(of: vector.parameters, among: keys)
        #expect(found?.secret == PlacementSecret(vector.secret))
        #expect(RequestSignature.key(of: vector.parameters, among: [keys[0]]) == nil)
    }

    @Test(arguments: ["token", "session", "gid", "nonce", "signature"])
    func `a signature does not hold for another value`(_ name: String) throws {
        var parameters = Self.vectors[1].parameters
        parameters[name]? += "x"
        let keys = [try key("hush")]
        #expect(RequestSignature.key(of: parameters, among: keys) == nil)
        parameters[name] = nil
        #expect(RequestSignature.key(of: parameters, among: keys) == nil)
    }

    private func key(_ text: String) throws -> PlacementKey {
        try #require(PlacementKey(SigningSecret(id: text, text: text)))
    }
}
