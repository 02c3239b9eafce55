import Crypto
import Foundation
import MarqueeWire
import PlatformStore
import Testing

/// An authenticator app: RFC 6238 once more, so that the server's own code is not its only witness.
enum TestCode {
    static func current(_ secret: String, at time: Timestamp) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        let bits = secret.compactMap { alphabet.firstIndex(of: $0) }.map { value in
            String(repeating: "0", count: 5 - String(value, radix: 2).count) + String(value, radix: 2)
        }.joined()
        let key = stride(from: 0, to: bits.count - 7, by: 8).compactMap { start in
            UInt8(bits.dropFirst(start).prefix(8), radix: 2)
        }
        let counter = withUnsafeBytes(of: (time.milliseconds / 30_000).bigEndian) { Data($0) }
        let digest = Array(HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: SymmetricKey(data: key)))
        let offset = Int(digest[19] & 0xF)
        let number = digest[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } & 0x7FFF_FFFF
        return String(String(number + 10_000_000_000).suffix(6))
    }
}

extension TestPortal {
    /// Gives an account a second factor.
    func enrol(_ name: String) async throws {
        let enrolment = try await platform.secondFactors.begin(for: name)
        let code = TestCode.current(enrolment.secret, at: clock.now)
        _ = try await platform.secondFactors.confirm(code: code, for: name)
    }
}
