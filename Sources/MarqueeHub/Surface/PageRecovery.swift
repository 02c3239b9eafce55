import Foundation

/// Decides whether a page is loaded again after its web view lost it, for example because the system needed memory.
public struct PageRecovery: Sendable, Hashable {
    private var reloaded: HubPage.ID?

    /// Makes a value without a lost page.
    public init() {}

    /// The web view lost a page.
    /// - Returns: whether to load the page again: `true` once for each visit. A page that makes the web view fail each
    ///   time is therefore loaded only twice.
    public mutating func lost(_ page: HubPage.ID) -> Bool {
        defer { reloaded = page }
        return reloaded != page
    }

    /// Whether a web view's navigation error means that the page cannot be shown.
    ///
    /// A web view also reports an error when another page replaces the page, and when a navigation is refused. These
    /// two errors are not failures.
    public static func isFailure(_ error: any Error) -> Bool {
        let error = error as NSError
        let isReplaced = error.domain == NSURLErrorDomain && error.code == NSURLErrorCancelled
        let isRefused = error.domain == "WebKitErrorDomain" && error.code == frameLoadInterrupted
        return !isReplaced && !isRefused
    }

    private static let frameLoadInterrupted = 102
}
