public import Foundation
public import MarqueeWire

/// The public keys in the app. They verify version 1 of the root.
public struct TrustAnchors: Sendable, Hashable {
    /// The signatures that the first root must have.
    public let policy: SignaturePolicy

    /// Reads the keys and sets how many of them must sign the first root.
    /// - Parameters:
    ///   - keys: SubjectPublicKeyInfo or X.509 certificates in DER, as in `pubkey.der`.
    ///   - threshold: how many of the keys must have signed the first root: at least 1, at most the number of different
    ///     keys.
    /// - Throws: ``RefreshError`` with `noTrustAnchor` when a key cannot be read or the threshold cannot be reached.
    public init(keys: [Data], threshold: Int = 1) throws(RefreshError) {
        do {
            var parsed: [PublicKey] = []
            for key in keys { parsed.append(try PublicKey(der: key)) }
            policy = SignaturePolicy(keys: parsed, threshold: threshold)
        } catch {
            throw RefreshError(.noTrustAnchor, "the app's public key cannot be used: \(error.message)", cause: error)
        }
        guard (1...max(1, policy.keys.count)).contains(threshold), !policy.keys.isEmpty else {
            throw RefreshError(
                .noTrustAnchor, "the threshold \(threshold) does not fit \(policy.keys.count) trust anchors")
        }
    }
}
