/// The marks in rendered pages for the device: where the list of a hub or channel page is, and where each of its cards
/// begins.
///
/// The engine renders all cards in publishing order. The device moves whole cards into the user's order and removes
/// those that are expired or revoked. Marks are HTML comments, so a page is valid and complete without the device.
public enum PageMarkup {
    /// Stands before the first card of a list. Lists are not nested.
    public static let listStart = "<!--marquee:list-->"
    /// Stands after the last card.
    public static let listEnd = "<!--marquee:end-->"

    /// Stands before each card. A card ends at the next mark.
    public static func card(_ uri: ContentURI) -> String { "\(cardStart)\(uri)-->" }

    /// The beginning of a card's mark; the article's URI and `-->` follow.
    public static let cardStart = "<!--marquee:card "
}
