/// An address of a document that the ``AddressPolicy`` refuses. It is removed from the values that the app gets.
public struct RefusedAddress: Sendable, Hashable {
    /// The purpose of an address.
    public enum Use: String, Sendable, CaseIterable {
        /// To report an error to a server.
        case error
        /// To count impressions, events, clicks or viewability.
        case tracking
        /// To open after a click.
        case clickThrough
        /// To play: media files, captions, mezzanines and interactive files.
        case media
        /// To show: an icon, a companion, an overlay, or the picture of a reward.
        case resource
        /// To run: a verification script.
        case script
        /// To ask the viewer questions.
        case survey
    }

    /// The address as the document contains it.
    public var url: URLTemplate
    /// The purpose of the address.
    public var use: Use
    /// The document that contains the address.
    public var origin: Origin

    /// `url` is the address before it was completed.
    public init(_ url: URLTemplate, for use: Use, from origin: Origin) {
        self.url = url
        self.use = use
        self.origin = origin
    }
}
