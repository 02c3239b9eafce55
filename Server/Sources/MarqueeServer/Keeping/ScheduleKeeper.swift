import Logging
import PlatformStore
import Publishing
import ServiceLifecycle

/// Makes articles appear and disappear at their times, as long as the server runs.
struct ScheduleKeeper: Service {
    static let interval = Duration.seconds(15)

    let schedule: PublishingSchedule
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
            for result in try await schedule.publishDue(by: "schedule") {
                switch result.outcome {
                case .success(let outcome):
                    logger.info(
                        "published on schedule",
                        metadata: ["scope": "\(result.scope)", "release": "\(outcome.release.version)"])
                case .failure(let error):
                    logger.error(
                        "could not publish on schedule", metadata: ["scope": "\(result.scope)", "error": "\(error)"])
                }
            }
        } catch {
            if Task.isCancelled { return }
            logger.error("schedules could not be read", metadata: ["error": "\(error)"])
        }
    }
}
