/// The values of `MRAID_ENV`, which a 3.0 ad can read before any of its scripts run.
public struct AdEnvironment: Sendable, Hashable {
    /// The name of the SDK that shows the ad.
    public var sdk: String
    /// The version of that SDK.
    public var sdkVersion: String
    /// The app's bundle or package identifier.
    public var appID: String?
    /// The advertising identifier. The page does not receive it when tracking is limited or the content is for
    /// children.
    public var advertisingID: String?
    /// Whether the user limits tracking.
    public var limitsAdTracking: Bool?
    /// Whether the content is for children under COPPA.
    public var isChildDirected: Bool?

    /// Values that are nil are left out of `MRAID_ENV`.
    public init(
        sdk: String, sdkVersion: String, appID: String? = nil, advertisingID: String? = nil,
        limitsAdTracking: Bool? = nil, isChildDirected: Bool? = nil
    ) {
        self.sdk = sdk
        self.sdkVersion = sdkVersion
        self.appID = appID
        self.advertisingID = advertisingID
        self.limitsAdTracking = limitsAdTracking
        self.isChildDirected = isChildDirected
    }

    var value: ScriptValue {
        var record: [String: ScriptValue] = [
            "version": .text(Container.Version.v3.rawValue), "sdk": .text(sdk), "sdkVersion": .text(sdkVersion),
        ]
        let mayIdentify = limitsAdTracking != true && isChildDirected != true
        if let appID { record["appId"] = .text(appID) }
        if let advertisingID, mayIdentify { record["ifa"] = .text(advertisingID) }
        if let limitsAdTracking { record["limitAdTracking"] = .bool(limitsAdTracking) }
        if let isChildDirected { record["coppa"] = .bool(isChildDirected) }
        return .record(record)
    }
}
