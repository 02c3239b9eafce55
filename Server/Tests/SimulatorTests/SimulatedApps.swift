import MarqueeCore
import Simulator

/// Apps that carry one configuration, for a service in memory.
struct SimulatedApps: LabApps {
    static let brand = [LabApp(id: "brand", name: "Brand", hasRelease: true)]

    let configuration: Configuration
    var list: @Sendable () throws -> [LabApp] = { brand }

    func all() async throws -> [LabApp] { try list() }

    func configuration(of app: LabApp) async throws -> Configuration { configuration }
}
