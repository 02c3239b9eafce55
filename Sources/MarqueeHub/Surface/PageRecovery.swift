import Foundation

/// Whether a page is loaded again after its web view lost it, for example because the system needed its memory.
public struct PageRecovery: Sendable, Hashable {
    private var reloaded: HubPage.ID?

    /// Begins with nothing lost.
    public init() {}

    /// The web view lost a page.
    /// - Returns: `true` once for each visit; a page that is lost again stays lost, so that a page that ends every web
    ///   view does not do so for ever.
    public mutating func lost(_ page: HubPage.ID) -> Bool {
        defer { reloaded = page }
        return reloaded != page
    }

    /// Whether an error with which a web view ends a navigation means that the page does not stand.
    ///
    /// Another page in its place, and a navigation that was not allowed, end one as well.
    public static func isFailure(_ error: any Error) -> Bool {
        let error = error as NSError
        let isReplaced = error.domain == NSURLErrorDomain && error.code == NSURLErrorCancelled
        let isRefused = error.domain == "WebKitErrorDomain" && error.code == frameLoadInterrupted
        return !isReplaced && !isRefused
    }

    private static let frameLoadInterrupted = 102
}
