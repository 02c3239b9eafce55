/// How long a refresh and its requests may take: a server that drips, or never ends, is left in time.
public struct RefreshLimits: Sendable, Hashable {
    /// For the whole refresh.
    public var total: Duration
    /// What each request may take however small its answer is.
    public var request: Duration
    /// A request of a larger answer gets the time that this rate needs on top.
    public var minimumBytesPerSecond: Int
    /// Objects fetched at the same time.
    public var concurrency: Int

    /// Bounds a refresh; the defaults suit a phone.
    public init(
        total: Duration = .seconds(600), request: Duration = .seconds(15), minimumBytesPerSecond: Int = 4096,
        concurrency: Int = 4
    ) {
        self.total = total
        self.request = request
        self.minimumBytesPerSecond = max(1, minimumBytesPerSecond)
        self.concurrency = max(1, concurrency)
    }

    /// The time a request may take whose answer has at most `bytes`.
    func deadline(bytes: Int) -> Duration { request + .seconds(Double(bytes) / Double(minimumBytesPerSecond)) }
}
