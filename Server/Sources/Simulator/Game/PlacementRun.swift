import Marquee

/// One request of the sample game for a placement, as the lab shows it.
struct PlacementRun: Codable, Sendable, Equatable {
    enum Kind: String, Codable {
        case preload
        case present
    }

    let number: Int
    let placement: String
    let kind: Kind
    /// What happened so far, in order.
    var steps: [String] = []
    /// How it ended; `nil` while it runs.
    var outcome: String?
    /// Why, in words; empty if there is nothing to say.
    var reason = ""
    var isGood = true

    init(_ number: Int, _ placement: String, _ kind: Kind) {
        (self.number, self.placement, self.kind) = (number, placement, kind)
    }

    /// The name of an event in ``steps``; `nil` for the end, which is the outcome.
    static func step(_ event: PlacementEvent) -> String? {
        switch event {
        case .requested: "requested"
        case .received: "received"
        case .willDisplay: "will display"
        case .displayed: "displayed"
        case .ended: nil
        }
    }

    mutating func end(_ outcome: PlacementOutcome) {
        switch outcome {
        case .dismissed(let reason):
            self.outcome = "dismissed"
            self.reason =
                switch reason {
                case .contentUnit: "by the content unit"
                case .closeButton: "by the close button"
                case .background: "because the app left the screen"
                }
        case .noContent: self.outcome = "no content"
        case .cancelled: self.outcome = "cancelled"
        case .failed(let error): fail(error)
        }
    }

    mutating func fail(_ error: PlacementError) {
        outcome = "failed: \(error.code)"
        (reason, isGood) = (error.message, false)
    }
}
