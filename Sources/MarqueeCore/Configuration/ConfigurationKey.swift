public import Foundation

/// One setting: its name in files, the form of its value, and its default.
///
/// A name with a dot is in a section of the file: `outbox.maximumEvents` is `maximumEvents` in the section `outbox`.
public struct ConfigurationKey: Sendable, Hashable {
    /// The values that a key accepts.
    public enum Form: Sendable, Hashable {
        /// An absolute `https` URL; `http` is accepted only for this machine.
        case address
        /// A name that follows the rule of ``MarqueeWire/Scope``.
        case name
        /// Text of at most `maximum` bytes.
        case text(maximum: Int)
        /// A whole number in this range; the file may have it as text.
        case count(ClosedRange<Int64>)
        /// Yes or no.
        case truth
        /// Text of 1 to `maximum` bytes that nobody may read in a log; see ``Secret``.
        case secret(maximum: Int)
        /// At most `maximum` texts.
        case texts(maximum: Int)
        /// At most 8 public keys in DER, as Base64 text or as data in a property list.
        case publicKeys
    }

    /// A value of a key.
    public enum Value: Sendable, Hashable {
        /// For the forms ``Form/address``, ``Form/name`` and ``Form/text(maximum:)``.
        case text(String)
        /// For the form ``Form/count(_:)``.
        case count(Int64)
        /// For the form ``Form/truth``.
        case truth(Bool)
        /// For the form ``Form/secret(maximum:)``.
        case secret(Secret)
        /// For the form ``Form/texts(maximum:)``.
        case texts([String])
        /// For the form ``Form/publicKeys``.
        case publicKeys([Data])
    }

    /// The name in files, with dots between sections.
    public let name: String
    /// The values that the key accepts.
    public let form: Form
    /// Used if no file has the key.
    public let defaultValue: Value?
    /// Used if a file has the key with an unusable value; `nil`: the default is used then too.
    public let valueIfUnusable: Value?

    package init(
        _ name: String, _ form: Form, default defaultValue: Value? = nil, ifUnusable valueIfUnusable: Value? = nil
    ) {
        self.name = name
        self.form = form
        self.defaultValue = defaultValue
        self.valueIfUnusable = valueIfUnusable
    }
}

extension ConfigurationKey {
    /// The URL for content and events: `https://HOST/v1/apps/APP/STREAM`, or `https://HOST` if ``app`` is given.
    public static let service = ConfigurationKey("service", .address)
    /// The app's name on the server.
    ///
    /// Without this key, no event is uploaded.
    public static let app = ConfigurationKey("app", .name)
    /// The stream to use if the service's URL does not name one.
    public static let stream = ConfigurationKey("stream", .name, default: .text("main"))
    /// The root keys that content is verified with.
    public static let keys = ConfigurationKey("keys", .publicKeys)
    /// Seconds between two uploads while events are waiting.
    public static let uploadPeriod = ConfigurationKey("upload.periodSeconds", .count(1...86_400), default: .count(60))
    /// The maximum number of events in one upload.
    public static let uploadBatch = ConfigurationKey("upload.batchEvents", .count(1...500), default: .count(50))
    /// The maximum number of events kept for upload; above it, the oldest are dropped and counted.
    public static let outboxEvents = ConfigurationKey(
        "outbox.maximumEvents", .count(100...10_000_000), default: .count(100_000))
    /// The maximum number of bytes of encoded events kept for upload.
    public static let outboxBytes = ConfigurationKey(
        "outbox.maximumBytes", .count(65_536...1_099_511_627_776), default: .count(64 * 1_024 * 1_024))
    /// Events older than this number of days are not sent.
    public static let outboxDays = ConfigurationKey("outbox.maximumDays", .count(1...3_650), default: .count(90))
    /// After this number of seconds in the background, a new session starts when the app comes back.
    public static let sessionTimeout = ConfigurationKey(
        "session.timeoutSeconds", .count(0...86_400), default: .count(30))
    /// The maximum number of MiB that all capabilities together use on disk.
    public static let diskMegabytes = ConfigurationKey(
        "disk.maximumMegabytes", .count(16...1_048_576), default: .count(512))
}
