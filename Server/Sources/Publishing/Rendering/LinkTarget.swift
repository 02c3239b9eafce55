/// What becomes of a link.
enum LinkTarget: Sendable, Equatable {
    /// To another page of the hub or of another one, as the page writes it.
    case page(String)
    /// Out of the garden: shown, and asked about when it is followed.
    case external(String)
    /// Within the page.
    case fragment(String)
    /// Nowhere: the text stays, the link goes.
    case none

    /// Whether an address names a scheme, such as `javascript:`, and is no relative one.
    static func hasScheme(_ link: String) -> Bool {
        link.utf8.prefix { !"/?#".utf8.contains($0) }.contains(UInt8(ascii: ":"))
    }
}
