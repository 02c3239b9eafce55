import Foundation

/// A file of the spool: a head, then one record after the other.
///
/// Names sort in the order in which the files were begun. No name is used twice, not even after a backup is restored, so
/// a position in a file keeps its meaning.
struct SpoolSegment: Hashable, Comparable, Sendable {
    /// The first bytes of a file; the last of them is the layout's number.
    static let head = Array("Marquee batches\u{1}".utf8)
    private static let suffix = ".batches"
    private static let digits = 10

    let name: String

    /// `nil` for the name of another file.
    init?(name: String) {
        guard name.hasSuffix(Self.suffix), Int(name.prefix(Self.digits)) != nil else { return nil }
        self.name = name
    }

    /// The segment after `latest`.
    init(after latest: SpoolSegment?) {
        let number = String(1 + (latest.flatMap { Int($0.name.prefix(Self.digits)) } ?? 0))
        let zeros = String(repeating: "0", count: max(0, Self.digits - number.count))
        name = zeros + number + "-" + UUID().uuidString.lowercased() + Self.suffix
    }

    static func < (left: SpoolSegment, right: SpoolSegment) -> Bool { left.name < right.name }
}

/// A position in the spool.
struct SpoolPosition: Equatable, Sendable {
    let segment: SpoolSegment
    /// In bytes from the file's beginning.
    let offset: Int
}
