import Logging
import PlatformStore
import Receipts
import ServiceLifecycle

/// Verifies receipts of purchases that wait, as long as the server runs.
struct PurchaseKeeper: Service {
    static let interval = Duration.seconds(5)

    let verification: PurchaseVerification
    let logger: Logger
    /// The time between two checks; tests shorten it.
    var interval = Self.interval

    func run() async throws {
        while !Task.isShuttingDownGracefully {
            // A purchase whose server stops meanwhile is due again in the next.
            await cancelWhenGracefulShutdown { await look() }
            do { try await cancelWhenGracefulShutdown { try await Task.sleep(for: interval) } } catch { return }
        }
    }

    private func look() async {
        do {
            for (id, status) in try await verification.runDue() {
                logger.debug("purchase verified", metadata: ["purchase": "\(id)", "status": "\(status.rawValue)"])
            }
        } catch {
            if Task.isCancelled { return }
            logger.error("purchases could not be verified", metadata: ["error": "\(error)"])
        }
    }
}
