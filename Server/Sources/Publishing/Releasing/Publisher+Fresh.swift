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

    /// - Returns: `nil` when another change was stored first.
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

    /// Signs again the documents that are due: every scope's fresh document after half of its time, and releases in
    /// their last month.
    ///
    /// Documents signed by keys from before a rotation are signed again too.
    /// - Returns: the scopes that got a new document.
    public func renewDue(by who: String) async throws(PublishingError) -> [Scope] {
        do {
            var renewed: [Scope] = []
            for scope in try await platform.releases.scopes() {
                guard let stored = try await platform.releases.fresh(scope),
                    let latest = try await platform.releases.latest(scope)
                else { continue }
                let root = try await keys.root(app: scope.app)
                let document = try SignedDocument(stored.bytes, expected: .fresh)
                let fresh = try document.read(Fresh.self, as: scope)
                if try await !isSigned(latest, fresh: document, root: root) || fresh.root < root.version {
                    // The rotation was interrupted before everything was signed with the new keys.
                    _ = try await renew(scope, note: "keys rotated", by: who)
                } else if now() - latest.issued > Self.releaseLifetime * 2 / 3 {
                    _ = try await renew(scope, note: "renewed", by: who)
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

    /// Whether the fresh document and the release document are both signed by keys of this root.
    ///
    /// The root that the fresh document names is not enough: a change of the fresh document alone, such as the kill
    /// switch, names the new root while the release is still signed by the old keys.
    private func isSigned(_ release: ReleaseRecord, fresh: SignedDocument, root: Root) async throws -> Bool {
        guard let bytes = try await platform.objects.data(release.document.sha256, verifying: true) else {
            return false
        }
        do {
            try fresh.verify([root.policy(for: .fresh)])
            try SignedDocument(bytes, expected: .release).verify([root.policy(for: .release)])
            return true
        } catch {
            return false
        }
    }

    /// Replaces the keys of roles and signs all current documents with the new keys.
    ///
    /// If the process ends in between, ``renewDue(by:)`` completes the work.
    public func rotateKeys(
        app: String, roles: Set<DocumentType> = Set(DocumentType.allCases), algorithm: PublicKey.Algorithm = .ed25519,
        by who: String
    ) async throws(PublishingError) -> KeySummary {
        let summary = try await keys.rotate(app: app, roles: roles, algorithm: algorithm, by: who)
        try await renew(app: app, by: who)
        return summary
    }

    /// Signs the current release of every stream of an app with the current keys, after a rotation.
    public func renew(app: String, by who: String) async throws(PublishingError) {
        do {
            for scope in try await platform.releases.scopes() where scope.app == app {
                guard try await platform.releases.latest(scope) != nil else { continue }
                _ = try await renew(scope, note: "keys rotated", by: who)
            }
        } catch {
            throw PublishingError(error)
        }
    }

    /// The content of the release that is the latest when the new one becomes current.
    private func renew(_ scope: Scope, note: String, by who: String) async throws -> ReleaseRecord {
        try await release(scope: scope, note: note, by: who) { latest in
            guard let latest else { throw PublishingError(.notFound, "\(scope) has no release yet") }
            return ReleasePlan(manifests: latest.manifests, restores: latest.restores)
        }
    }
}
