import MRAID

/// What a person gives to try an ad: its markup and the phone it is shown on.
struct AdSetup: Decodable, Sendable {
    /// The most bytes of an encoded setup: two creatives at their limit, escaped.
    static let maximumSize = 4 * 1024 * 1024

    /// The markup of the first page.
    var creative: String
    /// The markup that stands for whatever `expand(url)` names: this server loads no page of anybody's choice.
    var second: String?
    var version: Container.Version
    var placement: Container.Placement
    var layout: AdLayout
    var features: Set<Container.Feature>
    /// Whether the ad may lead to and load from `http` besides `https`.
    var allowsPlainHTTP: Bool?
    /// The phone of the lab whose place the ad is told, by its id.
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

/// A rectangle as the page writes it; a size has no place.
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
