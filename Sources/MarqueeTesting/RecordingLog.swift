public import MarqueeCore

/// Keeps every message that the SDK logs.
///
/// ```swift
/// let messages = RecordingLog()
/// marquee.core.log.setReceiver(messages)
/// ```
public final class RecordingLog: LogReceiver {
    /// One message.
    public struct Entry: Sendable, Hashable {
        /// The sentence that was logged.
        public let message: String
        /// How bad it is.
        public let severity: Log.Severity
        /// For whom it is.
        public let verbosity: Log.Verbosity
    }

    private let state = Locked<[Entry]>([])
    private let logged: @Sendable () -> Void

    /// - Parameter logged: called after each message, on the thread that logs.
    public init(logged: @escaping @Sendable () -> Void = {}) {
        self.logged = logged
    }

    /// Everything so far, oldest first.
    public var entries: [Entry] { state.withLock { $0 } }

    /// The messages of one severity, oldest first.
    public func messages(_ severity: Log.Severity) -> [String] {
        entries.filter { $0.severity == severity }.map(\.message)
    }

    /// Keeps the message.
    public func log(_ message: String, severity: Log.Severity, verbosity: Log.Verbosity) {
        state.withLock { $0.append(Entry(message: message, severity: severity, verbosity: verbosity)) }
        logged()
    }
}
