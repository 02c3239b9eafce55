import MarqueeWire

/// The pages a person went through in one hub, where in each of them they were, and which of them is shown.
///
/// Pure.
struct NavigationHistory: Sendable, Hashable {
    struct Entry: Sendable, Hashable {
        let uri: ContentURI
        var scrollPosition = 0.0
    }

    /// The oldest pages are forgotten beyond this many.
    static let maximumEntries = 1_000

    private(set) var entries: [Entry] = []
    private var index = 0

    var current: Entry? { entries.isEmpty ? nil : entries[index] }
    /// `nil` before the first page.
    var currentIndex: Int? { entries.isEmpty ? nil : index }
    var canGoBack: Bool { index > 0 }
    var canGoForward: Bool { index + 1 < entries.count }

    /// A new page follows the current one; what lay ahead is forgotten.
    mutating func navigated(to uri: ContentURI) {
        if !entries.isEmpty { entries.removeSubrange((index + 1)...) }
        entries.append(Entry(uri: uri))
        if entries.count > Self.maximumEntries { entries.removeFirst() }
        index = entries.count - 1
    }

    /// The page before the current one; `nil`, and nothing changes, when there is none.
    mutating func wentBack() -> Entry? {
        guard canGoBack else { return nil }
        index -= 1
        return current
    }

    /// The page left by the last step back; `nil`, and nothing changes, when there is none.
    mutating func wentForward() -> Entry? {
        guard canGoForward else { return nil }
        index += 1
        return current
    }

    /// Remembers where the current page was scrolled to.
    mutating func scrolled(to position: Double) {
        guard !entries.isEmpty, position.isFinite else { return }
        entries[index].scrollPosition = max(0, position)
    }
}
