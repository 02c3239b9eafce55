/// The properties that reports count by.
extension IndexedEvent {
    /// Longer texts are not counted by: they are no addresses of content.
    private static let longest = 512
    /// A hundred tags of ordinary length; a longer list is no profile's.
    private static let longestTags = 8192
    /// A day in front of one page is nobody reading.
    private static let longestDwell = 86_400_000.0

    mutating func note(_ text: JSONScanner.Text, of key: JSONScanner.Text, _ scanner: JSONScanner) {
        if text.range.count <= Self.longestTags, scanner.isEqual(key, "tags") { tags = TextSpan(text) }
        guard text.range.count <= Self.longest else { return }
        if scanner.isEqual(key, "uri") {
            uri = TextSpan(text)
        } else if scanner.isEqual(key, "entry_point") {
            entryPoint = TextSpan(text)
        } else if scanner.isEqual(key, "channel") {
            channel = TextSpan(text)
        }
    }

    mutating func note(_ number: JSONScanner.Number, of key: JSONScanner.Text, _ scanner: JSONScanner) {
        if scanner.isEqual(key, "dwell_ms") {
            let value = scanner.integer(number).map { Double($0) } ?? scanner.double(number)?.rounded() ?? 0
            dwellMilliseconds = UInt32(min(max(value, 0), Self.longestDwell))
        } else if scanner.isEqual(key, "release"), let value = scanner.integer(number) {
            release = value
            flags.insert(.hasRelease)
        }
    }

    mutating func noteTrue(of key: JSONScanner.Text, _ scanner: JSONScanner) {
        if scanner.isEqual(key, "completed") { flags.insert(.isCompleted) }
    }
}
