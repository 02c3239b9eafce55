/// What one refresh came to, for the metrics: told once, when it has ended, however many callers joined it.
public struct RefreshReport: Sendable, Hashable {
    /// How it ended.
    public enum Result: Sendable, Hashable {
        /// A newer release is stored.
        case updated
        /// Nothing is newer than what is stored.
        case unchanged
        /// Somebody ended it.
        case cancelled
        /// Nothing was changed, and why.
        case failed(RefreshError.Code)
    }

    /// How it ended.
    public let result: Result
    /// The version of the release that the device has now; `nil` without one.
    public let release: Int?
    /// Every body byte received, of failed requests too.
    public let bytes: Int
    /// From the first request to the end; by a clock that nobody sets.
    public let duration: Duration

    /// Describes a refresh that has ended.
    public init(result: Result, release: Int?, bytes: Int, duration: Duration) {
        self.result = result
        self.release = release
        self.bytes = bytes
        self.duration = duration
    }
}

extension RefreshReport.Result {
    init(_ outcome: RefreshOutcome) {
        self =
            switch outcome {
            case .updated: .updated
            case .unchanged: .unchanged
            case .failed(let error): error.code == .cancelled ? .cancelled : .failed(error.code)
            }
    }
}
