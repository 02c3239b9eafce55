public import MarqueeWire
import PlatformStore

/// Makes articles appear and disappear at their times, in every scope that has a release.
///
/// The due changes follow from the stored schedules and what the current release holds, so a restart or a second process
/// loses nothing. The state here only delays the next attempt after a failure.
public actor PublishingSchedule {
    /// A scope in which something was due, with the result.
    public struct Result: Sendable {
        /// The app and stream that was published.
        public let scope: Scope
        /// The release, or the error.
        public let outcome: Swift.Result<PublishOutcome, PublishingError>
    }

    /// The time from a failed publish to the next attempt.
    public static let retryInterval = Duration.seconds(300)

    private let publisher: Publisher
    private var retries: [Scope: Timestamp] = [:]

    /// Publishes with `publisher` and its clock.
    public init(publisher: Publisher) {
        self.publisher = publisher
    }

    /// Publishes in every scope where something is due.
    public func publishDue(by who: String) async throws(PublishingError) -> [Result] {
        var results: [Result] = []
        for scope in try await scopes() {
            let time = publisher.now()
            if let retry = retries[scope], time < retry { continue }
            do {
                let outcome = try await publisher.publishDue(scope, by: who)
                retries[scope] = nil
                if let outcome { results.append(Result(scope: scope, outcome: .success(outcome))) }
            } catch {
                retries[scope] = time + Self.retryInterval
                results.append(Result(scope: scope, outcome: .failure(error)))
            }
        }
        return results
    }

    private func scopes() async throws(PublishingError) -> [Scope] {
        do { return try await publisher.platform.releases.scopes() } catch { throw PublishingError(error) }
    }
}
