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
    /// The names of the attributes, as the configuration has them.
    private let names: Set<String>
    /// The same as they stand in stored events.
    private let encodedNames: [[UInt8]]

    init(_ consent: Consent, _ fields: EngageFieldNames) {
        self.consent = consent
        let places: [EngageField] = [.latitude, .longitude, .locationAddress, .locationName]
        let names = Set(places.map { fields[$0] })
        self.names = names
        encodedNames = names.map { name in
            var bytes: [UInt8] = []
            JSONBytes.appendText(name, to: &bytes)
            return bytes
        }
    }

    var mark: Mark { Mark(number: consent.mark(.location)) }

    /// Whether the user consents now, and has not refused since the mark.
    func isOpen(since mark: Mark) -> Bool { mark.number != nil && self.mark == mark }

    /// The event without its location, unless the user consents since the mark.
    func passed(_ event: UniversalEvent, since mark: Mark) -> UniversalEvent {
        isOpen(since: mark) ? event : closed(event)
    }

    /// The same for a stored event.
    func passed(_ body: Data, since mark: Mark) -> Data { isOpen(since: mark) ? body : closed(body) }

    /// The batch as it may be sent now.
    func passed(_ batch: OutboxBatch) -> OutboxBatch {
        consent.isGranted(.location) ? batch : batch.mapBodies(closed)
    }

    /// Takes the location out of every event on disk.
    func clean(_ items: LaneStore) throws(MarqueeError) {
        try items.rewrite(containing: encodedNames.map { Data($0) }, closed)
    }

    private func closed(_ event: UniversalEvent) -> UniversalEvent {
        guard event.attributes.contains(where: { names.contains($0.name) }) else { return event }
        return UniversalEvent(
            event.type, time: event.time, attributes: event.attributes.filter { !names.contains($0.name) },
            id: event.id, sequence: event.sequence)
    }

    /// Bytes that are no universal event stay; no receiver gets them.
    private func closed(_ body: Data) -> Data {
        guard UniversalEventBytes.mayHave(encodedNames, body), let event = UniversalEventBytes.event(body) else {
            return body
        }
        let closed = closed(event)
        return closed.attributes.count == event.attributes.count ? body : UniversalEventBytes.data(closed)
    }
}
