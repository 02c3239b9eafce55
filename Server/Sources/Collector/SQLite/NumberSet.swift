/// A set of numbers of the ``NameTable``, a bit each, 64 to a block.
///
/// Numbers are given in order, so those of readers who read the same often share a block. Sets are joined by joining
/// bits.
struct NumberSet: Equatable {
    /// By the block's number; the lowest bit is its first number.
    private(set) var blocks: [Int64: Int64] = [:]

    var count: Int { blocks.values.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// The blocks of numbers in any order, each with its bits, in the order of a table's key.
    static func blocks(of numbers: [Int64]) -> [(block: Int64, bits: Int64)] {
        var blocks: [(block: Int64, bits: Int64)] = []
        for number in numbers.sorted() {
            let (block, bit): (Int64, Int64) = (number >> 6, 1 << (number & 63))
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
