public import Foundation

/// A request of a surface's web view.
public struct ResourceRequest: Sendable, Hashable {
    /// The use of the requested resource.
    public enum Purpose: String, Sendable, CaseIterable {
        /// The document of the main frame.
        case page
        /// Anything that a page embeds: image, style sheet, font, media, fetch.
        case resource
        /// A document inside a page.
        case frame
    }

    /// The unchanged URL of the request, with any scheme.
    public var url: URL
    /// The use of the resource, which determines the exemptions that can apply.
    public var purpose: Purpose
    /// The address that redirected to this one. An exemption of that address does not apply to this one.
    public var redirectedFrom: URL?

    /// Describes a request of a web view.
    public init(_ url: URL, purpose: Purpose = .resource, redirectedFrom: URL? = nil) {
        self.url = url
        self.purpose = purpose
        self.redirectedFrom = redirectedFrom
    }
}
