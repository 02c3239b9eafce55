#if canImport(Network)
    import Dispatch
    public import MarqueeCore
    public import MarqueePlacements
    import Network

    /// Reports to the SDK when the device is on a network again, so that waiting items are sent at once, and to placements how the
    /// device is connected.
    ///
    /// ```swift
    /// let watch = NetworkWatch(of: marquee.core)
    /// ```
    ///
    /// Watches until the object is released.
    public final class NetworkWatch: Sendable {
        private let monitor = NWPathMonitor()

        /// Begins to watch for this core, and for placements if they are named.
        public convenience init(of core: Core, placements: Placements? = nil) {
            self.init { [weak core] in
                await core?.networkReturned()
            } changed: { [weak placements] connection in
                placements?.setConnection(connection)
            }
        }

        /// Begins to watch; `returned` is called each time a network is there after there was none, `changed` each time.
        init(
            _ returned: @escaping @Sendable () async -> Void,
            changed: @escaping @Sendable (PlacementConnection) -> Void
        ) {
            let isOffline = Locked(false)
            monitor.pathUpdateHandler = { path in
                changed(
                    PlacementConnection(
                        hasNetwork: path.status == .satisfied, usesCellular: path.usesInterfaceType(.cellular)))
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
