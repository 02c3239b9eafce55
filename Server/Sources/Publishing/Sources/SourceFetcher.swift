public import Foundation

/// Loads what stands at a web address, within bounds.
public protocol SourceFetcher: Sendable {
    /// Loads a document or an image of at most `maximum` bytes.
    /// - Throws: ``PublishingError`` with `unreachable` or `tooLarge`.
    func fetch(_ url: URL, maximum: Int) async throws(PublishingError) -> Data

    /// Loads a document, with what fetches the files that it names: nothing that its writer has no business with.
    /// - Throws: ``PublishingError`` with `unreachable` or `tooLarge`.
    func open(_ url: URL, maximum: Int) async throws(PublishingError) -> (data: Data, files: any SourceFetcher)
}

extension SourceFetcher {
    /// The files come by the same one: what it fetches does not depend on who names it.
    public func open(
        _ url: URL, maximum: Int
    ) async throws(PublishingError) -> (data: Data, files: any SourceFetcher) {
        (try await fetch(url, maximum: maximum), self)
    }
}
