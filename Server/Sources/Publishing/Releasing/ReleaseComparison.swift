import Foundation
import MarqueeWire
import PlatformStore

/// Compares two states of content by their manifests.
struct ReleaseComparison {
    let store: any ObjectStore
    /// Objects that are not stored yet.
    var pending: [ObjectHash: Data] = [:]

    func compare(_ old: [Manifest], _ new: [Manifest]) async throws -> ReleaseDiff {
        var diff = ReleaseDiff()
        let before = Self.items(old)
        let after = Self.items(new)
        var had = Set(before.values.map(\.page.sha256))
        for asset in old.flatMap(\.assets) { had.insert(asset.object.sha256) }
        for item in new.flatMap(\.items) {
            let entry = ReleaseDiff.Entry(uri: item.uri, title: item.title)
            guard let previous = before[item.uri] else {
                diff.added.append(entry)
                if had.insert(item.page.sha256).inserted { diff.bytes += try await cost(item.page, base: nil) }
                continue
            }
            if previous != item { diff.changed.append(entry) }
            if had.insert(item.page.sha256).inserted { diff.bytes += try await cost(item.page, base: previous.page) }
        }
        for item in old.flatMap(\.items) where after[item.uri] == nil {
            diff.removed.append(ReleaseDiff.Entry(uri: item.uri, title: item.title))
        }
        for asset in new.flatMap(\.assets) where had.insert(asset.object.sha256).inserted {
            diff.bytes += try await cost(asset.object, base: nil)
        }
        let bases = try Dictionary(old.map { ($0.uri, ObjectReference(of: try $0.encoded())) }) { first, _ in first }
        for manifest in new {
            let data = try manifest.encoded()
            let reference = ObjectReference(of: data)
            if reference != bases[manifest.uri] { diff.bytes += try await cost(reference, base: bases[manifest.uri]) }
        }
        return diff
    }

    /// The bytes of an object in its smallest encoding.
    func cost(_ reference: ObjectReference, base: ObjectReference?) async throws -> Int {
        let object = try await data(reference)
        let whole = min(object.count, try Deflate.compress(object).count)
        guard let base, object.count <= 1024 * 1024, let old = try? await data(base) else { return whole }
        return min(whole, try Delta.encode(object, base: old).count)
    }

    private func data(_ reference: ObjectReference) async throws -> Data {
        if let data = pending[reference.sha256] { return data }
        guard let data = try await store.data(reference.sha256, verifying: false) else {
            throw PublishingError(.damaged, "object \(reference.sha256) is missing")
        }
        return data
    }

    private static func items(_ manifests: [Manifest]) -> [ContentURI: Manifest.Item] {
        Dictionary(manifests.flatMap(\.items).map { ($0.uri, $0) }) { first, _ in first }
    }
}
