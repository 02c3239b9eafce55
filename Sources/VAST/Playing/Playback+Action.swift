extension Playback {
    /// What the app must do, in the given order.
    public enum Action: Sendable, Hashable {
        /// Request an address and ignore the answer.
        case request(Request)
        /// Start or continue playing. The player does not report this with ``Event/resumed``.
        case play
        /// Stop at the current position. The player does not report this with ``Event/paused``.
        case pause
        /// Show the skip control from now on.
        case showSkipControl
        /// Show the close control from now on: at the end, over an end card, and after a failure.
        case showCloseControl
        /// Show a message about the reward. It replaces an earlier message.
        case showMessage(RewardMessage)
        /// Show an icon, and send ``Event/iconShown(_:)`` when it is on screen.
        case showIcon(Int)
        /// Hide an icon.
        case hideIcon(Int)
        /// Show the picture that replaces the icon's page, with a way to close it. Do not load it earlier.
        case showIconFallback(Int)
        /// Show a companion beside the ad while the ad plays.
        case showCompanion(Int)
        /// Show a companion after the ad, in the same place.
        case showEndCard(Int)
        /// Show an overlay, and send ``Event/overlayShown(_:)`` when it is on screen.
        case showOverlay(Int)
        /// The overlay has been on screen for its minimum duration. Remove it at any time and send ``Event/ended``. An
        /// overlay without a minimum duration may be removed at any time; this action is not sent for it.
        case releaseOverlay(Int)
        /// Open a page outside the player, with ``URLTemplate/address(with:in:)``. If the page opens within the app,
        /// send ``Event/returned`` when the viewer closes it.
        case open(URLTemplate)
        /// Grant the reward. Sent at most once.
        case reward(Extension.Reward)
        /// Log that the viewer watched to the end and earned nothing, although the ad states a reward.
        case refuseReward(Refusal)
        /// The ad has ended. After this, only closing is counted.
        case finish(Outcome)
    }

    /// How an ad ended.
    public enum Outcome: Sendable, Hashable {
        /// The viewer watched it to the end.
        case completed
        /// The viewer skipped it, or skipped a part with a seek, did not go back, and reached the end.
        case skipped
        /// The viewer closed it before the end.
        case closed
        /// It was never shown.
        case notUsed
        /// It could not be shown, or not to the end.
        case failed(ErrorCode)
    }

    /// What is missing from a reward that is switched on.
    public enum Refusal: Sendable, Hashable {
        /// No currency.
        case noCurrency
        /// No amount of at least 1.
        case noAmount
    }

    /// Why an address is requested.
    public enum Reason: Sendable, Hashable {
        /// The first frame was shown.
        case impression
        /// Half of the ad was on screen for two seconds without a break.
        case viewable
        /// The ad was not viewable.
        case notViewable
        /// It is unknown whether the ad was viewable.
        case undetermined
        /// An event of the linear part or the overlay.
        case event(TrackingEvent.Name)
        /// An error.
        case error(ErrorCode)
        /// A verification was not run, with the reason.
        case verification(TrackingEvent.Name, Verification.Reason)
        /// A click on the video.
        case click
        /// A click that does not open a page.
        case customClick
        /// An icon was shown.
        case iconView
        /// A click on an icon.
        case iconClick
        /// An event of a companion.
        case companion(TrackingEvent.Name)
        /// A click on a companion.
        case companionClick
        /// A click on an overlay.
        case overlayClick

        /// The kind of the address, which decides which macros are replaced.
        public var context: Macro.Context {
            switch self {
            case .error: .error
            case .verification: .verification
            case .click, .customClick, .iconClick, .companionClick, .overlayClick: .clickTracking
            default: .tracking
            }
        }
    }

    /// A request for one address.
    public struct Request: Sendable, Hashable {
        /// The address with its macros.
        public var url: URLTemplate
        /// The document that contains the address.
        public var origin: Origin
        /// The reason for the request.
        public var reason: Reason
        /// The position in the ad, from its first frame.
        public var playhead: Duration
        /// The address of the file that is playing; `nil` when unknown.
        public var assetURI: String?

        /// `playhead` is the value of `[ADPLAYHEAD]`.
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

        /// The address as a URL, with the given values and those of this request: `[ADPLAYHEAD]`, `[ASSETURI]`,
        /// `[ERRORCODE]`, `[REASON]`.
        ///
        /// `[CONTENTPLAYHEAD]` is the position in the content around the ad if ``MacroValues/setMediaPlayhead(_:)`` was
        /// called. Otherwise it is the position in the ad, because 4.1 replaced this macro by both positions.
        ///
        /// Set `[CACHEBUSTING]` and `[TIMESTAMP]` for each request, see ``MacroValues/stamped(at:zoneMinutes:using:)``.
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
