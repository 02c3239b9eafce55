/// One failure on the way to a plan, with the requests that it causes.
public struct ResolutionFailure: Sendable, Hashable {
    /// The code that the servers receive.
    public var code: ErrorCode
    /// The reason as a sentence.
    public var message: String
    /// The document that failed, or whose pointer could not be followed.
    public var origin: Origin
    /// Each Error address of each level once, the outermost level first. Empty when no document has been read.
    public var pings: [ErrorPing]

    /// `origin` is the document that failed.
    public init(code: ErrorCode, message: String, origin: Origin, pings: [ErrorPing] = []) {
        self.code = code
        self.message = message
        self.origin = origin
        self.pings = pings
    }
}
