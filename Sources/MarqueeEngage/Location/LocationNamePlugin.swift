import MarqueeCore
import MarqueeWire

/// Adds the name of the device's location to events for which the app has set none, not even an empty one.
struct LocationNamePlugin: AugmentationPlugin {
    /// The name in the configuration's list of plug-ins.
    static let name = "UBFLocationNameAugmentationPlugin"

    let keeper: LocationKeeper
    let names: EngageFieldNames

    /// No other plug-in uses the name.
    var isSynchronous: Bool { false }

    func applies(to type: UniversalEventType) -> Bool { keeper.isOn }

    func isReady(for event: UniversalEvent) -> Bool {
        event[names[.locationName]] != nil || keeper.place() != .pending
    }

    func augment(_ event: UniversalEvent) -> UniversalEvent {
        guard event[names[.locationName]] == nil, case .known(let placemark) = keeper.place(),
            let name = placemark.name, !name.isEmpty
        else { return event }
        return event.setting(names[.locationName], to: name)
    }
}
