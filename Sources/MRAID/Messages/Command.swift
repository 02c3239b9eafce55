extension Container {
    /// The commands that a page can send. Their names are also the action names in `error` events.
    public enum Command: String, Sendable, Hashable, CaseIterable {
        /// Adds a listener that must receive a first call with the current value (3.0).
        case addEventListener
        /// Removes the ad, or returns an expanded or resized ad to its default place.
        case close
        /// Proposes an event to the user's calendar.
        case createCalendarEvent
        /// Covers the screen with the ad.
        case expand
        /// Starts the VPAID bridge, which is not supported.
        case initVpaid
        /// Reports that the page has loaded. `mraid.js` sends it.
        case loaded
        /// Opens a URL outside the ad.
        case open
        /// Plays a video in the native player.
        case playVideo
        /// Gives the ad the frame of the resize properties.
        case resize
        /// Sets the properties of the next expansion.
        case setExpandProperties
        /// Sets the orientation of the screen while the ad is expanded or is an interstitial.
        case setOrientationProperties
        /// Sets the properties of the next `resize`.
        case setResizeProperties
        /// Proposes a picture to the user's collection.
        case storePicture
        /// Removes an ad that cannot continue (3.0).
        case unload
        /// States whether the ad draws its own close indicator (2.0).
        case useCustomClose

        /// Whether the command acts outside the ad and so needs a recent tap.
        public var needsTap: Bool {
            switch self {
            case .createCalendarEvent, .expand, .open, .playVideo, .resize, .storePicture: true
            default: false
            }
        }

        /// The name of the page's values that the command sets.
        var property: String? {
            switch self {
            case .setExpandProperties, .useCustomClose: "expandProperties"
            case .setOrientationProperties: "orientationProperties"
            case .setResizeProperties: "resizeProperties"
            default: nil
            }
        }

        /// Whether the version of the standard has the command.
        public func exists(in version: Version) -> Bool {
            switch self {
            case .addEventListener, .initVpaid, .unload: version == .v3
            default: true
            }
        }
    }
}
