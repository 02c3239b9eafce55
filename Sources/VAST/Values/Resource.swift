/// What is shown for an icon, a companion or a non-linear creative.
public enum Resource: Sendable, Hashable {
    /// A picture or script at an address; `type` is its MIME type in lower case, empty when the document does not say.
    case file(url: URLTemplate, type: String)
    /// A page to be shown in a frame.
    case frame(url: URLTemplate)
    /// Markup. Where the document has a bare address in its place, that is read as a ``frame(url:)``.
    case html(String)

    /// The three elements that hold a resource.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// `StaticResource`.
        case file
        /// `IFrameResource`, and an `HTMLResource` that holds an address.
        case frame
        /// `HTMLResource`.
        case html
    }

    /// The element that holds it.
    public var kind: Kind {
        switch self {
        case .file: .file
        case .frame: .frame
        case .html: .html
        }
    }
}
