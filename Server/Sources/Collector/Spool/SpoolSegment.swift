import Foundation

/// A file of the spool: a few bytes that say what it is, then records, one behind the other.
///
/// Names sort in the order in which the files were begun. None is used twice, also when a folder is put back from a
/// backup, so that a place in a file means the same for ever.
struct SpoolSegment: Hashable, Comparable, Sendable {
    /// What a file begins with; the last byte is its layout's number.
    static let head = Array("Marquee batches\u{1}".utf8)
    private static let suffix = ".batches"
    private static let digits = 10

    let name: String

    /// `nil` for files that are none.
    init?(name: String) {
        guard name.hasSuffix(Self.suffix), Int(name.prefix(Self.digits)) != nil else { return nil }
        self.name = name
    }

    /// The one after `latest`.
    init(after latest: SpoolSegment?) {
        let number = String(1 + (latest.flatMap { Int($0.name.prefix(Self.digits)) } ?? 0))
        let zeros = String(repeating: "0", count: max(0, Self.digits - number.count))
        name = zeros + number + "-" + UUID().uuidString.lowercased() + Self.suffix
    }

    static func < (left: SpoolSegment, right: SpoolSegment) -> Bool { left.name < right.name }
}

/// A place in the spool.
struct SpoolPosition: Equatable, Sendable {
    let segment: SpoolSegment
    /// In bytes from the file's beginning.
    let offset: Int
}
