extension Container {
    /// The state of the ad, as `mraid.getState()` returns it.
    public enum State: String, Sendable, Hashable, CaseIterable, Codable {
        /// The page has not finished loading. The ad may already set properties and add listeners.
        case loading
        /// The ad is where the app placed it.
        case `default`
        /// The ad covers the screen, with one page or two.
        case expanded
        /// The ad has the frame that it requested with `resize()`.
        case resized
        /// The ad is off the screen and does not return.
        case hidden
    }
}
