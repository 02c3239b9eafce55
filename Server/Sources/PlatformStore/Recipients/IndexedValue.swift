import Foundation
import MarqueeWire

/// The form of a value in the tables by which recipients are found: short, and the same for values that are equal.
///
/// E-mail addresses are equal whatever their case. A long value is represented by its hash, because an entry of
/// PostgreSQL's indices has a bound.
enum IndexedValue {
    private static let longest = 100

    /// `nil` for an empty value, which nobody is found by.
    static func form(_ value: String, of column: ListColumn) -> String? {
        guard !value.isEmpty else { return nil }
        let text = column.isEmail ? value.lowercased() : value
        guard text.utf8.count > longest || text.hasPrefix("#") else { return text }
        return "#" + ObjectHash(of: Data(text.utf8)).hex
    }

    /// By bytes, as indices compare.
    static func areEqual(_ left: String, _ right: String, in column: ListColumn) -> Bool {
        column.isEmail ? left.lowercased().hasBytes(of: right.lowercased()) : left.hasBytes(of: right)
    }
}
