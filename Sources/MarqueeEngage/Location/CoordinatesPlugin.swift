import Foundation
import MarqueeCore
import MarqueeWire

/// Adds the device's coordinates to events. They replace values of the same names.
struct CoordinatesPlugin: AugmentationPlugin {
    /// The name in the configuration's list of plug-ins.
    static let name = "UBFCoordinatesAugmentationPlugin"

    let keeper: LocationKeeper
    let names: EngageFieldNames

    func applies(to type: UniversalEventType) -> Bool { keeper.isOn }

    func isReady(for event: UniversalEvent) -> Bool { keeper.coordinates() != .pending }

    func augment(_ event: UniversalEvent) -> UniversalEvent {
        guard case .known(let fix) = keeper.coordinates() else { return event }
        return event.setting(names[.longitude], to: Self.text(fix.longitude))
            .setting(names[.latitude], to: Self.text(fix.latitude))
    }

    /// At most 10 digits of a fraction, rounded away from zero, with a decimal point in every locale.
    ///
    /// The shortest decimal form of the number is rounded, so that 0.1 stays 0.1.
    static func text(_ degrees: Double) -> String {
        guard degrees.isFinite, degrees != 0 else { return "0" }
        // A smaller number becomes the smallest one that can be written.
        let magnitude = max(abs(degrees), 1e-10)
        let locale = Locale(identifier: "en_US_POSIX")
        guard var exact = Decimal(string: String(magnitude), locale: locale) else { return "0" }
        var rounded = Decimal()
        NSDecimalRound(&rounded, &exact, 10, .up)
        return (degrees < 0 ? "-" : "") + rounded.description
    }
}
