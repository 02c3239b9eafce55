/// What a verification found.
public struct ReleaseCheck: Sendable, Hashable, Codable {
    /// The release that was checked.
    public let version: Int
    /// Manifests whose bytes are what the release names.
    public internal(set) var manifests = 0
    /// Objects whose bytes are what the manifests name.
    public internal(set) var objects = 0
    /// Sum of the objects' lengths.
    public internal(set) var bytes = 0
    /// What is wrong, as sentences; empty for a good release.
    public internal(set) var failures: [String] = []
}
