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
}
