public import MarqueeCore
public import MarqueeWire

/// A change of the content hub, for the app or the device lab.
///
/// Each change posts one notice. The new value can already be read when the notice arrives.
public enum HubNotice: Notice, Hashable {
    /// Whether a refresh is running. Also `true` during a refresh that finds nothing new.
    case downloadingChanged(Bool)
    /// Whether a hub is on screen.
    case displayingChanged(Bool)
    /// Whether there is verified content to present.
    case readyChanged(Bool)
    /// Whether the publisher switched hubs off for this app or build.
    case disabledChanged(Bool)
    /// Reserved: nothing posts it yet.
    case pilotMembershipChanged(notPartOfPilotProgram: Bool)
    /// The download's progress in percent, 0 to 100. The value never falls during one download.
    case downloadProgressChanged(Double)
    /// The hub navigated to a page. `url` is the page's content URI; `title` is empty for a page without a title.
    case contentChanged(type: ResourceType, url: String, title: String)

    /// The name of the ZBiM SDK's notification, for apps that forward notices to a notification centre.
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

    /// The payload of the ZBiM SDK's notification, as text.
    ///
    /// Empty for a change of state without details; the app reads the new value from the SDK.
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
        /// The ZBiM SDK's `ZBiMDownloadProgressValue`. The text is the one that code for ZBiM 1.0 reads.
        public static let downloadProgress = "progress"
        /// `article`, `channel` or `hub`.
        public static let resourceType = "ZBiMResourceType"
        /// The page's content URI.
        public static let resourceURL = "ZBiMResourceURL"
        /// The page's title, for people.
        public static let resourceTitle = "ZBiMResourceTitle"
    }
}
