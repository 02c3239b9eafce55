extension Playback {
    /// What is to be done, in the order given.
    public enum Action: Sendable, Hashable {
        /// Ask for an address and ignore the answer.
        case request(Request)
        /// Let the viewer skip from now on.
        case showSkipControl
        case showIcon(Int), hideIcon(Int)
        /// Pause and show the picture that stands in for the icon's page.
        case showIconFallback(Int)
        /// Show beside the ad.
        case showCompanion(Int)
        /// Show after the ad, with a control that closes it.
        case showEndCard(Int)
        /// Open outside the player.
        case open(URLTemplate)
        /// Grant what was earned.
        case reward(Reward)
        /// The last of the ad; only closing is counted after it.
        case finish(Outcome)
    }

    /// How an ad came to its end.
    public enum Outcome: Sendable, Hashable {
        case completed, skipped, closed, notUsed
        case failed(ErrorCode)
    }

    /// Why an address is asked for.
    public enum Reason: Sendable, Hashable {
        case impression, viewable, notViewable, undetermined
        case event(TrackingEvent.Name)
        case error(ErrorCode)
        case verification(TrackingEvent.Name, Verification.Reason)
        case click, customClick
        case iconView, iconClick
        case companion(TrackingEvent.Name), companionClick
        case overlayClick
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

        /// Makes a request.
        public init(_ url: URLTemplate, from origin: Origin, for reason: Reason, at playhead: Duration = .zero) {
            self.url = url
            self.origin = origin
            self.reason = reason
            self.playhead = playhead
        }

        /// The address with the values given and those this request knows: `[ADPLAYHEAD]`, `[ERRORCODE]`, `[REASON]`.
        public func address(with values: MacroValues) -> String {
            var values = values
            values.setAdPlayhead(playhead)
            if case .error(let code) = reason { values.setErrorCode(code) }
            if case .verification(_, let why) = reason { values.setReason(why) }
            return url.expanded(with: values)
        }
    }
}
