/// The zoom of a page, which follows the text size that a person has set in the system.
public enum PageZoom {
    /// The zoom factor for a web view.
    /// - Parameter textScale: the system's text size, relative to the default size.
    /// - Returns: 0.8 to 2.5, in steps of 0.05. A page with fixed widths cannot be read outside this range.
    public static func factor(textScale: Double) -> Double {
        guard textScale.isFinite, textScale > 0 else { return 1 }
        return (min(max(textScale, 0.8), 2.5) * 20).rounded() / 20
    }
}
