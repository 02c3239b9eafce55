import Testing

@testable import VAST

/// The allowed addresses: `http` and `https`, and the schemes that an app adds.
@Suite struct RefusedAddressTests {
    private typealias Use = RefusedAddress.Use

    /// An ad behind a wrapper in which each address is the prefix and a name, with the purpose of each.
    private static let uses: [(name: String, use: Use)] = [
        ("wi", .tracking), ("we", .error), ("wt", .tracking), ("wp", .clickThrough), ("i", .tracking), ("e", .error),
        ("v", .tracking), ("n", .tracking), ("u", .tracking), ("js", .script), ("exe", .script), ("vt", .tracking),
        ("t", .tracking), ("m", .media), ("z", .media), ("x", .media), ("cc", .media), ("p", .clickThrough),
        ("c", .tracking), ("k", .tracking), ("ir", .resource), ("if", .resource), ("ip", .clickThrough),
        ("ic", .tracking), ("iv", .tracking), ("ii", .resource), ("nt", .tracking), ("nr", .resource),
        ("np", .clickThrough), ("nc", .tracking), ("cr", .resource), ("cf", .resource), ("cp", .clickThrough),
        ("ct", .tracking), ("cv", .tracking), ("s", .survey),
    ]

    private static func replies(_ prefix: String, at next: String = "https://a.example/folder/2") -> [String: Reply] {
        func tracking(_ name: String, _ event: String = "start") -> String {
            "<TrackingEvents><Tracking event='\(event)'>\(prefix)\(name)</Tracking></TrackingEvents>"
        }
        let linear = """
            <Linear><Duration>00:00:10</Duration>\(tracking("t"))<MediaFiles><MediaFile delivery='progressive'
            type='video/mp4' width='1' height='1'>\(prefix)m</MediaFile><Mezzanine>\(prefix)z</Mezzanine>
            <InteractiveCreativeFile>\(prefix)x</InteractiveCreativeFile><ClosedCaptionFiles><ClosedCaptionFile>\(prefix)cc
            </ClosedCaptionFile></ClosedCaptionFiles></MediaFiles><VideoClicks><ClickThrough>\(prefix)p</ClickThrough>
            <ClickTracking>\(prefix)c</ClickTracking><CustomClick>\(prefix)k</CustomClick></VideoClicks><Icons><Icon>
            <StaticResource creativeType='image/png'>\(prefix)ir</StaticResource><IFrameResource>\(prefix)if</IFrameResource>
            <IconClicks><IconClickThrough>\(prefix)ip</IconClickThrough><IconClickTracking>\(prefix)ic</IconClickTracking>
            <IconClickFallbackImages><IconClickFallbackImage><StaticResource>\(prefix)ii</StaticResource>
            </IconClickFallbackImage></IconClickFallbackImages></IconClicks><IconViewTracking>\(prefix)iv</IconViewTracking>
            </Icon></Icons></Linear>
            """
        let others = """
            <NonLinearAds>\(tracking("nt"))<NonLinear><StaticResource>\(prefix)nr</StaticResource>
            <NonLinearClickThrough>\(prefix)np</NonLinearClickThrough>
            <NonLinearClickTracking>\(prefix)nc</NonLinearClickTracking></NonLinear></NonLinearAds>
            <CompanionAds><Companion><StaticResource>\(prefix)cr</StaticResource><IFrameResource>\(prefix)cf</IFrameResource>
            <CompanionClickThrough>\(prefix)cp</CompanionClickThrough>
            <CompanionClickTracking>\(prefix)ct</CompanionClickTracking>\(tracking("cv", "creativeView"))</Companion></CompanionAds>
            """
        let parts = """
            <Impression>\(prefix)i</Impression><Impression>about:blank</Impression><Error>\(prefix)e</Error>
            <ViewableImpression><Viewable>\(prefix)v</Viewable><NotViewable>\(prefix)n</NotViewable>
            <ViewUndetermined>\(prefix)u</ViewUndetermined></ViewableImpression><AdVerifications><Verification>
            <JavaScriptResource>\(prefix)js</JavaScriptResource><ExecutableResource>\(prefix)exe</ExecutableResource>
            \(tracking("vt", "verificationNotExecuted"))</Verification></AdVerifications><Survey>\(prefix)s</Survey>
            """
        let outer = """
            <VAST version='4.2'><Ad id='w'><Wrapper><VASTAdTagURI>\(next)</VASTAdTagURI><Impression>\(prefix)wi</Impression>
            <Error>\(prefix)we</Error><Creatives><Creative><Linear>\(tracking("wt"))<VideoClicks>
            <ClickThrough>\(prefix)wp</ClickThrough></VideoClicks></Linear></Creative></Creatives></Wrapper></Ad></VAST>
            """
        let inner = """
            <VAST version='4.2'><Ad id='a'><InLine>\(parts)<Creatives><Creative>\(linear)\(others)</Creative></Creatives>
            </InLine></Ad></VAST>
            """
        return ["1": Reply(body: outer), "folder/2": Reply(body: inner)]
    }

    @Test(arguments: [
        "javascript:alert(1)//", "file:///etc/", "data:text/plain,", "ftp://f.example/", "https:///", "http:",
    ])
    func `addresses with other schemes are removed and reported to the app`(prefix: String) async throws {
        let resolution = try await Resolver.resolve(Self.replies(prefix))
        let ad = try #require(resolution.plan.ads.first)
        #expect(!"\(ad)".contains(prefix))
        let refused = resolution.refusedAddresses
        let byName = Dictionary(refused.map { (String($0.url.text.dropFirst(prefix.count)), $0) }) { first, _ in first }
        #expect(refused.count == Self.uses.count && refused.allSatisfy { $0.url.text.hasPrefix(prefix) })
        for (name, use) in Self.uses {
            #expect(byName[name]?.use == use, "\(name)")
            #expect(byName[name]?.origin.adID == (name.hasPrefix("w") ? "w" : "a"), "\(name)")
        }
        #expect(PlayableMedia().decide(for: try #require(ad.linear?.linear)).error == .noUsableMedia)
    }

    /// The prefix in the documents, and the requested addresses. The wrapper is one folder above the ad.
    @Test(arguments: [
        ("", "https://a.example/", "https://a.example/folder/"),
        ("/x/", "https://a.example/x/", "https://a.example/x/"),
        ("//b.example/", "https://b.example/", "https://b.example/"),
        ("../", "https://a.example/", "https://a.example/"),
        ("?q=", "https://a.example/1?q=", "https://a.example/folder/2?q="),
    ])
    func `a relative address is resolved against its document`(prefix: String, outer: String, inner: String)
        async throws
    {
        let resolution = try await Resolver.resolve(Self.replies(prefix))
        let ad = try #require(resolution.plan.ads.first)
        #expect(resolution.refusedAddresses.isEmpty)
        #expect(ad.impressions.map(\.value.text) == [outer + "wi", inner + "i"])
        #expect(ad.errors.map(\.value.text) == [outer + "we", inner + "e"])
        #expect(ad.linear?.linear.mediaFiles.map(\.url.text) == [inner + "m"])
        #expect(
            ad.linear?.icons.first?.value.resources == [
                .file(url: URLTemplate(stringLiteral: inner + "ir"), type: "image/png"),
                .frame(url: URLTemplate(stringLiteral: inner + "if")),
            ])
        #expect(ad.companions.first?.value.items.first?.clickThrough?.text == inner + "cp")
    }

    @Test func `an app may allow more schemes`() async throws {
        let addresses = AddressPolicy(schemes: ["https", "tel"])
        let resolution = try await Resolver.resolve(Self.replies("tel:1"), addresses: addresses)
        let ad = try #require(resolution.plan.ads.first)
        #expect(resolution.refusedAddresses.isEmpty && ad.addresses == addresses)
        var playback = Playback(ad)
        _ = playback.handle(.begin, at: .zero)
        #expect(playback.handle(.clicked, at: .zero).contains(.open("tel:1p")))
        #expect(
            PlayableMedia().decide(for: try #require(ad.linear?.linear), addresses: addresses).file?.url == "tel:1m")
    }

    @Test func `relative addresses are refused in a document without an address`() async throws {
        let text = try #require(Self.replies("/x/")["folder/2"]).body
        let resolution = try await Resolver.still(ScriptedLoader([:])).resolve(.document(DocumentParser().parse(text)))
        #expect(resolution.refusedAddresses.count == Self.uses.filter { !$0.name.hasPrefix("w") }.count)
        #expect(resolution.plan.ads.first?.impressions.isEmpty == true)
    }

    /// A long document address would be repeated in each relative address, so hundreds of them are not completed.
    @Test func `relative addresses do not multiply a long address`() async throws {
        let document = Document(errors: Array(repeating: "e", count: 500))
        let address = "https://a.example/" + String(repeating: "a/", count: 8_000)
        let resolution = try await Resolver.still(ScriptedLoader([:])).resolve(.document(document, address: address))
        #expect(resolution.refusedAddresses.count > 400 && resolution.refusedAddresses.count < 500)
        let near = try await Resolver.still(ScriptedLoader([:])).resolve(
            .document(document, address: "https://a.example/"))
        #expect(near.refusedAddresses.isEmpty && near.pings.count == 1)
    }

    @Test(arguments: ["file:///etc/hostname", "javascript:alert(1)", "/relative"])
    func `an Error address with another scheme is not requested`(address: String) async throws {
        let url = URLTemplate(stringLiteral: address + "?c=[ERRORCODE]")
        let resolution = try await Resolver.still(ScriptedLoader([:])).resolve(.document(Document(errors: [url])))
        #expect(resolution.pings.isEmpty && resolution.cause?.code == .noAd)
        #expect(resolution.refusedAddresses == [RefusedAddress(url, for: .error, from: Origin(level: 0))])
    }

    /// A playback screens a plan that an app built itself.
    @Test func `a playback requests, opens and shows nothing with another scheme`() throws {
        var ad = AdFixture.video(companions: [AdFixture.companion("a", page: true)])
        ad.companions[0].value.items[0].resources = [.frame(url: "t:frame")]
        ad.addresses = .web
        var playback = Playback(ad)
        let events: [Playback.Event] = [
            .begin, .at(1), .iconShown(0), .iconClicked(0), .clicked, .interacted, .paused, .resumed, .at(9), .ended,
            .companionShown(0), .companionClicked(0), .failed(.linear), .closed,
        ]
        let words = events.flatMap { playback.handle($0, at: .zero) }.map(Timeline.word)
        #expect(words == ["+icon0", "-icon0", "+skip", "+close", "=completed"])
        #expect(playback.resource(ofCompanionAt: 0) == nil)
        #expect(Set(playback.refusedAddresses.map(\.use)) == [.error, .tracking, .clickThrough, .resource])
    }

    /// A refused companion still counts for a demand.
    @Test(arguments: ["file:///card.html", "javascript:1"])
    func `a required companion with another scheme fails the ad`(address: String) async throws {
        let card = "<Companion><IFrameResource>\(address)</IFrameResource></Companion>"
        let creative =
            "<Linear><Duration>00:00:10</Duration></Linear><CompanionAds required='all'>\(card)</CompanionAds>"
        let ad = try #require(try await Resolver.resolve(["1": vast(inLine("a", creative: creative))]).plan.ads.first)
        var playback = Playback(ad)
        #expect(playback.handle(.begin, at: .zero).contains(.finish(.failed(.requiredCompanion))))
    }

    @Test func `a reward's picture with another scheme is not shown`() {
        var ad = AdFixture.rewarded([
            ("RewardedVideoOn", "1"), ("VirtualCurrency", "Lives"), ("RewardPerView", "12"), ("PreRollMessageOn", "1"),
            ("VirtualCurrencyImage", "file:///picture.png"),
        ])
        ad.addresses = .web
        var playback = Playback(ad)
        let actions = [.loaded, .presented].flatMap { playback.handle($0, at: .zero) }
        #expect(actions.map(Timeline.word) == ["+message:before"])
        #expect(playback.refusedAddresses.contains { $0.url == "file:///picture.png" && $0.use == .resource })
    }

    @Test(arguments: ["file:///film.mp4", "data:video/mp4,", "film.mp4"])
    func `a file with another scheme is not played`(address: String) {
        let file = MediaFile(url: URLTemplate(stringLiteral: address), delivery: .progressive, type: "video/mp4")
        let decision = PlayableMedia().decide(for: Linear(mediaFiles: [file]))
        #expect(decision.file == nil && decision.error == .noUsableMedia)
        #expect(decision.refused.map(\.reason) == [.address])
    }
}
