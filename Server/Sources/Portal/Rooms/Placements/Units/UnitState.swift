import MarqueeWire
import PlatformStore

/// What a unit does at a moment.
enum UnitState: Sendable, Equatable {
    /// It is stopped, and cannot start: something that its kind needs is missing.
    case lacking(String)
    case paused
    case scheduled
    /// Devices get it without a picture that is no longer in the media library.
    case pictureMissing
    /// It is at none of its times of the week.
    case outsideHours
    case running
    case ended

    /// - Parameter lost: the pictures of units that the media library does not have.
    init(_ unit: ContentUnitRecord, now: Timestamp, lost: Set<LibraryPicture>) {
        if unit.isPaused {
            self = unit.obstacle.map(UnitState.lacking) ?? .paused
        } else if let ends = unit.ends, ends <= now {
            self = .ended
        } else if let starts = unit.starts, starts > now {
            self = .scheduled
        } else if !unit.document.libraryPictures.isDisjoint(with: lost) {
            self = .pictureMissing
        } else if unit.isOutsideHours(at: now) {
            self = .outsideHours
        } else {
            self = .running
        }
    }

    var words: String {
        switch self {
        case .lacking: "Not complete"
        case .paused: "Paused"
        case .scheduled: "Scheduled"
        case .pictureMissing: "Picture missing"
        case .outsideHours: "Outside its hours"
        case .running: "Running"
        case .ended: "Ended"
        }
    }

    /// The look of the mark.
    var look: String {
        switch self {
        case .running: "ok"
        case .lacking, .pictureMissing: "careful"
        case .paused, .scheduled, .outsideHours, .ended: ""
        }
    }
}
