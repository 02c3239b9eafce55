public import Foundation

/// Loads what stands at a web address, within bounds.
public protocol SourceFetcher: Sendable {
    /// Loads a document or an image of at most `maximum` bytes.
    /// - Throws: ``PublishingError`` with `unreachable` or `tooLarge`.
    func fetch(_ url: URL, maximum: Int) async throws(PublishingError) -> Data
}
