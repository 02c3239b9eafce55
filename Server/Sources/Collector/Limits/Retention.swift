/// How long and how much of single events a warehouse keeps; figures, readers and installs stay.
public struct Retention: Sendable, Hashable {
    /// The days after its arrival in which an event that arrives again is recognised.
    ///
    /// Longer than an SDK keeps events that it could not send (90 days unless the app sets it otherwise).
    public static let identityDays = 100

    /// The most bytes of the warehouse; `nil` for no limit.
    public var quota: Int?
    /// The days after their arrival in which events keep their content; `nil` for no end.
    public var days: Int?

    /// The days after their arrival in which batches that could not be read are kept.
    var deadLetterDays: Int { days ?? Self.identityDays }

    /// Keeps everything unless a setting says otherwise.
    public init(quota: Int? = nil, days: Int? = nil) {
        self.quota = quota
        self.days = days
    }

    /// A step for the events of one day.
    enum Action: Sendable, Hashable {
        /// Removes their content and keeps their ids, so that no event is counted twice.
        case empty
        /// Removes content and ids.
        case remove
    }

    /// The events that arrived on one day.
    struct DayCount: Sendable, Hashable {
        let day: Int
        /// Events with their content.
        let whole: Int
        /// Events without their content.
        let empty: Int
    }

    /// The next step, the oldest day first; `nil` when everything may stay.
    /// - Parameters:
    ///   - days: in ascending order.
    ///   - isOver: whether the warehouse has more bytes than it may have.
    func next(_ days: [DayCount], today: Int, isOver: Bool) -> (day: Int, action: Action)? {
        let identity = today - Self.identityDays
        let kept = self.days.map { today - $0 }
        let gone = days.first { $0.whole + $0.empty > 0 }
        if let gone, gone.day < identity, isOver || kept.map({ gone.day < min($0, identity) }) == true {
            return (gone.day, .remove)
        }
        guard let whole = days.first(where: { $0.whole > 0 }) else { return nil }
        return isOver || kept.map { whole.day < $0 } == true ? (whole.day, .empty) : nil
    }
}
