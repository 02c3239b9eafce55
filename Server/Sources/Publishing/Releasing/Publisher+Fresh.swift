public import MarqueeWire
import PlatformStore

extension Publisher {
    /// Issues a fresh document with a change: the kill switch, revoked pages, refresh modes.
    public func updateFresh(
        _ scope: Scope, by who: String, change: @Sendable (inout Fresh) -> Void
    ) async throws(PublishingError) -> Fresh {
        do {
            for _ in 0..<8 {
                if let fresh = try await attempt(scope, by: who, change: change) { return fresh }
            }
            throw PublishingError(.store, "the state of \(scope) changes too often")
        } catch {
            throw PublishingError(error)
        }
    }

    /// - Returns: `nil` when another change was first.
    private func attempt(_ scope: Scope, by who: String, change: @Sendable (inout Fresh) -> Void) async throws -> Fresh?
    {
        let root = try await keys.root(app: scope.app)
        guard var fresh = try await nextFresh(scope, root: root) else {
            throw PublishingError(.notFound, "\(scope) has no release yet")
        }
        change(&fresh)
        try fresh.validate()
        let document = try fresh.signed(by: try await keys.signers(.fresh, root: root))
        do {
            try await platform.releases.appendFresh(document, version: fresh.version, scope: scope, by: who)
            return fresh
        } catch {
            guard error.code == .versionConflict else { throw error }
            return nil
        }
    }

    /// Issues anew what has used up half of its time: every scope's fresh document, and releases in their last month.
    /// - Returns: the scopes that got a new document.
    public func renewDue(by who: String) async throws(PublishingError) -> [Scope] {
        do {
            var renewed: [Scope] = []
            for scope in try await platform.releases.scopes() {
                guard let stored = try await platform.releases.fresh(scope),
                    let latest = try await platform.releases.latest(scope)
                else { continue }
                let fresh = try SignedDocument(stored.bytes, expected: .fresh).read(Fresh.self, as: scope)
                if now() - latest.issued > Self.releaseLifetime * 2 / 3 {
                    _ = try await release(
                        latest.manifests, scope: scope, note: "renewed", by: who, restores: latest.restores)
                } else if fresh.expires - now() < Self.freshLifetime / 2 {
                    _ = try await updateFresh(scope, by: who) { _ in }
                } else {
                    continue
                }
                renewed.append(scope)
            }
            return renewed
        } catch {
            throw PublishingError(error)
        }
    }

    /// Signs the current release of every stream of an app with the current keys, after a rotation.
    public func renew(app: String, by who: String) async throws(PublishingError) {
        do {
            for scope in try await platform.releases.scopes() where scope.app == app {
                guard let latest = try await platform.releases.latest(scope) else { continue }
                _ = try await release(
                    latest.manifests, scope: scope, note: "keys rotated", by: who, restores: latest.restores)
            }
        } catch {
            throw PublishingError(error)
        }
    }
}
