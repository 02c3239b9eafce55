extension FaultPoint {
    /// In the transaction of a migration, after its statements and before the commit.
    public static let databaseMigrating = FaultPoint("database.migrating")
    /// After the commit of the last migration, before the file is used.
    public static let databaseMigrated = FaultPoint("database.migrated")
}
