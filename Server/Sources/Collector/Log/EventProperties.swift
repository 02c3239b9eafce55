import MarqueeWire

/// Reads single properties of a logged event, as texts: a number as it was sent, a truth value as `true` or `false`.
enum EventProperties {
    /// The values of some properties, in the order of their names; `nil` for those that the event does not have.
    static func values(_ names: [[UInt8]], in properties: [UInt8]) -> [String?] {
        var values = [String?](repeating: nil, count: names.count)
        properties.withUnsafeBufferPointer { bytes in
            var scanner = JSONScanner(bytes)
            // Intake has checked the object, so reading it cannot fail; a damaged one has no properties.
            try? read(names, &scanner, &values)
        }
        return values
    }

    private static func read(
        _ names: [[UInt8]], _ scanner: inout JSONScanner, _ values: inout [String?]
    ) throws(ScanError) {
        var missing = names.count
        try scanner.expect(UInt8(ascii: "{"))
        var isFirst = true
        while missing > 0, let key = try scanner.nextKey(isFirst: isFirst) {
            isFirst = false
            if let place = place(of: key, in: names, scanner) {
                values[place] = try value(&scanner)
                missing -= 1
            } else {
                try scanner.skip(depth: 1)
            }
            guard try scanner.hasMore(before: UInt8(ascii: "}")) else { return }
        }
    }

    private static func place(of key: JSONScanner.Text, in names: [[UInt8]], _ scanner: JSONScanner) -> Int? {
        if key.isEscaped {
            let bytes = scanner.decoded(key)
            return names.firstIndex { $0 == bytes }
        }
        return names.firstIndex { scanner.isEqual(key, $0) }
    }

    private static func value(_ scanner: inout JSONScanner) throws(ScanError) -> String {
        if scanner.peek() == UInt8(ascii: "\"") { return scanner.string(try scanner.string()) }
        let start = scanner.position
        try scanner.skip(depth: 1)
        return String(decoding: scanner.slice(start..<scanner.position), as: UTF8.self)
    }
}
