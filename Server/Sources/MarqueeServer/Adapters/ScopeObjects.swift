import MarqueeWire
import PlatformStore
import Publishing
import Synchronization

/// Which objects devices of an app and stream may ask for: those of its newest releases.
///
/// Learned from the manifests when somebody asks for an object that is not known yet, each manifest once.
final class ScopeObjects: Sendable {
    /// A device that is slower than so many releases begins again with the newest.
    static let releases = 64

    private struct Known {
        /// The newest release that was looked at.
        var newest = 0
        /// By the first and the last release that have it, of those that were looked at.
        var objects: [ObjectHash: ClosedRange<Int>] = [:]
        /// By the manifest's own hash.
        var manifests: [ObjectHash: [ObjectHash]] = [:]
    }

    private struct State {
        var known: [Scope: Known] = [:]
        /// Those who ask at the same time wait for one reading.
        var learning: [Scope: Task<Known, any Error>] = [:]
    }

    private let platform: Platform
    private let state = Mutex(State())

    init(platform: Platform) {
        self.platform = platform
    }

    /// Whether a device of the scope may ask for an object.
    func contains(_ hash: ObjectHash, _ scope: Scope) async throws -> Bool {
        try await place(of: hash, scope) != nil
    }

    /// Whether a difference from one object to the other is of use: a device that has the release before knows the base.
    func isBase(_ base: ObjectHash, of hash: ObjectHash, _ scope: Scope) async throws -> Bool {
        guard let place = try await place(of: hash, scope), let earlier = try await self.place(of: base, scope) else {
            return false
        }
        return earlier.lowerBound < place.upperBound
    }

    private func place(of hash: ObjectHash, _ scope: Scope) async throws -> ClosedRange<Int>? {
        if let place = state.withLock({ $0.known[scope]?.objects[hash] }) { return place }
        guard let latest = try await platform.releases.latest(scope)?.version else { return nil }
        let learning = state.withLock { state -> Task<Known, any Error>? in
            let before = state.known[scope] ?? Known()
            guard before.newest < latest else { return nil }
            if let task = state.learning[scope] { return task }
            let task = Task { try await self.learned(before, scope) }
            state.learning[scope] = task
            return task
        }
        guard let learning else { return nil }
        let result = await learning.result
        return try state.withLock { state in
            if state.learning[scope] == learning { state.learning[scope] = nil }
            let known = try result.get()
            if (state.known[scope]?.newest ?? 0) < known.newest { state.known[scope] = known }
            return known.objects[hash]
        }
    }

    private func learned(_ before: Known, _ scope: Scope) async throws -> Known {
        var known = before
        let history = try await platform.releases.history(scope, before: nil, limit: Self.releases)
        var used: Set<ObjectHash> = []
        for release in history.reversed() {
            used.formUnion(release.manifests.map(\.object.sha256))
            guard release.version > before.newest else { continue }
            note([release.document.sha256], release.version, &known)
            for manifest in release.manifests.map(\.object.sha256) {
                let objects =
                    if let objects = known.manifests[manifest] { objects } else { try await read(manifest) }
                known.manifests[manifest] = objects
                note([manifest] + objects, release.version, &known)
            }
            known.newest = max(known.newest, release.version)
        }
        let oldest = history.last?.version ?? 0
        known.objects = known.objects.filter { $0.value.upperBound >= oldest }
        known.manifests = known.manifests.filter { used.contains($0.key) }
        return known
    }

    private func note(_ objects: [ObjectHash], _ version: Int, _ known: inout Known) {
        for object in objects {
            let first = known.objects[object]?.lowerBound ?? version
            known.objects[object] = min(first, version)...version
        }
    }

    private func read(_ manifest: ObjectHash) async throws -> [ObjectHash] {
        guard let data = try await platform.objects.data(manifest, verifying: true) else { return [] }
        let manifest = try Manifest(data)
        return manifest.items.map(\.page.sha256) + manifest.assets.map(\.object.sha256)
    }
}
