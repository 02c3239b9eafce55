import PlatformStore

/// What an import fills: a database or a relational table.
enum ImportTarget: Sendable {
    case list(ListRecord)
    case table(RelationalTableRecord)

    var id: Int64 {
        switch self {
        case .list(let list): list.id
        case .table(let table): table.id
        }
    }

    var app: String {
        switch self {
        case .list(let list): list.app
        case .table(let table): table.app
        }
    }

    var name: String {
        switch self {
        case .list(let list): list.name
        case .table(let table): table.name
        }
    }

    var columns: [ListColumn] {
        switch self {
        case .list(let list): list.columns
        case .table(let table): table.columns
        }
    }

    /// Where it is shown.
    var address: String {
        switch self {
        case .list(let list): EngagePath.database(list.id)
        case .table(let table): EngagePath.table(table.id)
        }
    }

    /// The work of a job that fills it from a file.
    func work(_ file: String, _ columns: [String?], skipsFirst: Bool, _ action: JobWork.ImportAction) -> JobWork {
        switch self {
        case .list(let list):
            .importList(list: list.id, file: file, columns: columns, skipsFirst: skipsFirst, action: action)
        case .table(let table):
            .importTable(table: table.id, file: file, columns: columns, skipsFirst: skipsFirst)
        }
    }
}
