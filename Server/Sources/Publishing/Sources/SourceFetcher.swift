public import Foundation

/// Loads what stands at a web address, within bounds.
public protocol SourceFetcher: Sendable {
    /// - Parameter maximum: the most bytes of the body.
    /// - Throws: ``PublishingError`` with `unreachable` or `tooLarge`.
    func fetch(_ url: URL, maximum: Int) async throws(PublishingError) -> Data
}
