/// Selects the version of an overlay to show, and measures how long it is shown.
struct OverlaySelection: Sendable, Hashable {
    private let items: [NonLinear]
    private let preference: [Resource.Kind]
    private var failed: Set<Int> = []
    private var isReleased = false
    /// The overlay on screen.
    private(set) var shown: Int?

    init(_ items: [NonLinear], preference: [Resource.Kind]) {
        self.items = items
        self.preference = preference
    }

    subscript(index: Int) -> NonLinear? { items.indices.contains(index) ? items[index] : nil }

    /// The overlay, unless it failed: an overlay that cannot be shown is neither seen nor tapped.
    func seen(_ index: Int) -> NonLinear? { failed.contains(index) ? nil : self[index] }

    /// The first version that can be shown. The standard calls the overlays versions of one creative.
    var next: Int? {
        items.indices.first { !failed.contains($0) && items[$0].resources.preferred(preference) != nil }
    }

    var isEmpty: Bool { items.isEmpty }

    mutating func show(_ index: Int) { shown = index }

    mutating func fail(_ index: Int) {
        failed.insert(index)
        if shown == index { shown = nil }
    }

    /// Returns the overlay on screen once, when its minimum duration has passed.
    mutating func reach(_ time: Duration) -> Int? {
        guard !isReleased, let shown, let minimum = self[shown]?.minimumDuration, time >= minimum else { return nil }
        isReleased = true
        return shown
    }
}
