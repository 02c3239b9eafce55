/// How long and how much of single events a warehouse keeps; figures, readers and installs stay.
public struct Retention: Sendable, Hashable {
    /// For so long after its arrival an event is known again when it comes a second time, in days.
    ///
    /// Longer than an SDK keeps what it could not send (90 days unless the app sets it otherwise).
    public static let identityDays = 100

    /// The most bytes of the warehouse; `nil` for any number.
    public var quota: Int?
    /// For how many days after their arrival events keep their content; `nil` for ever.
    public var days: Int?

    /// Keeps everything unless a setting says otherwise.
    public init(quota: Int? = nil, days: Int? = nil) {
        self.quota = quota
        self.days = days
    }

    /// What is done with the events of a day.
    enum Action: Sendable, Hashable {
        /// Their content goes; their ids stay, so that none is counted twice.
        case empty
        /// They go altogether.
        case remove
    }

    /// What one day's events are, as far as that decides what becomes of them.
    struct DayCount: Sendable, Hashable {
        let day: Int
        /// Events with their content.
        let whole: Int
        /// Events without.
        let empty: Int
    }

    /// What is to be done next, the oldest day first; `nil` when everything may stay.
    /// - Parameters:
    ///   - days: in their order.
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
