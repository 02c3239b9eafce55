/// The addresses for clicks on the linear part (VAST 4.3, section 3.10).
public struct VideoClicks: Sendable, Hashable {
    /// The page to open. In a chain, the one nearest to the complete ad counts.
    public var through: Click?
    /// The click trackers of every level of a chain.
    public var tracking: [Click]
    /// The trackers of clicks that do not open a page.
    public var custom: [Click]

    /// Lists that are not given are empty.
    public init(through: Click? = nil, tracking: [Click] = [], custom: [Click] = []) {
        self.through = through
        self.tracking = tracking
        self.custom = custom
    }
}
