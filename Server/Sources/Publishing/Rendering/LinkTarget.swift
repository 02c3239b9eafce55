/// The target of a link on a page.
enum LinkTarget: Sendable, Equatable {
    /// A page of this hub or of another one, as the page writes its address.
    case page(String)
    /// An address outside the garden: the link is shown, and the person confirms before it is followed.
    case external(String)
    /// An anchor within the page.
    case fragment(String)
    /// No target: the text stays and the link is removed.
    case none

    /// Whether an address names a scheme, such as `javascript:`, and so is not relative.
    static func hasScheme(_ link: String) -> Bool {
        link.utf8.prefix { !"/?#".utf8.contains($0) }.contains(UInt8(ascii: ":"))
    }
}
