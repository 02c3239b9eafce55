import MarqueeWire
import PlatformStore

/// What a unit does at a moment.
enum UnitState: Sendable, Equatable {
    /// It is stopped, and cannot start: something that its kind needs is missing.
    case lacking(String)
    case paused
    case scheduled
    case running
    case ended

    init(_ unit: ContentUnitRecord, now: Timestamp) {
        if unit.isPaused {
            self = unit.obstacle.map(UnitState.lacking) ?? .paused
        } else if let ends = unit.ends, ends <= now {
            self = .ended
        } else if let starts = unit.starts, starts > now {
            self = .scheduled
        } else {
            self = .running
        }
    }

    var words: String {
        switch self {
        case .lacking: "Not complete"
        case .paused: "Paused"
        case .scheduled: "Scheduled"
        case .running: "Running"
        case .ended: "Ended"
        }
    }

    /// The look of the mark.
    var look: String {
        switch self {
        case .running: "ok"
        case .lacking: "careful"
        case .paused, .scheduled, .ended: ""
        }
    }
}
