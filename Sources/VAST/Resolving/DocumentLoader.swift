/// Fetches documents for a ``Resolver``.
///
/// The resolver decides which documents are fetched and how long that may take. A loader that runs on a server must
/// also refuse addresses in private networks. A loader should stop when its task is cancelled: the resolver cancels a
/// load that is late, and returns only after every load has ended.
public protocol DocumentLoader: Sendable {
    /// Fetches a document.
    /// - Parameters:
    ///   - address: an absolute address with an allowed scheme; macros are replaced.
    ///   - timeout: the time for the complete body, including redirects.
    ///   - limit: the largest body in bytes. A larger one is ``LoadFailure/tooLarge``.
    func load(_ address: String, within timeout: Duration, limit: Int) async throws(LoadFailure) -> LoadedDocument
}
