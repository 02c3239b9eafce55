import MarqueeWire

/// The address of a page as another page writes it: relative within a hub, so that it works on a phone and in a
/// browser; absolute to another hub.
enum PageAddress {
    static func of(_ target: ContentURI, from page: ContentURI) -> String {
        guard target.hub == page.hub else { return target.description }
        let up = page.place == .hub ? "" : "../"
        return target.place == .hub ? (up.isEmpty ? "./" : up) : up + target.path
    }
}
