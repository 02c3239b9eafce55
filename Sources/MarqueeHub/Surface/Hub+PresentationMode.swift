extension Hub {
    /// Whether a hub takes the screen or a place inside the app's own view; the raw values are reported with the
    /// presentation.
    public enum PresentationMode: String, Sendable, CaseIterable {
        /// Full screen with the surface's own chrome.
        case modal
        /// Fills a parent that the app gives, and draws no controls.
        case embedded
    }
}
