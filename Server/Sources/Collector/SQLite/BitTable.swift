/// Rows of bits by two numbers, gathered in memory before they are written to a table with the same key.
///
/// Folding sets several bits for each event, and hashing for a `Dictionary` was a large part of its time. So this is a
/// hash table with open addressing. Strangers choose some of the numbers. The hash has random factors, so that nobody
/// can choose numbers that all have the same hash.
struct BitTable {
    /// The bits of two numbers.
    struct Row {
        /// The first number of the key.
        let first: Int64
        /// The second number of the key.
        let second: Int64
        /// The bits that were inserted.
        fileprivate(set) var bits: UInt64 = 0
        /// The bits that the file has already.
        fileprivate var written: UInt64 = 0
    }

    private var rows: [Row] = []
    /// Places in `rows`, counted from 1; 0 is free. Their number is a power of two.
    private var places: [UInt32] = []
    /// One less than the number of places.
    private var mask: UInt64 = 0
    private let factors = (UInt64.random(in: .min ... .max) | 1, UInt64.random(in: .min ... .max) | 1)

    /// How many rows there are.
    var count: Int { rows.count }

    /// Sets bits of a row, which is added when there is none.
    mutating func insert(_ bits: UInt64, _ first: Int64, _ second: Int64) {
        if rows.count * 2 >= places.count { grow() }
        let place = place(of: first, second)
        if places[place] == 0 {
            rows.append(Row(first: first, second: second))
            places[place] = UInt32(truncatingIfNeeded: rows.count)
        }
        let row = Int(places[place]) - 1
        if rows[row].bits & bits != bits { rows[row].bits |= bits }
    }

    /// The rows that have bits which are not written yet, in the order of their keys; they count as written from now on.
    mutating func takeUnwritten() -> [Row] {
        var unwritten: [Row] = []
        for place in rows.indices where rows[place].bits != rows[place].written {
            rows[place].written = rows[place].bits
            unwritten.append(rows[place])
        }
        return unwritten.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
    }

    /// Removes every row.
    mutating func removeAll() {
        rows.removeAll(keepingCapacity: true)
        for place in places.indices { places[place] = 0 }
    }

    /// Where a key's row is noted in `places`, or would be.
    @inline(__always)
    private func place(of first: Int64, _ second: Int64) -> Int {
        let key = UInt64(bitPattern: first) &* factors.0 ^ UInt64(bitPattern: second)
        let product = key.multipliedFullWidth(by: factors.1)
        var place = Int(truncatingIfNeeded: (product.high ^ product.low) & mask)
        while places[place] != 0 {
            let row = rows[Int(places[place]) - 1]
            if row.second == second, row.first == first { break }
            place = (place + 1) & (places.count - 1)
        }
        return place
    }

    private mutating func grow() {
        let size = max(places.count * 2, 256)
        places = [UInt32](repeating: 0, count: size)
        mask = UInt64(size - 1)
        for (index, row) in rows.enumerated() {
            places[place(of: row.first, row.second)] = UInt32(truncatingIfNeeded: index + 1)
        }
    }
}
