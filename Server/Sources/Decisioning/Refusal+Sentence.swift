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
        case .condition(let condition): "for other devices: \(condition.sentence)"
        case .capped(let cap):
            cap.scope == .subject ? "capped for this device at \(cap.limit)" : "capped for everybody at \(cap.limit)"
        case .behind(let other): "behind \(other)"
        case .outdrawn(let other): "of the same priority as \(other), whose turn it was"
        }
    }
}

extension Condition {
    /// The most names in a sentence.
    private static let mostNames = 5

    /// The demand for people, for example "country is one of DE, FR".
    public var sentence: String {
        switch test {
        case .isOneOf(let names): "\(attribute) is one of \(Self.list(names))"
        case .isNoneOf(let names): "\(attribute) is none of \(Self.list(names))"
        case .isAtLeast(let bound): "\(attribute) is at least \(bound.text)"
        case .isAtMost(let bound): "\(attribute) is at most \(bound.text)"
        case .isKnown: "\(attribute) is known"
        case .isUnknown: "\(attribute) is unknown"
        }
    }

    private static func list(_ names: [String]) -> String {
        names.prefix(mostNames).joined(separator: ", ") + (names.count > mostNames ? ", …" : "")
    }
}
