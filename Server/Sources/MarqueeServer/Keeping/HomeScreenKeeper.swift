import Logging
import ServiceLifecycle
import Simulator

/// Shows new apps on the home screens of the lab's phones while somebody watches one, as long as the server runs.
struct HomeScreenKeeper: Service {
    static let interval = Duration.seconds(1)

    let lab: DeviceLab
    let logger: Logger
    /// The time between two looks; tests shorten it.
    var interval = Self.interval

    func run() async throws {
        while !Task.isShuttingDownGracefully {
            if lab.isWatched { await look() }
            do { try await cancelWhenGracefulShutdown { try await Task.sleep(for: interval) } } catch { return }
        }
    }

    private func look() async {
        do { try await lab.readApps() } catch {
            logger.debug("apps could not be read for the lab", metadata: ["error": "\(error)"])
        }
    }
}
