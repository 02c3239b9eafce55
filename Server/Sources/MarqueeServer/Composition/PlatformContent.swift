import Foundation
import MarqueeWire
import PlatformStore
import Publishing

/// The device service's content, from a data directory.
struct PlatformContent: ServiceContent {
    let platform: Platform
    let publisher: Publisher

    func root(app: String, version: Int) async throws -> Data? {
        try await platform.releases.root(version, app: app)?.bytes
    }

    func fresh(_ scope: Scope) async throws -> Data? {
        try await platform.releases.fresh(scope)?.bytes
    }

    /// Objects are shared by all apps of a data directory; whoever knows a hash has read it in a signed document.
    func object(_ hash: ObjectHash, _ encoding: ObjectEncoding, scope: Scope) async throws -> URL? {
        try await platform.objects.file(hash, as: encoding)?.url
    }

    func contentDatabase(_ scope: Scope, version: Int) async throws -> URL? {
        do {
            return try await publisher.contentDatabase(scope, version: version)
        } catch  where error.code == .notFound {
            return nil
        }
    }
}
