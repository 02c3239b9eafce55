extension HTML {
    /// Escapes text byte by byte, for element content and for quoted attribute values. This is the only place that
    /// escapes.
    ///
    /// A `Character` would be too large a unit: `<` after U+0600, or a quote before U+0301, belongs to a cluster that
    /// is not equal to any single character, and a browser reads scalars, not clusters.
    ///
    /// Control characters that no HTML text may hold (all but tab, line feed and carriage return) are left out.
    public static func escaped(_ text: some StringProtocol) -> String {
        guard text.utf8.contains(where: { replacements[Int($0)] != nil }) else { return String(text) }
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count + 32)
        for byte in text.utf8 {
            if let replacement = replacements[Int(byte)] {
                output.append(contentsOf: replacement)
            } else {
                output.append(byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The replacement of each byte; nil for a byte that stays unchanged.
    private static let replacements: [[UInt8]?] = {
        var table = [[UInt8]?](repeating: nil, count: 256)
        for control in 0..<0x20 where ![0x09, 0x0A, 0x0D].contains(control) { table[control] = [] }
        table[0x7F] = []
        for (character, entity) in [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;")] {
            for byte in character.utf8 { table[Int(byte)] = Array(entity.utf8) }
        }
        return table
    }()
}
