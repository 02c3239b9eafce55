import MarqueeCore
import Simulator

/// Apps that carry one configuration, for a service in memory.
struct SimulatedApps: LabApps {
    static let brand = [LabApp(id: "brand", name: "Brand", hasRelease: true)]

    let configuration: Configuration
    var list: @Sendable () throws -> [LabApp] = { brand }
    /// The installs that are marked; without it nothing is kept.
    var testDevices: Locked<Set<String>>?

    func all() async throws -> [LabApp] { try list() }

    func configuration(of app: LabApp) async throws -> Configuration { configuration }

    func setTestDevice(_ install: String, _ isTest: Bool, of app: LabApp) async throws {
        testDevices?.withLock { if isTest { $0.insert(install) } else { $0.remove(install) } }
    }
}
