import MarqueeWire
import PlatformStore

/// The content of a release, before it has a version.
struct ReleasePlan: Sendable {
    let manifests: [ManifestReference]
    /// The earlier release whose content this is, after a rollback.
    var restores: Int?
    /// The versions of articles that it holds; `nil` for those of the release before.
    var live: [LiveArticle]?
}
