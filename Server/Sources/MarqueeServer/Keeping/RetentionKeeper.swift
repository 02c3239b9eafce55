import Collector
import Logging
import PlatformStore
import ServiceLifecycle

/// Deletes what warehouse, placements and purchases need not keep, as long as the server runs.
struct RetentionKeeper: Service {
    static let interval = Duration.seconds(600)

    let folding: FoldingService
    let placements: any PlacementStore
    let purchases: any PurchaseStore
    let logger: Logger

    func run() async throws {
        while !Task.isShuttingDownGracefully {
            do { try await folding.tidy() } catch {
                logger.error("the warehouse could not be tidied", metadata: ["error": "\(error)"])
            }
            await placements.removeOldRows()
            await purchases.removeOldRows()
            do { try await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.interval) } } catch { return }
        }
    }
}
