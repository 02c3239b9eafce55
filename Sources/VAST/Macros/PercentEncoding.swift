/// The encoding of `encodeURIComponent`, which VAST requires: all characters except unreserved ones and `!'()*` become
/// UTF-8 bytes.
enum PercentEncoding {
    private static let digits = Array("0123456789ABCDEF".utf8)

    static func component(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isBare(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "-_.!~*'()".utf8.contains(byte)
        }
    }
}
