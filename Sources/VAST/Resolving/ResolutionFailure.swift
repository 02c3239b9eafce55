/// One thing that went wrong on the way to a plan, with every request that it causes.
public struct ResolutionFailure: Sendable, Hashable {
    /// What the servers are told.
    public var code: ErrorCode
    /// A sentence for people that names what is wrong.
    public var message: String
    /// The document in which it went wrong, or whose pointer could not be followed.
    public var origin: Origin
    /// Each Error address of every level once, the outermost level first; empty when no document has been read yet.
    public var pings: [ErrorPing]

    /// Makes a failure.
    public init(code: ErrorCode, message: String, origin: Origin, pings: [ErrorPing] = []) {
        self.code = code
        self.message = message
        self.origin = origin
        self.pings = pings
    }
}
