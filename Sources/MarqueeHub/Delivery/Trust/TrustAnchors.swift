public import Foundation
public import MarqueeWire

/// The keys an app carries, which sign version 1 of its root.
public struct TrustAnchors: Sendable, Hashable {
    /// Who must have signed the first root.
    public let policy: SignaturePolicy

    /// Reads the keys and says how many of them a first root needs.
    /// - Parameters:
    ///   - keys: SubjectPublicKeyInfo or X.509 certificates in DER, as in `pubkey.der`.
    ///   - threshold: how many of them must have signed the first root; at least 1 and at most the number of different
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
                .noTrustAnchor, "\(policy.keys.count) trust anchors cannot reach a threshold of \(threshold)")
        }
    }
}
