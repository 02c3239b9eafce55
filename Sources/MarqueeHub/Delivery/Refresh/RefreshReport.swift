/// The result of one refresh, for the metrics. It is reported once, after the refresh ends, also when several callers
/// wait for it.
public struct RefreshReport: Sendable, Hashable {
    /// How a refresh ended.
    public enum Result: Sendable, Hashable {
        /// A newer release is stored.
        case updated
        /// Nothing is newer than the stored release.
        case unchanged
        /// The refresh was cancelled.
        case cancelled
        /// The refresh failed for this reason. The stored release did not change.
        case failed(RefreshError.Code)
    }

    /// How the refresh ended.
    public let result: Result
    /// The version of the release on the device after the refresh; `nil` when there is none.
    public let release: Int?
    /// The number of received body bytes, with those of failed requests.
    public let bytes: Int
    /// The time from the beginning to the end of the refresh, by the monotonic clock.
    public let duration: Duration

    /// Creates a report of one refresh.
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
