/// What an app expects of an ad. Each demand that is not met refuses the ad with the code named there.
public struct AdExpectations: Sendable, Hashable {
    /// What can be played at the place.
    public enum Linearity: Sendable, Hashable, CaseIterable {
        /// A part that plays instead of the content.
        case linear
        /// A part that lies over the content.
        case nonLinear
    }

    /// The sizes of a picture, in pixels, both ends included.
    public struct Sizes: Sendable, Hashable {
        /// How wide it may be.
        public var widths: ClosedRange<Int>
        /// How high it may be.
        public var heights: ClosedRange<Int>

        /// Makes a range of sizes.
        public init(widths: ClosedRange<Int>, heights: ClosedRange<Int>) {
            self.widths = widths
            self.heights = heights
        }

        /// Whether a picture has one of these sizes; a side that is not known suits.
        func include(width: Int?, height: Int?) -> Bool {
            (width.map(widths.contains) ?? true) && (height.map(heights.contains) ?? true)
        }
    }

    /// Which media are played here (200); an ad that says nothing is video, a hybrid ad suits each medium.
    public var media = Set(Ad.Medium.allCases)
    /// What is played here (201); `nil` for either.
    public var linearity: Linearity?
    /// How long a linear ad may be (202); an ad that does not say is not refused.
    public var durations: ClosedRange<Duration>?
    /// How large an ad may be (203): at least one of its media files, or of its overlays where it has no linear part,
    /// must suit. What does not tell its size suits.
    public var sizes: Sizes?
    /// Authorities in whose words an ad must say what it is about (204).
    public var requiredAuthorities: Set<String> = []
    /// What an ad must not be about (205), together with what the wrappers above it block.
    public var blockedCategories: [Ad.Category] = []
    /// Whether ads are taken that may decide to show nothing (408); deprecated since 4.1, and refused unless set.
    public var acceptsConditionalAds = false

    /// Expects nothing.
    public init() {}
}
