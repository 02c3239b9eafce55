import MarqueeWire
import PlatformStore

/// What a release will hold, before it has a version.
struct ReleasePlan: Sendable {
    let manifests: [ManifestReference]
    /// The earlier release whose content this is, after a rollback.
    var restores: Int?
}
