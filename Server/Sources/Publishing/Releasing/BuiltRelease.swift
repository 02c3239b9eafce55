import Foundation
import MarqueeWire
import PlatformStore

/// The manifests of a release with the objects that are new in it, before anything is signed.
struct BuiltRelease: Sendable {
    var manifests: [(reference: ManifestReference, manifest: Manifest)] = []
    /// Pages, manifests and style sheets; the assets of articles are in the store already.
    var objects: [ObjectHash: Data] = [:]
    /// The versions of articles in the pages.
    var live: [LiveArticle] = []
    var warnings: [String] = []
    var nextChange: Timestamp?

    mutating func add(_ data: Data) -> ObjectReference {
        let reference = ObjectReference(of: data)
        objects[reference.sha256] = data
        return reference
    }
}
