/// The reason why a document was not fetched.
public enum LoadFailure: Error, Sendable, Hashable, CaseIterable {
    /// No connection, or a status other than success.
    case unreachable
    /// The body was not complete in time.
    case timedOut
    /// The body is larger than allowed.
    case tooLarge
    /// The address, or one that it redirects to, is not valid or has a scheme that is not allowed.
    case refusedScheme

    /// The code to report when a wrapper's document was not fetched.
    ///
    /// A document beyond the size limit is 100, as in the parser. The standard has no code for an address that is never
    /// requested, so that is 300, the general failure of a wrapper.
    public var code: ErrorCode {
        switch self {
        case .unreachable, .timedOut: .wrapperTimeout
        case .tooLarge: .malformedDocument
        case .refusedScheme: .wrapper
        }
    }
}
