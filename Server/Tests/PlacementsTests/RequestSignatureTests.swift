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

    private static let long = "a long secret of an app"

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
                "token": "game", "session": "", "gid": "é", "nonce": "n3", "signature": "8o63NB_t0FiQBt-TWzYLvdQXGoM",
            ], secret: long),
        Vector(
            parameters: [
                "token": "game", "session": "ééééééé", "gid": "install", "nonce": "n9",
                "signature": "kJUFaXgwDvTdRW5a0onvMq9k50U",
            ], secret: long),
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

    /// What SDKs 1.10 to 1.20 would send, in which 100, 8 and 1 bytes are dropped where the secret is.
    @Test(arguments: [
        (String(repeating: "é", count: 100), "install", "n9", "i2zfLmGeRf-Zu91GHThu7kgqubM", long),
        (String(repeating: "é", count: 8), "install", "n9", "uehMVjEDdpw6um9ipM_crc11ESE", long),
        ("", "é", "n3", "eKdoy5poWcqST6CNl_5Fswy7WEo", "hush"),
    ])
    func `a hash without enough of the secret proves nothing`(
        session: String, gid: String, nonce: String, signature: String, secret: String
    ) throws {
        let parameters = ["token": "game", "session": session, "gid": gid, "nonce": nonce, "signature": signature]
        #expect(RequestSignature.key(of: parameters, among: [try key(secret)]) == nil)
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
