public import Foundation
public import MarqueeWire

/// A page as a surface shows it: composed for the active user, with the policy that holds for it.
public struct HubPage: Sendable, Hashable, Identifiable {
    /// Names one visit to a page.
    ///
    /// Going back to a page is another visit; reports about an earlier visit are ignored.
    public struct ID: Sendable, Hashable, CustomStringConvertible {
        /// Grows with every visit of a presentation.
        public let number: Int

        /// Names a visit by its number.
        public init(_ number: Int) {
            self.number = number
        }

        /// The number, for messages and scripts.
        public var description: String { String(number) }
    }

    /// Which visit to a page this is.
    public let id: ID
    /// What is shown.
    public let uri: ContentURI
    /// Hub, channel or article.
    public let type: ResourceType
    /// Friendly for people; may be empty.
    public let title: String
    /// BCP 47, when the publisher said it.
    public let language: String?
    /// The document in UTF-8; the same bytes ``HubPresentation/resource(for:)`` answers for ``uri``.
    public let html: Data
    /// To be sent with the document where the surface can send headers; the document carries its
    /// Content-Security-Policy itself as well.
    public let headers: [String: String]
    /// Where to scroll to, in the surface's own unit as it last reported it; 0 for a page that is new.
    public let scrollPosition: Double

    /// Describes a page as it goes to a surface.
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
