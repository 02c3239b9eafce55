import Crypto
import Foundation
import Secrets

/// The form of secrets that people copy: a prefix that names the kind, 256 random bits, and a checksum.
///
///     mq_pzg3…(52 letters and digits in base 32)…(7 more, which are the checksum)
///
/// A program that looks for leaked secrets finds them by the prefix, and both it and the server tell a secret from a
/// similar text, or one that was not copied to its end, without asking the database.
struct SecretText: Sendable {
    /// Of programs that call the API.
    static let token = SecretText(prefix: "mq_")
    /// Of apps, which sign their requests with it.
    static let app = SecretText(prefix: "mqs_")
    /// In the link of an invitation.
    static let invitation = SecretText(prefix: "mqi_")
    /// Of Engage clients.
    static let clientSecret = SecretText(prefix: "mqc_")
    /// What an Engage client exchanges for access tokens.
    static let refreshToken = SecretText(prefix: "mqr_")
    /// What an Engage client sends with each request.
    static let accessToken = SecretText(prefix: "mqa_")

    private static let checksumLength = 7

    let prefix: String

    func make() -> String {
        let body = prefix + Base32.text(RandomToken.bytes(32)).lowercased()
        return body + Self.checksum(body)
    }

    func isWellFormed(_ text: String) -> Bool {
        guard text.utf8.count == prefix.utf8.count + 52 + Self.checksumLength, text.hasPrefix(prefix) else {
            return false
        }
        let body = text.dropLast(Self.checksumLength)
        return Self.checksum(String(body)) == text.dropFirst(body.count)
    }

    /// The first 32 bits of SHA-256.
    private static func checksum(_ body: String) -> String {
        Base32.text(SHA256.hash(data: Data(body.utf8)).prefix(4)).lowercased()
    }
}
