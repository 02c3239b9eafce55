import PlatformStore

/// People whom the app has joined by a common id: each of their numbers stands for the lowest of them.
struct JoinedPeople {
    /// The most links that a question reads.
    private static let most = 200_000

    private var lowest: [UInt32: UInt32] = [:]

    /// Reads the links that hold.
    init(scope: Int64, _ connection: SQLiteConnection) throws(StoreError) {
        let select = try connection.prepare(
            """
            SELECT common.id, common.install, other.id FROM identity_link AS common
            LEFT JOIN identity_link AS other ON other.scope = common.scope AND other.install = common.install
            AND other.kind = \(IdentityLink.Kind.user.rawValue) AND other.removed IS NULL
            WHERE common.scope = ? AND common.kind = \(IdentityLink.Kind.common.rawValue) AND common.removed IS NULL
            ORDER BY common.id LIMIT \(Self.most)
            """)
        select.bind(1, scope)
        let find = try connection.prepare("SELECT id FROM term WHERE text = ?")
        var group: (common: String, numbers: [UInt32]) = ("", [])
        while try select.step() {
            let common = select.text(0)
            if !common.hasSameBytes(as: group.common) {
                join(group.numbers)
                group = (common, [])
            }
            var keys = [NameTable.key(of: select.text(1), .install(scope))]
            if !select.isNull(2) { keys.append(NameTable.key(of: select.text(2), .user(scope))) }
            for key in keys {
                find.bind(1, key)
                if let number = try find.first().flatMap({ UInt32(exactly: $0) }) { group.numbers.append(number) }
            }
        }
        join(group.numbers)
        // An install of two groups has joined them: each number gets the lowest of all.
        for number in lowest.keys { lowest[number] = self.lowest(of: number) }
    }

    private mutating func join(_ numbers: [UInt32]) {
        let roots = Set(numbers.map { self.lowest(of: $0) })
        guard let first = roots.min() else { return }
        for root in roots where root != first { lowest[root] = first }
    }

    private func lowest(of number: UInt32) -> UInt32 {
        var number = number
        while let next = lowest[number] { number = next }
        return number
    }

    var isEmpty: Bool { lowest.isEmpty }

    /// The number that stands for a person.
    @inline(__always)
    subscript(_ number: UInt32) -> UInt32 { lowest[number] ?? number }
}
