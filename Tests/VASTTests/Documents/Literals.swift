import Foundation

@testable import VAST

// Addresses in tables are written as literals; no table contains an empty one.

extension URLTemplate: ExpressibleByStringLiteral {
    init(stringLiteral text: String) {
        guard let url = URLTemplate(text) else { preconditionFailure("an empty address in a table") }
        self = url
    }
}

extension Click: ExpressibleByStringLiteral {
    init(stringLiteral text: String) { self.init(url: URLTemplate(stringLiteral: text)) }
}

extension Impression: ExpressibleByStringLiteral {
    init(stringLiteral text: String) { self.init(url: URLTemplate(stringLiteral: text)) }
}

/// Documents around a tested fragment.
enum Wrapped {
    static func inLine(_ fragment: String, version: String = "4.2") -> String {
        "<VAST version=\"\(version)\"><Ad><InLine>\(fragment)</InLine></Ad></VAST>"
    }

    static func wrapper(_ fragment: String, attributes: String = "") -> String {
        "<VAST version=\"4.2\"><Ad><Wrapper \(attributes)><VASTAdTagURI>https://next.example/v</VASTAdTagURI>"
            + "\(fragment)</Wrapper></Ad></VAST>"
    }

    static func creative(_ fragment: String, attributes: String = "", version: String = "4.2") -> String {
        inLine("<Creatives><Creative \(attributes)>\(fragment)</Creative></Creatives>", version: version)
    }

    static func linear(_ fragment: String, attributes: String = "", version: String = "4.2") -> String {
        creative("<Linear \(attributes)>\(fragment)</Linear>", version: version)
    }
}

extension Document {
    var firstInLine: InLine? {
        if case .inLine(let inLine)? = ads.first?.content { inLine } else { nil }
    }

    var firstWrapper: Wrapper? {
        if case .wrapper(let wrapper)? = ads.first?.content { wrapper } else { nil }
    }

    var firstCreative: Creative? { ads.first?.parts.creatives.first }

    var firstLinear: Linear? { firstCreative?.linear }
}
