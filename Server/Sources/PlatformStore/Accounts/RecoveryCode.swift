import MarqueeWire
import Secrets

/// Codes for a person who lost the authenticator app: 80 random bits in four groups of letters and digits.
enum RecoveryCode {
    static func make(_ count: Int) -> [String] {
        (0..<count).map { _ in
            let text = Base32.text(RandomToken.bytes(10)).lowercased()
            return stride(from: 0, to: 16, by: 4).map { start in String(text.dropFirst(start).prefix(4)) }
                .joined(separator: "-")
        }
    }

    /// The hash of a code as a person typed it; spaces, hyphens and capitals do not matter.
    static func hash(_ typed: String) -> String {
        RandomToken.hash(typed.lowercased().filter { $0.isLetter || $0.isNumber })
    }
}
