import Foundation

/// Base64 in its one canonical form: two texts never mean the same bytes.
enum Base64Text {
    /// RFC 4648, section 5, without padding.
    static func urlBytes(_ text: Data) -> Data? {
        guard !text.contains(where: { "+/=".utf8.contains($0) }) else { return nil }
        let standard = text.map { byte -> UInt8 in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        let padding = String(repeating: "=", count: (4 - standard.count % 4) % 4)
        return bytes(String(decoding: standard, as: UTF8.self) + padding)
    }

    /// RFC 4648, section 4, with padding.
    static func bytes(_ text: String) -> Data? {
        guard let bytes = Data(base64Encoded: text), bytes.base64EncodedString() == text else { return nil }
        return bytes
    }
}
