extension ScriptValue {
    /// The value as JSON that is safe inside a `<script>` element: `<`, U+2028 and U+2029 are escaped, and keys are
    /// sorted.
    public var json: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let value): text += Self.written(value)
        case .text(let value): Self.write(value, to: &text)
        case .list(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                value.write(to: &text)
            }
            text += "]"
        case .record(let values):
            text += "{"
            for (index, entry) in values.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { text += "," }
                Self.write(entry.key, to: &text)
                text += ":"
                entry.value.write(to: &text)
            }
            text += "}"
        }
    }

    private static func written(_ value: Double) -> String {
        guard value.isFinite else { return "null" }
        return Int(exactly: value).map(String.init) ?? value.description
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "<", "\u{2028}", "\u{2029}": text += escaped(scalar)
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: text += escaped(scalar)
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
