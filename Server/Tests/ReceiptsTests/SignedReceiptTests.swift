import Crypto
import Foundation
import MarqueeWire
import PlatformStore
import Testing
import X509

@testable import Receipts
@testable import StoreSimulator

/// PLC-085: a signed transaction is believed only if the store signed it, and it is told why not.
@Suite struct SignedReceiptTests {
    private let test: TestReceipts

    init() throws { test = try TestReceipts() }

    @Test func `what the store signs is read`() async throws {
        let token = try test.signer.token(
            payload: TestReceipts.payload(["quantity": 3, "appAccountToken": "A", "revocationDate": 7]))
        let read = try await test.receipts.transaction(Data(token.utf8), at: test.now)
        #expect(read.id == "1" && read.bundleID == TestReceipts.app && read.product == "coins" && read.quantity == 3)
        #expect(read.amount == .init(milliunits: 990, currency: "USD") && read.environment == .production)
        #expect(read.accountToken == "A" && read.revoked == Timestamp(milliseconds: 7) && read.signed != nil)
    }

    @Test func `the first transaction identifies a sale, and its line item a period of a subscription`() async throws {
        let again: [String: Any?] = ["transactionId": "2", "originalPurchaseDate": 7]
        let rows: [([String: Any?], String)] = [
            ([:], "1"), (["webOrderLineItemId": "9"], "period 9"), (["expiresDate": 9], "2"),
        ]
        for (added, id) in rows {
            let token = try test.signer.token(payload: TestReceipts.payload(again.merging(added) { $1 }))
            let read = try await test.receipts.transaction(Data(token.utf8), at: test.now)
            #expect(read.id == id && read.originalID == "1" && read.formerID == (id == "1" ? nil : "2"))
            #expect((read.purchased == Timestamp(milliseconds: 7)) == (id == "1"))
        }
    }

    @Test func `a transaction says whether anybody paid`() async throws {
        let rows: [([String: Any?], StoreTransaction.Payment)] = [
            (["inAppOwnershipType": "PURCHASED", "offerDiscountType": "PAY_UP_FRONT", "isUpgraded": false], .paid),
            (["offerDiscountType": "FREE_TRIAL"], .free), (["inAppOwnershipType": "FAMILY_SHARED"], .free),
            (["isUpgraded": true, "offerDiscountType": "FREE_TRIAL"], .upgraded),
        ]
        for (members, payment) in rows {
            let token = try test.signer.token(payload: TestReceipts.payload(members))
            #expect(try await test.receipts.transaction(Data(token.utf8), at: test.now).payment == payment)
        }
    }

    @Test(arguments: ["Sandbox", "Xcode", "LocalTesting", "production"])
    func `every environment but the store's own is the test environment`(_ name: String) async throws {
        let token = try test.signer.token(payload: TestReceipts.payload(["environment": name]))
        #expect(try await test.receipts.transaction(Data(token.utf8), at: test.now).environment == .sandbox)
    }

    @Test func `no algorithm but ES256 is taken, whatever the token says`() async throws {
        let payload = try TestReceipts.payload()
        for name in ["none", "None", "HS256", "RS256", "ES384", "es256", ""] {
            let token = try test.signer.token(payload: payload, header: test.header(["alg": name]))
            #expect(await test.refusal(of: token) == .malformed, "\(name)")
        }
        let unsigned = try test.signer.token(payload: payload).split(separator: ".").prefix(2).joined(separator: ".")
        #expect(await test.refusal(of: unsigned + ".") == .malformed)
        // The public key as the secret of a MAC, of ES256's length.
        let key = SymmetricKey(data: test.signer.key.publicKey.derRepresentation)
        let code = Data(HMAC<SHA512>.authenticationCode(for: Data(unsigned.utf8), using: key))
        #expect(await test.refusal(of: unsigned + "." + StoreSigner.text(code)) == .forged)
        let critical = try test.signer.token(payload: payload, header: test.header(["crit": ["b64"], "b64": false]))
        #expect(await test.refusal(of: critical) == .malformed)
    }

    @Test func `a changed payload and another key's signature are forged`() async throws {
        let token = try test.signer.token(payload: TestReceipts.payload())
        var parts = token.split(separator: ".").map(String.init)
        parts[1] = StoreSigner.text(try TestReceipts.payload(["productId": "palace"]))
        #expect(await test.refusal(of: parts.joined(separator: ".")) == .forged)
        let thief = StoreSigner(key: P256.Signing.PrivateKey(), chain: test.signer.chain)
        #expect(await test.refusal(of: try thief.token(payload: TestReceipts.payload())) == .forged)
    }

    @Test func `a chain of another root, order, length or purpose is not trusted`() async throws {
        let (payload, other) = (try TestReceipts.payload(), try StoreAuthority())
        func refusal(_ signer: StoreSigner, _ chain: [Certificate]) async throws -> ReceiptRefusal? {
            await test.refusal(of: try StoreSigner(key: signer.key, chain: chain).token(payload: payload))
        }
        let (own, foreign) = (test.signer, try other.signer())
        let chain = own.chain
        #expect(try await refusal(own, chain) == nil)
        #expect(try await refusal(foreign, foreign.chain) == .untrustedChain, "a root of somebody else")
        #expect(try await refusal(foreign, [foreign.chain[0], chain[1], chain[2]]) == .untrustedChain)
        #expect(
            try await refusal(foreign, [foreign.chain[0], foreign.chain[1], chain[2]]) == .untrustedChain,
            "the trusted root behind a chain of somebody else")
        #expect(try await refusal(own, [chain[0], chain[2], chain[1]]) == .untrustedChain)
        #expect(try await refusal(own, Array(chain.prefix(2))) == .untrustedChain)
        #expect(try await refusal(own, [chain[0], chain[2], chain[2]]) == .untrustedChain)
        #expect(try await refusal(own, chain + [chain[2], chain[2]]) == .untrustedChain)
        #expect(try await refusal(own, []) == .untrustedChain)
        let unmarked = try test.authority.signer(isMarked: false)
        #expect(try await refusal(unmarked, unmarked.chain) == .untrustedChain, "for something else than receipts")
        let authority = try test.authority.signer(mayCertify: true)
        #expect(try await refusal(authority, authority.chain) == .untrustedChain, "may not sign")
    }

    @Test func `an intermediate authority without the mark is not trusted`() async throws {
        let authority = try StoreAuthority(isMarked: false)
        let file = test.folder.appending(path: "unmarked.pem")
        try authority.rootPEM.write(to: file)
        let token = try authority.signer().token(payload: TestReceipts.payload())
        let receipts = SignedReceipts(roots: try TrustedRoots(file))
        await #expect(throws: ReceiptRefusal.untrustedChain) {
            try await receipts.transaction(Data(token.utf8), at: test.now)
        }
    }

    @Test func `certificates have to be valid when the token was signed, not when it is read`() async throws {
        let ended = try test.authority.signer(years: -2 ... -1)
        #expect(await test.refusal(of: try ended.token(payload: TestReceipts.payload())) == .expiredChain)
        let then = Date() - 1.5 * 365 * 86_400
        #expect(await test.refusal(of: try ended.token(payload: TestReceipts.payload(signed: then))) == nil)
        let early = try test.authority.signer(years: 0.1...1)
        #expect(await test.refusal(of: try early.token(payload: TestReceipts.payload())) == .expiredChain)
        let future = try TestReceipts.payload(signed: Date() + 3600)
        #expect(await test.refusal(of: try test.signer.token(payload: future)) == .expiredChain)
    }

    @Test func `text that is not the one form of a token is malformed`() async throws {
        let token = try test.signer.token(payload: TestReceipts.payload())
        let parts = token.split(separator: ".").map(String.init)
        // The last character of 64 bytes in base64 has four bits that mean nothing.
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let place = try #require(parts[2].last.flatMap { alphabet.firstIndex(of: $0) })
        let other = parts[2].dropLast() + String(alphabet[place + 1])
        let hostile = [
            "", ".", "..", "a.b.c", token + ".", token + ".x", "." + token, token + " ", token + "\n", " " + token,
            token + "=", token + "A", parts[0] + "=." + parts[1] + "." + parts[2], parts[0] + "." + parts[1],
            parts[0] + "." + parts[1] + "." + other, token.replacing("-", with: "+") + "+",
            token + String(repeating: "A", count: 1024 * 1024), String(repeating: ".", count: 100_000),
        ]
        for text in hostile {
            let refusal = await test.refusal(of: text)
            #expect(refusal == .malformed, "\(text.prefix(40)) \(text.count)")
        }
    }

    @Test func `JSON that two readers would read differently is malformed`() async throws {
        let payload = String(decoding: try TestReceipts.payload(), as: UTF8.self)
        let deep = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
        let hostile = [
            payload.replacing(#""quantity":1"#, with: #""quantity":1,"quantity":9"#),
            payload.replacing(#""quantity":1"#, with: #""quantity":1,"quantit\u0079":9"#),
            payload + "{}", "[" + payload + "]", "null", "", payload.replacing("\"coins\"", with: "\"\""),
            payload.replacing("990", with: "-1"), payload.replacing("990", with: "1e300"),
            payload.replacing(#""quantity":1"#, with: #""quantity":0"#), payload.replacing("USD", with: "usd "),
            payload.replacing(#""quantity":1"#, with: #""x":"# + deep),
        ]
        for text in hostile {
            let refusal = await test.refusal(of: try test.signer.token(payload: Data(text.utf8)))
            #expect(refusal == .malformed, "\(text.prefix(300))")
        }
        let other = #""quantity":1,"x":{"quantity":9,"y":["quantity","a\"b"]}"#
        let nested = payload.replacing(#""quantity":1"#, with: other)
        #expect(await test.refusal(of: try test.signer.token(payload: Data(nested.utf8))) == nil)
        let texts = try StoreSigner.texts(test.signer.chain)
        let twice = Data(#"{"alg":"none","alg":"ES256","x5c":\#(texts)}"#.utf8)
        #expect(await test.refusal(of: try test.signer.token(payload: Data(payload.utf8), header: twice)) == .malformed)
    }

    @Test func `certificates that are none, too large or too many are refused`() async throws {
        let payload = try TestReceipts.payload()
        let texts = try StoreSigner.texts(test.signer.chain)
        let hostile: [[String]] = [
            ["AAAA", texts[1], texts[2]], [texts[0] + "\n", texts[1], texts[2]],
            [Data(count: 9000).base64EncodedString(), texts[1], texts[2]], Array(repeating: texts[0], count: 11),
            [texts[0].replacing("=", with: "") + "AAA=", texts[1], texts[2]],
        ]
        for chain in hostile {
            let token = try test.signer.token(payload: payload, header: test.header(["x5c": chain]))
            #expect(await test.refusal(of: token) == .malformed, "\(chain.map { $0.prefix(10) })")
        }
    }

    // A token is changed at each place in turn: it is never read as something else.
    @Test func `no changed character of a token is accepted`() async throws {
        let token = Array(try test.signer.token(payload: TestReceipts.payload()).utf8)
        for place in stride(from: 0, to: token.count, by: 29) {
            var changed = token
            changed[place] = changed[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            let text = String(decoding: changed, as: UTF8.self)
            #expect(await test.refusal(of: text) != nil, "\(place)")
        }
    }

    @Test func `roots are one certificate in DER or some in PEM`() throws {
        let der = try #require(Data(base64Encoded: try StoreSigner.texts(test.signer.chain)[2]))
        let file = test.folder.appending(path: "file")
        try der.write(to: file)
        #expect(try TrustedRoots(file).count == 1)
        for bytes in [Data(), Data("hello".utf8), der + [0], Data(count: 300 * 1024)] {
            try bytes.write(to: file)
            #expect(throws: TrustedRoots.FileError.self) { try TrustedRoots(file) }
        }
        #expect(throws: TrustedRoots.FileError.self) { try TrustedRoots(test.folder.appending(path: "none")) }
    }
}
