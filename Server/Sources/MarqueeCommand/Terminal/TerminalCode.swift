import Portal

/// A QR code of half blocks, which every terminal with Unicode shows.
enum TerminalCode {
    /// Light modules on each side: phones are content with half of what the standard asks for.
    private static let margin = 2

    /// - Returns: `nil` when the text is too long for a code.
    static func text(_ text: String) -> String? {
        guard let modules = QRCode.modules(text) else { return nil }
        let rows = -margin..<modules.count + margin
        func isDark(_ row: Int, _ column: Int) -> Bool {
            modules.indices.contains(row) && modules.indices.contains(column) && modules[row][column]
        }
        return stride(from: rows.lowerBound, to: rows.upperBound, by: 2).map { row in
            rows.map { column in
                // What is light is drawn: most terminals are dark.
                switch (isDark(row, column), isDark(row + 1, column)) {
                case (true, true): " "
                case (true, false): "▄"
                case (false, true): "▀"
                case (false, false): "█"
                }
            }.joined()
        }.joined(separator: "\n")
    }
}
