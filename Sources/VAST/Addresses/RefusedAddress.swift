/// An address that a document names and that may not leave, see ``AddressPolicy``. It was taken out of what the library
/// hands to the app.
public struct RefusedAddress: Sendable, Hashable {
    /// What the address was for.
    public enum Use: String, Sendable, CaseIterable {
        /// To report an error to a server.
        case error
        /// To count something: impressions, events, clicks, viewability.
        case tracking
        /// To be opened by a click.
        case clickThrough
        /// To be played, with its captions, mezzanines and interactive files.
        case media
        /// To be shown: an icon, a companion, an overlay, a reward's picture.
        case resource
        /// To be run: a verification.
        case script
        /// To ask the viewer.
        case survey
    }

    /// The address as the document has it.
    public var url: URLTemplate
    /// What it was for.
    public var use: Use
    /// The document that names it.
    public var origin: Origin

    /// Makes a refused address.
    public init(_ url: URLTemplate, for use: Use, from origin: Origin) {
        self.url = url
        self.use = use
        self.origin = origin
    }
}
