/// A request that tells one server of a chain what went wrong.
public struct ErrorPing: Sendable, Hashable {
    /// What is requested, macros unexpanded.
    public var url: URLTemplate
    /// What `[ERRORCODE]` becomes.
    public var code: ErrorCode
    /// The document that asks for it.
    public var origin: Origin

    /// Makes a ping.
    public init(url: URLTemplate, code: ErrorCode, origin: Origin) {
        self.url = url
        self.code = code
        self.origin = origin
    }

    /// The address as a URL, with the values given and `[ERRORCODE]`.
    ///
    /// `[CACHEBUSTING]` and `[TIMESTAMP]` are the caller's, to be set anew for each request, see
    /// ``MacroValues/stamped(at:zoneMinutes:using:)``.
    public func address(with values: MacroValues) -> String {
        var values = values
        values.setErrorCode(code)
        return url.address(with: values, in: .error)
    }
}
