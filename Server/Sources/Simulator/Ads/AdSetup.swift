import MRAID

/// The input for trying an ad: its markup and the phone that shows it.
struct AdSetup: Decodable, Sendable {
    /// The largest encoded setup, in bytes: two creatives at their limit, escaped.
    static let maximumSize = 4 * 1024 * 1024

    /// The markup of the first page.
    var creative: String
    /// The markup that is shown for every URL of `expand(url)`, because this server does not load pages that a person
    /// chooses.
    var second: String?
    var version: Container.Version
    var placement: Container.Placement
    var layout: AdLayout
    var features: Set<Container.Feature>
    /// Whether the ad may link to `http` and load from it, besides `https`.
    var allowsPlainHTTP: Bool?
    /// The id of the lab's phone whose location the ad gets.
    var device: String?
}

/// The screen of the page's phone, in density-independent pixels.
struct AdLayout: Decodable, Sendable {
    var screen: AdBox
    var maximum: AdBox
    var place: AdBox

    var layout: Container.Layout {
        Container.Layout(
            screenSize: screen.rectangle.size, maxSize: maximum.rectangle.size, defaultPosition: place.rectangle)
    }
}

/// A rectangle as the page writes it; a size has no position.
struct AdBox: Codable, Sendable {
    var x: Double?
    var y: Double?
    var width: Double
    var height: Double

    init(_ rectangle: Container.Rectangle) {
        (x, y, width, height) = (rectangle.x, rectangle.y, rectangle.size.width, rectangle.size.height)
    }

    var rectangle: Container.Rectangle { Container.Rectangle(x: x ?? 0, y: y ?? 0, width: width, height: height) }
}
