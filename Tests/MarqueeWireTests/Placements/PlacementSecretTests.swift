import Foundation
import MarqueeWire
import Testing

/// The signatures of SDKs in the field (PLC-003, PLC-004, PLC-065, PLC-070). The expected texts were computed outside of
/// this project, with the formulas that the SDKs' own tests state.
struct PlacementSecretTests {
    private static func secret(_ text: String) throws -> PlacementSecret { try #require(PlacementSecret(text)) }

    @Test(arguments: [
        ("PUBLISHER_TOKEN", "", "GID27", "NONCE27", "PUBLISHER_SECRET", "CyDV29XQ0iDqTQ3Bilgd4-AwFBg"),
        ("PUBLISHER_TOKEN", "test_session", "GID27", "NONCE27", "PUBLISHER_SECRET", "FCRTFAv2xr16lOZrztHyz8mN1CY"),
        (
            "zombie1", "mD5gFkFiBp6Y8hssMFAD", "3L0xlrDOt02UrTDwMSnye05Awwk", "H4yF0cR6pV3mWq8Zb1nT2sKxUeA", "haven1",
            "5cois7aCsEAH1i7lYrEJ-sfIunU"
        ),
    ])
    func `a request is signed with the token, the session, the install, the nonce and the secret`(
        token: String, session: String, gid: String, nonce: String, secret: String, expected: String
    ) throws {
        let parts = PlacementSecret.RequestParts(token: token, session: session, gid: gid, nonce: nonce)
        #expect(try Self.secret(secret).signature(of: parts) == expected)
    }

    @Test func `identifiers are signed in the order of their names`() throws {
        let secret = try Self.secret("app-secret")
        let identifiers = ["odin": "3333", "ifa": "2222", "device": "1111", "mac": "beefbeefbeef"]
        #expect(
            secret.signature(ofIdentifiers: identifiers, token: "app-token", nonce: "12345")
                == "ULwcjDFMPwhMCsZs-78HVjyAD-s")
        #expect(
            secret.signature(ofIdentifiers: [:], token: "app-token", nonce: "12345") == "yo9XmQWA5iISpqVwE-zNgkWZ7ZI")
        #expect(secret.signature(ofIdentifiers: [:], token: "app-token", nonce: "") == nil)
    }

    @Test func `the digest of an answer covers the nonce and every byte of the body`() throws {
        let secret = try Self.secret("haven1")
        let body = Data(
            #"{"errobj":null,"response":{"session":"mD5gFkFiBp6Y8hssMFAD","precache":[]},"error":null}"#.utf8)
        let nonce = "H4yF0cR6pV3mWq8Zb1nT2sKxUeA"
        #expect(secret.digest(of: body, nonce: nonce) == "IaRgdbBebQo3Ku5ZhUVq0tGZcDE=")
        #expect(secret.digest(of: body + Data(" ".utf8), nonce: nonce) != "IaRgdbBebQo3Ku5ZhUVq0tGZcDE=")
        #expect(secret.digest(of: Data([0xFF, 0xFE]), nonce: nonce).count == 28)
    }

    @Test func `rewards and purchases are signed for one install`() throws {
        let secret = try Self.secret("PUBLISHER_SECRET")
        let reward = UnitReward(
            name: "SLAPPY_COINS", quantity: 1234, receipt: "102930193",
            signature: "465946bc6207055c941d14af0aea2a857f5b3274")
        let purchase = UnitPurchase(
            product: "com.playhaven.example.candy", name: "Delicious Candy", quantity: 1234, receipt: "102930193",
            signature: "2e8a529b68221b8fd0971f6ee31377bb0f4fc0f8")
        #expect(reward.isSigned(with: secret, gid: "GID27"))
        #expect(purchase.isSigned(with: secret, gid: "GID27"))
        #expect(!reward.isSigned(with: secret, gid: "GID28"))
        #expect(secret.signature(of: reward, identifier: "345678KLFL8768HJK") == "7UWbhP-nQtfKi1AEFVz7FlwTDHE")
        #expect(secret.signature(of: purchase, identifier: "345678KLFL8768HJK") == "vBxtaXGoO8TZY-vWj0O7VCxaL70")
        let forged = UnitReward(name: "SLAPPY_COINS", quantity: 1234, receipt: "102930193", signature: "BAD_SIGNATURE")
        #expect(!forged.isSigned(with: secret, gid: "GID27"))
    }

    @Test func `a text that is not ASCII is signed whole, and as the old SDKs sign it only when asked`() throws {
        let secret = try Self.secret("SECRET-OF-22-CHARACTERS")
        let purchase = UnitPurchase(product: "com.x.cafe", name: "Café Pack", quantity: 1, receipt: "7")
        #expect(secret.signature(of: purchase, gid: "GID27") == "eeed1642c2904ab20076ba8db447f3698be30a87")
        #expect(
            secret.signature(of: purchase, gid: "GID27", asAncestor: true) == "1afbe447703d2987cf62dfce8adf00cf4b62b7f1"
        )
    }

    @Test func `a name that drops too much of the secret is signed whole`() throws {
        let secret = try Self.secret("SECRET")
        let purchase = UnitPurchase(product: "com.x.cafe", name: "Café Pack", quantity: 1, receipt: "7")
        #expect(
            secret.signature(of: purchase, gid: "GID27", asAncestor: true)
                == "36b7ecb9582277e9063086af3dfc588a900ab450")
    }

    @Test func `a code counts instead of the signature, and a wrong one is no signature`() throws {
        let secret = try Self.secret("PUBLISHER_SECRET")
        let names = ["Münzen", "コイン", "coins"]
        for name in names {
            let unsigned = UnitReward(name: name, quantity: 5, receipt: "7")
            #expect(!unsigned.isSigned(with: secret, gid: "GID27"))
            let code = secret.code(of: unsigned, gid: "GID27")
            let reward = UnitReward(
                name: name, quantity: 5, receipt: "7",
                signature: secret.signature(of: unsigned, gid: "GID27", asAncestor: true), code: code)
            #expect(reward.isSigned(with: secret, gid: "GID27"))
            #expect(!reward.isSigned(with: secret, gid: "GID28"))
            let forged = UnitReward(
                name: name, quantity: 6, receipt: "7", signature: reward.signature, code: code)
            #expect(!forged.isSigned(with: secret, gid: "GID27"))
        }
        let reward = UnitReward(name: "Münzen", quantity: 5, receipt: "7")
        #expect(
            secret.code(of: reward, gid: "GID27") == "1978cc8a9105082499e94bfc4ed42395d4d73381d5156440a1a186a5e8fd80eb")
    }

    @Test func `a secret stays out of every description`() throws {
        let secret = try Self.secret("haven1")
        var dumped = ""
        dump(secret, to: &dumped)
        #expect(!"\(secret) \(String(reflecting: secret)) \(dumped)".contains("haven1"))
        #expect(PlacementSecret("") == nil)
    }

    @Test func `a nonce has 27 characters and is never the same`() {
        var generator = SystemRandomNumberGenerator()
        let nonces = (0..<1_000).map { _ in PlacementSecret.randomID { generator.next() } }
        #expect(Set(nonces).count == 1_000)
        #expect(nonces.allSatisfy { $0.count == 27 })
        #expect(PlacementSecret.unpaddedText([0xFB, 0xFF, 0xFE, 0x01]) == "-__-AQ")
    }
}
