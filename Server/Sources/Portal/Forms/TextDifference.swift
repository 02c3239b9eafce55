/// Two texts side by side as one list of lines: kept, inserted, deleted.
struct TextDifference: Sendable {
    struct Line: Sendable {
        let text: String
        let isInserted: Bool
        let isDeleted: Bool
    }

    /// The most lines compared; longer texts are shown as they are.
    static let maximumLines = 4000

    let lines: [Line]

    init(from old: String, to new: String) {
        let before = old.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let after = new.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard before.count + after.count <= Self.maximumLines else {
            lines =
                before.map { Line(text: $0, isInserted: false, isDeleted: true) }
                + after.map { Line(text: $0, isInserted: true, isDeleted: false) }
            return
        }
        let difference = after.difference(from: before)
        let removed = Set(difference.removals.map { Self.offset($0) })
        let inserted = Set(difference.insertions.map { Self.offset($0) })
        var result: [Line] = []
        var (i, j) = (0, 0)
        while i < before.count || j < after.count {
            if i < before.count, removed.contains(i) {
                result.append(Line(text: before[i], isInserted: false, isDeleted: true))
                i += 1
            } else if j < after.count, inserted.contains(j) {
                result.append(Line(text: after[j], isInserted: true, isDeleted: false))
                j += 1
            } else {
                result.append(Line(text: after[j], isInserted: false, isDeleted: false))
                i += 1
                j += 1
            }
        }
        lines = result
    }

    private static func offset(_ change: CollectionDifference<String>.Change) -> Int {
        switch change {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
