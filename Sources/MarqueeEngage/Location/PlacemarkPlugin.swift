import MarqueeCore
import MarqueeWire

/// Adds the address of the device's location to events. It replaces a value of the same name.
struct PlacemarkPlugin: AugmentationPlugin {
    /// The name in the configuration's list of plug-ins.
    static let name = "UBFPlacemarkAugmentationPlugin"

    let keeper: LocationKeeper
    let names: EngageFieldNames

    func applies(to type: UniversalEventType) -> Bool { keeper.isOn }

    func isReady(for event: UniversalEvent) -> Bool { keeper.place() != .pending }

    func augment(_ event: UniversalEvent) -> UniversalEvent {
        guard case .known(let placemark) = keeper.place(), !placemark.address.isEmpty else { return event }
        return event.setting(names[.locationAddress], to: placemark.address)
    }
}
