import Foundation
import MarqueeWire

/// The walled garden as a content rule list of WebKit, which the web view enforces in addition to the page's policy.
///
/// The list allows the kinds and hosts that ``RequestGate/resource(_:)`` allows, and blocks every other request. It
/// also protects against a faulty policy.
public struct ContentRules: Sendable, Hashable {
    /// The rules in the JSON form that `WKContentRuleListStore` compiles.
    public let json: String
    /// The name under which the compiled list is stored. Different rules have different names.
    public var identifier: String { "marquee-\(ObjectHash(of: Data(json.utf8)).hex.prefix(16))" }

    /// Converts the rules of a gate.
    public init(gate: RequestGate) {
        let embedded = ["image", "style-sheet", "font", "media"]
        var rules = [
            Rule(".*", nil, .block),
            Rule("^\(ContentURI.scheme)://", ["document", "svg-document"] + embedded),
            Rule("^data:", ["image"]),
        ]
        rules += gate.embeddedOrigins.map { Rule($0, embedded) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Encoding texts and lists of texts never fails. If it did, WebKit could not compile the empty text, and the
        // page would not be shown.
        json = (try? encoder.encode(rules)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private struct Rule: Encodable {
        enum Action: String, Encodable {
            case block
            case allow = "ignore-previous-rules"
        }

        struct Trigger: Encodable {
            let urlFilter: String
            let resourceType: [String]?

            enum CodingKeys: String, CodingKey {
                case urlFilter = "url-filter"
                case resourceType = "resource-type"
            }
        }

        let trigger: Trigger
        let action: [String: Action]

        init(_ filter: String, _ types: [String]?, _ action: Action = .allow) {
            trigger = Trigger(urlFilter: filter, resourceType: types)
            self.action = ["type": action]
        }
    }
}

extension RequestGate {
    /// Patterns for the addresses that pages may embed. WebKit's regular expressions have no alternatives (`|`), so
    /// each address has its own pattern.
    fileprivate var embeddedOrigins: [String] {
        policySources.compactMap { source in
            if source == "https:" { return "^https://" }
            guard source.hasPrefix("http://"), source.hasSuffix(":*") else { return nil }
            let host = source.dropFirst("http://".count).dropLast(":*".count)
            return "^https?://\(host.replacing(".", with: "\\."))[:/]"
        }
    }
}
