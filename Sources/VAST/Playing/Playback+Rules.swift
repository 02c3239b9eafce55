extension Playback {
    /// What the standard leaves to the player.
    public struct Rules: Sendable, Hashable {
        /// Whether an end card follows an ad that was skipped. The standard leaves it open; `false` unless given.
        public var showsEndCardAfterSkip: Bool
        /// Whether pages can be opened. On a television they cannot: then nothing is opened, and an icon shows its
        /// fallback image.
        public var opensPages: Bool
        /// The kinds of resources that can be shown, the best first; a kind left out is never shown.
        public var resourcePreference: [Resource.Kind]
        /// How long media may keep the viewer waiting, before the first frame or in a stall, until the ad is given up
        /// with 402. Time that the ad is paused or in the background does not count.
        public var mediaTimeout: Duration

        /// Makes rules; those that are not given are the library's decisions: markup before pages before pictures, and
        /// 8 seconds.
        public init(
            showsEndCardAfterSkip: Bool = false, opensPages: Bool = true,
            resourcePreference: [Resource.Kind] = [.html, .frame, .file], mediaTimeout: Duration = .seconds(8)
        ) {
            self.showsEndCardAfterSkip = showsEndCardAfterSkip
            self.opensPages = opensPages
            self.resourcePreference = resourcePreference
            self.mediaTimeout = mediaTimeout
        }
    }
}
