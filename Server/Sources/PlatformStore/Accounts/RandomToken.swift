import Foundation
import MarqueeWire

/// Random texts that nobody can guess, and how they are stored.
enum RandomToken {
    /// 256 random bits in base 64 for URLs, without padding.
    static func make() -> String {
        Data(bytes(32)).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
            "=", with: "")
    }

    /// A name for a record that stands on pages: 64 random bits in hexadecimal digits, not secret.
    static func makeID() -> String { String(UInt64.random(in: (1 << 60) ... .max), radix: 16) }

    /// Bytes from the system's generator.
    static func bytes(_ count: Int) -> [UInt8] {
        var random = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    }

    /// Whether a text can be one of ``make()``; others need not be looked for.
    static func isWellFormed(_ token: String) -> Bool { token.utf8.count == 43 }

    /// SHA-256 in hexadecimal digits. With 256 random bits in the token, no salt and no slow function is needed.
    static func hash(_ token: String) -> String { ObjectHash(of: Data(token.utf8)).hex }
}
