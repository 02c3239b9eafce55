package import Foundation
import MarqueeWire

/// Validators of answers (RFC 9110, 8.8.3 and 13.1.2).
package enum EntityTag {
    /// A strong tag for bytes.
    package static func of(_ data: Data) -> String { "\"\(ObjectHash(of: data).hex.prefix(32))\"" }

    /// Whether an `If-None-Match` names the tag; the comparison is the weak one, as the RFC asks.
    package static func matches(_ header: String?, _ tag: String) -> Bool {
        guard let header else { return false }
        return header.split(separator: ",").contains { candidate in
            let name = candidate.trimmingCharacters(in: .whitespaces)
            return name == "*" || name == tag || name == "W/\(tag)"
        }
    }
}
