package import PlatformStore

/// Receives every request of a device with what was answered and why.
package protocol PlacementJournal: Sendable {
    func record(_ event: PlacementEvent) async
}

/// One request, as the journal sees it.
package struct PlacementEvent: Sendable {
    /// What came of a request; metrics count by it.
    package enum Outcome: String, Sendable, CaseIterable {
        case ok
        case noContent = "no_content"
        case unknownPlacement = "unknown_placement"
        case badRequest = "bad_request"
        case unknownToken = "unknown_token"
        case wrongSignature = "wrong_signature"
        case replayed
        case unavailable
    }

    /// What was asked for; metrics count by it.
    package enum Route: String, Sendable, CaseIterable {
        case open
        case content
        case badge
        case purchase
        case impression
        case click
        case dismiss
        case form
        /// A reward was unlocked.
        case unlock
        /// The button that buys was pressed.
        case attempt
    }

    /// `nil` for a token that is no app's.
    package var app: String?
    package var route: Route
    /// The install; empty for a device that opted out.
    package var install: String
    /// What was sent, with secrets and identifiers masked.
    package var parameters: [String: String]
    package var outcome: Outcome
    /// What was answered and why, in a sentence.
    package var detail: String
    /// Whether the device is a test device; `nil` if nobody has looked.
    package var isTest: Bool?
    /// Every id by which the device may be marked as a test device.
    package var identifiers: [String]
}

/// Keeps the requests of test devices in the platform's store.
package struct StoredPlacementJournal: PlacementJournal {
    private let placements: any PlacementStore
    private let onFailure: @Sendable (any Error) -> Void

    /// - Parameter onFailure: receives the error of a request that could not be kept; the device has its answer anyway.
    package init(_ placements: any PlacementStore, onFailure: @escaping @Sendable (any Error) -> Void) {
        self.placements = placements
        self.onFailure = onFailure
    }

    package func record(_ event: PlacementEvent) async {
        guard let app = event.app else { return }
        do {
            var isTest = event.isTest ?? false
            if event.isTest == nil { isTest = try await placements.isTestDevice(event.identifiers, app: app) }
            guard isTest else { return }
            try await placements.keep(
                route: event.route.rawValue, install: event.install, parameters: event.parameters,
                outcome: event.outcome.rawValue, detail: event.detail, app: app)
        } catch {
            onFailure(error)
        }
    }
}
