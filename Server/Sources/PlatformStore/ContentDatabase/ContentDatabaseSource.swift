public import Foundation
public import MarqueeWire

/// What a whole-file content database is written from: one release with the documents that prove it.
public struct ContentDatabaseSource: Sendable {
    /// Every root from version 1 on, in order.
    public let roots: [Data]
    public let fresh: Data
    public let release: Data
    /// In the release's order: each hub's, followed by its channels'.
    public let manifests: [ManifestReference]

    public init(roots: [Data], fresh: Data, release: Data, manifests: [ManifestReference]) {
        self.roots = roots
        self.fresh = fresh
        self.release = release
        self.manifests = manifests
    }
}
