public import Foundation
public import MarqueeWire

/// The source of a whole-file content database: one release with the documents that prove it.
public struct ContentDatabaseSource: Sendable {
    /// Every root from version 1 on, in order.
    public let roots: [Data]
    /// The signed fresh document, as devices get it.
    public let fresh: Data
    /// The signed release document, as devices get it.
    public let release: Data
    /// The manifests in the release's order: each hub's, followed by its channels'.
    public let manifests: [ManifestReference]

    /// Joins one release with the documents that prove it.
    public init(roots: [Data], fresh: Data, release: Data, manifests: [ManifestReference]) {
        self.roots = roots
        self.fresh = fresh
        self.release = release
        self.manifests = manifests
    }
}
