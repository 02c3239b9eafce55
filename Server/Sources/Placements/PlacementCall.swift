import Foundation
import MarqueeWire
import PlatformStore

/// A request whose signature was checked, whichever dialect it came in.
struct PlacementCall: Sendable {
    let app: String
    /// The key with which the device signed: it signs what the device checks.
    let key: PlacementKey
    let parameters: [String: String]
    let device: PlacementDevice
    let nonce: String
    let nonceEnds: Timestamp
    /// The server's address as the device reaches it, without a slash at the end.
    let base: String
    /// Whether the sender showed an API token that may read placements.
    let hasToken: Bool

    init(
        app: String, key: PlacementKey, parameters: [String: String], nonce: String, nonceEnds: Timestamp, base: String,
        hasToken: Bool
    ) {
        (self.app, self.key, self.parameters) = (app, key, parameters)
        (self.nonce, self.nonceEnds, self.base, self.hasToken) = (nonce, nonceEnds, base, hasToken)
        device = PlacementDevice(parameters)
    }

    /// Whether the device says that the placement's badge was on the screen, with a value.
    var hadBadge: Bool { parameters["badge_shown"] == "1" }

    /// The apps that lists of games leave out: the one that asks, and those that are installed.
    var hiddenApps: [String] {
        let installed = parameters["installed"].map { $0.split(separator: ",").prefix(200).map(String.init) } ?? []
        return (parameters["app"].map { [$0] } ?? []) + installed
    }

    /// A whole number of the parameters, not negative; 0 for anything else.
    func number(_ name: String) -> Int { max(0, parameters[name].flatMap { Int($0) } ?? 0) }

    /// Whether the reasons for a unit are asked for. Only test devices and who reads placements anyway may know them.
    var asksForReasons: Bool { parameters["explain"] == "1" }

    func ask(_ purpose: PlacementAsk.Purpose) -> PlacementAsk {
        PlacementAsk(
            app: app, nonce: nonce, nonceEnds: nonceEnds, install: device.install, identifiers: device.identifiers,
            purpose: purpose, explains: asksForReasons && hasToken)
    }
}
