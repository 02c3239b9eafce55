/// The requirements of an app for an ad. An ad that does not meet one is refused with the code given there.
public struct AdExpectations: Sendable, Hashable {
    /// The kinds of ads that a place can show.
    public enum Linearity: Sendable, Hashable, CaseIterable {
        /// A part that plays instead of the content.
        case linear
        /// A part that lies over the content.
        case nonLinear
    }

    /// The accepted sizes of a picture in pixels, including both bounds.
    public struct Sizes: Sendable, Hashable {
        /// The accepted widths.
        public var widths: ClosedRange<Int>
        /// The accepted heights.
        public var heights: ClosedRange<Int>

        /// Both ranges include their bounds.
        public init(widths: ClosedRange<Int>, heights: ClosedRange<Int>) {
            self.widths = widths
            self.heights = heights
        }

        /// Whether a picture has an accepted size. An unknown width or height is accepted.
        func include(width: Int?, height: Int?) -> Bool {
            (width.map(widths.contains) ?? true) && (height.map(heights.contains) ?? true)
        }
    }

    /// The accepted media (200). An ad without a type is video; a hybrid ad fits every medium.
    public var media = Set(Ad.Medium.allCases)
    /// The accepted kind (201); `nil` for both.
    public var linearity: Linearity?
    /// The accepted duration of a linear ad (202). An ad without a duration is accepted.
    public var durations: ClosedRange<Duration>?
    /// The accepted sizes (203). At least one media file must fit, or one overlay if there is no linear part. Unknown
    /// sizes are accepted.
    public var sizes: Sizes?
    /// Authorities whose categories an ad must state (204).
    public var requiredAuthorities: Set<String> = []
    /// Blocked categories (205), in addition to those that the wrappers above block.
    public var blockedCategories: [Ad.Category] = []
    /// Whether conditional ads are accepted (408). Such an ad may decide to show nothing. Deprecated since 4.1; the
    /// default is false.
    public var acceptsConditionalAds = false

    /// Accepts every ad except conditional ones.
    public init() {}
}
