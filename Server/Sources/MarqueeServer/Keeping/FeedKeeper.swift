import Logging
import PlatformStore
import Publishing
import ServiceLifecycle

/// Reads feeds when they are due, as long as the server runs.
struct FeedKeeper: Service {
    static let interval = Duration.seconds(20)

    let feeds: FeedRunner
    let logger: Logger
    /// The time between two checks; tests shorten it.
    var interval = Self.interval

    func run() async throws {
        while !Task.isShuttingDownGracefully {
            await look()
            do { try await cancelWhenGracefulShutdown { try await Task.sleep(for: interval) } } catch { return }
        }
    }

    private func look() async {
        do {
            for (source, run) in try await feeds.runDue() {
                if let failure = run.failure {
                    logger.warning("feed failed", metadata: ["feed": "\(source.id)", "reason": "\(failure)"])
                } else {
                    logger.info(
                        "feed read",
                        metadata: ["feed": "\(source.id)", "added": "\(run.added)", "changed": "\(run.changed)"])
                }
            }
        } catch {
            logger.error("feeds could not be run", metadata: ["error": "\(error)"])
        }
    }
}
