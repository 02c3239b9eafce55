import MarqueeWire
import PlatformStore

/// A hub's assets; the first manifest whose pages show an asset gets it.
struct AssetPool {
    private var rest: [String: AssetRecord]

    init(_ assets: [AssetRecord]) {
        rest = Dictionary(assets.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Removes the named assets from the pool and returns them, sorted by name; an asset that was taken before is left
    /// out.
    mutating func take(_ names: [String]) -> [Manifest.Asset] {
        names.compactMap { rest.removeValue(forKey: $0) }.sorted { $0.name < $1.name }
            .map { Manifest.Asset(uri: $0.uri, mediaType: $0.mediaType, object: $0.object) }
    }
}
