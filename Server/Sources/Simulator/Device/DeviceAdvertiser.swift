import MarqueeCore
import MarqueeWire
import Synchronization

/// The advertising id of a phone, as its system would return it: one id for the phone's life, withheld while its user
/// limits ad tracking.
final class DeviceAdvertiser: Sendable {
    enum Tracking: String, Codable, CaseIterable {
        case allowed
        case limited
    }

    private let id = UserStore.generateDefaultID()
    private let choice = Mutex(Tracking.limited)

    var tracking: Tracking {
        get { choice.withLock { $0 } }
        set { choice.withLock { $0 = newValue } }
    }

    var setting: Advertiser.SystemSetting { .init(id: id, isLimited: tracking == .limited) }
}
