import Foundation

/// Secrets that nobody can guess, from the system's random numbers.
package enum RandomToken {
    /// A text of `bytes` random bytes in base 64 for URLs, without padding (RFC 4648, section 5): 43 characters for the
    /// 32 bytes of a session, 22 for 16.
    package static func make(bytes count: Int = 32) -> String {
        Data(bytes(count)).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// A name for a record that stands on pages: 16 hexadecimal digits, not secret.
    package static func makeID() -> String { String(UInt64.random(in: (1 << 60) ... .max), radix: 16) }

    /// Random bytes, for salts and keys.
    package static func bytes(_ count: Int) -> [UInt8] {
        var random = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    }
}
