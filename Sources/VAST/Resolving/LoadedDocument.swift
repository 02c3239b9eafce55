/// A document that a loader fetched.
public struct LoadedDocument: Sendable, Hashable {
    /// The body. An empty body is an answer without ads.
    public var bytes: [UInt8]
    /// The address of the body after redirects. Relative addresses in the body are resolved against it.
    public var address: String

    /// `address` is the last address after redirects.
    public init(bytes: [UInt8], address: String) {
        self.bytes = bytes
        self.address = address
    }
}
