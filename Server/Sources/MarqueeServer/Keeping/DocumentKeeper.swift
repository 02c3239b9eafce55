import Logging
import Publishing
import ServiceLifecycle

/// Signs documents again long before they expire, as long as the server runs.
struct DocumentKeeper: Service {
    static let interval = Duration.seconds(3600)

    let publisher: Publisher
    let logger: Logger

    func run() async throws {
        while !Task.isShuttingDownGracefully {
            do {
                for scope in try await publisher.renewDue(by: "server") {
                    logger.info("documents renewed", metadata: ["scope": "\(scope)"])
                }
            } catch {
                if Task.isCancelled { return }
                logger.error("documents could not be renewed", metadata: ["error": "\(error)"])
            }
            do { try await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.interval) } } catch { return }
        }
    }
}
