/// One setting: how it is spelled in a file, which form it takes, and what holds when the file does not say.
///
/// A key stands at the top of the file or, when its name has a dot, in a section: `outbox.maximumEvents` is
/// `maximumEvents` inside `outbox`.
public struct ConfigurationKey: Sendable, Hashable {
    /// What a value must look like.
    public enum Form: Sendable, Hashable {
        /// An absolute `https` address; `http` for this machine alone.
        case address
        /// A name by the rule of ``MarqueeWire/Scope``.
        case name
        /// Text of at most this many bytes.
        case text(maximum: Int)
        /// A whole number in this range, also accepted as text.
        case count(ClosedRange<Int64>)
        /// Yes or no.
        case truth
    }

    /// A value in its form.
    public enum Value: Sendable, Hashable {
        /// Of the forms ``Form/address``, ``Form/name`` and ``Form/text(maximum:)``.
        case text(String)
        /// Of the form ``Form/count(_:)``.
        case count(Int64)
        /// Of the form ``Form/truth``.
        case truth(Bool)
    }

    /// As it stands in files, with dots between sections.
    public let name: String
    /// Other spellings, read when ``name`` itself is absent.
    public let aliases: [String]
    /// What a value must look like to be taken.
    public let form: Form
    /// Holds where a file says nothing, or something unusable.
    public let defaultValue: Value?

    init(_ name: String, aliases: [String] = [], _ form: Form, default defaultValue: Value? = nil) {
        self.name = name
        self.aliases = aliases
        self.form = form
        self.defaultValue = defaultValue
    }
}

extension ConfigurationKey {
    /// Where content and events go: `https://HOST/v1/apps/APP/STREAM`, or `https://HOST` when ``app`` is given.
    public static let service = ConfigurationKey("dbServiceUrl", .address)
    /// The app's name on the server.
    ///
    /// Without it, nothing about usage is uploaded.
    public static let app = ConfigurationKey("appID", aliases: ["applID"], .name)
    /// The stream of an address that names none.
    public static let stream = ConfigurationKey("stream", .name, default: .text("main"))
    /// Seconds between two uploads while there is something to send.
    public static let uploadPeriod = ConfigurationKey("upload.periodSeconds", .count(1...86_400), default: .count(60))
    /// The most events in one upload.
    public static let uploadBatch = ConfigurationKey("upload.batchEvents", .count(1...500), default: .count(50))
    /// The most events kept for upload; beyond it the oldest are dropped and counted.
    public static let outboxEvents = ConfigurationKey(
        "outbox.maximumEvents", .count(100...10_000_000), default: .count(100_000))
    /// The most bytes of encoded events kept for upload.
    public static let outboxBytes = ConfigurationKey(
        "outbox.maximumBytes", .count(65_536...1_099_511_627_776), default: .count(64 * 1_024 * 1_024))
    /// Events older than this many days are not sent any more.
    public static let outboxDays = ConfigurationKey("outbox.maximumDays", .count(1...3_650), default: .count(90))
    /// Seconds in the background after which coming back is a new session.
    public static let sessionTimeout = ConfigurationKey(
        "session.timeoutSeconds", .count(0...86_400), default: .count(30))

    /// Every setting there is; the reference for apps and for the reader of files.
    public static let all: [ConfigurationKey] = [
        service, app, stream, uploadPeriod, uploadBatch, outboxEvents, outboxBytes, outboxDays, sessionTimeout,
    ]

    /// Keys of the ZBiM SDK's upload service.
    ///
    /// They are part of every old file and mean nothing here, so they draw no warning.
    static let retired: Set<String> = [
        "metricsReportingQueueId", "poolId", "roleA", "roleUA", "accountID", "regionName",
    ]
}
