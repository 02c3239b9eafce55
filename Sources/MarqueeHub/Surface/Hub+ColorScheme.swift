extension Hub {
    /// The look of chrome, status views and pages; the raw values are the ZBiM SDK's.
    ///
    /// A hub keeps the scheme it was presented with.
    public enum ColorScheme: Int, Sendable, CaseIterable {
        /// What a hub has until the app says otherwise.
        case dark = 0
        /// Dark text on a light ground.
        case light = 1

        /// The value of the document element's `data-theme`.
        var theme: String { self == .dark ? "dark" : "light" }
    }
}
