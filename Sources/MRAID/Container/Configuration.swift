extension Container {
    /// What an ad is shown with. It does not change while the ad is up.
    public struct Configuration: Sendable {
        /// What `close()` does to an inline ad in the state default, which the standard leaves open.
        public enum DefaultClose: Sendable, Hashable {
            /// The banner is hidden, as the common SDKs do it.
            case hides
            /// The ad gets an error, "There is nothing to close".
            case fails
        }

        /// The version of the standard that the ad was written for.
        public var version: Version
        /// How the app placed the ad.
        public var placement: Placement
        /// The screen, and the ad's place on it, at the start.
        public var layout: Layout
        /// What the device offers at the start.
        public var features: Set<Feature>
        /// The orientations that the app can take.
        public var orientations: Set<Orientation>
        /// How the app is held at the start.
        public var appOrientation: AppOrientation
        /// What `MRAID_ENV` says, in 3.0.
        public var environment: AdEnvironment
        /// The links that the ad may open.
        public var links: LinkPolicy
        /// What `close()` does to a banner that is neither expanded nor resized.
        public var defaultClose: DefaultClose
        /// Whether the ad needs a tap for what reaches out of it.
        public var tapRule: TapRule
        /// The bounds of what the ad may send.
        public var limits: Limits

        /// A configuration; apart from placement and layout everything has a default.
        public init(
            version: Version = .v3, placement: Placement, layout: Layout, features: Set<Feature> = [.inlineVideo],
            orientations: Set<Orientation> = [.portrait, .landscape],
            appOrientation: AppOrientation? = nil,
            environment: AdEnvironment = AdEnvironment(sdk: "MRAID", sdkVersion: "1.0"),
            links: LinkPolicy = LinkPolicy(), defaultClose: DefaultClose = .hides,
            tapRule: TapRule = .needed(), limits: Limits = Limits()
        ) {
            self.version = version
            self.placement = placement
            self.layout = layout
            self.features = features
            self.orientations = orientations
            let isWide = layout.screenSize.width > layout.screenSize.height
            self.appOrientation = appOrientation ?? AppOrientation(isWide ? .landscape : .portrait)
            self.environment = environment
            self.links = links
            self.defaultClose = defaultClose
            self.tapRule = tapRule
            self.limits = limits
        }
    }
}
