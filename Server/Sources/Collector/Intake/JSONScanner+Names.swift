import MarqueeWire

/// Names that programs gave: of installs, of SDKs, of properties.
extension JSONScanner {
    func isPlain(_ text: Text) -> Bool { withBytes(of: text) { ProgramText.isPlain($0) } }

    /// Text that is ``MarqueeWire/ProgramText``.
    /// - Parameter sizes: in bytes, escapes included.
    mutating func plainText(_ sizes: ClosedRange<Int>) throws(ScanError) -> Text {
        let text = try string()
        guard sizes.contains(text.range.count) else { throw failure("text of \(text.range.count) bytes") }
        guard isPlain(text) else { throw failure("a name that holds control characters or marks without a letter") }
        return text
    }

    /// Whether two keys mean the same name.
    func hasTwins(_ keys: [Text]) -> Bool {
        // With escapes a name can be written in several ways.
        if keys.contains(where: \.isEscaped) { return Set(keys.map(decoded)).count < keys.count }
        for (index, key) in keys.enumerated() {
            for other in keys[..<index] where isSame(other, key) { return true }
        }
        return false
    }
}
