/// Gives people places in the order in which they are first seen, up to a bound.
///
/// People are numbered in the order in which the warehouse first saw them, so their numbers are dense: a table with pages
/// answers faster than a dictionary.
struct PersonIndex {
    private static let pageSize = 65_536

    /// Places counted from 1; 0 is none.
    private var pages: [[UInt32]] = []
    private let most: Int
    private(set) var count = 0
    /// How often somebody had no room.
    private(set) var leftOut = 0

    init(most: Int) { self.most = most }

    /// `nil` for a person who was not added.
    @inline(__always)
    func place(of person: UInt32) -> Int? {
        let page = Int(person) / Self.pageSize
        guard page < pages.count, !pages[page].isEmpty else { return nil }
        let place = pages[page][Int(person) % Self.pageSize]
        return place == 0 ? nil : Int(place) - 1
    }

    /// The person's place, a new one if there was none; `nil` beyond the bound.
    @inline(__always)
    mutating func add(_ person: UInt32) -> Int? {
        if let place = place(of: person) { return place }
        guard count < most else {
            leftOut += 1
            return nil
        }
        let page = Int(person) / Self.pageSize
        while pages.count <= page { pages.append([]) }
        if pages[page].isEmpty { pages[page] = [UInt32](repeating: 0, count: Self.pageSize) }
        count += 1
        pages[page][Int(person) % Self.pageSize] = UInt32(truncatingIfNeeded: count)
        return count - 1
    }
}
