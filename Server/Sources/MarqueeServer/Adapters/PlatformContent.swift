import Foundation
import MarqueeWire
import PlatformStore
import Publishing

/// The device service's content, from a data directory.
struct PlatformContent: ServiceContent {
    let platform: Platform
    let publisher: Publisher
    let objects: ScopeObjects

    func root(app: String, version: Int) async throws -> Data? {
        try await platform.releases.root(version, app: app)?.bytes
    }

    func fresh(_ scope: Scope) async throws -> Data? {
        try await platform.releases.fresh(scope)?.bytes
    }

    /// An object of the scope's newest releases. Apps of a server share the objects, but each app sees only its
    /// own objects.
    func object(_ hash: ObjectHash, _ encoding: ObjectEncoding, scope: Scope, makes: Bool) async throws -> StoredFile? {
        guard try await objects.contains(hash, scope) else { return nil }
        if case .delta(let base) = encoding, try await !objects.isBase(base, of: hash, scope) { return nil }
        return try await platform.objects.file(hash, as: encoding, makes: makes)
    }

    func contentDatabase(_ scope: Scope, version: Int) async throws -> StoredFile? {
        do {
            return try await publisher.contentDatabase(scope, version: version)
        } catch  where error.code == .notFound {
            return nil
        }
    }
}
