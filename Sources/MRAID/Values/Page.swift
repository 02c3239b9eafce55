/// One of the two pages that an ad may have.
public enum Page: String, Sendable, Hashable, CaseIterable, Codable {
    /// The page that the ad began with.
    case first
    /// The page that `expand(url)` opened; it lives until the ad is closed.
    case second
}
