/// A set of people, a bit each.
struct PersonSet {
    private static let pageSize = 65_536

    private var pages: [[UInt64]] = []
    private(set) var count = 0

    /// In ascending order.
    var people: [UInt32] {
        var people: [UInt32] = []
        people.reserveCapacity(count)
        for (page, words) in pages.enumerated() {
            for (place, word) in words.enumerated() where word != 0 {
                var rest = word
                while rest != 0 {
                    let bit = rest.trailingZeroBitCount
                    people.append(UInt32(truncatingIfNeeded: page * Self.pageSize + place * 64 + bit))
                    rest &= rest - 1
                }
            }
        }
        return people
    }

    func contains(_ person: UInt32) -> Bool {
        let (page, rest) = (Int(person) / Self.pageSize, Int(person) % Self.pageSize)
        guard page < pages.count, !pages[page].isEmpty else { return false }
        return pages[page][rest / 64] & 1 << UInt64(rest % 64) != 0
    }

    /// Whether the person is new.
    @discardableResult
    mutating func insert(_ person: UInt32) -> Bool {
        let (page, rest) = (Int(person) / Self.pageSize, Int(person) % Self.pageSize)
        while pages.count <= page { pages.append([]) }
        if pages[page].isEmpty { pages[page] = [UInt64](repeating: 0, count: Self.pageSize / 64) }
        let bit: UInt64 = 1 << UInt64(rest % 64)
        guard pages[page][rest / 64] & bit == 0 else { return false }
        pages[page][rest / 64] |= bit
        count += 1
        return true
    }
}
