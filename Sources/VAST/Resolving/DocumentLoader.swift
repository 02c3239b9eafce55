/// Fetches documents for a ``Resolver``.
///
/// The resolver decides what is fetched and for how long; a loader knows how. One that runs on a server also keeps
/// private networks out of reach. A loader should stop when its task is cancelled: the resolver cancels a load that is
/// late, and ends only when every load has.
public protocol DocumentLoader: Sendable {
    /// Fetches a document.
    /// - Parameters:
    ///   - address: absolute, of an allowed scheme, macros expanded.
    ///   - timeout: until the last byte, redirects included.
    ///   - limit: how many bytes the body may have; more is ``LoadFailure/tooLarge``.
    func load(_ address: String, within timeout: Duration, limit: Int) async throws(LoadFailure) -> LoadedDocument
}
