import Logging
import PlatformStore
import Receipts
import ServiceLifecycle

/// Verifies receipts of purchases that wait, as long as the server runs. Signed receipts do not wait for the service
/// that reads those of the older form.
struct PurchaseKeeper: Service {
    static let interval = Duration.seconds(5)

    let verification: PurchaseVerification
    let logger: Logger
    /// The time between two checks; tests shorten it.
    var interval = Self.interval

    func run() async throws {
        await withDiscardingTaskGroup { group in
            for form in ReceiptForm.allCases { group.addTask { await keep(form) } }
        }
    }

    private func keep(_ form: ReceiptForm) async {
        while !Task.isShuttingDownGracefully {
            // A purchase whose server stops meanwhile is due again in the next.
            await cancelWhenGracefulShutdown { await look(form) }
            do { try await cancelWhenGracefulShutdown { try await Task.sleep(for: interval) } } catch { return }
        }
    }

    private func look(_ form: ReceiptForm) async {
        do {
            for (id, status) in try await verification.runDue(form) {
                logger.debug("purchase verified", metadata: ["purchase": "\(id)", "status": "\(status.rawValue)"])
            }
        } catch {
            if Task.isCancelled { return }
            logger.error("purchases could not be verified", metadata: ["error": "\(error)"])
        }
    }
}
