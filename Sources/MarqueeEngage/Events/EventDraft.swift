import MarqueeCore
import MarqueeWire

/// An event with everything that is known at the moment in which it was tracked. Its attributes are put together later, on
/// the outbox's queue.
struct EventDraft: Sendable {
    let event: EngageEvent
    let id: EventID
    let time: Timestamp
    /// The attributes of every event, with the ids of that moment.
    let core: [UniversalEvent.Attribute]
    /// The campaign of that moment; `nil` if the event carries none.
    let campaign: String?

    /// The event as it is stored and sent: the app's values win over those of the kind, and those over the ones of every
    /// event.
    func universal(_ fields: EngageFieldNames, sequence: Int64?) -> UniversalEvent {
        var values = event.values.compactMapValues(\.attributeText)
        var attributes = core.map { attribute in
            values.removeValue(forKey: attribute.name).map { .init(attribute.name, $0) } ?? attribute
        }
        for (name, value) in derived(fields) {
            let value = values.removeValue(forKey: name) ?? value
            if let index = attributes.firstIndex(where: { $0.name == name }) {
                // The app may have named one of its own attributes like this one.
                if event.values[name] == nil { attributes[index] = .init(name, value) }
            } else {
                attributes.append(.init(name, value))
            }
        }
        attributes += values.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) }
        return UniversalEvent(event.type, time: time, attributes: attributes, id: id, sequence: sequence)
    }

    private func derived(_ fields: EngageFieldNames) -> [(String, String)] {
        var derived = EngageField.allCases.compactMap { field in event.derived[field].map { (fields[field], $0) } }
        if let campaign {
            derived.append((fields[event.campaign == .last ? .lastCampaign : .currentCampaign], campaign))
        }
        return derived
    }
}
