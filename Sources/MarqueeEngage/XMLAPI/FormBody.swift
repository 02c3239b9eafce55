import Foundation

/// The body of a form, `application/x-www-form-urlencoded`, with its fields in order.
struct FormBody {
    static let contentType = "application/x-www-form-urlencoded; charset=utf-8"

    let data: Data

    init(_ fields: KeyValuePairs<String, String>) {
        var bytes: [UInt8] = []
        for (name, value) in fields {
            if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
            Self.append(name, to: &bytes)
            bytes.append(UInt8(ascii: "="))
            Self.append(value, to: &bytes)
        }
        data = Data(bytes)
    }

    /// A space becomes `%20`, which every decoder of forms reads as a space.
    private static func append(_ text: String, to bytes: inout [UInt8]) {
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
    }
}
