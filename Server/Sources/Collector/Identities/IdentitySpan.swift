import MarqueeWire

/// From which event on an install has had an id, and how late it still had it.
struct IdentitySpan {
    /// The time of the earliest event, in milliseconds since 1970.
    private(set) var since: Int64
    /// That event; of several of one time, the one with the lowest id.
    private(set) var event: EventID
    /// In milliseconds since 1970: the time of the latest event for an advertising id, the start of its day for others,
    /// so that a link is written once a day.
    private(set) var last: Int64

    init(_ time: Timestamp, _ event: EventID, of kind: IdentityLink.Kind) {
        since = time.milliseconds
        self.event = event
        last = kind == .advertiser ? since : Day(time).start.milliseconds
    }

    private func begins(before other: IdentitySpan) -> Bool { (since, event) < (other.since, other.event) }

    func contains(_ other: IdentitySpan) -> Bool { !other.begins(before: self) && other.last <= last }

    func joined(with other: IdentitySpan) -> IdentitySpan {
        var joined = other.begins(before: self) ? other : self
        joined.last = max(last, other.last)
        return joined
    }
}
