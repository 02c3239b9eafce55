public import Foundation

/// Something a surface's web view wants to load.
public struct ResourceRequest: Sendable, Hashable {
    /// What the answer would be used for.
    public enum Purpose: String, Sendable, CaseIterable {
        /// The document of the main frame.
        case page
        /// Anything a page embeds: image, style sheet, font, media, fetch.
        case resource
        /// A document inside a page.
        case frame
    }

    /// As the web view has it, in whatever scheme.
    public var url: URL
    /// Decides which exemptions can apply.
    public var purpose: Purpose
    /// The address that redirected here; what it was allowed for does not carry over.
    public var redirectedFrom: URL?

    /// Describes what a web view asks for.
    public init(_ url: URL, purpose: Purpose = .resource, redirectedFrom: URL? = nil) {
        self.url = url
        self.purpose = purpose
        self.redirectedFrom = redirectedFrom
    }
}
