public import MarqueeCore

/// Where the lab finds the apps for its phones.
public protocol LabApps: Sendable {
    /// Every app there is, in the order in which they are offered; none while nobody has made one.
    /// - Throws: when they cannot be read; the lab's page shows why.
    func all() async throws -> [LabApp]

    /// What the app, made for this server, would carry; asked for at each start, since the server's port may be chosen
    /// late.
    /// - Throws: when the app has no keys, or the server no port yet.
    func configuration(of app: LabApp) async throws -> Configuration
}
