extension Hub {
    /// The look of controls, status views and pages. The raw values are those of the ZBiM SDK.
    ///
    /// A presented hub keeps its scheme until it is dismissed.
    public enum ColorScheme: Int, Sendable, CaseIterable {
        /// Light text on a dark background; the default.
        case dark = 0
        /// Dark text on a light background.
        case light = 1

        /// The value of the attribute `data-theme` of a page's root element.
        var theme: String { self == .dark ? "dark" : "light" }
    }
}
