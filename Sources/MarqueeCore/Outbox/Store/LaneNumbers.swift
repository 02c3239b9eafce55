/// Which numbers the items of a lane have.
///
/// An item's number is its key in the table, so that the items of a lane lie together and in the order they were stored,
/// and no index has to be written. Lane 0 counts up from 1. Every other lane has a range of its own below zero: lane 0
/// carries most items, and SQLite is fastest where a table ends.
struct LaneNumbers: Sendable, Hashable {
    /// A lane runs out of numbers after a thousand billion items.
    private static let size: Int64 = 1 << 40

    /// As the table `lane` numbers them, from 0.
    let lane: Int64

    private var base: Int64 { lane * -Self.size }

    var first: Int64 { base + 1 }
    var last: Int64 { base + Self.size - 1 }

    /// - Parameter sequence: an item's position in its lane, from 1.
    func number(_ sequence: Int64) -> Int64 { base + sequence }

    func sequence(_ number: Int64) -> Int64 { number - base }
}
