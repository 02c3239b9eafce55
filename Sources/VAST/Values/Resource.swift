/// The content of an icon, a companion or a non-linear creative.
public enum Resource: Sendable, Hashable {
    /// A picture or script at an address. `type` is its MIME type in lower case, empty when the document does not state
    /// it.
    case file(url: URLTemplate, type: String)
    /// A page to show in a frame.
    case frame(url: URLTemplate)
    /// Markup. An address instead of markup is read as ``frame(url:)``.
    case html(String)

    /// The three elements that hold a resource.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// `StaticResource`.
        case file
        /// `IFrameResource`, or an `HTMLResource` that contains an address.
        case frame
        /// `HTMLResource`.
        case html
    }

    /// The element that contains the resource.
    public var kind: Kind {
        switch self {
        case .file: .file
        case .frame: .frame
        case .html: .html
        }
    }
}
