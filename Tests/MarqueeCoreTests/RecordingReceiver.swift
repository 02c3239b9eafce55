import MarqueeCore

/// Remembers what was logged.
final class RecordingReceiver: LogReceiver {
    struct Entry: Sendable, Hashable {
        let message: String
        let severity: Log.Severity
        let verbosity: Log.Verbosity
    }

    private let state = Locked<[Entry]>([])
    private let then: @Sendable () -> Void

    init(then: @escaping @Sendable () -> Void = {}) {
        self.then = then
    }

    var entries: [Entry] { state.withLock { $0 } }

    func log(_ message: String, severity: Log.Severity, verbosity: Log.Verbosity) {
        state.withLock { $0.append(Entry(message: message, severity: severity, verbosity: verbosity)) }
        then()
    }
}
