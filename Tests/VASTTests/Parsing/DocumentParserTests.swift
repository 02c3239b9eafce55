import Testing

@testable import VAST

/// ADS-094 to ADS-098, ADS-102 to ADS-104, ADS-108, ADS-109, ADS-116, ADS-120, ADS-177 to ADS-179.
@Suite struct DocumentParserTests {
    private static let inLine = """
        <?xml version="1.0" encoding="UTF-8"?>
        <VAST version="3.0">
          <Error><![CDATA[ https://t.example/none?c=[ERRORCODE] ]]></Error>
          <Ad id="a1" sequence="2"><InLine>
            <AdSystem version="7">Fir</AdSystem><AdTitle>Snow</AdTitle>
            <Impression id="x"><![CDATA[https://t.example/i?]]><![CDATA[n=1&m=2]]></Impression><Impression/>
            <Creatives><Creative AdID="c9"><Linear skipoffset="25%">
              <Duration>00:00:<!-- two -->10.500</Duration>
              <TrackingEvents><Tracking event="progress" offset="00:00:03">https://t.example/p</Tracking></TrackingEvents>
              <VideoClicks><ClickThrough>https://shop.example/</ClickThrough></VideoClicks>
              <MediaFiles>
                <MediaFile delivery="progressive" type="video/mp4" bitrate="596" width="640" height="360">https://m.example/l.mp4</MediaFile>
                <MediaFile delivery="progressive" type="video/mp4" bitrate="1628" width="1280" height="720">https://m.example/h.mp4</MediaFile>
              </MediaFiles></Linear>
              <CompanionAds><Companion width="300" height="250"><HTMLResource>https://c.example/card</HTMLResource></Companion></CompanionAds>
            </Creative></Creatives>
            <Extensions><Extension name="RewardedVideo"><RewardedVideoOn>1</RewardedVideoOn>
              <VirtualCurrency>Lives</VirtualCurrency><RewardPerView>12.900000</RewardPerView></Extension>
              <Extension type="other"><VAST version="2.0"><Ad id="no"/></VAST></Extension></Extensions>
          </InLine></Ad>
        </VAST>
        """

    @Test func `every part of a complete ad is parsed`() throws {
        let document = try DocumentParser().parse(Self.inLine)
        #expect(document.version == Document.Version(3, 0))
        #expect(document.errors.map(\.text) == ["https://t.example/none?c=[ERRORCODE]"])
        #expect(document.ads.map(\.id) == ["a1"] && document.ads[0].sequence == 2)
        guard case .inLine(let ad) = document.ads[0].content else { throw WrongContent() }
        #expect(ad.title == "Snow" && ad.parts.system == AdSystem(name: "Fir", version: "7"))
        #expect(ad.parts.impressions.map(\.url.text) == ["https://t.example/i?n=1&m=2"])
        let creative = try #require(ad.parts.creatives.first)
        let linear = try #require(creative.linear)
        #expect(creative.adID == "c9" && linear.skipOffset == .percent(25) && linear.duration == .milliseconds(10_500))
        #expect(linear.trackingEvents.map(\.offset) == [.time(.seconds(3))])
        #expect(linear.clicks.through?.url.text == "https://shop.example/")
        #expect(linear.mediaFiles.map(\.bitrate) == [596, 1628])
        #expect(creative.companions?.items.first?.resources == [.frame(url: "https://c.example/card")])
        #expect(ad.parts.extensions.count == 2)
        let reward = try #require(ad.parts.extensions.first?.reward)
        #expect(reward.isOn && reward.currency == "Lives" && reward.amount == 12)
    }

    @Test(arguments: ["true", "1", "TRUE"]) func `a wrapper gives the address of the next document`(yes: String) throws
    {
        let text = """
            <v:VAST xmlns:v="http://www.iab.com/VAST" version="4.2"><v:Ad id="w"><v:Wrapper allowMultipleAds="\(yes)"
            followAdditionalWrappers="0" fallbackOnNoAd="\(yes)"><v:AdSystem>Fir</v:AdSystem>
            <v:Impression>https://t.example/w</v:Impression><v:VASTAdTagURI> https://next.example/v?x=[CACHEBUSTING]
            </v:VASTAdTagURI></v:Wrapper></v:Ad></v:VAST>
            """
        let document = try DocumentParser().parse(text)
        guard case .wrapper(let wrapper) = try #require(document.ads.first).content else { throw WrongContent() }
        #expect(wrapper.tag?.text == "https://next.example/v?x=[CACHEBUSTING]")
        #expect(wrapper.allowsMultipleAds == true && wrapper.fallsBackOnNoAd == true)
        #expect(wrapper.followsAdditionalWrappers == false)
    }

    @Test(arguments: ["ViewableImpression", "v:viewableimpression"])
    func `viewability addresses are found in the verifications of a 4·0 wrapper`(name: String) throws {
        let parts = """
            <AdVerifications><Verification vendor="a"><\(name) id="n"><Viewable>t:1</Viewable><NotViewable>t:2</NotViewable>
            </\(name)><JavaScriptResource>t:js</JavaScriptResource></Verification><Verification vendor="b"><\(name)>
            <Viewable>t:3</Viewable><ViewUndetermined>t:4</ViewUndetermined></\(name)></Verification></AdVerifications>
            <ViewableImpression><Viewable>t:5</Viewable></ViewableImpression>
            """
        func read(_ kind: String) throws -> AdParts? {
            let markup = """
                <VAST version="4.0" xmlns:v="v"><Ad><\(kind)><VASTAdTagURI>t:tag</VASTAdTagURI>\(parts)</\(kind)></Ad></VAST>
                """
            return try DocumentParser().parse(markup).ads.first?.parts
        }
        let wrapper = try #require(try read("Wrapper"))
        #expect(
            wrapper.viewableImpression
                == ViewableImpression(
                    id: "n", viewable: ["t:1", "t:3", "t:5"], notViewable: ["t:2"], undetermined: ["t:4"]))
        #expect(wrapper.verifications.map(\.vendor) == ["a", "b"])
        #expect(wrapper.verifications.first?.scripts.map(\.url) == ["t:js"])
        #expect(try read("InLine")?.viewableImpression == ViewableImpression(viewable: ["t:5"]))
    }

    @Test(arguments: [
        ("<VAST version=\"3.0\"><Ad></VAST>", ErrorCode.malformedDocument), ("not xml", .malformedDocument),
        ("<!DOCTYPE x [<!ENTITY a \"aa\"><!ENTITY b \"&a;&a;\">]><VAST version=\"3.0\">&b;</VAST>", .malformedDocument),
        ("<rss version=\"2.0\"/>", .invalidDocument), ("<VideoAdServingTemplate/>", .unsupportedVersion),
        ("<VAST version=\"5.0\"/>", .unsupportedVersion), ("<VAST version=\"1.0\"/>", .unsupportedVersion),
    ])
    func `a text that is not a VAST document gives one error with its code`(text: String, code: ErrorCode) {
        #expect { try DocumentParser().parse(text) } throws: { ($0 as? ParseError)?.code == code }
    }

    @Test func `a missing version means 2·0, and a strict parser refuses it`() throws {
        #expect(try DocumentParser().parse("<VAST/>").ads.isEmpty)
        #expect { try DocumentParser(mode: .strict).parse("<VAST/>") } throws: {
            ($0 as? ParseError)?.code == .invalidDocument
        }
    }

    @Test func `a parser keeps nothing of an earlier document`() throws {
        let parser = DocumentParser()
        let first = try parser.parse(Self.inLine)
        #expect(throws: ParseError.self) { try parser.parse(String(Self.inLine.dropLast(30))) }
        #expect(try parser.parse("<VAST version=\"2.0\"></VAST>").ads.isEmpty)
        #expect(try parser.parse(Self.inLine) == first)
    }

    /// ADS-097: wherever a document ends or is damaged, it is parsed or refused, and nothing traps.
    @Test(arguments: 0..<40) func `a damaged document is parsed or refused without a trap`(seed: Int) {
        var bytes = Array(Self.inLine.utf8)
        bytes.removeLast((seed * 97) % bytes.count)
        for step in 0..<(seed % 7) where !bytes.isEmpty {
            bytes[(seed * 131 + step * 37) % bytes.count] = UInt8(truncatingIfNeeded: seed * 53 + step * 11)
        }
        _ = try? DocumentParser().parse(bytes)
        _ = try? DocumentParser(mode: .strict).parse(bytes)
    }
}

private struct WrongContent: Error {}
