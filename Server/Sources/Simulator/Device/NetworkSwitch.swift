import Synchronization

/// The phone's choice of a network, which applies to every app on it.
final class NetworkSwitch: Sendable {
    private let choice: Mutex<SimulatedNetwork.Mode>

    init(_ mode: SimulatedNetwork.Mode = .online) {
        choice = Mutex(mode)
    }

    var mode: SimulatedNetwork.Mode {
        get { choice.withLock { $0 } }
        set { choice.withLock { $0 = newValue } }
    }
}
