import MarqueeCore
import MarqueeWire

/// The attributes that every event starts with: the app, the device, and the ids of its user.
final class CoreAttributes: Sendable {
    /// Stands for a value of the app or the device that is not known.
    static let unknown = "__UNKNOWN__"

    /// The names of all core attributes. The service finds out by some of them who the user is, so that values from outside
    /// the app, such as those of a link, never have these names.
    static let names: Set = [
        "Device Name", "Device Version", "OS Name", "OS Version", "App Name", "App Version", "Device Id",
        "Primary User Id", "Anonymous Id", "Recipient Id",
    ]

    private struct Cache: Sendable {
        var ids: EngageIDs
        var attributes: [UniversalEvent.Attribute]
    }

    private let fixed: [UniversalEvent.Attribute]
    private let identity: any EngageIdentitySource
    private let cache: Locked<Cache?> = Locked(nil)

    init(_ app: AppInfo, identity: any EngageIdentitySource) {
        self.identity = identity
        let isBuildKnown = app.build != AppInfo().build || !app.version.isEmpty
        fixed = [
            ("Device Name", Self.deviceName(app.model)), ("Device Version", app.model), ("OS Name", app.system),
            ("OS Version", app.systemVersion), ("App Name", app.name), ("App Version", isBuildKnown ? app.build : ""),
        ].map { .init($0.0, $0.1.isEmpty ? Self.unknown : $0.1) }
    }

    /// The attributes with the ids of now.
    var current: [UniversalEvent.Attribute] {
        let ids = identity.ids
        return cache.withLock { cache in
            // The same texts are compared by their address, so this costs no more than a few instructions.
            if let cache, cache.ids == ids { return cache.attributes }
            let attributes =
                fixed + [
                    .init("Device Id", ids.deviceID), .init("Primary User Id", ids.mobileUserID),
                    .init("Anonymous Id", ids.anonymousID), .init("Recipient Id", ids.recipientID),
                ]
            cache = Cache(ids: ids, attributes: attributes)
            return attributes
        }
    }

    /// The kind of device, `iPhone` for the model `iPhone15,2`.
    private static func deviceName(_ model: String) -> String { String(model.prefix { $0.isLetter }) }
}
