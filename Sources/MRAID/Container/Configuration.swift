extension Container {
    /// How an ad is shown. The configuration does not change while the ad is on screen.
    public struct Configuration: Sendable {
        /// The effect of `close()` on an inline ad in the default state. The standard leaves this open.
        public enum DefaultClose: Sendable, Hashable {
            /// The banner is hidden, as in the common SDKs.
            case hides
            /// The ad gets an error, "There is nothing to close".
            case fails
        }

        /// The version of the standard that the ad was written for.
        public var version: Version
        /// The kind of place that the ad has in the app.
        public var placement: Placement
        /// The screen and the position of the ad at the start.
        public var layout: Layout
        /// The features available at the start.
        public var features: Set<Feature>
        /// The orientations that the app supports.
        public var orientations: Set<Orientation>
        /// The orientation of the app at the start. Without a value, the layout's screen size decides.
        public var appOrientation: AppOrientation
        /// The values of `MRAID_ENV` (3.0).
        public var environment: AdEnvironment
        /// The links that the ad may open.
        public var links: LinkPolicy
        /// The effect of `close()` on a banner that is neither expanded nor resized.
        public var defaultClose: DefaultClose
        /// Which requests of the ad need a tap.
        public var tapRule: TapRule
        /// The limits for messages from the ad.
        public var limits: Limits

        /// Only `placement` and `layout` have no default.
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
