/// A tracking address for an event of the viewer or the player.
public struct TrackingEvent: Sendable, Hashable {
    /// The names of events. Other names in documents are kept; they are requested only if an app reports them.
    public struct Name: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The name as documents contain it.
        public let rawValue: String

        /// Accepts any name, known or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The name as documents contain it.
        public var description: String { rawValue }

        /// Media and assets are ready to play (from 4.1 on).
        public static let loaded = Name(rawValue: "loaded")
        /// The creative was shown for the first time; the only event of companions.
        public static let creativeView = Name(rawValue: "creativeView")
        /// The first frame was shown.
        public static let start = Name(rawValue: "start")
        /// At least 25 % was played.
        public static let firstQuartile = Name(rawValue: "firstQuartile")
        /// At least 50 % was played.
        public static let midpoint = Name(rawValue: "midpoint")
        /// At least 75 % was played.
        public static let thirdQuartile = Name(rawValue: "thirdQuartile")
        /// 100 % was played.
        public static let complete = Name(rawValue: "complete")
        /// The event's offset was reached (from 3.0 on).
        public static let progress = Name(rawValue: "progress")
        /// The same as ``progress``; 4.0 only.
        public static let timeSpentViewing = Name(rawValue: "timeSpentViewing")
        /// The sound was switched off.
        public static let mute = Name(rawValue: "mute")
        /// The sound was switched on again.
        public static let unmute = Name(rawValue: "unmute")
        /// A started ad was paused.
        public static let pause = Name(rawValue: "pause")
        /// A paused ad continued.
        public static let resume = Name(rawValue: "resume")
        /// The viewer sought backward.
        public static let rewind = Name(rawValue: "rewind")
        /// The viewer skipped (from 3.0 on).
        public static let skip = Name(rawValue: "skip")
        /// Full screen started (2.0 and 3.0).
        public static let fullscreen = Name(rawValue: "fullscreen")
        /// Full screen ended (3.0).
        public static let exitFullscreen = Name(rawValue: "exitFullscreen")
        /// The player expanded (from 4.0 on).
        public static let playerExpand = Name(rawValue: "playerExpand")
        /// The player collapsed (from 4.0 on).
        public static let playerCollapse = Name(rawValue: "playerCollapse")
        /// The creative expanded (2.0 and 3.0).
        public static let expand = Name(rawValue: "expand")
        /// The creative collapsed (2.0 and 3.0).
        public static let collapse = Name(rawValue: "collapse")
        /// The creative expanded (from 4.0 on).
        public static let adExpand = Name(rawValue: "adExpand")
        /// The creative collapsed (from 4.0 on).
        public static let adCollapse = Name(rawValue: "adCollapse")
        /// The viewer accepted an invitation of the creative.
        public static let acceptInvitation = Name(rawValue: "acceptInvitation")
        /// The same as ``acceptInvitation``, for linear creatives of 3.0.
        public static let acceptInvitationLinear = Name(rawValue: "acceptInvitationLinear")
        /// The viewer closed the creative.
        public static let close = Name(rawValue: "close")
        /// The viewer closed a linear creative, or its end card.
        public static let closeLinear = Name(rawValue: "closeLinear")
        /// The creative was minimised (from 4.0 on).
        public static let minimize = Name(rawValue: "minimize")
        /// How long an overlay was shown (from 4.0 on).
        public static let overlayViewDuration = Name(rawValue: "overlayViewDuration")
        /// Another interaction (from 4.0 on).
        public static let otherAdInteraction = Name(rawValue: "otherAdInteraction")
        /// An interactive file started (from 4.2 on).
        public static let interactiveStart = Name(rawValue: "interactiveStart")
        /// A prefetched ad will not be shown; no other event may follow (from 4.2 on).
        public static let notUsed = Name(rawValue: "notUsed")
        /// A verification script was not run, with the reason (from 4.1 on).
        public static let verificationNotExecuted = Name(rawValue: "verificationNotExecuted")
    }

    /// The event.
    public var name: Name
    /// The moment, for ``Name/progress`` and ``Name/timeSpentViewing``.
    public var offset: Offset?
    /// The address to request.
    public var url: URLTemplate

    /// `offset` is used only with ``Name/progress`` and ``Name/timeSpentViewing``.
    public init(_ name: Name, offset: Offset? = nil, url: URLTemplate) {
        self.name = name
        self.offset = offset
        self.url = url
    }
}
