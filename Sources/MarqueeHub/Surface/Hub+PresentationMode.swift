extension Hub {
    /// Whether a hub fills the screen or a view of the app. The events of a presentation contain the raw value.
    public enum PresentationMode: String, Sendable, CaseIterable {
        /// The hub fills the screen, and the surface draws the controls.
        case modal
        /// The hub fills a view of the app, and the surface draws no controls.
        case embedded
    }
}
