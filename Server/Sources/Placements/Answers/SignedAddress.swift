import Crypto
import Foundation
import MarqueeWire
import PlatformStore
import Secrets

/// An address of this server that a unit reports to. The server signs it, so that nobody can make up a report.
struct SignedAddress: Sendable {
    static let paths: [PlacementEvent.Route: String] = [
        .impression: "v3/impression", .click: "v3/publisher/dismiss", .dismiss: "v3/publisher/dismiss",
        .form: "v3/publisher/form", .unlock: "v3/publisher/unlock", .attempt: "v3/publisher/attempt",
    ]

    let route: PlacementEvent.Route
    let values: [String: String]

    /// - Parameter base: the server's address, without a slash at the end.
    func text(on base: String, signer: AddressSigner) -> String {
        let signed = signed
        return "\(base)/\(signed)&signature=\(signer.signature(of: signed))"
    }

    /// Whether one of the secrets signed the values.
    func isSigned(_ signature: String, among secrets: [SigningSecret]) -> Bool {
        let signed = signed
        return secrets.contains { ConstantTime.equal(AddressSigner($0).signature(of: signed), signature) }
    }

    /// Path and query.
    private var signed: String {
        let query = PercentEncoding.form(values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        return "\(Self.paths[route] ?? "")?\(query)"
    }
}

/// Signs addresses with one secret.
struct AddressSigner {
    private let start: HMAC<SHA256>

    init(_ secret: SigningSecret) { start = HMAC(key: SymmetricKey(data: Data(secret.text.utf8))) }

    func signature(of text: String) -> String {
        var code = start
        code.update(data: Data(text.utf8))
        return HexDigits.string(code.finalize())
    }
}
