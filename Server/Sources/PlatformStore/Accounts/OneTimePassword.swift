import Crypto
import Foundation
import MarqueeWire
import Secrets

/// Codes that an authenticator app and the server compute from a shared secret and the time (RFC 6238 with HMAC-SHA-1).
struct OneTimePassword: Sendable {
    /// How long a code is the current one.
    static let period: Int64 = 30
    static let digits = 6
    /// How many periods the two clocks may differ.
    static let tolerance: Int64 = 1

    let secret: Data

    /// The number of the period that a time is in.
    static func step(at time: Timestamp) -> Int64 { time.milliseconds / 1000 / period }

    /// The code of a period (RFC 4226, section 5.3).
    func code(step: Int64, digits: Int = digits) -> String {
        let counter = withUnsafeBytes(of: step.bigEndian) { Data($0) }
        let digest = Array(
            HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: SymmetricKey(data: secret)))
        let offset = Int(digest[digest.count - 1] & 15)
        let value = digest[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let modulus = (0..<digits).reduce(UInt64(1)) { product, _ in product * 10 }
        let text = String(UInt64(value) % modulus)
        return String(repeating: "0", count: digits - text.count) + text
    }

    /// The period that a code belongs to, or `nil` for a wrong code.
    /// - Parameter used: the latest period whose code was accepted. It and earlier ones are refused, so that each code
    ///   counts once (RFC 6238, section 5.2).
    func matches(_ candidate: String, at time: Timestamp, after used: Int64) -> Int64? {
        let current = Self.step(at: time)
        var found: Int64?
        for step in current - Self.tolerance...current + Self.tolerance {
            let isSame = ConstantTime.equal(Array(code(step: step).utf8), Array(candidate.utf8))
            if isSame, step > used { found = step }
        }
        return found
    }
}
