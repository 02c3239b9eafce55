/// A request that reports an error to one server of a chain.
public struct ErrorPing: Sendable, Hashable {
    /// The address with its macros.
    public var url: URLTemplate
    /// The value of `[ERRORCODE]`.
    public var code: ErrorCode
    /// The document that contains the address.
    public var origin: Origin

    /// `origin` is the document that contains the address.
    public init(url: URLTemplate, code: ErrorCode, origin: Origin) {
        self.url = url
        self.code = code
        self.origin = origin
    }

    /// The address as a URL, with the given values and `[ERRORCODE]`.
    ///
    /// Set `[CACHEBUSTING]` and `[TIMESTAMP]` for each request, see ``MacroValues/stamped(at:zoneMinutes:using:)``.
    public func address(with values: MacroValues) -> String {
        var values = values
        values.setErrorCode(code)
        return url.address(with: values, in: .error)
    }
}
