import MarqueeServer
import MarqueeWire
import PlatformStore

/// The demo's Engage account: a database of guests, most of them the simulated readers, and a client for the lab's phones.
struct DemoRecipients: Sendable {
    static let listName = "High Larch guests"
    static let clientName = "Device lab"
    static let count = 40
    private static let names = [
        "Ada Berg", "Bela Costa", "Chiara Dorn", "Deniz Eder", "Elif Falk", "Finn Graf", "Grete Hahn", "Hugo Iten",
        "Ines Jung", "Jonas Kern",
    ]
    private static let towns = ["Grainau", "Lisbon", "Tokyo", "Nairobi", "Ushuaia"]
    private static let tokensPerHour = 1_000
    private static let who = "demo"

    let app: String

    /// Makes the database, if asked to, and a new client for the phones if there is a database.
    func run(on server: MarqueeServer, makesList: Bool) async throws {
        let platform = server.platform
        if makesList { try await makeList(platform) }
        let lists = try await platform.recipients.entries(app: app, kinds: [.database])
        guard let list = lists.first(where: { $0.name == Self.listName })?.id else { return }
        // Secrets are shown once, so each run has a client of its own.
        for client in try await platform.engageClients.clients(app: app)
        where client.name == Self.clientName && client.revoked == nil {
            try await platform.engageClients.revokeClient(client.id, app: app, by: Self.who)
        }
        let issued = try await platform.engageClients.createClient(name: Self.clientName, app: app, by: Self.who)
        server.connectLab(
            LabConnection(
                client: issued.client.id, secret: issued.secret, refreshToken: issued.refreshToken, list: list),
            app: app)
    }

    private func makeList(_ platform: Platform) async throws {
        try await platform.engageClients.setAccount(
            EngageAccount(app: app, isProvisioned: true, tokensPerHour: Self.tokensPerHour), by: Self.who)
        let list = try await platform.recipients.createList(
            Self.listName, folder: "", columns: Self.columns, app: app, by: Self.who)
        for number in 0..<Self.count {
            _ = try await platform.recipients.add(RecipientAddition(Self.values(number)), to: list.id, app: app)
        }
    }

    private static let columns =
        [
            ListColumn(name: "Mobile User Id", type: .text, lookup: .unique),
            ListColumn(name: "Merged Recipient Id", type: .text, lookup: .indexed),
            ListColumn(name: "Merged Date", type: .text),
            ListColumn(name: "EMAIL", type: .text, lookup: .indexed),
            ListColumn(name: "Guest Card", type: .text, lookup: .indexed),
            ListColumn(name: "Name", type: .text), ListColumn(name: "Town", type: .text),
            ListColumn(name: "Last Location Address", type: .text),
            ListColumn(name: "Last Location Address Time", type: .date),
        ]

    /// A reader, or for each fifth one a guest who has a card and was never in the app.
    private static func values(_ number: Int) -> [String: String] {
        let name = names[number % names.count]
        return [
            "Mobile User Id": SimulatedReaders.user(number) ?? "", "Guest Card": String(1_000 + number),
            "EMAIL": "\(name.lowercased().replacing(" ", with: "."))\(number)@guests.example", "Name": name,
            "Town": towns[number % towns.count],
        ]
    }
}
