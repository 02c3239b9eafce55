import Crypto
import Foundation
import SwiftASN1
import X509

/// Signs tokens as the store does.
struct StoreSigner: Sendable {
    let key: P256.Signing.PrivateKey
    /// The signer's own certificate first.
    let chain: [Certificate]

    private struct Header: Encodable {
        let alg = "ES256"
        let x5c: [String]
    }

    /// A compact JWS of a value.
    func token(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try token(payload: encoder.encode(value))
    }

    /// A compact JWS of bytes.
    /// - Parameters:
    ///   - payload: what is signed.
    ///   - header: stands in the place of the usual header.
    func token(payload: Data, header: Data? = nil) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let usual = try encoder.encode(Header(x5c: try Self.texts(chain)))
        let signed = Self.text(header ?? usual) + "." + Self.text(payload)
        let signature = try key.signature(for: Data(signed.utf8))
        return signed + "." + Self.text(signature.rawRepresentation)
    }

    /// Certificates as `x5c` has them.
    static func texts(_ chain: [Certificate]) throws -> [String] {
        try chain.map { certificate in
            var serializer = DER.Serializer()
            try serializer.serialize(certificate)
            return Data(serializer.serializedBytes).base64EncodedString()
        }
    }

    /// Base64 for URLs without padding.
    static func text(_ bytes: Data) -> String {
        bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
