/// How much larger than its design a page is shown, so that it follows the text size that a person has set.
public enum PageZoom {
    /// The factor for a web view.
    /// - Parameter textScale: how much larger than by default the system draws text.
    /// - Returns: 0.8 to 2.5, in steps of 0.05: beyond that a page of fixed widths can no longer be read.
    public static func factor(textScale: Double) -> Double {
        guard textScale.isFinite, textScale > 0 else { return 1 }
        return (min(max(textScale, 0.8), 2.5) * 20).rounded() / 20
    }
}
