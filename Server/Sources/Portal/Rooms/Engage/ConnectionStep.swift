import PlatformStore

/// A step on the way of a new app to its account; it ticks itself.
struct ConnectionStep: Sendable {
    let text: String
    let isDone: Bool
    /// `done` or `to do`.
    let state: String
    let mark: String
    let address: String?
    let link: String?

    private init(_ text: String, isDone: Bool, _ address: String? = nil, _ link: String? = nil) {
        self.text = text
        self.isDone = isDone
        (state, mark) = isDone ? ("done", "ok") : ("to do", "careful")
        self.address = isDone ? nil : address
        self.link = isDone ? nil : link
    }

    /// - Parameter isOwner: whether the reader may take the steps that only owners of the wing take.
    static func all(
        _ account: EngageAccount, _ clients: [EngageClient], _ databases: [ListEntry], isOwner: Bool
    ) -> [ConnectionStep] {
        let valid = clients.filter { $0.revoked == nil }
        return [
            ConnectionStep(
                "A database holds the recipients. Its number is the list id of the app’s configuration.",
                isDone: !databases.isEmpty, EngagePath.databases, "Create a database"),
            ConnectionStep(
                "A client lets the app in.", isDone: !valid.isEmpty, isOwner ? "#new-client" : nil, "Create a client"),
            ConnectionStep(
                "Universal Behaviors are on: the server accepts events of the app.", isDone: account.isProvisioned,
                isOwner ? "#account" : nil, "Switch them on"),
            ConnectionStep(
                "The app has got its first access token.", isDone: valid.contains { $0.lastUsed != nil }),
            ConnectionStep(
                "The app has added its first recipient.", isDone: databases.contains { $0.size > 0 },
                EngagePath.recipients, "Recipients"),
        ]
    }
}
