import Crypto
import Foundation
import MarqueeWire
import PlatformStore
public import SwiftASN1
@_spi(DisableValidityCheck) import X509

/// The certificates of a signed token: the signer's own, the intermediate authority's, and the root.
struct CertificateChain {
    private let certificates: [Certificate]

    /// - Throws: `malformed` for bytes that are no certificate, `untrustedChain` for other than three certificates.
    init(_ chain: [Data]) throws(ReceiptRefusal) {
        guard chain.count == 3 else { throw .untrustedChain }
        var certificates: [Certificate] = []
        for bytes in chain {
            guard let certificate = try? Certificate(derEncoded: Array(bytes)) else { throw .malformed }
            certificates.append(certificate)
        }
        self.certificates = certificates
    }

    /// Verifies that the chain leads to one of the roots and was issued for receipts. Its validity in time is another
    /// question, see ``isValid(at:)``.
    /// - Returns: the signer's key.
    /// - Throws: `untrustedChain`.
    func verify(by roots: TrustedRoots) async throws(ReceiptRefusal) -> P256.Signing.PublicKey {
        let (leaf, root) = (certificates[0], certificates[2])
        guard roots.certificates.contains(root), let key = P256.Signing.PublicKey(leaf.publicKey) else {
            throw .untrustedChain
        }
        var verifier = Verifier(rootCertificates: CertificateStore([root])) {
            RFC5280Policy.withValidityCheckDisabled()
            ReceiptPolicy()
        }
        let result = await verifier.validate(leaf: leaf, intermediates: CertificateStore([certificates[1]]))
        guard case .validCertificate = result else { throw .untrustedChain }
        return key
    }

    /// Whether all three certificates were valid at a time.
    func isValid(at time: Timestamp) -> Bool {
        certificates.allSatisfy { Timestamp($0.notValidBefore) <= time && time <= Timestamp($0.notValidAfter) }
    }
}

/// What Apple's certificates for receipts have besides a correct chain.
///
/// Apple's root issues certificates for much else, such as code of developers. The marks say which are for receipts.
private struct ReceiptPolicy: VerifierPolicy {
    let verifyingCriticalExtensions = [ReceiptMark.leaf, ReceiptMark.intermediate]

    func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) -> PolicyEvaluationResult {
        guard chain.count == 3 else { return .failsToMeetPolicy(reason: "there are not three certificates") }
        let (leaf, intermediate) = (chain[0].extensions, chain[1].extensions)
        guard leaf[oid: ReceiptMark.leaf] != nil, intermediate[oid: ReceiptMark.intermediate] != nil else {
            return .failsToMeetPolicy(reason: "a certificate is not marked as one for receipts")
        }
        guard (try? leaf.keyUsage)?.digitalSignature == true, (try? intermediate.keyUsage)?.keyCertSign == true else {
            return .failsToMeetPolicy(reason: "a certificate may not sign what it signed")
        }
        return .meetsPolicy
    }
}

/// The extensions by which Apple marks its certificates for receipts.
public enum ReceiptMark {
    /// Of the certificate that signs receipts.
    public static let leaf: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 11, 1]
    /// Of the authority that issues it.
    public static let intermediate: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 2, 1]
}
