public import MarqueeCore
public import MarqueeWire

/// A change of the content hub that an app or the device lab may want to show.
///
/// Posted after the new value is readable, once per change.
public enum HubNotice: Notice, Hashable {
    /// Whether news or content is being fetched; true at each check, also one that finds nothing.
    case downloadingChanged(Bool)
    /// Whether a hub is on screen.
    case displayingChanged(Bool)
    /// Whether there is verified content to present.
    case readyChanged(Bool)
    /// Whether the publisher has switched hubs off for this app or build.
    case disabledChanged(Bool)
    /// Reserved: nothing posts it yet.
    case pilotMembershipChanged(notPartOfPilotProgram: Bool)
    /// 0 to 100; never falls within one download.
    case downloadProgressChanged(Double)
    /// A page was navigated to. `url` is its URI; a page without a title has an empty one.
    case contentChanged(type: ResourceType, url: String, title: String)

    /// The name of the ZBiM SDK's notification, for apps that post it on to a notification centre.
    public var name: String {
        switch self {
        case .downloadingChanged: "ZBiMDownloadingContentStateChanged"
        case .displayingChanged: "ZBiMDisplayingContentHubStateChanged"
        case .readyChanged: "ZBiMReadyStateChanged"
        case .disabledChanged: "ZBiMDisabledStateChanged"
        case .pilotMembershipChanged: "ZBiMNotPartOfPilotProgramStateChanged"
        case .downloadProgressChanged: "ZBiMDBDownloadProgressChanged"
        case .contentChanged: "ZBiMContentTypeChanged"
        }
    }

    /// The ZBiM SDK's payload, as text; empty for plain state changes, whose value is read from the SDK.
    public var userInfo: [String: String] {
        switch self {
        case .downloadProgressChanged(let percent): [UserInfoKey.downloadProgress: String(percent)]
        case .contentChanged(let type, let url, let title):
            [UserInfoKey.resourceType: type.rawValue, UserInfoKey.resourceURL: url, UserInfoKey.resourceTitle: title]
        default: [:]
        }
    }

    /// The keys of ``userInfo``.
    public enum UserInfoKey {
        /// `ZBiMDownloadProgressValue`; the string is what 1.0 code reads.
        public static let downloadProgress = "progress"
        /// `article`, `channel` or `hub`.
        public static let resourceType = "ZBiMResourceType"
        /// The page's content URI.
        public static let resourceURL = "ZBiMResourceURL"
        /// The page's title, for people.
        public static let resourceTitle = "ZBiMResourceTitle"
    }
}
