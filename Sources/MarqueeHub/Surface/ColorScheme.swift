/// The look of chrome, status views and pages; the raw values are the ancestor's.
///
/// A hub keeps the scheme it was presented with.
public enum ColorScheme: Int, Sendable, CaseIterable {
    case dark = 0
    case light = 1

    /// The value of the document element's `data-theme`.
    var theme: String { self == .dark ? "dark" : "light" }
}
