import MarqueeWire
import PlatformStore

/// What the platform knows of an app when its events are folded.
struct AppFacts: Sendable {
    /// When those of its recipients opted out whom the events name.
    var optedOut: [String: Timestamp] = [:]
    var testDevices = TestDevices()
}
