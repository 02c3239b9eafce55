import Logging
import PlatformStore
import ServiceLifecycle

/// Carries out jobs over lists and tables, as long as the server runs.
struct JobKeeper: Service {
    static let interval = Duration.seconds(2)

    let jobs: any JobStore
    let logger: Logger
    /// The time between two checks; tests shorten it.
    var interval = Self.interval

    func run() async throws {
        while !Task.isShuttingDownGracefully {
            // A job goes on in the next server where this one stops.
            await cancelWhenGracefulShutdown { await look() }
            do { try await cancelWhenGracefulShutdown { try await Task.sleep(for: interval) } } catch { return }
        }
    }

    private func look() async {
        do {
            for job in try await jobs.runDue() {
                if let failure = job.failure {
                    logger.warning("job failed", metadata: ["job": "\(job.id)", "reason": "\(failure)"])
                } else {
                    logger.info("job done", metadata: ["job": "\(job.id)", "rows": "\(job.done)"])
                }
            }
        } catch {
            logger.error("jobs could not be run", metadata: ["error": "\(error)"])
        }
    }
}
