/// The range of item numbers of one lane.
///
/// An item's number is its key in the table. The items of a lane are therefore stored together and in order, and need
/// no index. Lane 0 counts up from 1. Every other lane has its own range below zero, because lane 0 has the most items
/// and SQLite is fastest at the end of a table.
struct LaneNumbers: Sendable, Hashable {
    /// A lane has numbers for 1,099,511,627,775 items.
    private static let size: Int64 = 1 << 40

    /// The lane's number in the table `lane`, from 0.
    let lane: Int64

    private var base: Int64 { lane * -Self.size }

    var first: Int64 { base + 1 }
    var last: Int64 { base + Self.size - 1 }

    /// - Parameter sequence: the item's sequence number in its lane, from 1.
    func number(_ sequence: Int64) -> Int64 { base + sequence }

    func sequence(_ number: Int64) -> Int64 { number - base }
}
