import Collector
import Foundation
import Hummingbird
import MarqueeWire
import PlatformStore

/// Which ids belong to one person, since when and by which event; a link can be taken back.
struct IdentitiesRoom: PortalRoom {
    private struct Page: Sendable {
        struct Row: Sendable {
            let install: String
            let kind: String
            let kindValue: Int
            let id: String
            let since: String
            let event: String
            let state: String
            let mark: String
            let isRemoved: Bool
            /// Where the id is looked up; `nil` for kinds that nobody can look up.
            let address: String?
        }

        let frame: PageFrame
        let kinds: [PersonForm.Choice]
        let askedID: String
        let askedKind: String
        let isAsked: Bool
        let rows: [Row]
        let isEmpty: Bool
        let explanation: String
        let mayChange: Bool
        let export: String
        let dataRequest: String?
    }

    /// The most installs whose links a page shows.
    private static let mostInstalls = 50
    /// The events of a user that are looked at for devices.
    private static let latestEvents = 100

    let desk: PortalDesk
    let wing: EngageWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("engage/identities") { request, _, visit in
            let form = try FormFields(request.uri.query ?? "")
            return try await page(form, visit, notice: try DoneNotice.of(request))
        }
        routes.get("engage/identities.csv") { request, _, visit in
            let query = PersonForm.query(try FormFields(request.uri.query ?? ""))
            guard let query else { throw PortalError(.invalidField, "Say what the id is, and give an id.") }
            return CSVAnswer.table(
                "marquee-engage-identities", ["Install", "Kind", "Id", "Since", "Event", "Removed"],
                try await links(query, visit).map { link in
                    [
                        .text(link.install), .text(Self.name(of: link.kind)), .text(link.id),
                        .text(link.since.description), .text(link.event.description),
                        .text(link.removed?.description ?? ""),
                    ]
                })
        }
        for (verb, isRemoval) in [("remove", true), ("restore", false)] {
            routes.post("engage/identities/\(verb)") { _, _, visit, form in
                try await change(form, isRemoval: isRemoval, visit)
            }
        }
    }

    private func change(_ form: FormFields, isRemoval: Bool, _ visit: Visit) async throws -> Response {
        guard let kind = Int(form["link-kind"]).flatMap(IdentityLink.Kind.init(rawValue:)) else {
            throw PortalError(.invalidField, "There is no such kind of id.")
        }
        let key = IdentityLink.Key(install: form.raw("install"), kind: kind, id: form.raw("link-id"))
        let scope = try visit.scope()
        let isThere =
            isRemoval
            ? try await wing.collector.removeLink(key, scope: scope)
            : try await wing.collector.restoreLink(key, scope: scope)
        guard isThere else { throw PortalError(.notFound, "There is no such link.") }
        // The id itself is personal, and could not be erased from the log.
        try await wing.audit.append(
            action: isRemoval ? "identity.remove" : "identity.restore", subject: Self.name(of: kind),
            detail: "a link of an install", app: try visit.id(), by: visit.who)
        let back = PersonForm.query(form).map { "&\(PersonForm.fields($0))" } ?? ""
        return PortalDesk.redirect("\(EngagePath.identities)?done=\(isRemoval ? "unlinked" : "linked")\(back)")
    }

    private func page(_ form: FormFields, _ visit: Visit, notice: PageFrame.Notice?) async throws -> Response {
        let query = PersonForm.query(form)
        var links: [IdentityLink] = []
        if let query { links = try await self.links(query, visit) }
        let fields = query.map(PersonForm.fields) ?? ""
        let page = Page(
            frame: desk.frame(
                "Identities", subtitle: "Which ids belong to one person, and why", at: EngagePath.identities, visit,
                notice: notice),
            kinds: PersonForm.kinds(form), askedID: form["id"], askedKind: form["kind"], isAsked: query != nil,
            rows: links.map(Self.row), isEmpty: links.isEmpty, explanation: Self.explanation(links),
            mayChange: visit.may(.editor), export: "\(EngagePath.identities).csv?\(fields)",
            dataRequest: visit.may(.editor) ? "\(EngagePath.dataRequests)?\(fields)" : nil)
        return try desk.page(page, "engage-identities")
    }

    private static func row(_ link: IdentityLink) -> Page.Row {
        let isRemoved = link.removed != nil
        let kind: PersonQuery.Kind? =
            switch link.kind {
            case .user: .user
            case .mobileUser: .mobileUser
            case .recipient: .recipient
            case .common: .common
            case .custom, .advertiser: nil
            }
        let query = kind.flatMap { PersonQuery($0, link.id) }
        return Page.Row(
            install: link.install, kind: name(of: link.kind), kindValue: link.kind.rawValue, id: link.id,
            since: LocalTime.text(link.since), event: link.event.description,
            state: isRemoved ? "taken back on \(LocalTime.text(link.removed))" : "holds",
            mark: isRemoved ? "expired" : "ok", isRemoved: isRemoved,
            address: query.map { "\(EngagePath.identities)?\(PersonForm.fields($0))" })
    }

    /// What makes these installs one person, or that nothing does.
    private static func explanation(_ links: [IdentityLink]) -> String {
        let common = Set(links.filter { $0.kind == .common && $0.removed == nil }.map(\.id))
        let installs = Set(links.map(\.install)).count
        let devices = Plural.count(installs, "device", "devices")
        guard !common.isEmpty else {
            return "\(devices), no common id: devices are one person only when the app has passed a common id."
        }
        return common.count == 1
            ? "\(devices); those with the common id are one person."
            : "\(devices) with \(common.count) common ids: each common id is a person."
    }

    static func name(of kind: IdentityLink.Kind) -> String {
        switch kind {
        case .user: "user of the app"
        case .mobileUser: "mobile user id"
        case .recipient: "recipient id"
        case .custom: "custom id"
        case .advertiser: "advertising id"
        case .common: "common id"
        }
    }

    /// All links of the installs that have sent the id, those that were taken back included.
    private func links(_ query: PersonQuery, _ visit: Visit) async throws -> [IdentityLink] {
        let scope = try visit.scope()
        let reports = wing.collector.reports
        switch query.kind {
        case .device: return try await reports.links(scope: scope, install: query.id)
        case .common: return try await reports.profile(scope: scope, common: query.id).links
        case .recipient, .mobileUser, .user:
            var ids = PersonIDs()
            if query.kind == .recipient { ids.recipient = query.id }
            if query.kind == .mobileUser { ids.mobileUsers = [query.id] }
            if query.kind == .user { ids.users = [query.id] }
            var links: [IdentityLink] = []
            for install in try await installs(of: ids, query, scope).prefix(Self.mostInstalls) {
                links += try await reports.links(scope: scope, install: install)
            }
            return links
        }
    }

    /// The installs with a link to one of the ids, with which an export begins, and those of a user's latest events: a user
    /// is linked to a device only after a common id.
    private func installs(of ids: PersonIDs, _ query: PersonQuery, _ scope: Scope) async throws -> [String] {
        struct Line: Decodable {
            struct Link: Decodable {
                let install: String
            }

            let link: Link
        }
        let page = try await wing.collector.questions.export(of: ids, scope: scope, limit: 1)
        var found = page.lines.compactMap { try? JSONDecoder().decode(Line.self, from: Data($0.utf8)).link.install }
        if query.kind == .user {
            found += try await wing.collector.events(
                EventQuery(scope: scope, user: query.id, limit: Self.latestEvents)
            ).events.map(\.install)
        }
        return found.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
