/// The one access token that all parts of Engage share.
protocol AccessTokenSource: Sendable {
    /// A token that is valid for some time; asks the host for one if necessary. Callers that come meanwhile wait for the
    /// same answer.
    /// - Throws: ``EngageError``: `notConfigured`, `noNetwork`, `notAuthorised`, `rateLimited` or `hostFailed`;
    ///   `invalidState` once the SDK is closed.
    func token() async throws(EngageError) -> String

    /// The host refused this token with 401: the next call of ``token()`` asks for another one.
    ///
    /// Does nothing if the current token is another one already.
    func discard(_ token: String)
}
