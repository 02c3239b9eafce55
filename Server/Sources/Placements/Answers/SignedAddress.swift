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
    func text(on base: String, secret: SigningSecret) -> String {
        let query = query
        return "\(base)/\(Self.paths[route] ?? "")?\(query)&signature=\(signature(of: query, secret))"
    }

    /// Whether one of the secrets signed the values.
    func isSigned(_ signature: String, among secrets: [SigningSecret]) -> Bool {
        let query = query
        return secrets.contains { ConstantTime.equal(self.signature(of: query, $0), signature) }
    }

    private func signature(of query: String, _ secret: SigningSecret) -> String {
        let signed = "\(Self.paths[route] ?? "")?\(query)"
        let code = HMAC<SHA256>.authenticationCode(
            for: Data(signed.utf8), using: SymmetricKey(data: Data(secret.text.utf8)))
        return HexDigits.string(code)
    }

    private var query: String {
        PercentEncoding.form(values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }
}
