extension StringProtocol {
    /// Without white space and line ends around it.
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
    /// Nearly every text begins and ends with ASCII, for which no table has to be looked up.
    fileprivate var isSpace: Bool {
        value < 0x80 ? value == 0x20 || 0x09...0x0D ~= value : properties.isWhitespace
    }
}
