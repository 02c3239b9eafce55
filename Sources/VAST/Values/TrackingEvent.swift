/// An address that counts something a viewer or player did.
public struct TrackingEvent: Sendable, Hashable {
    /// The names of events. A document may hold others; they are kept, and fire only when an app says so.
    public struct Name: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// As it stands in documents.
        public let rawValue: String

        /// Takes any name, known or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The name as it stands in documents.
        public var description: String { rawValue }

        /// Media and assets are ready to play (from 4.1 on).
        public static let loaded = Name(rawValue: "loaded")
        /// The creative was first shown; the only event of companions.
        public static let creativeView = Name(rawValue: "creativeView")
        /// The first frame.
        public static let start = Name(rawValue: "start")
        /// At least 25 % were played.
        public static let firstQuartile = Name(rawValue: "firstQuartile")
        /// At least 50 % were played.
        public static let midpoint = Name(rawValue: "midpoint")
        /// At least 75 % were played.
        public static let thirdQuartile = Name(rawValue: "thirdQuartile")
        /// All was played.
        public static let complete = Name(rawValue: "complete")
        /// Played as far as the event's offset (from 3.0 on).
        public static let progress = Name(rawValue: "progress")
        /// As ``progress``; 4.0 only.
        public static let timeSpentViewing = Name(rawValue: "timeSpentViewing")
        /// The sound was switched off.
        public static let mute = Name(rawValue: "mute")
        /// The sound was switched on again.
        public static let unmute = Name(rawValue: "unmute")
        /// A started ad was paused.
        public static let pause = Name(rawValue: "pause")
        /// A paused ad went on.
        public static let resume = Name(rawValue: "resume")
        /// The viewer went back.
        public static let rewind = Name(rawValue: "rewind")
        /// The viewer skipped (from 3.0 on).
        public static let skip = Name(rawValue: "skip")
        /// Full screen; 2.0 and 3.0.
        public static let fullscreen = Name(rawValue: "fullscreen")
        /// Full screen ended; 3.0.
        public static let exitFullscreen = Name(rawValue: "exitFullscreen")
        /// The player grew (from 4.0 on).
        public static let playerExpand = Name(rawValue: "playerExpand")
        /// The player shrank (from 4.0 on).
        public static let playerCollapse = Name(rawValue: "playerCollapse")
        /// The creative grew; 2.0 and 3.0.
        public static let expand = Name(rawValue: "expand")
        /// The creative shrank; 2.0 and 3.0.
        public static let collapse = Name(rawValue: "collapse")
        /// The creative grew (from 4.0 on).
        public static let adExpand = Name(rawValue: "adExpand")
        /// The creative shrank (from 4.0 on).
        public static let adCollapse = Name(rawValue: "adCollapse")
        /// The viewer asked for more.
        public static let acceptInvitation = Name(rawValue: "acceptInvitation")
        /// As ``acceptInvitation``, for linear creatives of 3.0.
        public static let acceptInvitationLinear = Name(rawValue: "acceptInvitationLinear")
        /// The viewer closed the creative.
        public static let close = Name(rawValue: "close")
        /// The viewer closed a linear creative, or its end card.
        public static let closeLinear = Name(rawValue: "closeLinear")
        /// The creative was made small (from 4.0 on).
        public static let minimize = Name(rawValue: "minimize")
        /// How long an overlay was seen (from 4.0 on).
        public static let overlayViewDuration = Name(rawValue: "overlayViewDuration")
        /// Another interaction (from 4.0 on).
        public static let otherAdInteraction = Name(rawValue: "otherAdInteraction")
        /// An interactive file started (from 4.2 on).
        public static let interactiveStart = Name(rawValue: "interactiveStart")
        /// A prefetched ad is not going to be shown; nothing may follow it (from 4.2 on).
        public static let notUsed = Name(rawValue: "notUsed")
        /// A verification script was not run, with the reason (from 4.1 on).
        public static let verificationNotExecuted = Name(rawValue: "verificationNotExecuted")
    }

    /// What it counts.
    public var name: Name
    /// When, for ``Name/progress`` and ``Name/timeSpentViewing``.
    public var offset: Offset?
    /// What is asked for.
    public var url: URLTemplate

    /// Makes a tracking event.
    public init(_ name: Name, offset: Offset? = nil, url: URLTemplate) {
        self.name = name
        self.offset = offset
        self.url = url
    }
}
