import Testing
import VAST

/// ADS-098, ADS-100, ADS-101, ADS-115, ADS-118: the whole way of an ad, from documents to the requested addresses, with
/// only the public API.
@Suite struct JourneyTests {
    private static let replies: [String: Reply] = [
        "1": """
        <VAST version="3.0"><Ad id="w"><Wrapper><AdSystem>W</AdSystem>
        <VASTAdTagURI>https://a.example/2?c=[CACHEBUSTING]&amp;e=[ERRORCODE]</VASTAdTagURI>
        <Error>https://w.example/error?c=[ERRORCODE]</Error><Impression>https://w.example/seen?b=[CACHEBUSTING]</Impression>
        <Creatives><Creative><Linear><TrackingEvents><Tracking event="start">https://w.example/start?p=[ADPLAYHEAD]</Tracking>
        <Tracking event="midpoint">https://w.example/half?p=[ADPLAYHEAD]&amp;e=[ERRORCODE]</Tracking></TrackingEvents>
        <VideoClicks><ClickThrough>https://w.example/page</ClickThrough><ClickTracking>https://w.example/click?x=[CLICKPOS]
        </ClickTracking></VideoClicks><Icons><Icon program="AdChoices"><StaticResource creativeType="image/png">
        https://w.example/icon.png</StaticResource><IconViewTracking>https://w.example/icon</IconViewTracking></Icon></Icons>
        </Linear></Creative><Creative><CompanionAds><Companion width="1" height="1"><CompanionClickTracking>
        https://w.example/card|click</CompanionClickTracking></Companion></CompanionAds></Creative></Creatives>
        </Wrapper></Ad></VAST>
        """,
        "2": """
        <VAST version="4.2"><Ad id="a" adType="hybrid"><InLine><AdSystem>A</AdSystem><AdTitle>T</AdTitle>
        <AdServingId>s 1</AdServingId><Error>https://a.example/error?c=[ERRORCODE]</Error>
        <Impression>https://a.example/seen?s=[ADSERVINGID]&amp;t=[ADTYPE]</Impression><Impression/>
        <Creatives><Creative><UniversalAdId idRegistry="r">u</UniversalAdId><Linear skipoffset="00:00:05">
        <Duration>00:00:10</Duration><TrackingEvents><Tracking event="complete">https://a.example/all?u=[UNIVERSALADID]
        </Tracking></TrackingEvents><MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="640"
        height="360">https://a.example/film.mp4</MediaFile></MediaFiles><Icons><Icon program="adchoices"><StaticResource
        creativeType="image/png">https://a.example/icon.png</StaticResource><IconViewTracking>https://a.example/icon
        </IconViewTracking></Icon></Icons></Linear></Creative><Creative><CompanionAds><Companion width="300" height="250">
        <HTMLResource><![CDATA[<b>card</b>]]></HTMLResource><TrackingEvents><Tracking event="creativeView">
        https://a.example/card?x=[FOO]</Tracking></TrackingEvents></Companion></CompanionAds></Creative></Creatives>
        </InLine></Ad></VAST>
        """,
    ]

    /// The app's reaction to an ad: each requested address, and every other action as text.
    private struct App {
        var playback: Playback
        var values = MacroValues()

        init(_ ad: PlannedAd) {
            playback = Playback(ad)
            values.setAd(ad)
            values[.cacheBusting] = .text("00000007")
            values.setClickPosition(x: 3, y: 4)
        }

        mutating func report(_ events: Playback.Event...) -> [String] {
            events.flatMap { playback.handle($0, at: .zero) }.map { [values] action in
                switch action {
                case .request(let request): request.address(with: values)
                case .open(let page): "open " + page.address(with: values)
                default: "\(action)"
                }
            }
        }
    }

    private func plannedAd() async throws -> PlannedAd {
        let loader = ScriptedLoader(Self.replies)
        let resolver = Resolver(loader: loader, stopwatch: Stopwatch(VirtualClock())) {
            var values = MacroValues()
            values[.cacheBusting] = .text("00000007")
            return values
        }
        let resolution = try await resolver.resolve(.tag("https://a.example/1"))
        let asked = await loader.requests.map(\.address)
        #expect(asked == ["https://a.example/1", "https://a.example/2?c=00000007&e=%5BERRORCODE%5D"])
        #expect(resolution.pings.isEmpty)
        return try #require(resolution.plan.ads.first)
    }

    @Test func `an ad behind a wrapper is watched, clicked and closed at its end card`() async throws {
        let ad = try await plannedAd()
        let linear = try #require(ad.linear)
        #expect(PlayableMedia().decide(for: linear.linear).file?.url.text == "https://a.example/film.mp4")
        var app = App(ad)
        #expect(app.report(.loaded, .presented) == ["play"])
        #expect(
            app.report(.started(duration: nil)) == [
                "https://w.example/seen?b=00000007", "https://a.example/seen?s=s%201&t=hybrid",
                "https://w.example/start?p=00%3A00%3A00.000", "showIcon(1)",
            ])
        #expect(app.report(.iconShown(1), .iconFailed(1)) == ["https://a.example/icon", "hideIcon(1)", "showIcon(0)"])
        #expect(app.report(.iconShown(0)) == ["https://w.example/icon"])
        #expect(
            app.report(.timeChanged(.seconds(5))) == [
                "https://w.example/half?p=00%3A00%3A05.000&e=%5BERRORCODE%5D", "showSkipControl",
            ])
        #expect(
            app.report(.clicked, .returned) == [
                "https://w.example/click?x=3,4", "pause", "open https://w.example/page", "play",
            ])
        #expect(
            app.report(.ended) == [
                "https://a.example/all?u=r%20u", "hideIcon(0)", "showEndCard(0)", "showCloseControl",
            ])
        #expect(app.report(.companionShown(0)) == ["https://a.example/card?x=%5BFOO%5D"])
        #expect(
            app.report(.companionClicked(0)) == ["https://w.example/card%7Cclick", "open https://w.example/page"])
        #expect(app.report(.closed) == ["finish(VAST.Playback.Outcome.completed)"])
        #expect(app.report(.closed, .timeChanged(.seconds(6)), .clicked).isEmpty)
    }

    /// The document came over `http`, so addresses without a scheme get `http`.
    @Test func `addresses without a scheme are requested with the document's scheme`() async throws {
        let body = """
            <VAST version="4.2"><Ad conditionalAd="1"><InLine><Error>//r.example/?c=[ERRORCODE]</Error><Creatives><Creative>
            <Linear/></Creative></Creatives></InLine></Ad><Ad><InLine><Error>//e.example/?c=[ERRORCODE]</Error>
            <Impression>//i.example/</Impression><Creatives><Creative><Linear><Duration>00:00:10</Duration><VideoClicks>
            <ClickThrough>//p.example/</ClickThrough><ClickTracking>//c.example/</ClickTracking></VideoClicks><MediaFiles>
            <MediaFile delivery="progressive" type="video/mp4" width="1" height="1">//m.example/film.mp4</MediaFile>
            </MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>
            """
        let replies = ["1": Reply.redirects(to: "http://b.example/v", Reply(body: body))]
        let resolver = Resolver(loader: ScriptedLoader(replies), stopwatch: Stopwatch(VirtualClock()))
        let resolution = try await resolver.resolve(.tag("https://a.example/1"))
        #expect(resolution.pings.map { $0.address(with: MacroValues()) } == ["http://r.example/?c=408"])
        let ad = try #require(resolution.plan.ads.first)
        let linear = try #require(ad.linear)
        #expect(PlayableMedia().decide(for: linear.linear).file?.url.text == "http://m.example/film.mp4")
        var app = App(ad)
        #expect(
            app.report(.started(duration: nil), .clicked) == [
                "http://i.example/", "http://c.example/", "pause", "open http://p.example/",
            ])
        #expect(app.report(.failed(.mediaPlayback)).first == "http://e.example/?c=405")
    }

    @Test func `a playback failure is reported to the ad and its wrapper`() async throws {
        var app = App(try await plannedAd())
        #expect(
            app.report(.loaded, .failed(.mediaNotFound)).prefix(2) == [
                "https://w.example/error?c=401", "https://a.example/error?c=401",
            ])
        #expect(app.report(.closed, .failed(.linear)).isEmpty)
    }
}
