import Foundation
import MarqueeCore
import MarqueeWire

/// Keeps the location out of events that are stored or sent after the user has refused it, whoever set it: the built-in
/// plug-ins, those of the app, or the app itself.
struct LocationGate: Sendable {
    /// The consent to locations at one moment.
    struct Mark: Sendable, Equatable {
        fileprivate let number: Int?
    }

    private let consent: Consent
    private let attributes: LocationAttributes

    init(_ consent: Consent, _ attributes: LocationAttributes) {
        self.consent = consent
        self.attributes = attributes
    }

    var mark: Mark { Mark(number: consent.mark(.location)) }

    /// Whether the user consents now, and has not refused since the mark.
    func isOpen(since mark: Mark) -> Bool { mark.number != nil && self.mark == mark }

    /// The event without its location, unless the user consents since the mark.
    func passed(_ event: UniversalEvent, since mark: Mark) -> UniversalEvent {
        isOpen(since: mark) ? event : attributes.removed(event)
    }

    /// The same for a stored event.
    func passed(_ body: Data, since mark: Mark) -> Data { isOpen(since: mark) ? body : attributes.removed(body) }

    /// The batch as it may be sent now.
    func passed(_ batch: OutboxBatch) -> OutboxBatch {
        consent.isGranted(.location) ? batch : batch.mapBodies(attributes.removed)
    }
}
