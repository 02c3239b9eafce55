import Foundation
import MarqueeWire

/// The walled garden as a content rule list of WebKit: the web view's own enforcement, beside the page's policy.
///
/// It lets through what ``RequestGate/resource(_:)`` lets through, by kind and by host, and blocks all else, whatever a
/// page or a flaw in the web view makes of it.
public struct ContentRules: Sendable, Hashable {
    /// The rules in the form that `WKContentRuleListStore` compiles.
    public let json: String
    /// Differs for different rules: the name under which a compiled list is stored.
    public var identifier: String { "marquee-\(ObjectHash(of: Data(json.utf8)).hex.prefix(16))" }

    /// Follows the gate's rules.
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
        // Texts and lists of texts encode without fail; a list that cannot be compiled shows no page.
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
    /// The addresses that pages may embed, as patterns of WebKit's content rules: its expressions know no alternatives.
    fileprivate var embeddedOrigins: [String] {
        policySources.compactMap { source in
            if source == "https:" { return "^https://" }
            guard source.hasPrefix("http://"), source.hasSuffix(":*") else { return nil }
            let host = source.dropFirst("http://".count).dropLast(":*".count)
            return "^https?://\(host.replacing(".", with: "\\."))[:/]"
        }
    }
}
