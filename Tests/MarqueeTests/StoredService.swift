import Foundation
import Marquee
import MarqueeCore
import MarqueeHub
import MarqueeTesting
import MarqueeWire

/// A service in memory, and a device's folder that may hold what it published.
struct StoredService {
    let clock = ManualClock()
    let service: SimulatedContentService
    let configuration: Configuration
    private let data: URL

    init(in folder: TemporaryFolder) throws {
        let clock = clock
        service = try SimulatedContentService(now: { clock.now })
        configuration = Configuration(service: service.url, trustAnchors: [try service.publicKey()])
        data = folder.url.appending(path: "data")
        try service.publish(.sample())
    }

    func environment(
        _ transport: any Transport, reached: @escaping @Sendable (FaultPoint) throws -> Void = { _ in }
    ) -> Environment {
        Environment(folder: data, transport: transport, clock: clock, reached: reached)
    }

    /// Leaves a device that has the release and an active user, and is switched off.
    func fill(_ refresh: Fresh.Refresh = .staleOK) async throws {
        var engine = service.engine
        try engine.publishFresh(now: clock.now) { $0.refresh = refresh }
        service.replace(engine)
        let marquee = try Marquee(configuration: configuration, environment: environment(service))
        try marquee.users.create("reader")
        try marquee.users.activate("reader")
        await marquee.hub.refresh()
        await marquee.close()
    }

    /// Every file of delivery, with its size and when it was last written.
    func contentFiles() throws -> [String: String] {
        let folder = data.appending(path: "content")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return try names.reduce(into: [:]) { files, name in
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: name).path)
            files[name] = "\(attributes[.size] ?? 0) \(attributes[.modificationDate] ?? 0)"
        }
    }
}
