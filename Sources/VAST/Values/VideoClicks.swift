/// What a click on the linear part does (VAST 4.3, section 3.10).
public struct VideoClicks: Sendable, Hashable {
    /// What is opened; of a chain, the one nearest to the complete ad.
    public var through: Click?
    /// What counts it, on every level of a chain.
    public var tracking: [Click]
    /// What counts a click that opens nothing.
    public var custom: [Click]

    /// Makes the clicks; all is empty unless given.
    public init(through: Click? = nil, tracking: [Click] = [], custom: [Click] = []) {
        self.through = through
        self.tracking = tracking
        self.custom = custom
    }
}
