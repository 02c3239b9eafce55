/// The time limits of a refresh and of its requests. They stop a download from a server that sends very slowly or never
/// ends.
public struct RefreshLimits: Sendable, Hashable {
    /// The time limit of the whole refresh.
    public var total: Duration
    /// The basic time limit of each request.
    public var request: Duration
    /// The slowest accepted rate. A request gets its basic time plus the time that its answer takes at this rate.
    public var minimumBytesPerSecond: Int
    /// The number of objects that are fetched at the same time.
    public var concurrency: Int

    /// Creates limits. The defaults suit a phone. `minimumBytesPerSecond` and `concurrency` are at least 1.
    public init(
        total: Duration = .seconds(600), request: Duration = .seconds(15), minimumBytesPerSecond: Int = 4096,
        concurrency: Int = 4
    ) {
        self.total = total
        self.request = request
        self.minimumBytesPerSecond = max(1, minimumBytesPerSecond)
        self.concurrency = max(1, concurrency)
    }

    /// The time limit of a request whose answer has at most `bytes` bytes.
    func deadline(bytes: Int) -> Duration { request + .seconds(Double(bytes) / Double(minimumBytesPerSecond)) }
}
