extension Playback {
    /// What is to be done, in the order given.
    public enum Action: Sendable, Hashable {
        /// Ask for an address and ignore the answer.
        case request(Request)
        /// Begin playing, or go on. The player does not report it with ``Event/resumed``.
        case play
        /// Stop where the ad is. The player does not report it with ``Event/paused``.
        case pause
        /// Let the viewer skip from now on.
        case showSkipControl
        /// Let the viewer close the player from now on: at the end, over an end card, and after a failure.
        case showCloseControl
        /// Tell the viewer about the reward, in the place of any message shown before.
        case showMessage(RewardMessage)
        /// Show an icon, and say ``Event/iconShown(_:)`` when it is there.
        case showIcon(Int)
        /// Take an icon away.
        case hideIcon(Int)
        /// Show the picture that stands in for the icon's page, with a way to close it. Load it only now.
        case showIconFallback(Int)
        /// Show a companion beside the ad, for as long as the ad plays.
        case showCompanion(Int)
        /// Show a companion after the ad, in its place.
        case showEndCard(Int)
        /// Show an overlay, and say ``Event/overlayShown(_:)`` when it is there.
        case showOverlay(Int)
        /// The overlay was on screen for as long as it asks: take it away at will, and say ``Event/ended``. One that
        /// asks for nothing may be taken away at any time, and this action does not come.
        case releaseOverlay(Int)
        /// Open a page outside the player, by its ``URLTemplate/address(with:in:)``. Within the app, say ``Event/returned`` when the viewer closes it.
        case open(URLTemplate)
        /// Grant what was earned; it comes once at most.
        case reward(Reward)
        /// Write to the log that watching to the end earned nothing, although the ad says that it is rewarded.
        case refuseReward(Refusal)
        /// The last of the ad; only closing is counted after it.
        case finish(Outcome)
    }

    /// How an ad came to its end.
    public enum Outcome: Sendable, Hashable {
        /// It was watched to the end.
        case completed
        /// It was not watched whole: the viewer used the skip control, or jumped over a part by a seek, did not go back
        /// to it, and saw the end.
        case skipped
        /// The viewer closed it before the end.
        case closed
        /// It was never shown.
        case notUsed
        /// It could not be shown, or not to the end.
        case failed(ErrorCode)
    }

    /// What a reward lacks that is switched on.
    public enum Refusal: Sendable, Hashable {
        /// No currency is named.
        case noCurrency
        /// The amount is no number, or less than 1.
        case noAmount
    }

    /// Why an address is asked for.
    public enum Reason: Sendable, Hashable {
        /// The first frame.
        case impression
        /// Half of the ad was on screen for two seconds on end.
        case viewable
        /// It was not.
        case notViewable
        /// Nobody can tell.
        case undetermined
        /// An event of the linear part or of the overlay.
        case event(TrackingEvent.Name)
        /// Something went wrong.
        case error(ErrorCode)
        /// A verification was not run, and why.
        case verification(TrackingEvent.Name, Verification.Reason)
        /// A click on the video.
        case click
        /// A click that opens nothing.
        case customClick
        /// An icon came into view.
        case iconView
        /// A click on an icon.
        case iconClick
        /// An event of a companion.
        case companion(TrackingEvent.Name)
        /// A click on a companion.
        case companionClick
        /// A click on an overlay.
        case overlayClick

        /// What kind of address it is, which decides on the macros that are replaced.
        public var context: Macro.Context {
            switch self {
            case .error: .error
            case .verification: .verification
            case .click, .customClick, .iconClick, .companionClick, .overlayClick: .clickTracking
            default: .tracking
            }
        }
    }

    /// One address to be asked for.
    public struct Request: Sendable, Hashable {
        /// Macros unexpanded.
        public var url: URLTemplate
        /// The document that wants to know.
        public var origin: Origin
        /// What it counts.
        public var reason: Reason
        /// Where the ad was, from its first frame.
        public var playhead: Duration
        /// The address of the file that played; `nil` when nobody said so.
        public var assetURI: String?

        /// Makes a request.
        public init(
            _ url: URLTemplate, from origin: Origin, for reason: Reason, at playhead: Duration = .zero,
            assetURI: String? = nil
        ) {
            self.url = url
            self.origin = origin
            self.reason = reason
            self.playhead = playhead
            self.assetURI = assetURI
        }

        /// The address as a URL, with the values given and those this request knows: `[ADPLAYHEAD]`, `[ASSETURI]`,
        /// `[ERRORCODE]`, `[REASON]`.
        ///
        /// `[CONTENTPLAYHEAD]` is the place in the content around the ad where
        /// ``MacroValues/setMediaPlayhead(_:)`` said it, else that in the ad: 4.1 made two macros of this one.
        ///
        /// `[CACHEBUSTING]` and `[TIMESTAMP]` are the caller's, to be set anew for each request, see
        /// ``MacroValues/stamped(at:zoneMinutes:using:)``.
        public func address(with values: MacroValues) -> String {
            var values = values
            values.setAdPlayhead(playhead)
            values[.contentPlayhead] = values[.contentPlayhead] ?? values[.adPlayhead]
            if let assetURI { values.setAssetURI(assetURI) }
            if case .error(let code) = reason { values.setErrorCode(code) }
            if case .verification(_, let why) = reason { values.setReason(why) }
            return url.address(with: values, in: reason.context)
        }
    }
}
