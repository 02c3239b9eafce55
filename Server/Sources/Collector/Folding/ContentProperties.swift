/// The properties of an event that reports count by.
struct ContentProperties {
    var uri: String?
    var channel: String?
    var entryPoint = ""
    var dwellMilliseconds: Int64 = 0
    var isCompleted = false
    var release: Int64?

    /// Reads the properties object at `range`, which was scanned and found good.
    init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        var scanner = JSONScanner(bytes, at: range.lowerBound)
        try? read(&scanner)
    }

    private mutating func read(_ scanner: inout JSONScanner) throws(ScanError) {
        try scanner.expect(UInt8(ascii: "{"))
        var isFirst = true
        while let key = try scanner.nextKey(isFirst: isFirst) {
            isFirst = false
            switch scanner.peek() {
            case UInt8(ascii: "\""): take(try scanner.string(), key, scanner)
            case UInt8(ascii: "t"):
                if scanner.isEqual(key, "completed") { isCompleted = true }
                try scanner.skip()
            case UInt8(ascii: "f"): try scanner.skip()
            default: take(try scanner.number(), key, scanner)
            }
            guard try scanner.hasMore(before: UInt8(ascii: "}")) else { return }
        }
    }

    private mutating func take(_ text: JSONScanner.Text, _ key: JSONScanner.Text, _ scanner: JSONScanner) {
        guard text.range.count <= 512 else { return }
        if scanner.isEqual(key, "uri") {
            uri = scanner.string(text)
        } else if scanner.isEqual(key, "entry_point") {
            entryPoint = scanner.string(text)
        } else if scanner.isEqual(key, "channel") {
            channel = scanner.string(text)
        }
    }

    private mutating func take(_ number: JSONScanner.Number, _ key: JSONScanner.Text, _ scanner: JSONScanner) {
        if scanner.isEqual(key, "dwell_ms") {
            let exact = scanner.integer(number) ?? scanner.double(number).flatMap { Int64(exactly: $0.rounded()) }
            // A day in front of one page is nobody reading.
            dwellMilliseconds = min(max(exact ?? 0, 0), 86_400_000)
        } else if scanner.isEqual(key, "release") {
            release = scanner.integer(number)
        }
    }
}
