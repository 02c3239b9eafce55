import Foundation
import MarqueeHub
import MarqueeWire
import Testing

/// The web view's own list against the gate: neither lets through what the other stops.
@Suite struct ContentRulesTests {
    private struct Rule: Decodable {
        struct Trigger: Decodable {
            let urlFilter: String
            let resourceType: [String]?

            enum CodingKeys: String, CodingKey {
                case urlFilter = "url-filter"
                case resourceType = "resource-type"
            }
        }

        let trigger: Trigger
        let action: [String: String]
    }

    /// Decides as WebKit does: rules in order, a later one undoes those before.
    private static func isAllowed(_ url: String, _ type: String, by rules: [Rule]) throws -> Bool {
        var isAllowed = true
        for rule in rules where rule.trigger.resourceType?.contains(type) ?? true {
            let pattern = try NSRegularExpression(pattern: rule.trigger.urlFilter, options: .caseInsensitive)
            let whole = NSRange(url.startIndex..., in: url)
            guard pattern.firstMatch(in: url, range: whole) != nil else { continue }
            isAllowed = rule.action["type"] == "ignore-previous-rules"
        }
        return isAllowed
    }

    private static func rules(_ gate: RequestGate) throws -> [Rule] {
        try JSONDecoder().decode([Rule].self, from: Data(ContentRules(gate: gate).json.utf8))
    }

    private static let gates: [RequestGate] = [Hub.ContentSource.localOnly, .externalAllowed].flatMap { source in
        var exempt = RequestGate(contentSource: source)
        exempt.whitelist(domain: "media.example.org")
        return [RequestGate(contentSource: source), exempt]
    }

    private static let addresses = [
        "zbimdb://brand/assets/x.png", "https://media.example.org/a.png", "http://media.example.org/a.png",
        "http://media.example.org:8080/a.png", "https://mediaXexample.org/a.png",
        "https://media.example.org.evil.example/",
        "https://evil.example/?https://media.example.org/", "https://other.example/a.png", "http://other.example/a.png",
        "ftp://media.example.org/a.png", "file:///etc/passwd", "blob:https://media.example.org/1",
    ]

    @Test(arguments: gates, addresses)
    func `an image is let through by the list as by the gate`(_ gate: RequestGate, _ address: String) throws {
        let isEmbedded =
            switch gate.resource(ResourceRequest(try #require(URL(string: address)))) {
            case .ownAsset, .embedded: true
            default: false
            }
        #expect(try Self.isAllowed(address, "image", by: Self.rules(gate)) == isEmbedded)
    }

    @Test(arguments: gates, ["document", "script", "raw", "popup", "ping", "websocket", "other"])
    func `nothing but images, styles, fonts and media is let through from elsewhere`(
        _ gate: RequestGate, _ type: String
    )
        throws
    {
        for address in ["https://media.example.org/", "https://other.example/"] {
            #expect(try !Self.isAllowed(address, type, by: Self.rules(gate)), "\(address)")
        }
    }

    @Test func `a page of the release is a document, and a data image asks nobody`() throws {
        let rules = try Self.rules(RequestGate(contentSource: .localOnly))
        #expect(try Self.isAllowed("zbimdb://brand/a/one?visit=1", "document", by: rules))
        #expect(try Self.isAllowed("data:image/png;base64,AAAA", "image", by: rules))
        #expect(try !Self.isAllowed("data:text/html,x", "document", by: rules))
        #expect(try !Self.isAllowed("zbimdb://brand/assets/x.js", "script", by: rules))
    }

    @Test func `different rules have different names`() {
        let names = Self.gates.map { ContentRules(gate: $0).identifier }
        #expect(Set(names).count == names.count)
        #expect(ContentRules(gate: Self.gates[1]) == ContentRules(gate: Self.gates[1]))
    }
}
