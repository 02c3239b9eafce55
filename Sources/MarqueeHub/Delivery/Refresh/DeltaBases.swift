import Foundation
import MarqueeWire

/// The object of the stored release that is most similar to a new object: the earlier version of the same page or asset,
/// else any page of the same type.
struct DeltaBases: Sendable {
    private var bases: [ObjectHash: ObjectReference] = [:]

    init(catalog: Catalog, current: Catalog?) {
        guard let current else { return }
        var anyOfType: [ResourceType: ObjectReference] = [:]
        for item in current.items where anyOfType[item.type] == nil { anyOfType[item.type] = item.page }
        for item in catalog.items { bases[item.page.sha256] = current.item(item.uri)?.page ?? anyOfType[item.type] }
        for asset in catalog.assets.values { bases[asset.object.sha256] = current.assets[asset.uri]?.object }
    }

    func base(for object: ObjectHash) -> ObjectReference? { bases[object] }
}
