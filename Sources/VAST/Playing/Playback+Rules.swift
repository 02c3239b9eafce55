extension Playback {
    /// Which companions a player shows beside the video, for as long as it plays (VAST 4.3, section 3.13.1).
    public enum CompanionsBeside: Sendable, Hashable, CaseIterable {
        /// None: there is no place for them. One that asks for such a place cannot be shown, and an ad that requires it
        /// is not played (602).
        case never
        /// Those that ask for it, by the mode ``Companion/RenderingMode/concurrent``.
        case whereAsked
        /// Those that ask for it, and those that leave it to the player; only an end card follows the video.
        case whereAllowed
    }

    /// What the standard leaves to the player.
    public struct Rules: Sendable, Hashable {
        /// Whether an end card follows an ad that was skipped. The standard leaves it open; `false` unless given.
        public var showsEndCardAfterSkip: Bool
        /// Whether pages can be opened. On a television they cannot: then nothing is opened, and an icon shows its
        /// fallback image.
        public var opensPages: Bool
        /// Which companions are shown beside the video; those that ask for it unless given.
        public var companionsBeside: CompanionsBeside
        /// The kinds of resources that can be shown, the best first; a kind left out is never shown.
        public var resourcePreference: [Resource.Kind]
        /// How long media may keep the viewer waiting, before the first frame or in a stall, until the ad is given up
        /// with 402. Time that the ad is paused or in the background does not count.
        public var mediaTimeout: Duration

        /// Makes rules; those that are not given are the library's decisions: markup before pages before pictures, and
        /// 8 seconds.
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
