import Collector
import Hummingbird
import PlatformStore

/// What an app keeps about its recipients, and the clients that read and write it.
struct EngageWing: PortalWing {
    let clients: any EngageClientStore
    let recipients: any RecipientStore
    let tables: any RelationalTableStore
    let jobs: any JobStore
    /// Who changed a recipient here.
    let audit: any AuditLog
    /// Events, campaigns and timelines.
    let collector: Collector
    /// Exports and erases what is known of one person.
    let people: PersonRequests
    let saved: any SavedQuestionStore
    let links: any LinkMapStore
    let pushes: PushSender

    init(_ parts: PortalParts) {
        let platform = parts.platform
        collector = parts.collector
        clients = platform.engageClients
        recipients = platform.recipients
        tables = platform.relationalTables
        jobs = platform.jobs
        audit = platform.audit
        people = PersonRequests(platform: platform, collector: collector)
        saved = platform.savedQuestions
        links = platform.linkMaps
        pushes = PushSender(
            campaigns: platform.pushCampaigns, recipients: platform.recipients, delivery: parts.pushDelivery)
    }

    var wing: Wing { .engage }

    var menu: [MenuSection] {
        [
            MenuSection(
                heading: "Engage",
                entries: [
                    MenuEntry(address: EngagePath.connection, name: "Connection"),
                    MenuEntry(address: EngagePath.databases, name: "Databases"),
                    MenuEntry(address: EngagePath.recipients, name: "Recipients"),
                    MenuEntry(address: EngagePath.imports, name: "Import and export", needs: .editor),
                    MenuEntry(address: EngagePath.jobs, name: "Jobs"),
                    MenuEntry(address: EngagePath.identities, name: "Identities"),
                    MenuEntry(address: EngagePath.dataRequests, name: "Data requests", needs: .editor),
                ]),
            MenuSection(
                heading: "Behaviour",
                entries: [
                    MenuEntry(address: EngagePath.events, name: "Events"),
                    MenuEntry(address: EngagePath.segments, name: "Segments"),
                    MenuEntry(address: EngagePath.funnels, name: "Funnels"),
                    MenuEntry(address: EngagePath.retention, name: "Retention"),
                ]),
            MenuSection(
                heading: "Campaigns",
                entries: [
                    MenuEntry(address: EngagePath.campaigns, name: "Campaigns"),
                    MenuEntry(address: EngagePath.pushes, name: "Push messages"),
                    MenuEntry(address: EngagePath.links, name: "Links"),
                ]),
        ]
    }

    var scripts: [String] { ["engage.js"] }

    func rooms(_ desk: PortalDesk) -> [any PortalRoom] {
        [
            ConnectionRoom(desk: desk, wing: self), DatabasesRoom(desk: desk, wing: self),
            DatabaseRoom(desk: desk, wing: self), QueryRoom(desk: desk, wing: self),
            TablesRoom(desk: desk, wing: self), TableRoom(desk: desk, wing: self),
            RecipientsRoom(desk: desk, wing: self), RecipientRoom(desk: desk, wing: self),
            TimelineRoom(desk: desk, wing: self), CampaignsRoom(desk: desk, wing: self),
            EventsRoom(desk: desk, wing: self),
            ImportRoom(desk: desk, wing: self), MappingRoom(desk: desk, wing: self), JobsRoom(desk: desk, wing: self),
            IdentitiesRoom(desk: desk, wing: self), DataRequestsRoom(desk: desk, wing: self),
            SegmentsRoom(desk: desk, wing: self), FunnelsRoom(desk: desk, wing: self),
            RetentionRoom(desk: desk, wing: self), SavedQuestionsRoom(desk: desk, wing: self),
            PushesRoom(desk: desk, wing: self), PushRoom(desk: desk, wing: self), LinksRoom(desk: desk, wing: self),
        ]
    }

    /// The database or table of an id.
    func target(_ id: Int64, _ visit: Visit) async throws -> ImportTarget {
        let app = try visit.id()
        let entries = try await recipients.entries(app: app, kinds: [.database, .table])
        switch entries.first(where: { $0.id == id })?.kind {
        case .database: return .list(try await recipients.list(id, app: app))
        case .table: return .table(try await tables.table(id, app: app))
        default: throw PortalError(.notFound, "There is no database and no table \(id).")
        }
    }
}
