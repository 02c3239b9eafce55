#if canImport(Network)
    import Dispatch
    public import MarqueeCore
    import Network

    /// Reports to the SDK when the device is on a network again, so that waiting items are sent at once.
    ///
    /// ```swift
    /// let watch = NetworkWatch(of: marquee.core)
    /// ```
    ///
    /// Watches until the object is released.
    public final class NetworkWatch: Sendable {
        private let monitor = NWPathMonitor()

        /// Begins to watch for this core.
        public convenience init(of core: Core) {
            self.init { [weak core] in await core?.networkReturned() }
        }

        /// Begins to watch; `returned` is called each time a network is there after there was none.
        init(_ returned: @escaping @Sendable () async -> Void) {
            let isOffline = Locked(false)
            monitor.pathUpdateHandler = { path in
                let isBack = isOffline.withLock { isOffline in
                    defer { isOffline = path.status != .satisfied }
                    return isOffline && path.status == .satisfied
                }
                if isBack { Task { await returned() } }
            }
            monitor.start(queue: DispatchQueue(label: "marquee.network"))
        }

        deinit { monitor.cancel() }
    }
#endif
