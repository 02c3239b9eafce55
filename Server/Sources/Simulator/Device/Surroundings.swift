import MarqueePlacements
import Synchronization

/// The part of a phone that all its apps share and that survives the kill of any of them.
struct Surroundings: Sendable {
    let clock = DeviceClock()
    let advertiser = DeviceAdvertiser()
    /// An address that is administered locally: no maker of devices has given it to one.
    let hardwareAddress = HardwareAddress([0x02] + (0..<5).map { _ in UInt8.random(in: 1...255) })
    let network = NetworkSwitch()
    let whereabouts = Whereabouts()
    let freezes = Freezes()
    let notifications = NotificationTray()
    let games = GameSettings()
    let stores = LabStores()
}

/// Where a phone is.
final class Whereabouts: Sendable {
    private let current = Mutex<Place?>(nil)

    /// `nil` when the phone does not know it.
    var place: Place? {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}
