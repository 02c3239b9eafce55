import Crypto
import Foundation
import MarqueeWire

/// The forms that texts and numbers have in parameters.
enum PlacementText {
    /// The longest plug-in id.
    static let maximumPlugin = 42
    /// The plug-in id of an app that sets none.
    static let defaultPlugin = "ios"

    /// Keeps the unreserved characters of RFC 3986, section 2.3.
    /// - Returns: `nil` if nothing is left.
    static func customID(_ text: String) -> String? {
        let kept = text.unicodeScalars.filter(isUnreserved)
        return kept.isEmpty ? nil : String(String.UnicodeScalarView(kept))
    }

    /// As ``customID(_:)``, cut to ``maximumPlugin`` characters.
    static func plugin(_ text: String?) -> String {
        text.flatMap(customID).map { String($0.prefix(maximumPlugin)) } ?? defaultPlugin
    }

    /// A number without a fraction of zero.
    static func number(_ value: Double) -> String {
        Int64(exactly: value).map { String($0) } ?? String(value)
    }

    /// `name=value&…` with the names sorted, each byte escaped but for the unreserved ones.
    static func form(_ parameters: [String: String]) -> String {
        PercentEncoding.form(parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    static func odin1(_ bytes: [UInt8]) -> String {
        HexDigits.string(Insecure.SHA1.hash(data: bytes))
    }

    private static func isUnreserved(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "A"..."Z", "a"..."z", "0"..."9", "-", ".", "_", "~": true
        default: false
        }
    }
}
