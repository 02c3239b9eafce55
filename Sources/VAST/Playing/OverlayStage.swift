/// Which version of an overlay is shown, and for how long it asks to be.
struct OverlayStage: Sendable, Hashable {
    private let items: [NonLinear]
    private let preference: [Resource.Kind]
    private var failed: Set<Int> = []
    private var isReleased = false
    /// On screen.
    private(set) var shown: Int?

    init(_ items: [NonLinear], preference: [Resource.Kind]) {
        self.items = items
        self.preference = preference
    }

    subscript(index: Int) -> NonLinear? { items.indices.contains(index) ? items[index] : nil }

    /// The overlay, unless it failed: what cannot be shown is neither seen nor tapped.
    func seen(_ index: Int) -> NonLinear? { failed.contains(index) ? nil : self[index] }

    /// The first version that can be shown; the standard calls them versions of one creative.
    var next: Int? {
        items.indices.first { !failed.contains($0) && items[$0].resources.preferred(preference) != nil }
    }

    /// Whether there is one at all.
    var isEmpty: Bool { items.isEmpty }

    mutating func show(_ index: Int) { shown = index }

    mutating func fail(_ index: Int) {
        failed.insert(index)
        if shown == index { shown = nil }
    }

    /// - Returns: the overlay that was shown for as long as it asks, once.
    mutating func reach(_ time: Duration) -> Int? {
        guard !isReleased, let shown, let minimum = self[shown]?.minimumDuration, time >= minimum else { return nil }
        isReleased = true
        return shown
    }
}
