/// The properties that reports count by.
extension IndexedEvent {
    /// Longer texts are not counted by: they are no addresses of content.
    private static let longest = 512
    /// A hundred tags of ordinary length; a longer list is no profile's.
    private static let longestTags = 8192
    /// A day in front of one page is nobody reading.
    private static let longestDwell = 86_400_000.0

    /// A property that is told apart by its name.
    enum Figure: Int {
        case uri
        case channel
        case entryPoint
        case tags
        case dwell
        case release
        case completed

        private static let names: [ShortName] = [
            ShortName("uri"), ShortName("channel"), ShortName("entry_point"), ShortName("tags"), ShortName("dwell_ms"),
            ShortName("release"), ShortName("completed"),
        ]

        init?(_ key: JSONScanner.Text, _ scanner: JSONScanner) {
            guard let name = scanner.name(key), let place = Self.names.firstIndex(of: name) else { return nil }
            self.init(rawValue: place)
        }
    }

    mutating func note(_ text: JSONScanner.Text, as figure: Figure?) {
        guard let figure, text.range.count <= (figure == .tags ? Self.longestTags : Self.longest) else { return }
        switch figure {
        case .uri: uri = TextSpan(text)
        case .channel: channel = TextSpan(text)
        case .entryPoint: entryPoint = TextSpan(text)
        case .tags: tags = TextSpan(text)
        case .dwell, .release, .completed: break
        }
    }

    mutating func note(_ number: JSONScanner.Number, as figure: Figure?, _ scanner: JSONScanner) {
        switch figure {
        case .dwell:
            let value = scanner.integer(number).map { Double($0) } ?? scanner.double(number)?.rounded() ?? 0
            dwellMilliseconds = UInt32(min(max(value, 0), Self.longestDwell))
        case .release:
            guard let value = scanner.integer(number) else { return }
            release = value
            flags.insert(.hasRelease)
        default: break
        }
    }

    mutating func noteTrue(as figure: Figure?) {
        if figure == .completed { flags.insert(.isCompleted) }
    }
}
