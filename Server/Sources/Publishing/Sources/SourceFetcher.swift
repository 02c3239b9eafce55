public import Foundation

/// Loads documents and images from web addresses, within limits.
public protocol SourceFetcher: Sendable {
    /// Loads a document or an image of at most `maximum` bytes.
    /// - Throws: ``PublishingError`` with `unreachable` or `tooLarge`.
    func fetch(_ url: URL, maximum: Int) async throws(PublishingError) -> Data

    /// Loads a document, with a fetcher for the files that it names; the fetcher reaches only what the document's
    /// author may reach.
    /// - Throws: ``PublishingError`` with `unreachable` or `tooLarge`.
    func open(_ url: URL, maximum: Int) async throws(PublishingError) -> (data: Data, files: any SourceFetcher)

    /// A fetcher for the files that a document names whose author is somebody outside: nothing inside the operator's
    /// networks.
    var outside: any SourceFetcher { get }
}

extension SourceFetcher {
    /// The same fetcher, for fetchers whose reach does not depend on the document.
    public var outside: any SourceFetcher { self }

    /// Uses the same fetcher for the files, for fetchers whose reach does not depend on the document.
    public func open(
        _ url: URL, maximum: Int
    ) async throws(PublishingError) -> (data: Data, files: any SourceFetcher) {
        (try await fetch(url, maximum: maximum), self)
    }
}
