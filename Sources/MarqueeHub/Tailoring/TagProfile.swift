public import MarqueeCore
import MarqueeWire

/// A user's tags with their usage counts, or the tags that an app passes to a presentation instead.
///
/// A profile does not change during a presentation. Tags match byte for byte: tags that differ in case, in spaces or in
/// their Unicode form are different tags.
public struct TagProfile: Sendable, Hashable {
    private let counts: [TagName: Int]

    /// Makes a profile from the result of ``MarqueeCore/UserStore/activeUsage()``. Counts of 0 or less are ignored.
    public init(usage: [TagUsage]) {
        counts = Dictionary(
            usage.filter { $0.count > 0 }.map { (TagName($0.tag), $0.count) }, uniquingKeysWith: Self.sum)
    }

    /// Makes a profile from counts by tag. Counts of 0 or less are ignored.
    public init(counts: [String: Int] = [:]) {
        self.init(usage: counts.map { TagUsage(tag: $0.key, count: $0.value) })
    }

    /// Makes a profile in which each of these tags has the same weight.
    public init(tags: [String]) {
        counts = Dictionary(tags.map { (TagName($0), 1) }) { first, _ in first }
    }

    /// Whether the profile has no tags. Content then keeps the publisher's order.
    public var isEmpty: Bool { counts.isEmpty }

    /// The sum of the usage counts of an item's tags. A sum beyond `Int.max` is `Int.max`.
    public func score(_ tags: [String]) -> Int {
        guard !counts.isEmpty else { return 0 }
        return tags.reduce(0) { Self.sum($0, counts[TagName($1)] ?? 0) }
    }

    /// Adds two counts that are not negative; an overflow gives `Int.max`.
    private static func sum(_ left: Int, _ right: Int) -> Int {
        let (sum, overflow) = left.addingReportingOverflow(right)
        return overflow ? .max : sum
    }
}
