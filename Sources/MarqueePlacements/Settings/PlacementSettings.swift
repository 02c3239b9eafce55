import Foundation
import MarqueeCore
import MarqueeWire

/// Where requests go, and how they are signed.
struct PlacementSettings: Sendable {
    let server: URL
    let token: String
    let secret: PlacementSecret

    init(server: URL, token: String, secret: PlacementSecret) {
        self.server = server
        self.token = token
        self.secret = secret
    }

    /// - Throws: ``PlacementError`` with `notConfigured`, which names the missing key.
    init(_ configuration: Configuration) throws(PlacementError) {
        let named = URL(string: configuration.text(.placementsServer))
        guard let server = named ?? configuration.service.flatMap(Self.root) else {
            throw Self.missing(.placementsServer)
        }
        let token = configuration.text(.placementsToken)
        guard !token.isEmpty else { throw Self.missing(.placementsToken) }
        guard let secret = configuration.secret(.placementsSecret).flatMap({ PlacementSecret($0.text) }) else {
            throw Self.missing(.placementsSecret)
        }
        self.init(server: server, token: token, secret: secret)
    }

    private static func root(_ service: URL) -> URL? {
        guard var parts = URLComponents(url: service, resolvingAgainstBaseURL: false) else { return nil }
        parts.path = ""
        parts.query = nil
        parts.fragment = nil
        return parts.url
    }

    private static func missing(_ key: ConfigurationKey) -> PlacementError {
        PlacementError(.notConfigured, "the configuration has no \(key.name); nothing was sent")
    }
}
