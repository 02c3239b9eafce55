import MarqueeWire

/// The part of delivery that presentation uses.
protocol ContentDelivery: Sendable {
    var isReady: Bool { get }
    var isDownloading: Bool { get }
    var fresh: Fresh? { get }
    var staleSince: Timestamp? { get }
    /// Verifies the stored content and returns when ``isReady`` is known.
    func prove() async
    /// The stored release, verified. Call once per presentation.
    func openRelease() -> (any ReleaseContent)?
    @discardableResult
    func refresh() async -> RefreshOutcome
    /// Ends a running refresh and returns after the last write to disk.
    func close() async
}

extension ContentLibrary: ContentDelivery {
    func openRelease() -> (any ReleaseContent)? { open() }
}
