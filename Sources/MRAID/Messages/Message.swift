extension Container {
    /// A parsed message from a page. Its form has been checked, but not yet whether state, taps and version allow it.
    public enum Message: Sendable, Hashable {
        /// The page has loaded.
        case loaded
        /// A listener was added that must receive a first call. The answer names the listener by its token.
        case listenerAdded(ScriptEvent.Name, token: Int)
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
        /// `setExpandProperties(properties)`; nil stands for a property that was left out.
        case setExpandProperties(width: Double?, height: Double?, usesCustomClose: Bool?)
        /// `setResizeProperties(properties)`.
        case setResizeProperties(ResizeProperties)
        /// `setOrientationProperties(properties)`; nil stands for a property that was left out, `.some(nil)` for
        /// `"none"`.
        case setOrientationProperties(allowsOrientationChange: Bool?, forcedOrientation: Orientation??)
        /// `useCustomClose(value)`.
        case useCustomClose(Bool)

        /// The command of the message.
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
}
