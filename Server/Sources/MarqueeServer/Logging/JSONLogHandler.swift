import Foundation
import Logging
import MarqueeWire

/// Writes each message as one line of JSON, for programs that collect logs.
///
/// A line has `time` (UTC, RFC 3339), `level`, `label` and `message`; what else belongs to the message stands as text in
/// `metadata`.
struct JSONLogHandler: LogHandler {
    private struct Line: Encodable {
        let time: String
        let level: String
        let label: String
        let message: String
        let metadata: [String: String]?
    }

    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    private let label: String
    private let now: @Sendable () -> Timestamp
    private let write: @Sendable (Data) -> Void

    /// - Parameter write: called with one whole line, its end included.
    init(
        label: String, now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) },
        write: @escaping @Sendable (Data) -> Void = { FileHandle.standardError.write($0) }
    ) {
        self.label = label
        self.now = now
        self.write = write
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var all = metadata
        all.merge(metadataProvider?.get() ?? [:]) { $1 }
        all.merge(event.metadata ?? [:]) { $1 }
        if let error = event.error { all["error"] = "\(error)" }
        let line = Line(
            time: now().description, level: event.level.rawValue, label: label, message: "\(event.message)",
            metadata: all.isEmpty ? nil : all.mapValues { "\($0)" })
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard var data = try? encoder.encode(line) else { return }
        data.append(UInt8(ascii: "\n"))
        write(data)
    }
}
