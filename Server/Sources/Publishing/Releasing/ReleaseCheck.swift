/// What a verification found.
public struct ReleaseCheck: Sendable, Hashable, Codable {
    public let version: Int
    public internal(set) var manifests = 0
    public internal(set) var objects = 0
    /// Sum of the objects' lengths.
    public internal(set) var bytes = 0
    /// What is wrong, as sentences; empty for a good release.
    public internal(set) var failures: [String] = []
}
