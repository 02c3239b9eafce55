import Foundation
import MarqueeWire
import Testing

@testable import MarqueeCore

/// ENG-168, ENG-173 to ENG-175: how links are compared with routes. The tables of patterns, queries, expressions and
/// shortened links are those of the library that the ancestor used.
struct LinkRouteTests {
    private static func match(_ pattern: String, _ link: String, _ rules: [String: LinkRoute.Parameter] = [:]) throws
        -> LinkRoute.Match
    {
        LinkRoute(pattern, handlers: [], parameters: rules).match(LinkAddress(try #require(URL(string: link))))
    }

    private static func rule(_ expression: String?, isRequired: Bool = false) -> LinkRoute.Parameter {
        LinkRoute.Parameter(isRequired: isRequired, pattern: expression.flatMap { LinkPattern($0) })
    }

    @Test(
        arguments: [
            ("data", "mdldemo://data", [:]),
            ("data", "mdldemo://dataa", nil),
            ("data", "mdldemo://dat", nil),
            ("data", "mdldemo://data/path", nil),
            ("data/path", "mdldemo://data/path", [:]),
            ("data/path", "mdldemo://data/path/", [:]),
            ("data", "mdldemo://data/pathe", nil),
            ("data/path", "mdldemo://daa/path", nil),
            ("data/path", "mdldemo://data/path/5", nil),
            ("data/path/:pathId", "mdldemo://data/path/5", ["pathId": "5"]),
            ("data/path/:pathId", "mdldemo://data/path/5/", ["pathId": "5"]),
            ("/path/:pathId", "mdldemo://data/path/5", ["pathId": "5"]),
            ("/path/:pathId", "mdldemo:///path/5", ["pathId": "5"]),
            ("Data", "mdldemo://data", nil),
            ("data/:a/:b", "mdldemo://data/x%2Fy/J%C3%BCrg%20B", ["a": "x/y", "b": "Jürg B"]),
        ] as [(String, String, [String: String]?)]) func `a pattern matches host and path`(
            _ pattern: String, _ link: String, _ parameters: [String: String]?
        ) throws
    {
        let match = try Self.match(pattern, link)
        #expect(match == (parameters.map { .parameters($0) } ?? .otherPath))
    }

    @Test(arguments: [("5", true), ("somedata", false), ("55", false), ("a5b", false)])
    func `a captured value must match its expression as a whole`(_ value: String, _ isMatch: Bool) throws {
        let match = try Self.match("data/:dataId", "mdldemo://data/\(value)", ["dataId": Self.rule("[0-9]")])
        #expect(match == (isMatch ? .parameters(["dataId": value]) : .wrongParameter("dataId")))
    }

    @Test(
        arguments: [
            ("name=value", [:], [:]),
            ("name=value&name2=value2", ["name": nil], ["name": "value"]),
            ("name=value&name2=value2", ["name": nil, "name2": nil], ["name": "value", "name2": "value2"]),
            ("name=62&name2=value2", ["name": "[0-9]"], nil),
            ("name=1&name=2", ["name": nil], ["name": "2"]),
            ("current%20name=a%20b%3D", ["current name": nil], ["current name": "a b="]),
            ("name=a=b", ["name": nil], ["name": "a=b"]),
            ("name=", ["name": nil], ["name": ""]),
            ("name&=x&&", ["name": nil], [:]),
            ("name=100%", ["name": nil], ["name": "100%"]),
        ] as [(String, [String: String?], [String: String]?)])
    func `a route takes the parameters of the query that it names`(
        _ query: String, _ expressions: [String: String?], _ parameters: [String: String]?
    ) throws {
        var address = try #require(URLComponents(string: "mdldemo://data"))
        address.percentEncodedQuery = query.hasSuffix("%") ? query + "25" : query
        let url = try #require(address.url)
        let route = LinkRoute("data", handlers: [], parameters: expressions.mapValues { Self.rule($0) })
        #expect(route.match(LinkAddress(url)) == (parameters.map { .parameters($0) } ?? .wrongParameter("name")))
    }

    @Test(arguments: [
        ("", false), ("?id=5", true), ("?id=x", false), ("?other=5", false),
    ]) func `a required parameter must be there, in path or query`(_ query: String, _ isMatch: Bool) throws {
        let rules = ["id": Self.rule("[0-9]", isRequired: true)]
        let match = try Self.match("data", "mdldemo://data\(query)", rules)
        #expect(match == (isMatch ? .parameters(["id": "5"]) : .wrongParameter("id")))
        #expect(try Self.match("data/:id", "mdldemo://data/5", rules) == .parameters(["id": "5"]))
    }

    @Test(arguments: [
        ("[0-9]", "3", true), ("[0-9]", "32", false), ("[0-9]", "hello", false), ("a|bc", "bc", true),
        ("a|bc", "abc", false), ("[0-9]", "5\n", false), (".*", "", true), ("(?i)abc", "ABC", true),
        ("[a-z]+", "jürg", false), ("\\p{L}+", "jürg", true), ("^[0-9]$", "7", true),
    ]) func `an expression is for the whole value`(_ expression: String, _ value: String, _ isMatch: Bool) throws {
        #expect(try #require(LinkPattern(expression)).matches(value) == isMatch)
    }

    @Test(arguments: ["(", "a)|(b", "[", "*", String(repeating: "a", count: 513)])
    func `what is no expression is refused`(_ text: String) {
        #expect(LinkPattern(text) == nil)
    }

    /// Without a bound these take from minutes to longer than a lifetime.
    @Test(.timeLimit(.minutes(10)), arguments: ["(a+)+b", "(a|a)*b", "(a*)*(a*)*b", "a*a*a*a*a*a*a*a*b"])
    func `an expression that takes too many steps does not match`(_ expression: String) throws {
        let pattern = try #require(LinkPattern(expression))
        #expect(!pattern.matches(String(repeating: "a", count: 1_000)))
        #expect(!pattern.matches(String(repeating: "a", count: 40)))
    }

    @Test func `a value of more than 1,024 bytes matches nothing`() throws {
        let pattern = try #require(LinkPattern("a*"))
        #expect(pattern.matches(String(repeating: "a", count: 1_024)))
        #expect(!pattern.matches(String(repeating: "a", count: 1_025)))
    }

    @Test(arguments: [
        ("mdldemo://data/54?name=value&name1=value1", "data", []),
        ("mdldemo://data/54//////?name=value&name1=value1", "data", []),
        ("mdldemo://data?name=value&name1=value1", "", []),
        ("mdldemo://data/32/hello/there?name=value&name1=value1", "data", ["32", "hello"]),
    ]) func `a link is shortened from the right and keeps its query`(
        _ link: String, _ host: String, _ path: [String]
    ) throws {
        let url = try #require(URL(string: link))
        let shorter = try #require(LinkAddress(url).trimmed)
        #expect(shorter.host == host)
        #expect(shorter.path == path)
        #expect(shorter.parameters == ["name": "value", "name1": "value1"])
        let empty = try #require(URL(string: "mdldemo://"))
        #expect(LinkAddress(empty).trimmed == nil)
    }

    @Test(arguments: ["mailto:a@b.c", "a:", "https://[::1", "x://%zz/%", "//", "a://b?\u{E9}"])
    func `a strange link has some parts or none`(_ link: String) {
        guard let url = URL(string: link) else { return }
        let address = LinkAddress(url)
        #expect(address.query.count <= LinkAddress.mostPairs)
    }

    @Test func `long links and queries are bounded`() throws {
        let many = "a://b?" + (0..<200).map { "n\($0)=1" }.joined(separator: "&")
        let manyURL = try #require(URL(string: many))
        #expect(LinkAddress(manyURL).query.count == 128)
        let long = "a://b?n=" + String(repeating: "1", count: 8_192)
        let longURL = try #require(URL(string: long))
        #expect(LinkAddress(longURL).query.isEmpty)
    }
}
