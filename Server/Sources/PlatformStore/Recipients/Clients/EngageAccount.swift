/// The Engage account of an app: each app has one.
public struct EngageAccount: Sendable, Hashable, Codable {
    /// How many access tokens an account gets in an hour unless somebody changes it.
    public static let standardTokensPerHour = 100

    /// The app whose account it is.
    public let app: String
    /// Whether universal events are accepted for the app (the ancestor's "universal behaviors").
    public var isProvisioned: Bool
    /// The most access tokens that all clients of the app get in any hour.
    public var tokensPerHour: Int

    /// Makes the settings of an account.
    public init(app: String, isProvisioned: Bool = false, tokensPerHour: Int = Self.standardTokensPerHour) {
        self.app = app
        self.isProvisioned = isProvisioned
        self.tokensPerHour = tokensPerHour
    }
}
