/// The figures of a transaction in memory: a row for each page, day and entry point, with the page's readers.
struct FigureRows {
    /// What a row of `rollup` is found by.
    struct Key: Hashable {
        let scope: Int64
        let day: Int
        let page: Int64
        let entry: Int64
        let isTest: Bool
    }

    private static let metrics = HubMetric.allCases.count

    private var keys: [Key] = []
    private var places: [Key: Int] = [:]
    /// The amounts of all rows, one row's behind the other's.
    private var amounts: [Int64] = []
    /// By row and the number of the block of readers.
    private var readers = BitTable()

    var count: Int { keys.count }

    /// The row of a key, which is added when there is none.
    /// - Parameter expected: a row that may be the key's: a page is often counted with the same day and entry point.
    mutating func row(of key: Key, expected: Int) -> Int {
        if expected < keys.count, keys[expected] == key { return expected }
        if let row = places[key] { return row }
        places[key] = keys.count
        keys.append(key)
        amounts.append(contentsOf: repeatElement(0, count: Self.metrics))
        return keys.count - 1
    }

    mutating func add(_ amount: Int64, to metric: HubMetric, in row: Int) {
        amounts[row * Self.metrics + metric.rawValue] += amount
    }

    mutating func add(reader: Int64, to row: Int) {
        readers.insert(1 << UInt64(reader & 63), Int64(row), reader >> 6)
    }

    func key(of row: Int) -> Key { keys[row] }

    func amounts(of row: Int) -> ArraySlice<Int64> { amounts[row * Self.metrics..<(row + 1) * Self.metrics] }

    /// The readers of each row as blocks of a ``NumberSet``, in the order of the rows and blocks.
    mutating func takeReaders() -> [(row: Int, block: Int64, bits: Int64)] {
        readers.takeUnwritten().map { (Int($0.first), $0.second, Int64(bitPattern: $0.bits)) }
    }

    mutating func removeAll() {
        keys.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        amounts.removeAll(keepingCapacity: true)
        readers.removeAll()
    }
}
