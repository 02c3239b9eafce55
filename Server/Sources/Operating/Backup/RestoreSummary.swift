/// What was restored.
package struct RestoreSummary: Sendable, Codable, Equatable {
    /// The data directory.
    package let folder: String
    /// When the backup had begun (RFC 3339).
    package let began: String
    /// The version of the program that had written it.
    package let program: String
    /// How many objects there are.
    package let objects: Int
    /// The rows of all tables.
    package let rows: Int
}
