public import Crypto
import CryptoExtras
public import Foundation

/// The private half of a key. The publishing engine holds it, or the owner of an offline root key.
public enum SigningKey: Sendable {
    /// The default of the engine.
    case ed25519(Curve25519.Signing.PrivateKey)
    /// For a root key on P-256.
    case p256(P256.Signing.PrivateKey)
    /// A PEM of an RSA private key of at least 2048 bits, for apps with an RSA `pubkey.der`.
    case rsa(pem: String)

    /// Creates a key with the system's random numbers.
    public static func generate(_ algorithm: PublicKey.Algorithm = .ed25519) throws(WireError) -> SigningKey {
        switch algorithm {
        case .ed25519: return .ed25519(Curve25519.Signing.PrivateKey())
        case .p256: return .p256(P256.Signing.PrivateKey())
        case .rsa2048:
            guard let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048) else {
                throw WireError(.unsupportedKey, "an RSA key could not be generated")
            }
            return .rsa(pem: key.pemRepresentation)
        }
    }

    /// Parses the output of ``pemRepresentation``, or an RSA or P-256 key of other tools.
    public init(pem: String) throws(WireError) {
        if let data = Self.ed25519Seed(pem: pem), let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: data)
        {
            self = .ed25519(key)
        } else if let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) {
            self = .p256(key)
        } else if (try? _RSA.Signing.PrivateKey(pemRepresentation: pem)) != nil {
            self = .rsa(pem: pem)
        } else {
            throw WireError(.unsupportedKey, "the file holds no Ed25519, P-256 or RSA private key in PEM")
        }
    }

    /// PKCS #8 PEM.
    public var pemRepresentation: String {
        switch self {
        case .ed25519(let key):
            let der = Data(Self.ed25519Prefix) + key.rawRepresentation
            return "-----BEGIN PRIVATE KEY-----\n\(der.base64EncodedString())\n-----END PRIVATE KEY-----\n"
        case .p256(let key): return key.pemRepresentation + "\n"
        case .rsa(let pem): return pem
        }
    }

    /// The public half.
    public func publicKey() throws(WireError) -> PublicKey {
        switch self {
        case .ed25519(let key):
            return try PublicKey(der: Self.subjectPublicKeyInfo(of: key.publicKey))
        case .p256(let key): return try PublicKey(der: key.publicKey.derRepresentation)
        case .rsa(let pem):
            guard let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pem) else {
                throw WireError(.unsupportedKey, "the RSA private key cannot be read")
            }
            return try PublicKey(der: key.publicKey.derRepresentation)
        }
    }

    /// Signs exactly these bytes.
    public func signature(for message: Data) throws(WireError) -> Data {
        do {
            switch self {
            case .ed25519(let key): return try key.signature(for: message)
            case .p256(let key): return try key.signature(for: message).rawRepresentation
            case .rsa(let pem):
                let key = try _RSA.Signing.PrivateKey(pemRepresentation: pem)
                return try key.signature(for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5).rawRepresentation
            }
        } catch {
            throw WireError(.unsupportedKey, "signing failed")
        }
    }

    /// The PKCS #8 and SubjectPublicKeyInfo headers of a 32-byte Ed25519 key (RFC 8410, sections 7 and 4).
    private static let ed25519Prefix: [UInt8] = [
        0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ]
    private static let ed25519PublicPrefix: [UInt8] = [
        0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
    ]

    /// The only encoding of an Ed25519 key, so that no other form of its header gives it a second id.
    static func subjectPublicKeyInfo(of key: Curve25519.Signing.PublicKey) -> Data {
        Data(ed25519PublicPrefix) + key.rawRepresentation
    }

    private static func ed25519Seed(pem: String) -> Data? {
        let lines = pem.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }
        guard let der = Data(base64Encoded: lines.joined()), der.count == ed25519Prefix.count + 32,
            der.starts(with: ed25519Prefix)
        else { return nil }
        return der.suffix(32)
    }
}
