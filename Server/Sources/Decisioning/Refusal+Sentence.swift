import Foundation

extension Refusal {
    /// The reason for people, to follow "it is".
    public var sentence: String {
        switch self {
        case .paused: "paused"
        case .notStarted(let date): "not shown before \(date.ISO8601Format())"
        case .ended(let date): "not shown since \(date.ISO8601Format())"
        case .outsideHours: "not shown at this time of the week"
        case .missingCapability(let name): "for devices with \(name) only"
        case .condition(let condition): "for other devices: \(condition.attribute)"
        case .capped(let cap):
            cap.scope == .subject ? "capped for this device at \(cap.limit)" : "capped for everybody at \(cap.limit)"
        case .behind(let other): "behind \(other)"
        case .outdrawn(let other): "of the same priority as \(other), whose turn it was"
        }
    }
}
