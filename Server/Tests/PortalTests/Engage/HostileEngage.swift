import Foundation
import MarqueeWire
import PlatformStore

/// Databases, recipients, clients and jobs whose every name and value is hostile.
struct HostileEngage: Sendable {
    /// By the names of parameters of routes.
    let values: [String: String]
    /// Addresses that need a query, by those without.
    let addresses: [String: String]

    init(_ portal: TestPortal, _ attack: String) async throws {
        let (platform, app) = (portal.platform, TestPortal.app)
        let name = String(attack.prefix(70))
        let list = try await platform.recipients.createList(
            attack, folder: attack.replacing("/", with: ""),
            columns: [
                ListColumn(name: attack, type: .text, lookup: .unique),
                ListColumn(name: "Merged Recipient Id", type: .text, lookup: .indexed),
                ListColumn(name: "Merged Date", type: .text),
                ListColumn(name: "Choice", type: .selectOne, choices: [attack]),
            ], app: app, by: attack)
        let addition = RecipientAddition([attack: attack, "Choice": attack, "Merged Date": attack])
        let one = try await platform.recipients.add(addition, to: list.id, app: app)
        _ = try await platform.recipients.add(
            RecipientAddition(["Merged Recipient Id": String(one.id), "Merged Date": attack]), to: list.id, app: app)
        let contacts = try await platform.recipients.createContactList(
            attack + "c", folder: "", of: list.id, app: app, by: attack)
        _ = try await platform.recipients.addContact(.id(one.id), to: contacts.id, app: app)
        let query = try await platform.recipients.createQuery(
            attack + "q", folder: "", of: list.id, criteria: .column(attack, .equals, attack), app: app, by: attack)
        let table = try await platform.relationalTables.createTable(
            attack + "t", folder: "", columns: [ListColumn(name: attack, type: .text, lookup: .unique)], app: app,
            by: attack)
        try await platform.relationalTables.insertOrUpdate([[attack: attack]], in: table.id, app: app)
        let client = try await platform.engageClients.createClient(name: name, app: app, by: attack)
        let field = "\"\(attack.replacing("\"", with: "\"\""))\""
        let file = try await platform.jobs.storeFile(
            Data("\(field),\(field)\r\n\(field),x\r\n".utf8), name: attack.replacing("/", with: ""), app: app,
            by: attack)
        let job = try await platform.jobs.create(
            .importList(
                list: list.id, file: file.name, columns: [attack, "Choice"], skipsFirst: false, action: .addOnly),
            app: app, by: attack)
        _ = try await platform.jobs.runDue()
        let push = try await platform.pushCampaigns.create(
            PushMessage(campaign: name, text: attack, callToAction: name), list: list.id, app: app, by: attack)
        _ = try await platform.pushCampaigns.reserve([one.id], of: push.id, app: app)
        let question = try await platform.savedQuestions.save(
            "event.1=x", as: name, kind: .segment, app: app, by: attack)
        let routes = ["routes": [attack: ["handlers": [attack]]]]
        let map = String(decoding: try JSONEncoder().encode(routes), as: UTF8.self)
        _ = try await platform.linkMaps.save(map, app: app, by: attack)
        try await portal.record(
            "engage_custom", ["Recipient Id": .text(attack), "Common Id": .text(attack)], user: attack,
            install: "hostile")
        values = [
            "push": push.id, "question": question.id,
            "list": "\(list.id)", "target": "\(list.id)", "table": "\(table.id)", "query": "\(query.id)",
            "client": client.client.id, "recipient": "\(one.id)", "job": "\(job.id)",
        ]
        let escaped = file.name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let searched = attack.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        addresses = [
            "/portal/engage/identities": "/portal/engage/identities?kind=device&id=hostile",
            "/portal/engage/identities.csv": "/portal/engage/identities.csv?kind=device&id=hostile",
            "/portal/engage/segments.csv": "/portal/engage/segments.csv?event.1=x",
            "/portal/engage/funnels.csv": "/portal/engage/funnels.csv?event.1=x&event.2=y",
            "/portal/engage/retention.csv": "/portal/engage/retention.csv?event.1=x&event.2=y",
            "/portal/engage/data-requests/export": "/portal/engage/data-requests/export?kind=user&id=\(searched)",
            "/portal/engage/data-requests": "/portal/engage/data-requests?kind=recipient&id=\(searched)",
            "/portal/engage/data-requests/erase": "/portal/engage/data-requests/erase?kind=user&id=\(searched)",
            "/portal/engage/segments":
                "/portal/engage/segments?event.1=\(searched)&attribute.1.1=\(searched)&value.1.1=\(searched)",
            "/portal/engage/funnels": "/portal/engage/funnels?event.1=x&event.2=\(searched)&by=\(searched)",
            "/portal/engage/retention": "/portal/engage/retention?event.1=x&event.2=\(searched)",
            "/portal/engage/links": "/portal/engage/links?route=\(searched)&scheme=\(searched)",
            "/portal/engage/pushes": "/portal/engage/pushes?link=\(searched)&campaign=\(searched)",
            "/portal/engage/file": "/portal/engage/file?name=\(escaped)",
            "/portal/engage/import/\(list.id)/map": "/portal/engage/import/\(list.id)/map?file=\(escaped)",
        ]
    }
}
