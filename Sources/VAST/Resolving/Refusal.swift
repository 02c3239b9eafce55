/// The reason why an ad is not used.
struct Refusal: Error, Sendable, Hashable {
    let code: ErrorCode
    /// The reason as a sentence.
    let message: String

    init(_ code: ErrorCode, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The standard has no code for an expired ad. Code 304 states that the ad was not displayed in time.
    static let expired = Refusal(.displayTimeout, "The ad has expired.")
}
