import MarqueeWire

/// The visited pages of one hub, the scroll position of each, and the page that is shown.
///
/// A value without side effects.
struct NavigationHistory: Sendable, Hashable {
    struct Entry: Sendable, Hashable {
        let uri: ContentURI
        var scrollPosition = 0.0
    }

    /// The largest number of entries. When there are more, the oldest is removed.
    static let maximumEntries = 1_000

    private(set) var entries: [Entry] = []
    private var index = 0

    var current: Entry? { entries.isEmpty ? nil : entries[index] }
    /// `nil` before the first page.
    var currentIndex: Int? { entries.isEmpty ? nil : index }
    var canGoBack: Bool { index > 0 }
    var canGoForward: Bool { index + 1 < entries.count }

    /// Adds a new page after the current one and removes the pages ahead.
    mutating func navigated(to uri: ContentURI) {
        if !entries.isEmpty { entries.removeSubrange((index + 1)...) }
        entries.append(Entry(uri: uri))
        if entries.count > Self.maximumEntries { entries.removeFirst() }
        index = entries.count - 1
    }

    /// Goes to the previous page. Returns `nil` and changes nothing when there is none.
    mutating func wentBack() -> Entry? {
        guard canGoBack else { return nil }
        index -= 1
        return current
    }

    /// Goes to the page that the last step back left. Returns `nil` and changes nothing when there is none.
    mutating func wentForward() -> Entry? {
        guard canGoForward else { return nil }
        index += 1
        return current
    }

    /// Stores the scroll position of the current page.
    mutating func scrolled(to position: Double) {
        guard !entries.isEmpty, position.isFinite else { return }
        entries[index].scrollPosition = max(0, position)
    }
}
