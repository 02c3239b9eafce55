import Foundation
import MarqueeCore
import MarqueeEngage
import MarqueePlacements
import MarqueeWire
import PlatformStore
import Publishing
import Simulator

/// The apps of a data directory, for phones in the same process.
struct PlatformApps: LabApps {
    let platform: Platform
    let publisher: Publisher
    var connections = LabConnections()
    /// The port by which this machine reaches the device service; `nil` until it is open.
    let port: @Sendable () -> Int?

    func all() async throws -> [LabApp] {
        let released = Set(try await platform.releases.scopes())
        return try await platform.apps.apps().map { app in
            LabApp(id: app.id, name: app.name, hasRelease: released.contains(try Scope(app: app.id)))
        }
    }

    func configuration(of app: LabApp) async throws -> Configuration {
        let path = ServiceRoute.servicePath(try Scope(app: app.id))
        guard let port = port(), let service = URL(string: "http://127.0.0.1:\(port)\(path)") else {
            throw StoreError(.invalid, "the server's address cannot be written")
        }
        // Simulated phones send every three seconds, so that the report shows a reading at once; real phones send once
        // a minute.
        var settings: [ConfigurationKey: ConfigurationKey.Value] = [.uploadPeriod: .count(3)]
        if let connection = connections[app.id] {
            settings[.engageHost] = .text("http://127.0.0.1:\(port)/")
            settings[.engageClientID] = .text(connection.client)
            settings[.engageClientSecret] = .secret(connection.secret)
            settings[.engageRefreshToken] = .secret(connection.refreshToken)
            settings[.engageListID] = .text(String(connection.list))
        }
        // The newest secret, which stays in this process: the page of the lab never gets it.
        if let secret = try await platform.credentials.signingSecrets(app: app.id, now: Timestamp(Date())).first {
            settings[.placementsToken] = .text(app.id)
            settings[.placementsSecret] = .secret(Secret(secret.text))
        }
        return Configuration(
            service: service, trustAnchors: [try await publisher.keys.publicKey(app: app.id)], settings: settings)
    }

    func recipients(of app: LabApp) async throws -> [LabRecipient] {
        guard let connection = connections[app.id] else { return [] }
        let page = try await platform.recipients.recipients(
            of: connection.list, app: app.id, after: nil, limit: Self.mostRecipients)
        return page.recipients.compactMap { recipient in
            let user = recipient.value("Mobile User Id")
            guard !user.isEmpty else { return nil }
            let name = recipient.value("Name")
            return LabRecipient(user: user, name: name.isEmpty ? user : name)
        }
    }

    func setTestDevice(_ install: String, _ isTest: Bool, of app: LabApp) async throws {
        if isTest {
            try await platform.testDevices.mark(install, isTest: true, app: app.id, by: "device lab")
        } else {
            try await platform.testDevices.forget([install], app: app.id)
        }
    }

    private static let mostRecipients = 100
}
