import MarqueeWire
import PlatformStore
import Publishing
import Synchronization

/// The objects that devices of an app and stream may request: those of its newest releases.
///
/// The set is read from the manifests when a device requests an object that is not known yet. Each manifest is read
/// once.
final class ScopeObjects: Sendable {
    /// How many releases are kept; a device that falls further behind begins again with the newest release.
    static let releases = 64

    private struct Known {
        /// The newest release that was read.
        var newest = 0
        /// The first and the last release that hold each object, among the releases that were read.
        var objects: [ObjectHash: ClosedRange<Int>] = [:]
        /// The objects of each manifest, by the manifest's own hash.
        var manifests: [ObjectHash: [ObjectHash]] = [:]
    }

    private struct State {
        var known: [Scope: Known] = [:]
        /// The readings in progress; simultaneous requests wait for the same reading.
        var learning: [Scope: Task<Known, any Error>] = [:]
    }

    private let platform: Platform
    private let state = Mutex(State())

    init(platform: Platform) {
        self.platform = platform
    }

    /// Whether a device of the scope may request an object.
    func contains(_ hash: ObjectHash, _ scope: Scope) async throws -> Bool {
        try await place(of: hash, scope) != nil
    }

    /// Whether a delta from one object to the other is useful: an earlier release must hold the base.
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
        guard let data = try await platform.objects.data(manifest, verifying: true) else {
            // Nothing is learned then: the next request asks again.
            throw StoreError(.unavailable, "the manifest \(manifest) is missing in the object store")
        }
        let manifest = try Manifest(data)
        return manifest.items.map(\.page.sha256) + manifest.assets.map(\.object.sha256)
    }
}
