/// Who read something: numbers of readers, a bit each, 64 to a block.
///
/// Numbers are given in order, so that those who read the same things often share a block; a set of sets is joined by
/// joining bits.
struct Readers: Equatable {
    /// By the block's number; the lowest bit is its first reader.
    private(set) var blocks: [Int64: Int64] = [:]

    var count: Int { blocks.values.reduce(0) { $0 + $1.nonzeroBitCount } }

    mutating func insert(_ reader: Int64) { insert(1 << (reader & 63), block: reader >> 6) }

    mutating func insert(_ bits: Int64, block: Int64) { blocks[block, default: 0] |= bits }
}
