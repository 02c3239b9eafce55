/// What a backup holds.
package struct BackupSummary: Sendable, Codable, Equatable {
    /// The file's path; `-` for standard output.
    package let file: String
    /// When it began (RFC 3339): everything that was stored or acknowledged before is in it.
    package let began: String
    /// How many files are inside.
    package let entries: Int
    /// Their bytes together.
    package let bytes: Int
    /// How many of the entries are objects.
    package let objects: Int
    /// The rows of all tables.
    package let rows: Int
}
