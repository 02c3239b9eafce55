import Crypto
import CryptoExtras
public import Foundation

/// A key that verifies signatures with one fixed algorithm. The algorithm belongs to the key and is never taken from a
/// message.
///
/// Accepted keys: Ed25519 (RFC 8410), ECDSA on P-256 with SHA-256, and RSA of 2048 to 4096 bits with PKCS #1 v1.5 and
/// SHA-256 (for an old `pubkey.der`). Each may be a bare SubjectPublicKeyInfo or part of an X.509 certificate. The
/// validity dates of a certificate are ignored on purpose: an expired certificate must not end updates in released
/// apps.
public struct PublicKey: Sendable, Hashable, Codable {
    /// The signature algorithm. It belongs to the key; no message can choose another.
    public enum Algorithm: String, Sendable, Codable, CaseIterable {
        /// RFC 8032; the algorithm of the engine's keys.
        case ed25519
        /// ECDSA with SHA-256; for root keys in hardware.
        case p256
        /// PKCS #1 v1.5 with SHA-256, 2048 to 4096 bits; for released apps with such a key.
        case rsa2048 = "rsa"
    }

    /// The algorithm that the key's encoding states.
    public let algorithm: Algorithm
    /// The key as SubjectPublicKeyInfo in DER, in the encoding from which its id is computed.
    public let subjectPublicKeyInfo: Data
    /// The SHA-256 of ``subjectPublicKeyInfo``. Each key has one id, so one key cannot count twice for a threshold.
    public let id: KeyID

    /// Parses a key file.
    /// - Parameter der: a SubjectPublicKeyInfo or an X.509 certificate in DER, at most 16 KiB.
    /// - Throws: ``WireError`` with `malformed`, `truncated`, `tooLarge` or `unsupportedKey`.
    public init(der: Data) throws(WireError) {
        guard der.count <= 16_384 else {
            throw WireError(.tooLarge, "key file of \(der.count) bytes; at most 16384 are read")
        }
        let info = try SubjectPublicKeyInfo(der: der)
        algorithm = info.algorithm
        subjectPublicKeyInfo = try Self.canonical(info)
        id = KeyID(ObjectHash(of: subjectPublicKeyInfo))
    }

    /// Whether this key's private half signed `message` with `signature`.
    ///
    /// The result is false for wrong lengths and malformed points.
    public func isValidSignature(_ signature: Data, for message: Data) -> Bool {
        switch algorithm {
        case .ed25519:
            let raw = subjectPublicKeyInfo.suffix(32)
            return (try? Curve25519.Signing.PublicKey(rawRepresentation: raw))?.isValidSignature(
                signature, for: message) ?? false
        case .p256:
            guard let key = try? P256.Signing.PublicKey(derRepresentation: subjectPublicKeyInfo),
                let parsed = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
            else { return false }
            return key.isValidSignature(parsed, for: message)
        case .rsa2048:
            guard let key = try? _RSA.Signing.PublicKey(derRepresentation: subjectPublicKeyInfo) else { return false }
            let parsed = _RSA.Signing.RSASignature(rawRepresentation: signature)
            return key.isValidSignature(parsed, for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5)
        }
    }

    private static func canonical(_ info: SubjectPublicKeyInfo) throws(WireError) -> Data {
        do {
            switch info.algorithm {
            case .ed25519:
                let key = try Curve25519.Signing.PublicKey(rawRepresentation: info.key)
                return SigningKey.subjectPublicKeyInfo(of: key)
            case .p256:
                return try P256.Signing.PublicKey(derRepresentation: info.der).derRepresentation
            case .rsa2048:
                let key = try _RSA.Signing.PublicKey(derRepresentation: info.der)
                guard (2048...4096).contains(key.keySizeInBits) else {
                    throw WireError(.unsupportedKey, "RSA key of \(key.keySizeInBits) bits; 2048 to 4096 are accepted")
                }
                return key.derRepresentation
            }
        } catch let error as WireError {
            throw error
        } catch {
            throw WireError(.unsupportedKey, "the \(info.algorithm.rawValue) key in the file is not a valid one")
        }
    }

    private enum CodingKeys: String, CodingKey {
        case algorithm
        case key
    }

    /// Decodes base64 of the DER form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let named = try container.decode(Algorithm.self, forKey: .algorithm)
        try self.init(der: try container.decode(Data.self, forKey: .key))
        guard named == algorithm else {
            throw WireError(.unsupportedKey, "key of \(algorithm.rawValue) declared as \(named.rawValue)")
        }
    }

    /// Encodes base64 of ``subjectPublicKeyInfo``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(algorithm, forKey: .algorithm)
        try container.encode(subjectPublicKeyInfo, forKey: .key)
    }
}
