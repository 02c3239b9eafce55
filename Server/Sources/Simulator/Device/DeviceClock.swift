import MarqueeCore
import MarqueeWire
import Foundation
import Synchronization

/// A phone's clock, which the lab can set forward. The wall clock and the time since start move together, as on a phone
/// that was not used for some time.
final class DeviceClock: Sendable {
    private let offset = Mutex(Duration.zero)

    var ahead: Duration { offset.withLock { $0 } }
    var now: Timestamp { Timestamp(Date()) + ahead }
    var uptime: Duration { Environment.systemUptime() + ahead }

    func forward(by duration: Duration) {
        offset.withLock { $0 += duration }
    }
}
