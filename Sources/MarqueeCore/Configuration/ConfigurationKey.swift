public import Foundation

/// One setting: its name in files, the form of its value, and the default.
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
        /// At most 8 public keys in DER: in Base64, or as data of a property list.
        case publicKeys
    }

    /// A value in its form.
    public enum Value: Sendable, Hashable {
        /// Of the forms ``Form/address``, ``Form/name`` and ``Form/text(maximum:)``.
        case text(String)
        /// Of the form ``Form/count(_:)``.
        case count(Int64)
        /// Of the form ``Form/truth``.
        case truth(Bool)
        /// Of the form ``Form/publicKeys``.
        case publicKeys([Data])
    }

    /// As it stands in files, with dots between sections.
    public let name: String
    /// What a value must look like to be taken.
    public let form: Form
    /// Holds where a file says nothing, or something unusable.
    public let defaultValue: Value?

    package init(_ name: String, _ form: Form, default defaultValue: Value? = nil) {
        self.name = name
        self.form = form
        self.defaultValue = defaultValue
    }
}

extension ConfigurationKey {
    /// Where content and events go: `https://HOST/v1/apps/APP/STREAM`, or `https://HOST` when ``app`` is given.
    public static let service = ConfigurationKey("service", .address)
    /// The app's name on the server.
    ///
    /// Without it, no event is uploaded.
    public static let app = ConfigurationKey("app", .name)
    /// The stream of an address that names none.
    public static let stream = ConfigurationKey("stream", .name, default: .text("main"))
    /// The public keys that content must lead back to.
    public static let keys = ConfigurationKey("keys", .publicKeys)
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
    /// Events older than this many days are no longer sent.
    public static let outboxDays = ConfigurationKey("outbox.maximumDays", .count(1...3_650), default: .count(90))
    /// Seconds in the background after which coming back is a new session.
    public static let sessionTimeout = ConfigurationKey(
        "session.timeoutSeconds", .count(0...86_400), default: .count(30))
    /// The most MiB that all capabilities together keep on the disk, see ``DiskBudget``.
    public static let diskMegabytes = ConfigurationKey(
        "disk.maximumMegabytes", .count(16...1_048_576), default: .count(512))
}
