import Foundation

/// The public key in a key file: a bare key, or the key inside a certificate.
///
/// Sources: RFC 5280 sections 4.1 and 4.1.2.7, RFC 5480, RFC 8410.
struct SubjectPublicKeyInfo {
    let algorithm: PublicKey.Algorithm
    let der: Data
    /// The content of the bit string.
    let key: Data

    private static let rsaEncryption: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
    private static let ellipticCurve: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
    private static let curveP256: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
    private static let ed25519: [UInt8] = [0x2B, 0x65, 0x70]

    init(der: Data) throws(WireError) {
        var file = DERReader(ArraySlice(der))
        var body = DERReader(try file.read(.sequence))
        try file.requireEnd()
        let first = try body.readElement()
        if body.isNext(.bitString) {
            try self.init(element: ArraySlice(der))
        } else {
            _ = try body.read(.sequence)
            _ = try body.read(.bitString)
            try body.requireEnd()
            try self.init(element: try Self.keyElement(ofCertificateBody: first))
        }
    }

    private init(element: ArraySlice<UInt8>) throws(WireError) {
        var outer = DERReader(element)
        var info = DERReader(try outer.read(.sequence))
        var identifier = DERReader(try info.read(.sequence))
        let bits = try info.read(.bitString)
        try info.requireEnd()
        guard bits.first == 0 else { throw WireError(.malformed, "DER: the key's bit string is not whole bytes") }
        algorithm = try Self.algorithm(&identifier)
        try identifier.requireEnd()
        der = Data(element)
        key = Data(bits.dropFirst())
    }

    private static func algorithm(_ identifier: inout DERReader) throws(WireError) -> PublicKey.Algorithm {
        let oid = Array(try identifier.read(.objectIdentifier))
        switch oid {
        case rsaEncryption:
            guard try identifier.read(.null).isEmpty else {
                throw WireError(.malformed, "DER: RSA parameters are not null")
            }
            return .rsa2048
        case ed25519: return .ed25519
        case ellipticCurve:
            guard Array(try identifier.read(.objectIdentifier)) == curveP256 else {
                throw WireError(.unsupportedKey, "elliptic curve key on a curve other than P-256")
            }
            return .p256
        default: throw WireError(.unsupportedKey, "key algorithm \(HexDigits.string(oid)) is not RSA, P-256 or Ed25519")
        }
    }

    /// TBSCertificate: version, serial, signature algorithm, issuer, validity, subject, then the key.
    private static func keyElement(ofCertificateBody body: ArraySlice<UInt8>) throws(WireError) -> ArraySlice<UInt8> {
        var outer = DERReader(body)
        var fields = DERReader(try outer.read(.sequence))
        if fields.isNext(.version) { _ = try fields.read(.version) }
        _ = try fields.read(.integer)
        for _ in ["signature algorithm", "issuer", "validity", "subject"] { _ = try fields.read(.sequence) }
        return try fields.readElement()
    }
}
