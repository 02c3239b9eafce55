/// The times at which a lane sends.
///
/// Every lane also sends when the SDK starts, and when its sender is called directly.
package struct LaneSchedule: Sendable, Hashable {
    /// The lane sends at once if this number of items waits; `nil`: the number does not matter.
    package var count: Int?
    /// The longest time between two requests while items wait. If ``waitsForCount`` is `true`, it only counts after a
    /// request that did not reach its receiver.
    package var period: Duration
    /// Whether items wait until there are ``count`` of them, however long that takes. Items that an earlier request
    /// carried do not wait for others.
    package var waitsForCount: Bool
    /// Whether the lane sends when the app goes to the background.
    package var sendsInBackground: Bool
    /// Whether the lane sends when the network is available again.
    package var sendsOnReconnect: Bool

    package init(
        count: Int? = nil, period: Duration, waitsForCount: Bool = false, sendsInBackground: Bool = true,
        sendsOnReconnect: Bool = true
    ) {
        self.count = count
        self.period = period
        self.waitsForCount = waitsForCount
        self.sendsInBackground = sendsInBackground
        self.sendsOnReconnect = sendsOnReconnect
    }

    /// How long to wait before the next request; `nil` if no item waits, or if too few do.
    /// - Parameter hurry: whether the next request may follow at once if enough items wait. It is `false` after a
    ///   failure.
    func pause(before outlook: LaneOutlook, hurry: Bool) -> Duration? {
        guard outlook.due > 0 else { return outlook.nextDue.map { max($0, outlook.wait) } }
        let isEnough = count.map { outlook.due >= $0 } ?? false
        if waitsForCount { return pause(before: outlook, isEnough: isEnough, hurry: hurry) }
        let pace = isEnough && hurry ? .zero : min(period, outlook.nextDue ?? period)
        return max(pace, outlook.wait)
    }

    private func pause(before outlook: LaneOutlook, isEnough: Bool, hurry: Bool) -> Duration? {
        // The receiver failed, and what it was asked to take is still here.
        if outlook.wait > .zero { return outlook.wait }
        if isEnough || outlook.hasTried { return hurry ? .zero : period }
        return outlook.nextDue
    }
}

/// The state of a lane's items, for planning the next request.
package struct LaneOutlook: Sendable, Hashable {
    /// The number of items that may be sent now.
    package var due: Int
    /// Whether one of these items was in an earlier request that failed.
    var hasTried = false
    /// The time until the next other item may be sent; `nil` if no item waits for a time.
    var nextDue: Duration?
    /// The time that the whole lane must wait.
    var wait: Duration
}
