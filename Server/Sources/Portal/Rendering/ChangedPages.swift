import MarqueeWire
import Publishing

/// The pages in which two releases differ, for a table.
struct ChangedPages: Sendable {
    struct Change: Sendable {
        let kind: String
        let title: String
        let uri: String
    }

    /// More changes than these are only counted.
    private static let most = 500

    let changes: [Change]
    let summary: String
    let size: String
    let isEmpty: Bool

    init(_ diff: ReleaseDiff) {
        let kinds = [("new", diff.added), ("changed", diff.changed), ("removed", diff.removed)]
        let all = kinds.flatMap { kind, entries in
            entries.map { Change(kind: kind, title: $0.title, uri: $0.uri.description) }
        }
        changes = Array(all.prefix(Self.most))
        let pages = all.count == 1 ? "page" : "pages"
        summary = "\(diff.added.count) new, \(diff.changed.count) changed, \(diff.removed.count) removed \(pages)"
        size = Self.size(diff.bytes)
        isEmpty = diff.isEmpty
    }

    private static func size(_ bytes: Int) -> String {
        switch bytes {
        case ..<1000: "\(bytes) bytes"
        case ..<10_000: "\(bytes / 1000).\(bytes / 100 % 10) kB"
        case ..<1_000_000: "\(bytes / 1000) kB"
        default: "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB"
        }
    }
}
