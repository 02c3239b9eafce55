import Foundation
import MarqueeCore
import MarqueeWire

/// The attributes of events that say where the device is or was.
struct LocationAttributes: Sendable {
    /// As the configuration has them.
    private let names: Set<String>
    /// The same as they stand in stored events.
    private let encodedNames: [[UInt8]]

    init(_ fields: EngageFieldNames) {
        let places: [EngageField] = [.latitude, .longitude, .locationAddress, .locationName]
        let names = Set(places.map { fields[$0] })
        self.names = names
        encodedNames = names.map { name in
            var bytes: [UInt8] = []
            JSONBytes.appendText(name, to: &bytes)
            return bytes
        }
    }

    /// Takes the location out of every event on disk.
    func clean(_ items: LaneStore) throws(MarqueeError) {
        try items.rewrite(containing: encodedNames.map { Data($0) }, removed)
    }

    /// The event without its location.
    func removed(_ event: UniversalEvent) -> UniversalEvent {
        guard event.attributes.contains(where: { names.contains($0.name) }) else { return event }
        return UniversalEvent(
            event.type, time: event.time, attributes: event.attributes.filter { !names.contains($0.name) },
            id: event.id, sequence: event.sequence)
    }

    /// The same for a stored event. Bytes that are no universal event stay; no receiver gets them.
    func removed(_ body: Data) -> Data {
        guard UniversalEventBytes.mayHave(encodedNames, body), let event = UniversalEventBytes.event(body) else {
            return body
        }
        let removed = removed(event)
        return removed.attributes.count == event.attributes.count ? body : UniversalEventBytes.data(removed)
    }
}
