extension Container {
    /// An orientation of the screen.
    public enum Orientation: String, Sendable, Hashable, CaseIterable, Codable {
        /// Taller than wide.
        case portrait
        /// Wider than tall.
        case landscape
    }
}
