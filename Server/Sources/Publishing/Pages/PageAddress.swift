import MarqueeWire

/// How a page writes the address of another one: relative within a hub, so that it holds on a phone and in a browser;
/// absolute to another hub.
enum PageAddress {
    static func of(_ target: ContentURI, from page: ContentURI) -> String {
        guard target.hub == page.hub else { return target.description }
        let up = page.place == .hub ? "" : "../"
        return target.place == .hub ? (up.isEmpty ? "./" : up) : up + target.path
    }
}
