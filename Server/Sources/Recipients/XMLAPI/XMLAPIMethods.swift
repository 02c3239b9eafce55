import PlatformStore

/// All operations that this server offers.
enum XMLAPIMethods {
    static func all(_ platform: Platform) -> [XMLAPIMethod] {
        RecipientMethods(recipients: platform.recipients).methods
            + ListMethods(recipients: platform.recipients).methods
            + TableMethods(tables: platform.relationalTables, recipients: platform.recipients).methods
            + QueryMethods(recipients: platform.recipients, jobs: platform.jobs).methods
            + JobMethods(jobs: platform.jobs, recipients: platform.recipients, tables: platform.relationalTables)
            .methods
    }
}
