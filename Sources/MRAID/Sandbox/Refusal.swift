extension LinkPolicy {
    /// The reason why a link or a navigation is refused.
    public enum Refusal: Error, Sendable, Hashable {
        /// The URL is longer than ``LinkPolicy/maximumBytes``.
        case tooLong
        /// The text is not an absolute URL.
        case malformed
        /// The scheme is `http`, and only `https` is allowed.
        case plainHTTP
        /// Ads may not use this scheme.
        case blocked(scheme: String)
        /// The device has no feature for this scheme or command.
        case unsupported(scheme: String)
        /// The user has not tapped the ad recently.
        case noGesture
        /// The page was redirected more often than the limit allows.
        case tooManyRedirects

        /// The reason as a sentence.
        public var message: String {
            switch self {
            case .tooLong: "The URL is too long"
            case .malformed: "The URL is not absolute and well-formed"
            case .plainHTTP: "The URL is http, and only https is allowed"
            case .blocked(let scheme): "URLs with the scheme \(scheme) are not allowed"
            case .unsupported(let scheme): "This device does not support \(scheme)"
            case .noGesture: "The user has not tapped the ad recently"
            case .tooManyRedirects: "The page was redirected too often"
            }
        }
    }
}
