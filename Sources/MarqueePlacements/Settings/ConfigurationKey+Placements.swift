public import MarqueeCore

/// The keys of placements.
extension ConfigurationKey {
    /// The root of the placements server. Without it, the host of ``service`` is used.
    public static let placementsServer = ConfigurationKey("placements.server", .address)
    /// The app's token, from the portal.
    public static let placementsToken = ConfigurationKey("placements.token", .text(maximum: 128))
    /// The app's secret, from the portal. It signs requests and is never sent.
    public static let placementsSecret = ConfigurationKey("placements.secret", .secret(maximum: 128))
    /// Whether a user who has not chosen counts as opted out, as `PHDefaultUserIsOptedOut` of the ancestor.
    public static let placementsOptedOut = ConfigurationKey("placements.optedOut", .truth, default: .truth(false))
}

extension ConfigurationTable {
    /// The keys of placements; the ancestor had no file of its own.
    public static let placements = ConfigurationTable(
        fileNames: [], keys: [.placementsServer, .placementsToken, .placementsSecret, .placementsOptedOut])
}
