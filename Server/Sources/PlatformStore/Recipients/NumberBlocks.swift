import Synchronization

/// Numbers for ids that clients read, such as a `RECIPIENT_ID`.
///
/// A process takes a block of numbers from the database and gives them out one by one, so that writers do not wait for each
/// other. No number is given twice; those that a process had left when it ended are skipped.
final class NumberBlocks: Sendable {
    private static let size = 200
    /// Ids begin here, with as many digits as those that old apps and their tests know.
    private static let first: Int64 = 100_000

    private let name: String
    private let database: PlatformDatabase
    private let free = Mutex<Range<Int64>>(0..<0)

    init(_ name: String, in database: PlatformDatabase) {
        self.name = name
        self.database = database
    }

    func next() async throws(StoreError) -> Int64 { try await take(1).lowerBound }

    /// Numbers in a row.
    func take(_ count: Int) async throws(StoreError) -> Range<Int64> {
        if let taken = takeFree(count) { return taken }
        let name = name
        let block = try await database.write { db in
            try db.execute(
                """
                INSERT INTO number_block (name, next) VALUES (?, ?)
                ON CONFLICT (name) DO UPDATE SET next = number_block.next + ?
                """, [name, Self.first + Int64(count + Self.size), count + Self.size])
            let end = Int64(try db.count("SELECT next FROM number_block WHERE name = ?", [name]))
            return (end - Int64(count + Self.size))..<end
        }
        let split = block.lowerBound + Int64(count)
        free.withLock { $0 = split..<block.upperBound }
        return block.lowerBound..<split
    }

    private func takeFree(_ count: Int) -> Range<Int64>? {
        free.withLock { free in
            guard free.count >= count else { return nil }
            let split = free.lowerBound + Int64(count)
            defer { free = split..<free.upperBound }
            return free.lowerBound..<split
        }
    }
}
