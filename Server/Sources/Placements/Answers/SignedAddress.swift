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
        let query = query
        return base.appending(path: Self.paths[route] ?? "").absoluteString
            + "?\(query)&signature=\(signature(of: query, secret))"
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
        return Hexadecimal.text(code)
    }

    private var query: String {
        var bytes: [UInt8] = []
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
            Self.append(key, to: &bytes)
            bytes.append(UInt8(ascii: "="))
            Self.append(value, to: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Each byte but the unreserved ones of RFC 3986 as "%" and two digits.
    private static func append(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
}

/// Lower-case hexadecimal digits.
enum Hexadecimal {
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
