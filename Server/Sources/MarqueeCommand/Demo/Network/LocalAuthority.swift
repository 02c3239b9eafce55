import Crypto
import Foundation
import PlatformStore
import SwiftASN1
import X509

/// A certificate authority for the demo, for nothing but the networks that this machine is in.
///
/// A phone that trusts it trusts nothing else by it: its certificates are valid for these networks and one name alone, and
/// its key is never written down, so it ends with the demo.
struct LocalAuthority: Sendable {
    /// Phones refuse certificates of more than 825 days, and nobody tries a demo for longer.
    static let days = 30

    private let certificate: Certificate
    private let key: Certificate.PrivateKey
    private let addresses: [NetworkAddress]
    private let name: String

    /// Makes an authority with a new key.
    /// - Parameters:
    ///   - addresses: those that the server will have.
    ///   - name: the machine's name, of letters, digits and hyphens; phones find it as `NAME.local`.
    init(addresses: [NetworkAddress], name: String, now: Date = Date()) throws {
        let (domain, key) = ("\(name).local", Certificate.PrivateKey(P256.Signing.PrivateKey()))
        (self.addresses, self.name, self.key) = (addresses, domain, key)
        let subject = try DistinguishedName {
            CommonName("Marquee demo on \(name)")
            OrganizationName("Marquee demo")
        }
        certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
            notValidBefore: now - 300, notValidAfter: now + TimeInterval(Self.days * 86_400), issuer: subject,
            subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true))
                Critical(
                    NameConstraints(
                        permittedDNSDomains: [domain],
                        permittedIPRanges: addresses.map { ASN1OctetString(contentBytes: $0.range[...]) }))
                SubjectKeyIdentifier(hash: key.publicKey)
            },
            issuerPrivateKey: key)
    }

    /// The certificate as a profile carries it, in DER.
    var der: Data {
        get throws {
            var serializer = DER.Serializer()
            try serializer.serialize(certificate)
            return Data(serializer.serializedBytes)
        }
    }

    /// What a phone shows of the certificate: its SHA-256, as pairs of hexadecimal digits.
    var fingerprint: String {
        get throws { SHA256.hash(data: try der).map { String(format: "%02X", $0) }.joined(separator: " ") }
    }

    /// Writes a certificate for the server, signed by this authority, and its key.
    /// - Returns: the two files.
    func issue(in folder: URL, now: Date = Date()) throws -> (certificate: URL, key: URL) {
        try PrivateFile.makeFolder(folder)
        let own = P256.Signing.PrivateKey()
        let names =
            [GeneralName.dnsName(name)]
            + addresses.map { .ipAddress(ASN1OctetString(contentBytes: $0.address[...])) }
        let leaf = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(own.publicKey),
            notValidBefore: now - 300, notValidAfter: certificate.notValidAfter, issuer: certificate.subject,
            subject: try DistinguishedName { CommonName(name) }, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(names)
                AuthorityKeyIdentifier(
                    keyIdentifier: try certificate.extensions.subjectKeyIdentifier?.keyIdentifier)
            },
            issuerPrivateKey: key)
        let chain = try [leaf, certificate].map { try $0.serializeAsPEM().pemString }.joined(separator: "\n")
        let files = (folder.appending(path: "server.pem"), folder.appending(path: "server.key"))
        try PrivateFile.write(Data(chain.utf8), to: files.0)
        try PrivateFile.write(Data(own.pemRepresentation.utf8), to: files.1)
        return files
    }
}
