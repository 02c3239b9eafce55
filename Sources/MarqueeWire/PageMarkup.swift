/// The few marks that rendered pages carry for the device: where the list of a hub or channel page is, and where each
/// of its cards begins.
///
/// The engine renders every card in publishing order; the device puts them into the user's order, and leaves out what
/// is expired or revoked, by moving whole cards. Marks are HTML comments, so a page is valid and complete even where
/// nobody looks at them.
public enum PageMarkup {
    /// Before the first card of a list.
    ///
    /// Lists do not nest.
    public static let listStart = "<!--marquee:list-->"
    /// After the last card.
    public static let listEnd = "<!--marquee:end-->"

    /// Before each card; the card reaches to the next mark.
    public static func card(_ uri: ContentURI) -> String { "\(cardStart)\(uri)-->" }

    /// Opens a card; the article's URI and `-->` follow.
    public static let cardStart = "<!--marquee:card "
}
