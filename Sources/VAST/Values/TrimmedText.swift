extension StringProtocol {
    /// The text without surrounding white space and line ends.
    var trimmed: String {
        let scalars = unicodeScalars
        guard let start = scalars.firstIndex(where: { !$0.isSpace }),
            let last = scalars.lastIndex(where: { !$0.isSpace })
        else { return "" }
        let end = scalars.index(after: last)
        return start == startIndex && end == endIndex ? String(self) : String(self[start..<end])
    }
}

extension Unicode.Scalar {
    /// Nearly every text begins and ends with ASCII, which needs no table look-up.
    fileprivate var isSpace: Bool {
        value < 0x80 ? value == 0x20 || 0x09...0x0D ~= value : properties.isWhitespace
    }
}
