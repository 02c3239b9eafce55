public import Foundation

/// Lower-case hexadecimal digits, the form of all hashes and key ids.
public enum HexDigits {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Two digits for each byte.
    public static func string(_ bytes: some ContiguousBytes) -> String {
        bytes.withUnsafeBytes { bytes in
            String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
                for (place, byte) in bytes.enumerated() {
                    text[2 * place] = digits[Int(byte >> 4)]
                    text[2 * place + 1] = digits[Int(byte & 15)]
                }
                return 2 * bytes.count
            }
        }
    }

    /// The value of a digit, 0 to 15; `nil` for another byte. Capital digits count too.
    public static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    static func isLowerCaseDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
