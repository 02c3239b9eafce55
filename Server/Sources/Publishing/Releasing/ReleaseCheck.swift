/// The result of a verification.
public struct ReleaseCheck: Sendable, Hashable, Codable {
    /// The release that was checked.
    public let version: Int
    /// How many manifests have the hash that the release names.
    public internal(set) var manifests = 0
    /// How many objects have the hash that the manifests name.
    public internal(set) var objects = 0
    /// The sum of the objects' lengths, in bytes.
    public internal(set) var bytes = 0
    /// The failures, as sentences; empty for a valid release.
    public internal(set) var failures: [String] = []
}
