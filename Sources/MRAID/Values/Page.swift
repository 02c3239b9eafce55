extension Container {
    /// One of the two pages that an ad may have.
    public enum Page: String, Sendable, Hashable, CaseIterable, Codable {
        /// The page that the ad starts with.
        case first
        /// The page that `expand(url)` opens. It lives until the ad is closed.
        case second
    }
}
