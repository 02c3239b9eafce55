/// Finds the lines of texts in a source, for reports.
struct SourceLines {
    private let source: [UInt8]
    /// How many single searches are left; each reads the whole source.
    private var searches = 200

    init(_ source: String) {
        self.source = Array(source.utf8)
    }

    /// The lines, from 1, on which `addresses` first occur, found in one pass.
    func lines(of addresses: some Sequence<String>) -> [String: Int] {
        var lines: [String: Int] = [:]
        var (line, done) = (1, 0)
        for place in AddressScan.places(of: addresses, in: source) {
            line += source[done..<place.range.lowerBound].count { $0 == UInt8(ascii: "\n") }
            done = place.range.lowerBound
            if lines[place.address] == nil { lines[place.address] = line }
        }
        return lines
    }

    /// The line, from 1, on which `text` first occurs; `nil` when it does not occur, and after 200 searches.
    mutating func line(of text: String) -> Int? {
        guard searches > 0, let first = text.utf8.first else { return nil }
        searches -= 1
        let wanted = Array(text.utf8)
        var line = 1
        for (index, byte) in source.enumerated() {
            if byte == UInt8(ascii: "\n") { line += 1 }
            if byte == first, source[index...].starts(with: wanted) {
                return byte == UInt8(ascii: "\n") ? line - 1 : line
            }
        }
        return nil
    }

    static func line(of text: String, in source: String) -> Int? {
        var lines = SourceLines(source)
        return lines.line(of: text)
    }
}
