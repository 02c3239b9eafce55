public import MarqueeCore

/// Provides the apps for the lab's phones.
public protocol LabApps: Sendable {
    /// All apps, in the order in which they are offered; empty before the first app is made.
    /// - Throws: when the apps cannot be read; the lab's page shows the reason.
    func all() async throws -> [LabApp]

    /// The configuration that the app carries for this server. It is requested at each start, because the server's port
    /// may be known late.
    /// - Throws: when the app has no keys, or the server no port yet.
    func configuration(of app: LabApp) async throws -> Configuration

    /// Recipients that a tester may choose for an app, at most 100; none where the lab has no database.
    /// - Throws: when the recipients cannot be read; the lab's page shows the reason.
    func recipients(of app: LabApp) async throws -> [LabRecipient]

    /// Marks a phone's install of an app as a test device for placements, or removes the mark with the phone.
    /// - Throws: when the mark cannot be stored; the phone then counts as a reader's.
    func setTestDevice(_ install: String, _ isTest: Bool, of app: LabApp) async throws
}

extension LabApps {
    /// None.
    public func recipients(of app: LabApp) async throws -> [LabRecipient] { [] }

    /// Nothing is marked.
    public func setTestDevice(_ install: String, _ isTest: Bool, of app: LabApp) async throws {}
}

/// A recipient that a tester may choose.
public struct LabRecipient: Sendable, Hashable, Codable {
    /// The mobile user id.
    public let user: String
    /// A text for people, such as a name.
    public let name: String

    /// Describes a recipient of a database.
    public init(user: String, name: String) {
        self.user = user
        self.name = name
    }
}
