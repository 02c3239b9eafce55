import Foundation
import MarqueeWire
import Secrets

/// How secrets of 256 random bits are stored: no salt and no slow function is needed for them.
extension RandomToken {
    /// Whether a text can be one of 32 bytes; others need not be looked for.
    static func isWellFormed(_ token: String) -> Bool { token.utf8.count == 43 }

    /// SHA-256 in hexadecimal digits.
    static func hash(_ token: String) -> String { ObjectHash(of: Data(token.utf8)).hex }
}
