import Foundation
import MarqueeCore
import MarqueeHub
import MarqueeTesting
import MarqueeWire

/// A device and a service that share a clock the test moves.
final class DeliveryFixture: Sendable {
    struct Fault: Error {}

    let folder: URL
    let service: SimulatedContentService
    let clock: Locked<Timestamp>
    let changes = Locked<[ContentLibrary.Change]>([])
    let fault = Locked<RefreshStep?>(nil)

    init() throws {
        let clock = Locked(Timestamp(milliseconds: 1_750_000_000_000))
        self.clock = clock
        service = try SimulatedContentService(now: { clock.withLock { $0 } })
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "delivery-\(UUID().uuidString)", isDirectory: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var now: Timestamp { clock.withLock { $0 } }

    func advance(_ duration: Duration) { clock.withLock { $0 = $0 + duration } }

    /// A library whose stored content is proven.
    func library(
        scope: Scope? = nil, anchors: TrustAnchors? = nil, precached: URL? = nil, transport: (any Transport)? = nil,
        at url: URL? = nil,
        limits: RefreshLimits = RefreshLimits(), uptime: @escaping @Sendable () -> Duration = Environment.systemUptime
    ) async throws -> ContentLibrary {
        let library = try unprovenLibrary(
            scope: scope, anchors: anchors, precached: precached, transport: transport, at: url, limits: limits,
            uptime: uptime)
        await library.prove()
        return library
    }

    func unprovenLibrary(
        scope: Scope? = nil, anchors: TrustAnchors? = nil, precached: URL? = nil, transport: (any Transport)? = nil,
        at url: URL? = nil,
        limits: RefreshLimits = RefreshLimits(), uptime: @escaping @Sendable () -> Duration = Environment.systemUptime
    ) throws -> ContentLibrary {
        let (clock, fault, changes) = (clock, fault, changes)
        let environment = Environment(
            folder: folder, transport: transport ?? service, now: { clock.withLock { $0 } }, uptime: uptime,
            reached: { point in
                if fault.withLock({ $0?.point == point }) { throw Fault() }
            })
        let source = ContentLibrary.Source(
            service: url ?? service.url, scope: scope ?? service.scope,
            anchors: try anchors ?? TrustAnchors(keys: [service.publicKey()]), precached: precached)
        return try ContentLibrary(
            source, environment: environment, limits: limits, changed: { change in changes.withLock { $0.append(change) } })
    }

    /// A library that holds release 1.
    func filledLibrary(_ content: SimulatedContent = .sample()) async throws -> ContentLibrary {
        try service.publish(content)
        let library = try await library()
        _ = await library.refresh()
        _ = service.takeRequests()
        return library
    }

    /// Lets the test change the engine and serve the result.
    func engine(_ change: (inout SimulatedEngine) throws -> Void) rethrows {
        var engine = service.engine
        try change(&engine)
        service.replace(engine)
    }

    /// What was told of readiness, oldest first.
    var wasReady: [Bool] {
        changes.withLock { $0.compactMap { if case .ready(let isReady) = $0 { isReady } else { nil } } }
    }

    var contentFiles: [String] {
        let names =
            (try? FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("content").path)) ?? []
        return names.filter { $0.hasPrefix("content-") }.sorted()
    }

    func contentFile() throws -> URL {
        guard let name = contentFiles.first else { throw Fault() }
        return folder.appendingPathComponent("content").appendingPathComponent(name)
    }
}
