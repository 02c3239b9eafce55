import Hummingbird
import MarqueeWire
import PlatformStore

/// The addresses of the wing.
enum EngagePath {
    static let connection = "/portal/engage"
    static let databases = "/portal/engage/databases"
    static let tables = "/portal/engage/tables"
    static let recipients = "/portal/engage/recipients"
    static let newRecipient = "/portal/engage/new-recipient"
    static let campaigns = "/portal/engage/campaigns"
    static let events = "/portal/engage/events"
    static let rawEvents = "/portal/engage/raw-events"
    static let imports = "/portal/engage/import"
    static let jobs = "/portal/engage/jobs"
    static let segments = "/portal/engage/segments"
    static let funnels = "/portal/engage/funnels"
    static let retention = "/portal/engage/retention"
    static let questions = "/portal/engage/questions"
    static let pushes = "/portal/engage/pushes"
    static let links = "/portal/engage/links"
    static let identities = "/portal/engage/identities"
    static let dataRequests = "/portal/engage/data-requests"

    static func database(_ id: Int64) -> String { "\(databases)/\(id)" }
    static func table(_ id: Int64) -> String { "\(tables)/\(id)" }
    static func query(_ id: Int64) -> String { "/portal/engage/queries/\(id)" }
    static func job(_ id: Int64) -> String { "\(jobs)/\(id)" }
    static func push(_ id: String) -> String { "\(pushes)/\(id)" }
    static func mapping(_ id: Int64) -> String { "\(imports)/\(id)" }
    static func recipient(_ id: Int64, in list: Int64) -> String { "\(recipients)/\(list)/\(id)" }
    /// The people of a database or of a contact list.
    static func recipients(of list: Int64) -> String { "\(recipients)?list=\(list)" }
    static func file(_ name: String) -> String { "/portal/engage/file?name=\(PercentEncoding.encoded(name))" }

    /// What stands under the id of an entry.
    static func entry(_ entry: ListEntry) -> String {
        switch entry.kind {
        case .database: database(entry.id)
        case .table: table(entry.id)
        case .query: query(entry.id)
        case .contacts: recipients(of: entry.id)
        }
    }
}

extension RequestContext {
    /// An id in the address.
    /// - Throws: ``PortalError`` with `notFound` for one that is no number.
    func number(_ name: String) throws -> Int64 {
        let text = try parameters.require(name)
        guard let id = Int64(text), id > 0 else {
            throw PortalError(.notFound, "There is nothing with the id \(text).")
        }
        return id
    }
}
