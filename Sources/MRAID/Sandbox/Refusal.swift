/// Why a link or a navigation is refused.
public enum Refusal: Error, Sendable, Hashable {
    /// The URL is longer than the limit.
    case tooLong
    /// The text is no absolute URL.
    case malformed
    /// `http`, where only `https` is allowed.
    case plainHTTP
    /// A scheme that ads may not use.
    case blocked(scheme: String)
    /// A scheme that this device cannot serve.
    case unsupported(scheme: String)
    /// Nobody tapped the ad lately.
    case noGesture
    /// The page was redirected more often than the limit allows.
    case tooManyRedirects

    /// The reason as a sentence.
    public var message: String {
        switch self {
        case .tooLong: "The URL is too long"
        case .malformed: "The URL is not absolute and well-formed"
        case .plainHTTP: "The URL is http, and only https is allowed"
        case .blocked(let scheme): "URLs of the scheme \(scheme) are not allowed"
        case .unsupported(let scheme): "This device does not serve \(scheme)"
        case .noGesture: "The user has not tapped the ad lately"
        case .tooManyRedirects: "The page was redirected too often"
        }
    }
}
