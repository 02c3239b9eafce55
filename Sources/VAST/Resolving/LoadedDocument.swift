/// What a loader fetched.
public struct LoadedDocument: Sendable, Hashable {
    /// The body; empty for an answer without one, which is an answer without ads.
    public var bytes: [UInt8]
    /// Where the body came from in the end, after redirects; relative addresses in it are relative to this.
    public var address: String

    /// Makes a document of its body.
    public init(bytes: [UInt8], address: String) {
        self.bytes = bytes
        self.address = address
    }
}
