import Testing

@testable import VAST

/// ADS-098 and ADS-179: the reason when there is nothing to play.
@Suite struct FailureTests {
    typealias Row = (reply: Reply, code: ErrorCode, message: String)

    static let rows: [Row] = [
        (.fails(.unreachable), .wrapperTimeout, "https://a.example/1 cannot be reached."),
        (.fails(.timedOut), .wrapperTimeout, "https://a.example/1 did not answer in time."),
        (.fails(.tooLarge), .malformedDocument, "https://a.example/1 answered with too many bytes."),
        (.redirects(to: "ftp://b.example/", vast()), .wrapper, "ftp://b.example/ is not an allowed address."),
        ("<VideoAdServingTemplate/>", .unsupportedVersion, "VAST 1.0 is not supported."),
        ("", .noAd, "The document has no usable ad."),
        (vast(), .noAd, "The document has no usable ad."),
        (vast(wrapper("w", to: "1")), .wrapperLimit, "The wrappers form a loop at https://a.example/1."),
        (vast(wrapper("w", to: "mailto:x")), .wrapper, "mailto:x is not an allowed address."),
        (vast(inLine("a", "conditionalAd='1'")), .conditionalAdRefused, "Conditional ads are not accepted."),
        (
            vast(inLine("a", "conditionalAd='1'"), error: "e"), .conditionalAdRefused,
            "Conditional ads are not accepted."
        ),
    ]

    @Test(arguments: rows) func `the cause has a code and a sentence`(row: Row) async throws {
        let cause = try #require(try await Resolver.resolve(["1": row.reply]).cause)
        #expect(cause.code == row.code)
        #expect(cause.message == row.message)
        #expect(cause.origin.level == 0)
        #expect(cause.origin.address == "https://a.example/1")
    }

    @Test func `an address that may not be fetched is not requested`() async throws {
        let loader = ScriptedLoader([:])
        let cause = try await Resolver.still(loader).resolve(.tag("javascript:alert(1)")).cause
        #expect(cause?.code == .wrapper)
        #expect(cause?.origin == Origin(level: 0, address: "javascript:alert(1)"))
        #expect(await loader.requests.isEmpty)
    }

    @Test func `a strict parser's error is reported to the wrappers`() async throws {
        let document = try DocumentParser().parse(vast(wrapper("w", to: "2")).body)
        let loader = ScriptedLoader(["2": vast(inLine("a", creative: "<Linear/>"), version: "4.0")])
        let resolver = Resolver.still(loader, parser: DocumentParser(mode: .strict))
        let resolution = try await resolver.resolve(.document(document))
        #expect(Scenario.Result.text(resolution.pings) == "w=101")
    }

    @Test func `a given document is resolved against its address`() async throws {
        let document = try DocumentParser().parse(vast(wrapper("w", to: "2?.")).body)
        let resolver = Resolver.still(ScriptedLoader(["2": vast(inLine("a"))]))
        let based = try await resolver.resolve(.document(document, address: "https://a.example/x"))
        #expect(Scenario.Result.text(based.plan) == "w>a")
        #expect(based.plan.ads.first?.origins.first?.address == "https://a.example/x")
        let unbased = try await resolver.resolve(
            .document(try DocumentParser().parse(vast(wrapper("w", to: "./2")).body)))
        #expect(unbased.cause?.code == .wrapper)
    }

    @Test func `pings contain the app's macros and the code`() async throws {
        let document = Document(errors: ["https://e.example/?c=[ERRORCODE]&b=[CACHEBUSTING]&r=[REASON]&x=[FOO]|\""])
        let resolution = try await Resolver.still(ScriptedLoader([:])).resolve(.document(document))
        var values = MacroValues()
        values[.cacheBusting] = .text("00000042")
        let expected = "https://e.example/?c=303&b=00000042&r=%5BREASON%5D&x=%5BFOO%5D%7C%22"
        #expect(resolution.pings.map { $0.address(with: values) } == [expected])
    }

    @Test func `requests contain the app's macros, which are read for each request`() async throws {
        let replies = ["1": vast(wrapper("w", to: "https://a.example/2?[CACHEBUSTING]")), "2": vast(inLine("a"))]
        let loader = ScriptedLoader(replies)
        let counter = Counter()
        let resolver = Resolver.still(loader) {
            var values = MacroValues()
            values[.cacheBusting] = .text(counter.next())
            return values
        }
        let resolution = try await resolver.resolve(.tag("https://a.example/1?b=[CACHEBUSTING]&c=[ERRORCODE]"))
        #expect(resolution.plan.ads.count == 1)
        let asked = await loader.requests.map(\.address)
        #expect(asked == ["https://a.example/1?b=1&c=%5BERRORCODE%5D", "https://a.example/2?2"])
    }
}
