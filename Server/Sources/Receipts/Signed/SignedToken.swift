import Foundation
import PlatformStore

/// A compact JWS (RFC 7515) with a certificate chain in its header, taken apart. Nothing of it is verified yet.
struct SignedToken {
    /// Of a token, in bytes. A notification holds two tokens in base64.
    static let maximumSize = 256 * 1024
    private static let maximumHeader = 32 * 1024
    private static let maximumCertificate = 8 * 1024
    private static let signatureSize = 64

    /// DER, the signer's own first. Any number; who verifies them counts.
    let chain: [Data]
    let payload: Data
    /// The two numbers of an ES256 signature, 32 bytes each.
    let signature: Data
    /// The bytes that are signed.
    let signed: Data

    private struct Header: Decodable {
        let alg: String
        let x5c: [String]
    }

    /// Takes a token apart. ES256 is the only algorithm: the token does not choose how it is verified.
    /// - Throws: `malformed`.
    init(_ bytes: Data) throws(ReceiptRefusal) {
        guard bytes.count <= Self.maximumSize else { throw .malformed }
        let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count <= Self.maximumHeader, let head = Base64Text.urlBytes(parts[0]),
            let payload = Base64Text.urlBytes(parts[1]), let signature = Base64Text.urlBytes(parts[2]),
            signature.count == Self.signatureSize
        else { throw .malformed }
        let header: Header = try JSONObject.decode(head, without: ["crit"])
        guard header.alg == "ES256", header.x5c.count <= 10 else { throw .malformed }
        var chain: [Data] = []
        for text in header.x5c {
            guard text.utf8.count <= Self.maximumCertificate * 2, let certificate = Base64Text.bytes(text),
                certificate.count <= Self.maximumCertificate
            else { throw .malformed }
            chain.append(certificate)
        }
        self.chain = chain
        self.payload = payload
        self.signature = signature
        signed = bytes[bytes.startIndex..<parts[1].endIndex]
    }
}
