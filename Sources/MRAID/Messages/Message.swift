/// What a page tells its container, checked for form but not yet judged by state, tap or version.
public enum Message: Sendable, Hashable {
    /// The page has loaded.
    case loaded
    /// A listener was added that is owed one call; the token names it in the answer.
    case listenerAdded(EventName, token: Int)
    /// `close()`.
    case close
    /// `expand()` or `expand(url)`.
    case expand(url: String?)
    /// `resize()`.
    case resize
    /// `unload()`.
    case unload
    /// `initVpaid()`.
    case initVpaid
    /// `open(url)`.
    case open(url: String)
    /// `playVideo(url)`.
    case playVideo(url: String)
    /// `storePicture(url)`.
    case storePicture(url: String)
    /// `createCalendarEvent(parameters)`.
    case createCalendarEvent(CalendarEvent)
    /// `setExpandProperties(properties)`; what is nil was not named.
    case setExpandProperties(width: Double?, height: Double?, usesCustomClose: Bool?)
    /// `setResizeProperties(properties)`.
    case setResizeProperties(ResizeProperties)
    /// `setOrientationProperties(properties)`; what is nil was not named, `.some(nil)` is `"none"`.
    case setOrientationProperties(allowsOrientationChange: Bool?, forcedOrientation: Orientation??)
    /// `useCustomClose(value)`.
    case useCustomClose(Bool)

    /// The command that the message carries.
    public var command: Command {
        switch self {
        case .loaded: .loaded
        case .listenerAdded: .addEventListener
        case .close: .close
        case .expand: .expand
        case .resize: .resize
        case .unload: .unload
        case .initVpaid: .initVpaid
        case .open: .open
        case .playVideo: .playVideo
        case .storePicture: .storePicture
        case .createCalendarEvent: .createCalendarEvent
        case .setExpandProperties: .setExpandProperties
        case .setResizeProperties: .setResizeProperties
        case .setOrientationProperties: .setOrientationProperties
        case .useCustomClose: .useCustomClose
        }
    }
}
