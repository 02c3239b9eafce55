import Crypto
import Foundation
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

    func text(on base: URL, secret: SigningSecret) -> String {
        base.appending(path: Self.paths[route] ?? "").absoluteString + "?\(query)&signature=\(signature(secret))"
    }

    /// Whether one of the secrets signed the values.
    func isSigned(_ signature: String, among secrets: [SigningSecret]) -> Bool {
        secrets.contains { ConstantTime.equal(self.signature($0), signature) }
    }

    private func signature(_ secret: SigningSecret) -> String {
        let signed = "\(Self.paths[route] ?? "")?\(query)"
        let code = HMAC<SHA256>.authenticationCode(
            for: Data(signed.utf8), using: SymmetricKey(data: Data(secret.text.utf8)))
        return Hexadecimal.text(code)
    }

    private var query: String {
        values.sorted { $0.key < $1.key }.map { "\(Self.escaped($0.key))=\(Self.escaped($0.value))" }
            .joined(separator: "&")
    }

    private static func escaped(_ text: String) -> String {
        let plain = CharacterSet(
            charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}

/// Lower-case hexadecimal digits.
enum Hexadecimal {
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
