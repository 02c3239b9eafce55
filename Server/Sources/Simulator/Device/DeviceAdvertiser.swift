import MarqueeCore
import MarqueeWire
import Synchronization

/// The advertising id of a phone, as its system would return it: one id for the phone's life, withheld while its user
/// limits ad tracking.
final class DeviceAdvertiser: AdvertiserSource {
    enum Tracking: String, Codable, CaseIterable {
        case allowed
        case limited
    }

    private let id = UserStore.generateDefaultID()
    private let setting = Mutex(Tracking.limited)

    var tracking: Tracking {
        get { setting.withLock { $0 } }
        set { setting.withLock { $0 = newValue } }
    }

    func advertiserID() -> String? { tracking == .allowed ? id : nil }
}
