public import MarqueeWire

/// A test device that somebody registered in the integration test console, or that is marked as one.
public struct ConsoleDevice: Sendable, Hashable {
    /// The length of a name, in bytes.
    public static let nameSize = 1...200

    /// The id by which the device is marked, in the form of ``TestDevices/normalized(_:)``.
    public let id: String
    /// What people call it; its id if nobody has named it.
    public let name: String
    /// Whether it counts as a test device. Nothing is kept of the requests of others.
    public let isEnabled: Bool
    /// From when on the checks count requests.
    public let since: Timestamp

    /// A device as the console lists it.
    public init(id: String, name: String, isEnabled: Bool, since: Timestamp) {
        self.id = id
        self.name = name
        self.isEnabled = isEnabled
        self.since = since
    }
}
