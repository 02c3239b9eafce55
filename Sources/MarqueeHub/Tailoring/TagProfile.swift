public import MarqueeCore
import MarqueeWire

/// A user's tags with their usage counts, or the tags an app presents with instead; fixed for one presentation.
///
/// Tags match byte for byte: case, blanks and Unicode's equivalent spellings all tell them apart.
public struct TagProfile: Sendable, Hashable {
    private let counts: [TagName: Int]

    /// Takes a user's counts as ``MarqueeCore/UserStore/activeUsage()`` gives them; one of 0 or less counts as none.
    public init(usage: [TagUsage]) {
        counts = Dictionary(
            usage.filter { $0.count > 0 }.map { (TagName($0.tag), $0.count) }, uniquingKeysWith: Self.sum)
    }

    /// Takes counts by tag; one of 0 or less counts as none.
    public init(counts: [String: Int] = [:]) {
        self.init(usage: counts.map { TagUsage(tag: $0.key, count: $0.value) })
    }

    /// Tags in place of a profile, each worth the same.
    public init(tags: [String]) {
        counts = Dictionary(tags.map { (TagName($0), 1) }) { first, _ in first }
    }

    /// No tag counts; everything then keeps the publisher's order.
    public var isEmpty: Bool { counts.isEmpty }

    /// The sum of the usage counts over an item's tags; saturates.
    public func score(_ tags: [String]) -> Int {
        guard !counts.isEmpty else { return 0 }
        return tags.reduce(0) { Self.sum($0, counts[TagName($1)] ?? 0) }
    }

    /// Of two counts, neither negative.
    private static func sum(_ left: Int, _ right: Int) -> Int {
        let (sum, overflow) = left.addingReportingOverflow(right)
        return overflow ? .max : sum
    }
}
