import MarqueeEngage
import MarqueeWire

/// A plug-in that is never ready while augmentation is frozen, and marks the events that waited for it.
struct FrozenPlugin: AugmentationPlugin {
    /// The attribute of events that waited.
    static let attribute = "Augmented By"

    let freezes: Freezes

    /// Events of other times do not wait.
    func applies(to type: UniversalEventType) -> Bool { freezes.augmentation == .frozen }

    func isReady(for event: UniversalEvent) -> Bool { freezes.answer() }

    func augment(_ event: UniversalEvent) -> UniversalEvent {
        UniversalEvent(
            event.type, time: event.time, attributes: event.attributes + [.init(Self.attribute, "Device lab")],
            id: event.id, sequence: event.sequence)
    }
}
