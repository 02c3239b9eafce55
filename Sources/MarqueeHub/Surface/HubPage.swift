public import Foundation
public import MarqueeWire

/// A page for a surface: composed for the active user, with its Content-Security-Policy.
public struct HubPage: Sendable, Hashable, Identifiable {
    /// Identifies one visit to a page.
    ///
    /// Going back to a page is a new visit. Reports about an earlier visit are ignored.
    public struct ID: Sendable, Hashable, CustomStringConvertible {
        /// The number of the visit, which rises with every visit of a presentation.
        public let number: Int

        /// Makes the id of a visit.
        public init(_ number: Int) {
            self.number = number
        }

        /// The number, for messages and scripts.
        public var description: String { String(number) }
    }

    /// The visit to the page.
    public let id: ID
    /// The page's URI.
    public let uri: ContentURI
    /// Hub, channel or article.
    public let type: ResourceType
    /// The title for people; it may be empty.
    public let title: String
    /// The language as a BCP 47 tag; `nil` if the publisher did not set it.
    public let language: String?
    /// The document in UTF-8. ``HubPresentation/resource(for:)`` returns the same bytes for ``uri``.
    public let html: Data
    /// Headers that the surface sends with the document, if it can send headers. The document also contains its
    /// Content-Security-Policy.
    public let headers: [String: String]
    /// The position to scroll to, in the unit of the surface's own reports; 0 for a page that was not visited before.
    public let scrollPosition: Double

    /// Describes a page for a surface.
    public init(
        id: ID, uri: ContentURI, type: ResourceType, title: String, language: String?, html: Data,
        headers: [String: String], scrollPosition: Double
    ) {
        self.id = id
        self.uri = uri
        self.type = type
        self.title = title
        self.language = language
        self.html = html
        self.headers = headers
        self.scrollPosition = scrollPosition
    }
}
