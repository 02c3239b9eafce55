import Foundation
import Testing

@testable import MarqueeWire

/// HUB-154: each document has one encoding, and only the keys of its role can sign it.
@Suite struct SignedDocumentTests {
    private let keys: [SigningKey]
    private let document: SignedDocument

    init() throws {
        keys = [try .generate(), try .generate(.p256), try .generate(.rsa2048)]
        document = try SignedDocument(type: .fresh, payload: Data("{\"a\":1}".utf8), keys: keys)
    }

    @Test func `a document is decoded unchanged, also from a slice`() throws {
        let padded = Data("xx".utf8) + document.encoded()
        #expect(try SignedDocument(padded.dropFirst(2), expected: .fresh) == document)
        var policyKeys: [PublicKey] = []
        for key in keys { policyKeys.append(try key.publicKey()) }
        try document.verify([SignaturePolicy(keys: policyKeys, threshold: 3)])
    }

    @Test func `a document truncated at any length is refused`() {
        let encoded = document.encoded()
        for length in 0..<encoded.count {
            #expect(throws: WireError.self) { try SignedDocument(encoded.prefix(length), expected: .fresh) }
        }
    }

    @Test(arguments: [
        (" 7 3\n", " 07 3\n"), (" 7 3\n", " +7 3\n"), (" 7 3\n", " 8 3\n"), (" 7 3\n", " 7 17\n"),
        (" 7 3\n", " -7 3\n"),
        (" 7 3\n", " 99999999999999999999 3\n"), (" 7 3\n", " 7 3\r\n"), (" 7 3\n", "  7 3\n"),
        ("marquee-signed/1", "marquee-signed/2"),
        ("{\"a\":1}", "{\"a\":1} "),
    ])
    func `another encoding is refused`(found: String, replacement: String) throws {
        let text = try #require(String(bytes: document.encoded(), encoding: .utf8))
        let changed = Data(text.replacingOccurrences(of: found, with: replacement).utf8)
        #expect(throws: WireError.self) { try SignedDocument(changed, expected: .fresh) }
    }

    @Test func `signature lines in another order, or base 64 with other spare bits, are refused`() throws {
        let text = try #require(String(bytes: document.encoded(), encoding: .utf8))
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        lines.swapAt(1, 2)
        #expect(throws: WireError.self) {
            try SignedDocument(Data(lines.joined(separator: "\n").utf8), expected: .fresh)
        }
        let padded = text.replacingOccurrences(of: "A==\n", with: "B==\n").replacingOccurrences(
            of: "Q==\n", with: "R==\n"
        )
        .replacingOccurrences(of: "g==\n", with: "h==\n").replacingOccurrences(of: "w==\n", with: "x==\n")
        #expect(padded != text)
        #expect(throws: WireError.self) { try SignedDocument(Data(padded.utf8), expected: .fresh) }
    }

    @Test func `a document of another type or beyond its size limit is refused without decoding`() {
        #expect(throws: WireError.self) { try SignedDocument(document.encoded(), expected: .root) }
        #expect(throws: WireError.self) { try SignedDocument(Data(count: 16 * 1024 + 1), expected: .fresh) }
    }

    @Test func `a signature by a foreign key or a duplicate signature is refused`() throws {
        let first = try keys[0].publicKey()
        #expect(throws: WireError.self) { try document.verify([SignaturePolicy(keys: [first])]) }
        let twice = [document.signatures[0], document.signatures[0]]
        #expect(throws: WireError.self) {
            try SignedDocument(type: .fresh, payload: document.payload, signatures: twice)
        }
        #expect(throws: WireError.self) { try document.verify([SignaturePolicy(keys: [], threshold: 0)]) }
    }
}
