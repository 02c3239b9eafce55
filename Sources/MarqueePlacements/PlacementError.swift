public import MarqueeCore

/// Why a placement could not be shown, or an open not be reported: a code from a fixed set and a sentence.
public struct PlacementError: CodedError {
    /// The domain of these errors as `NSError`, as the ancestor's apps know it.
    public static let domain = "PlayHavenSDK"

    /// The kinds of error; the raw values 0 to 6 are the ancestor's.
    public enum Code: Int, Sendable, CaseIterable {
        /// The server refused the request; the message has its sentence.
        case refused = 0
        /// The answer is not one of a placements server.
        case invalidAnswer = 1
        /// The unit has no place on the screen.
        case noFrame = 2
        /// The template did not load in time, or refused its data.
        case templateFailed = 3
        /// The app has no window to show the unit in.
        case noWindow = 4
        /// The simulated store failed.
        case simulatedStore = 5
        /// The answer is not signed by the app's server.
        case invalidDigest = 6
        /// The configuration has no server, token or secret. Nothing was sent.
        case notConfigured = 100
        /// The placement's name is empty or too long.
        case invalidPlacement = 101
        /// The placement is on screen already, or is being loaded for it.
        case busy = 102
        /// The server could not be reached, did not answer in time, or asks to wait.
        case noNetwork = 103
        /// A reported purchase has an empty product, a quantity below 1, or a receipt that is too large.
        case invalidPurchase = 105
        /// The user refuses the purpose `behaviour`. Nothing was sent or stored.
        case consentRefused = 106
        /// The files of the SDK cannot be read or written.
        case storage = 104
        /// The app cancelled the open of a delegate.
        case cancelled = 107
        /// The request was on screen before. ``Placements/request(_:delegate:)`` makes another one.
        case ended = 109
        /// The dimensions of the player have more than 4096 bytes of JSON.
        case invalidDimensions = 108
    }

    /// The kind of error, for programs.
    public let code: Code
    /// One sentence without secrets and personal ids.
    public let message: String
    /// The error that caused this one, for the log.
    public let cause: (any Error)?

    /// Makes an error whose message is one sentence for developers.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension PlacementError: Equatable {
    /// Whether code and message are the same.
    public static func == (one: PlacementError, other: PlacementError) -> Bool {
        one.code == other.code && one.message == other.message
    }
}
