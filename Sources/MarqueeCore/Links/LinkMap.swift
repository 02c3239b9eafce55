public import Foundation
import MarqueeWire

/// Where the links of an app lead: the contents of a file `MobileDeepLinkingConfig.json`.
///
/// ``MarqueeWire/LinkMapFile`` describes the file, with an example and its limits. Of several routes that match a link,
/// the one with the most literal segments counts, then the first in alphabetical order.
public struct LinkMap: Sendable {
    /// The file's name in the app's bundle.
    public static let fileName = LinkMapFile.fileName
    /// The largest file, in bytes.
    static let largestFile = LinkMapFile.maximumSize

    /// Whether decisions are logged.
    let isLogging: Bool
    /// The routes in the order in which they are tried.
    let routes: [LinkRoute]
    /// The handlers for links without a route; `nil` if the file has no default route.
    let defaultHandlers: [String]?

    /// Reads the file's contents. Truth values may be texts: `"true"`.
    /// - Throws: ``MarqueeError`` with `invalidParameters` if the contents are not JSON of this form, have a wrong
    ///   regular expression, or exceed a limit of ``MarqueeWire/LinkMapFile``.
    public init(json: Data) throws(MarqueeError) {
        let file: LinkMapFile
        do { file = try LinkMapFile(json: json) } catch {
            throw MarqueeError(.invalidParameters, error.message, cause: error)
        }
        routes = file.routes.sorted { ($1.literals, $0.pattern) < ($0.literals, $1.pattern) }
        isLogging = file.isLogging
        defaultHandlers = file.defaultHandlers
    }
}
