/// Code between backticks, as CommonMark defines it: the next run of the same length closes a run of backticks.
enum CodeSpans {
    /// The spans in their order, with their backticks, in linear time.
    static func ranges(in text: [UInt8]) -> [Range<Int>] {
        let runs = runs(in: text)
        // For each run, the next run of the same length.
        var following = [Int?](repeating: nil, count: runs.count)
        var latest: [Int: Int] = [:]
        for index in runs.indices.reversed() {
            following[index] = latest[runs[index].range.count]
            latest[runs[index].range.count] = index
        }
        var spans: [Range<Int>] = []
        var index = 0
        while index < runs.count {
            if !runs[index].isEscaped, let end = following[index] {
                spans.append(runs[index].range.lowerBound..<runs[end].range.upperBound)
                index = end + 1
            } else {
                index += 1
            }
        }
        return spans
    }

    /// All code of a Markdown text: whole lines, and spans within the lines between them.
    static func code(in source: [UInt8], lines: [ClosedRange<Int>]) -> [Range<Int>] {
        var blocks = lines[...]
        var (code, start, number, first) = ([Range<Int>](), 0, 0, 0)
        func spans(to end: Int) -> [Range<Int>] {
            ranges(in: Array(source[start..<end])).map { ($0.lowerBound + start)..<($0.upperBound + start) }
        }
        while first < source.count {
            let end = source[first...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? source.count
            while let block = blocks.first, block.upperBound < number { blocks.removeFirst() }
            let isCode = blocks.first?.contains(number) == true
            let isBlank = source[first..<end].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A }
            if isCode || isBlank {
                code += spans(to: first)
                if isCode { code.append(first..<end) }
                start = end
            }
            (first, number) = (end, number + 1)
        }
        return code + spans(to: source.count)
    }

    private static func runs(in text: [UInt8]) -> [(range: Range<Int>, isEscaped: Bool)] {
        var runs: [(range: Range<Int>, isEscaped: Bool)] = []
        var (index, backslashes) = (0, 0)
        while index < text.count {
            guard text[index] == UInt8(ascii: "`") else {
                backslashes = text[index] == UInt8(ascii: "\\") ? backslashes + 1 : 0
                index += 1
                continue
            }
            let start = index
            while index < text.count, text[index] == UInt8(ascii: "`") { index += 1 }
            runs.append((start..<index, backslashes % 2 == 1))
            backslashes = 0
        }
        return runs
    }
}

/// Finds the ends of a template language's tags; each end is searched for once.
struct Closings {
    private let text: ArraySlice<UInt8>
    /// The last end found for `}}` and `%}`; `endIndex` when no further one exists.
    private var found: [Int]

    init(_ text: ArraySlice<UInt8>) {
        self.text = text
        found = [text.startIndex, text.startIndex]
    }

    /// The index after the `}}` or, for a tag, the `%}` that follows `index`.
    mutating func end(after index: Int, isTag: Bool) -> Int? {
        let first = UInt8(ascii: isTag ? "%" : "}")
        let place = isTag ? 1 : 0
        var next = max(found[place], index + 2)
        while next + 1 < text.endIndex, text[next] != first || text[next + 1] != UInt8(ascii: "}") { next += 1 }
        guard next + 1 < text.endIndex else {
            found[place] = text.endIndex
            return nil
        }
        found[place] = next
        return next + 2
    }
}
