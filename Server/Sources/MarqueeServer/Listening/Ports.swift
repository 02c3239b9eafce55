import Synchronization

/// The ports in use, known once the sockets are bound.
final class Ports: Sendable {
    enum Name: Hashable {
        /// Portal and device service.
        case main
        /// The lab's hub pages.
        case content
        /// The device service for the lab's phones, on this machine only.
        case device
        /// Metrics and readiness, for monitoring.
        case operations
    }

    private let numbers = Mutex<[Name: Int]>([:])

    subscript(name: Name) -> Int? {
        get { numbers.withLock { $0[name] } }
        set { numbers.withLock { $0[name] = newValue } }
    }
}
