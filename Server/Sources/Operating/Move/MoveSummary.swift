package import PlatformStore

/// What was copied and checked.
package struct MoveSummary: Sendable, Codable, Equatable {
    /// The data directory, which stays as it was.
    package let folder: String
    /// The database, without its password.
    package let database: String
    /// The tables as they are on both sides.
    package let tables: [TableDigest]
    /// How many private keys were sealed into the database.
    package let keys: Int
    /// Whether an earlier move had done everything, so that this one changed nothing.
    package let wasComplete: Bool
}
