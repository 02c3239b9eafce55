/// Why an ad is not used.
struct Refusal: Error, Sendable, Hashable {
    let code: ErrorCode
    /// A sentence for people that names what is wrong.
    let message: String

    init(_ code: ErrorCode, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The standard has no code for an expired ad; 304 says that it was not displayed in time.
    static let expired = Refusal(.displayTimeout, "The ad has expired.")
}
