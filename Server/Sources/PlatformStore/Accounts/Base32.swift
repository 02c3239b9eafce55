/// Base 32 of RFC 4648, section 6, without padding.
enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")

    /// Five bits to a character; the last one is filled with zeros.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        var text = ""
        var (buffer, bits) = (UInt32(0), 0)
        for byte in bytes {
            buffer = (buffer << 8 | UInt32(byte)) & 0xFFFF
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(alphabet[Int(buffer >> UInt32(bits) & 31)])
            }
        }
        if bits > 0 { text.append(alphabet[Int(buffer << UInt32(5 - bits) & 31)]) }
        return text
    }
}
