/// What a page may ask of its container, by the names that also come back as the action of an `error` event.
public enum Command: String, Sendable, Hashable, CaseIterable {
    /// Registers a listener that is owed one call with the present value (3.0).
    case addEventListener
    /// Closes the ad, or leaves expanded and resized for default.
    case close
    /// Proposes an event to the user's calendar.
    case createCalendarEvent
    /// Covers the screen.
    case expand
    /// Starts the VPAID bridge, which there is not.
    case initVpaid
    /// The page has loaded. Sent by `mraid.js` itself.
    case loaded
    /// Opens a URL.
    case open
    /// Plays a video in the native player.
    case playVideo
    /// Takes the frame of the resize properties.
    case resize
    /// Sets what the next expansion uses.
    case setExpandProperties
    /// Sets how the screen is held while the ad is up.
    case setOrientationProperties
    /// Sets what `resize` uses.
    case setResizeProperties
    /// Proposes a picture to the user's collection.
    case storePicture
    /// Gives up (3.0).
    case unload
    /// Says whether the ad draws its own close indicator (2.0).
    case useCustomClose

    /// Whether the command reaches out of the ad and so needs a recent tap.
    public var needsTap: Bool {
        switch self {
        case .createCalendarEvent, .expand, .open, .playVideo, .resize, .storePicture: true
        default: false
        }
    }

    /// The values of the page that the command sets.
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
