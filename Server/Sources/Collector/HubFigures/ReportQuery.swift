public import MarqueeWire

/// What a report is about.
public struct ReportQuery: Sendable, Hashable {
    /// The rows of a report.
    public enum Grouping: String, Sendable, CaseIterable {
        /// One row per page, each with its own figures only.
        case page
        /// One row per hub, everything inside it included.
        case hub
        /// One row per channel, its articles included.
        case channel
        case article
        case day
        case entryPoint = "entry_point"
    }

    /// Whose behaviour is counted.
    public enum Devices: String, Sendable, CaseIterable {
        /// Everybody's but test devices'.
        case readers
        /// Phones of the device lab, and devices that the team has marked.
        case test
        case all
    }

    /// The app and stream reported on.
    public var scope: Scope
    /// What a row is about.
    public var grouping: Grouping
    /// Days of UTC, both included.
    public var days: ClosedRange<Day>
    /// Only this hub.
    public var hub: String?
    /// Only this page and, for a hub or channel, what is inside it.
    public var uri: ContentURI?
    /// Only visits that began at this entry point.
    public var entryPoint: String?
    /// Whose behaviour is counted; a device is what it was when its events arrived.
    public var devices: Devices
    /// The most rows, 1 to 10,000: those with the most views, or the latest days.
    public var limit: Int

    /// Asks for the figures of a scope, unless parameters narrow it.
    public init(
        scope: Scope, by grouping: Grouping, days: ClosedRange<Day>, hub: String? = nil, uri: ContentURI? = nil,
        entryPoint: String? = nil, devices: Devices = .readers, limit: Int = 1000
    ) {
        self.scope = scope
        self.grouping = grouping
        self.days = days
        self.hub = hub
        self.uri = uri
        self.entryPoint = entryPoint
        self.devices = devices
        self.limit = limit
    }
}
