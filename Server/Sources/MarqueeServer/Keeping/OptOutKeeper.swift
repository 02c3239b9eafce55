import Collector
import Foundation
import Logging
import MarqueeWire
import PlatformStore
import ServiceLifecycle

/// Has the warehouse erase the events of installs that opted out of placements, as long as the server runs: those of an hour
/// together, because each erasure looks through the log.
struct OptOutKeeper: Service {
    static let interval = Duration.seconds(3600)
    /// Longer than the time of which the warehouse cannot remove its index (``Collector/erase(optedOut:through:)``), and than
    /// any difference between the clocks of servers.
    static let delay = Duration.seconds(11 * 3600)

    let placements: any PlacementStore
    let collector: Collector
    /// Whether other servers over the same database have warehouses of their own.
    let isShared: Bool
    let logger: Logger
    /// How long after an opt-out the warehouse hears of it; tests shorten it.
    var delay = Self.delay

    func run() async throws {
        while !Task.isShuttingDownGracefully {
            do { try await look() } catch {
                logger.error("events of devices that opted out could not be erased", metadata: ["error": "\(error)"])
            }
            do { try await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.interval) } } catch { return }
        }
    }

    func look() async throws {
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            let place = try await collector.optOutPlace()
            if !isShared, let place { try await placements.removeOptOuts(through: place) }
            let page = try await placements.optOuts(
                after: place, before: Timestamp(Date()) + delay * -1, limit: Collector.mostOptOuts)
            guard let last = page.last else { return }
            var installs: [Scope: [String]] = [:]
            for (app, optOuts) in Dictionary(grouping: page, by: \.app) {
                installs[try Scope(app: app)] = optOuts.map(\.install)
            }
            try await collector.erase(optedOut: installs, through: last.place)
            logger.info("events of devices that opted out will be erased", metadata: ["devices": "\(page.count)"])
        }
    }
}
