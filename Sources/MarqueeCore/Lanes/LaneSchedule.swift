/// When a lane sends.
///
/// Every lane also sends when the SDK starts, and on demand.
package struct LaneSchedule: Sendable, Hashable {
    /// As soon as this many items wait; `nil`: their number does not matter.
    package var count: Int?
    /// While anything waits, at least this often.
    package var period: Duration
    /// When the app goes to the background.
    package var sendsInBackground: Bool
    /// When the network is back.
    package var sendsOnReconnect: Bool

    package init(
        count: Int? = nil, period: Duration, sendsInBackground: Bool = true, sendsOnReconnect: Bool = true
    ) {
        self.count = count
        self.period = period
        self.sendsInBackground = sendsInBackground
        self.sendsOnReconnect = sendsOnReconnect
    }

    /// How long to wait before the next request; `nil` when nothing waits.
    /// - Parameter hurry: whether a request may follow at once where enough items wait. After a failure it may not.
    func pause(before outlook: LaneOutlook, hurry: Bool) -> Duration? {
        guard outlook.due > 0 else { return outlook.nextDue.map { max($0, outlook.wait) } }
        let isEnough = count.map { outlook.due >= $0 } ?? false
        let pace = isEnough && hurry ? .zero : min(period, outlook.nextDue ?? period)
        return max(pace, outlook.wait)
    }
}

/// What a lane has to send, and when.
struct LaneOutlook: Sendable, Hashable {
    /// Items that may be sent now.
    var due: Int
    /// When the next of the others may be sent; `nil` when none waits for a time.
    var nextDue: Duration?
    /// How long the whole lane has to wait.
    var wait: Duration
}
