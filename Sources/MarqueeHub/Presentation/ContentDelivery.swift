import MarqueeWire

/// What presentation asks of delivery.
protocol ContentDelivery: Sendable {
    var isReady: Bool { get }
    var isDownloading: Bool { get }
    var fresh: Fresh? { get }
    var staleSince: Timestamp? { get }
    /// Returns when ``isReady`` is known.
    func prove() async
    /// The stored release, proven; once per presentation.
    func openRelease() -> (any ReleaseContent)?
    @discardableResult
    func refresh() async -> RefreshOutcome
    /// Returns when nothing is written any more.
    func close() async
}

extension ContentLibrary: ContentDelivery {
    func openRelease() -> (any ReleaseContent)? { open() }
}
