/// The times at which a lane sends.
///
/// Every lane also sends when the SDK starts, and when its sender is called directly.
package struct LaneSchedule: Sendable, Hashable {
    /// Items wait until there are this many of them, however long that takes, and are then sent at once; with 1, no item
    /// waits. Items that an earlier request carried do not wait for others. `nil`: the lane sends by its ``period``.
    package var count: Int?
    /// The longest time between two requests while items wait. With a ``count``, it only counts after a request that
    /// did not reach its receiver.
    package var period: Duration
    /// Whether the lane sends when the app goes to the background.
    package var sendsInBackground: Bool
    /// Whether the lane sends when the network is available again.
    package var sendsOnReconnect: Bool

    package init(
        count: Int? = nil, period: Duration, sendsInBackground: Bool = true, sendsOnReconnect: Bool = true
    ) {
        self.count = count
        self.period = period
        self.sendsInBackground = sendsInBackground
        self.sendsOnReconnect = sendsOnReconnect
    }

    /// How long to wait before the next request; `nil` if no item waits, or if too few do.
    /// - Parameter hurry: whether the next request may follow at once if enough items wait.
    func pause(before outlook: LaneOutlook, hurry: Bool) -> Duration? {
        guard outlook.due > 0 else { return outlook.nextDue.map { max($0, outlook.wait) } }
        let pace = min(period, outlook.nextDue ?? period)
        guard let count else { return max(pace, outlook.wait) }
        // The receiver failed, and what it was asked to take is still here.
        if outlook.wait > .zero { return outlook.wait }
        guard outlook.due >= count || outlook.hasTried else { return outlook.nextDue }
        return hurry ? .zero : pace
    }
}

/// The state of a lane's items, for planning the next request.
package struct LaneOutlook: Sendable, Hashable {
    /// The number of items that may be sent now.
    package var due: Int
    /// Whether an earlier request carried items without success.
    var hasTried = false
    /// The time until the next other item may be sent; `nil` if no item waits for a time.
    var nextDue: Duration?
    /// The time that the whole lane must wait.
    var wait: Duration
}
