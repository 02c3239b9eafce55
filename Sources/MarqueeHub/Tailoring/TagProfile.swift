/// A user's tags with their usage counts, or the tags an app presents with instead; fixed for one presentation.
public struct TagProfile: Sendable, Hashable {
    private let counts: [String: Int]

    /// Takes counts as ``MarqueeCore/UserStore/usageCounts(of:)`` gives them; one of 0 or less counts as none.
    public init(counts: [String: Int] = [:]) {
        self.counts = counts.filter { $0.value > 0 }
    }

    /// Tags in place of a profile, each worth the same.
    public init(tags: [String]) {
        self.init(counts: Dictionary(tags.map { ($0, 1) }) { first, _ in first })
    }

    /// No tag counts; everything then keeps the publisher's order.
    public var isEmpty: Bool { counts.isEmpty }

    /// The sum of the usage counts over an item's tags; saturates.
    public func score(_ tags: [String]) -> Int {
        guard !counts.isEmpty else { return 0 }
        var sum = 0
        for tag in tags {
            guard let count = counts[tag] else { continue }
            let (next, overflow) = sum.addingReportingOverflow(count)
            sum = overflow ? .max : next
        }
        return sum
    }
}
