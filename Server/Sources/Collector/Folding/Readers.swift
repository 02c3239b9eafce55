/// Who read something: numbers of readers, a bit each, 64 to a block.
///
/// Numbers are given in order, so that those who read the same things often share a block; a set of sets is joined by
/// joining bits.
struct Readers: Equatable {
    /// By the block's number; the lowest bit is its first reader.
    private(set) var blocks: [Int64: Int64] = [:]

    var count: Int { blocks.values.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// The blocks of readers in no order, each with its bits; in the order of their table, so that neighbours are written
    /// beside each other.
    static func blocks(of readers: [Int64]) -> [(block: Int64, bits: Int64)] {
        var blocks: [(block: Int64, bits: Int64)] = []
        for reader in readers.sorted() {
            let (block, bit): (Int64, Int64) = (reader >> 6, 1 << (reader & 63))
            if blocks.last?.block == block {
                blocks[blocks.count - 1].bits |= bit
            } else {
                blocks.append((block, bit))
            }
        }
        return blocks
    }

    mutating func insert(_ bits: Int64, block: Int64) { blocks[block, default: 0] |= bits }
}
