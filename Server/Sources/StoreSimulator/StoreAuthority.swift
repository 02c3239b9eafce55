import Crypto
import Foundation
import Receipts
import SwiftASN1
import X509

/// A root with an intermediate authority for receipts, of the same shape as Apple's: both have keys on P-384, and signers
/// on P-256. It ends with the process.
struct StoreAuthority: Sendable {
    /// In seconds.
    private static let year: TimeInterval = 365 * 86_400

    let root: Certificate
    let intermediate: Certificate
    private let intermediateKey: Certificate.PrivateKey

    /// - Parameter isMarked: whether the intermediate authority is marked as one for receipts.
    init(now: Date = Date(), isMarked: Bool = true) throws {
        let (rootKey, key) = (
            Certificate.PrivateKey(P384.Signing.PrivateKey()), Certificate.PrivateKey(P384.Signing.PrivateKey())
        )
        let rootName = try Self.name("Simulated Store Root")
        root = try Certificate(
            version: .v3, serialNumber: .init(), publicKey: rootKey.publicKey, notValidBefore: now - 10 * Self.year,
            notValidAfter: now + 10 * Self.year, issuer: rootName, subject: rootName,
            signatureAlgorithm: .ecdsaWithSHA384,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
            },
            issuerPrivateKey: rootKey)
        var extensions = try Certificate.Extensions {
            Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
            Critical(KeyUsage(keyCertSign: true, cRLSign: true))
        }
        if isMarked { try extensions.append(Self.mark(ReceiptMark.intermediate)) }
        intermediate = try Certificate(
            version: .v3, serialNumber: .init(), publicKey: key.publicKey, notValidBefore: now - 5 * Self.year,
            notValidAfter: now + 5 * Self.year, issuer: rootName, subject: try Self.name("Simulated Store Authority"),
            signatureAlgorithm: .ecdsaWithSHA384, extensions: extensions, issuerPrivateKey: rootKey)
        intermediateKey = key
    }

    /// The root certificate as a file has it.
    var rootPEM: Data { get throws { Data((try root.serializeAsPEM().pemString + "\n").utf8) } }

    /// A signer of receipts.
    /// - Parameters:
    ///   - years: when its certificate is valid, in years from now.
    ///   - isMarked: whether it is marked as one for receipts.
    ///   - mayCertify: whether it claims to be an authority instead.
    func signer(
        years: ClosedRange<Double> = -0.5...1, now: Date = Date(), isMarked: Bool = true, mayCertify: Bool = false
    ) throws -> StoreSigner {
        let key = P256.Signing.PrivateKey()
        var extensions = try Certificate.Extensions {
            Critical(
                mayCertify
                    ? BasicConstraints.isCertificateAuthority(maxPathLength: nil)
                    : BasicConstraints.notCertificateAuthority)
            Critical(KeyUsage(digitalSignature: !mayCertify, keyCertSign: mayCertify))
        }
        if isMarked { try extensions.append(Self.mark(ReceiptMark.leaf)) }
        let leaf = try Certificate(
            version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey),
            notValidBefore: now + years.lowerBound * Self.year, notValidAfter: now + years.upperBound * Self.year,
            issuer: intermediate.subject, subject: try Self.name("Simulated Store Receipts"),
            signatureAlgorithm: .ecdsaWithSHA384, extensions: extensions, issuerPrivateKey: intermediateKey)
        return StoreSigner(key: key, chain: [leaf, intermediate, root])
    }

    private static func name(_ text: String) throws -> DistinguishedName {
        try DistinguishedName {
            CommonName(text)
            OrganizationName("Marquee")
        }
    }

    /// An extension whose presence says everything; its value is ASN.1's NULL.
    private static func mark(_ id: ASN1ObjectIdentifier) -> Certificate.Extension {
        Certificate.Extension(oid: id, critical: false, value: [0x05, 0x00])
    }
}
