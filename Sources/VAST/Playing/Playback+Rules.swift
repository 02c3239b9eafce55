extension Playback {
    /// Which companions a player shows beside the video while it plays (VAST 4.3, section 3.13.1).
    public enum CompanionsBeside: Sendable, Hashable, CaseIterable {
        /// None, because the app has no place for them. A companion that asks for such a place cannot be shown, and an
        /// ad that requires it does not play (602).
        case never
        /// Those that ask for it with the mode ``Companion/RenderingMode/concurrent``.
        case whereAsked
        /// Those that ask for it, and those that leave the place to the player. Only an end card follows the video.
        case whereAllowed
    }

    /// The decisions that the standard leaves to the player.
    public struct Rules: Sendable, Hashable {
        /// Whether an end card follows an ad that was skipped. The default is `false`.
        public var showsEndCardAfterSkip: Bool
        /// Whether pages can be opened. On a television they cannot: no page is opened, and an icon shows its fallback
        /// image.
        public var opensPages: Bool
        /// Which companions are shown beside the video. By default those that ask for it.
        public var companionsBeside: CompanionsBeside
        /// The kinds of resources that can be shown, the best first. A kind that is left out is never shown.
        public var resourcePreference: [Resource.Kind]
        /// How long the viewer may wait for media before the first frame or in a stall. After that the ad fails with
        /// 402. Pauses and time in the background do not count.
        public var mediaTimeout: Duration

        /// By default markup is preferred to pages and pages to pictures, and the time-out is 8 seconds.
        public init(
            showsEndCardAfterSkip: Bool = false, opensPages: Bool = true,
            companionsBeside: CompanionsBeside = .whereAsked,
            resourcePreference: [Resource.Kind] = [.html, .frame, .file], mediaTimeout: Duration = .seconds(8)
        ) {
            self.showsEndCardAfterSkip = showsEndCardAfterSkip
            self.opensPages = opensPages
            self.companionsBeside = companionsBeside
            self.resourcePreference = resourcePreference
            self.mediaTimeout = mediaTimeout
        }
    }
}
