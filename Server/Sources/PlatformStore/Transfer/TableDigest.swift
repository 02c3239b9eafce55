/// What a table held at one moment: two tables with equal digests have the same rows, on whichever engine.
package struct TableDigest: Sendable, Hashable, Codable {
    /// The table's name.
    package let table: String
    /// How many rows it has.
    package let rows: Int
    /// The SHA-256 of the table as text, in hexadecimal digits.
    package let sha256: String
}
