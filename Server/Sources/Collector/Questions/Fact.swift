/// An event as most questions see it: when it happened on its day, and whose it was.
///
/// 8 bytes: the time in milliseconds above, the person's number below, and 5 bits between them for what a question looks
/// for. So facts are ordered by time.
struct Fact: BitwiseCopyable, Comparable {
    /// The most that one question can look for.
    static let mostTags = 32
    static let size = MemoryLayout<UInt64>.size

    let bits: UInt64

    /// `nil` for a person's number beyond 32 bits.
    init?(millisecond: Int64, person: Int64) {
        guard let person = UInt32(exactly: person) else { return nil }
        bits = UInt64(clamping: millisecond) << 37 | UInt64(person)
    }

    init(bits: UInt64) { self.bits = bits }

    /// From the start of the day.
    var millisecond: Int64 { Int64(bits >> 37) }
    var person: UInt32 { UInt32(truncatingIfNeeded: bits) }
    var tag: Int { Int(bits >> 32 & 31) }

    func tagged(_ tag: Int) -> Fact { Fact(bits: bits | UInt64(tag & 31) << 32) }

    func of(_ person: UInt32) -> Fact { Fact(bits: bits & ~0xFFFF_FFFF | UInt64(person)) }

    static func < (left: Fact, right: Fact) -> Bool { left.bits < right.bits }
}
