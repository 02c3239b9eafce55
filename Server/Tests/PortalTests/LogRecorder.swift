import Logging
import Synchronization

/// Keeps what is logged, for tests that look at it.
final class LogRecorder: Sendable {
    private struct Handler: LogHandler {
        let recorder: LogRecorder
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            recorder.lines.withLock {
                $0.append("\(event.level) \(event.message) \(event.metadata ?? [:])")
            }
        }
    }

    let lines = Mutex<[String]>([])

    var logger: Logger { Logger(label: "test") { _ in Handler(recorder: self) } }
}
