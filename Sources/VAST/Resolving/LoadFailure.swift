/// Why a document was not fetched.
public enum LoadFailure: Error, Sendable, Hashable, CaseIterable {
    /// No connection, or a status that is not success.
    case unreachable
    /// Not complete in time.
    case timedOut
    /// More bytes than allowed.
    case tooLarge
    /// The address, or one that it redirects to, is not of an allowed scheme or is no address.
    case refusedScheme

    /// What an ad server is told when a wrapper's document was not fetched.
    ///
    /// A document beyond the limit is 100, as the parser has it. The standard has no code for an address that is not
    /// requested at all: that is a wrapper's failure in general, 300.
    public var code: ErrorCode {
        switch self {
        case .unreachable, .timedOut: .wrapperTimeout
        case .tooLarge: .malformedDocument
        case .refusedScheme: .wrapper
        }
    }
}
