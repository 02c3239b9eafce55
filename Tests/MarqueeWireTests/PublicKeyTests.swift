import Foundation
import MarqueeWire
import Testing

/// HUB-154: the accepted and refused contents of a `pubkey.der`.
@Suite struct PublicKeyTests {
    @Test(arguments: [
        (KeyFixture.rsa, PublicKey.Algorithm.rsa2048), (KeyFixture.expiredCertificate, .rsa2048),
        (KeyFixture.p256, .p256), (KeyFixture.p256Certificate, .p256), (KeyFixture.ed25519, .ed25519),
    ])
    func `keys are parsed bare and from certificates`(der: Data, algorithm: PublicKey.Algorithm) throws {
        #expect(try PublicKey(der: der).algorithm == algorithm)
    }

    @Test func `an expired certificate holds the same key as the bare file`() throws {
        #expect(try PublicKey(der: KeyFixture.expiredCertificate).id == PublicKey(der: KeyFixture.rsa).id)
        #expect(try PublicKey(der: KeyFixture.p256Certificate).id == PublicKey(der: KeyFixture.p256).id)
    }

    @Test func `signatures made by other tools verify`() throws {
        let rsa = try PublicKey(der: KeyFixture.expiredCertificate)
        let ed25519 = try PublicKey(der: KeyFixture.ed25519)
        #expect(rsa.isValidSignature(KeyFixture.rsaSignature, for: KeyFixture.message))
        #expect(ed25519.isValidSignature(KeyFixture.ed25519Signature, for: KeyFixture.message))
        #expect(!rsa.isValidSignature(KeyFixture.rsaSignature, for: Data("other bytes".utf8)))
        #expect(!ed25519.isValidSignature(KeyFixture.rsaSignature, for: KeyFixture.message))
        #expect(!ed25519.isValidSignature(Data(), for: KeyFixture.message))
    }

    @Test(arguments: [KeyFixture.p384, KeyFixture.rsa1024])
    func `weak and unknown keys are refused`(der: Data) {
        #expect { try PublicKey(der: der) } throws: { ($0 as? WireError)?.code == .unsupportedKey }
    }

    @Test(arguments: [KeyFixture.expiredCertificate, KeyFixture.rsa, KeyFixture.p256, KeyFixture.ed25519])
    func `a file truncated at any length is refused`(der: Data) {
        for length in 0..<der.count {
            #expect(throws: WireError.self) { try PublicKey(der: der.prefix(length)) }
        }
    }

    @Test(arguments: [KeyFixture.expiredCertificate, KeyFixture.rsa, KeyFixture.p256, KeyFixture.ed25519])
    func `bytes after the key are refused`(der: Data) {
        #expect(throws: WireError.self) { try PublicKey(der: der + [0]) }
    }

    @Test func `a file larger than any key is refused without parsing`() {
        #expect { try PublicKey(der: Data(count: 16_385)) } throws: { ($0 as? WireError)?.code == .tooLarge }
    }

    @Test func `no changed byte causes a trap`() {
        for der in [KeyFixture.expiredCertificate, KeyFixture.p256, KeyFixture.ed25519] {
            for index in der.indices {
                for bit in [0x01, 0x80, 0xFF] as [UInt8] {
                    var changed = der
                    changed[index] ^= bit
                    _ = try? PublicKey(der: changed)
                }
            }
        }
    }

    @Test(arguments: PublicKey.Algorithm.allCases)
    func `a generated key is restored from its file and its signatures verify`(algorithm: PublicKey.Algorithm)
        throws
    {
        let key = try SigningKey(pem: SigningKey.generate(algorithm).pemRepresentation)
        let signature = try key.signature(for: KeyFixture.message)
        #expect(try key.publicKey().algorithm == algorithm)
        #expect(try key.publicKey().isValidSignature(signature, for: KeyFixture.message))
    }
}
