package import PlatformStore

/// Receives the requests of devices that may be test devices, with what was answered and why.
package protocol PlacementJournal: Sendable {
    /// Records a request if its device is a test device.
    func record(_ event: PlacementEvent) async
}

/// One request, as the journal sees it.
package struct PlacementEvent: Sendable {
    /// What came of a request; metrics count by it.
    package typealias Outcome = PlacementRequestRecord.Outcome
    /// What was asked for; metrics count by it.
    package typealias Route = PlacementRequestRecord.Route

    /// `nil` for a token that is no app's.
    package var app: String?
    package var route: Route
    /// The install; empty for a device that opted out.
    package var install: String
    /// Method and path, as they were sent.
    package var line: String
    /// What was sent, with secrets and identifiers masked.
    package var parameters: [String: String]
    package var outcome: Outcome
    /// What was answered and why, in a sentence.
    package var detail: String
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
        do {
            try await placements.keep(
                PlacementRequestRecord.Draft(
                    route: event.route, install: event.install, line: event.line, parameters: event.parameters,
                    outcome: event.outcome, detail: event.detail),
                of: event.identifiers, app: event.app)
        } catch {
            onFailure(error)
        }
    }
}
