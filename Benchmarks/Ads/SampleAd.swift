import Foundation

/// Documents as ad servers send them: indented, addresses in CDATA, a tracker for each quarter and each second name.
enum SampleAd {
    /// One complete ad of about 4 kB.
    static let single = Data(document(ads: 1, trackers: 14).utf8)

    /// A pod of ads, about 60 kB.
    static let pod = Data(document(ads: 10, trackers: 34).utf8)

    /// About 1 MB in 40 ads, most of it trackers.
    static let large = Data(document(ads: 40, trackers: 204).utf8)

    private static func document(ads: Int, trackers: Int) -> String {
        let body = (1...ads).map { ad(sequence: $0, trackers: trackers) }.joined(separator: "\n")
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <VAST version="4.2" xmlns="http://www.iab.com/VAST">
            \(body)
            </VAST>
            """
    }

    private static func ad(sequence: Int, trackers: Int) -> String {
        """
          <Ad id="ad-\(sequence)" sequence="\(sequence)">
            <InLine>
              <AdSystem version="7.1">Sample Server</AdSystem>
              <Error><![CDATA[https://t.example/error?ad=\(sequence)&code=[ERRORCODE]]]></Error>
              <Impression id="i-1"><![CDATA[https://t.example/impression?ad=\(sequence)&t=[TIMESTAMP]]]></Impression>
              <AdServingId>6c1e1e4a-0f2c-4d67-8e25-\(sequence)</AdServingId>
              <AdTitle>A film of thirty seconds &amp; a card</AdTitle>
              <AdVerifications>
                <Verification vendor="measure.example-omid">
                  <JavaScriptResource apiFramework="omid" browserOptional="true"><![CDATA[https://m.example/o.js]]></JavaScriptResource>
                  <VerificationParameters><![CDATA[{"campaign":\(sequence)}]]></VerificationParameters>
                </Verification>
              </AdVerifications>
              <Advertiser>Snow and Sons</Advertiser>
              <Category authority="iabtechlab.com">232</Category>
              <Creatives>
                <Creative id="c-\(sequence)" adId="a-\(sequence)">
                  <UniversalAdId idRegistry="ad-id.org">CNPA048400\(sequence)H</UniversalAdId>
        \(linear(trackers: trackers))
        \(companion)
                </Creative>
              </Creatives>
            </InLine>
          </Ad>
        """
    }

    private static func linear(trackers: Int) -> String {
        let names = ["start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "mute", "pause", "progress"]
        let events = (0..<trackers).map { index in
            let name = names[index % names.count]
            let offset = name == "progress" ? " offset=\"00:00:05\"" : ""
            return "              <Tracking event=\"\(name)\"\(offset)>"
                + "<![CDATA[https://t.example/event?n=\(index)&p=[ADPLAYHEAD]]]></Tracking>"
        }
        return """
                  <Linear skipoffset="00:00:05">
                    <TrackingEvents>
            \(events.joined(separator: "\n"))
                    </TrackingEvents>
                    <Duration>00:00:30</Duration>
                    <MediaFiles>
                      <MediaFile id="1" delivery="progressive" type="video/mp4" bitrate="600" width="640" height="360" codec="avc1.4d401e"><![CDATA[https://m.example/film-360.mp4]]></MediaFile>
                      <MediaFile id="2" delivery="progressive" type="video/mp4" bitrate="2400" width="1280" height="720" codec="avc1.4d401f"><![CDATA[https://m.example/film-720.mp4]]></MediaFile>
                    </MediaFiles>
                    <VideoClicks>
                      <ClickTracking id="k"><![CDATA[https://t.example/click]]></ClickTracking>
                      <ClickThrough><![CDATA[https://shop.example/?from=film]]></ClickThrough>
                    </VideoClicks>
                  </Linear>
            """
    }

    private static let companion = """
              <CompanionAds>
                <Companion width="320" height="480" renderingMode="end-card">
                  <StaticResource creativeType="image/jpeg"><![CDATA[https://m.example/card.jpg]]></StaticResource>
                  <CompanionClickThrough><![CDATA[https://shop.example/?from=card]]></CompanionClickThrough>
                  <TrackingEvents>
                    <Tracking event="creativeView"><![CDATA[https://t.example/card]]></Tracking>
                  </TrackingEvents>
                </Companion>
              </CompanionAds>
        """
}
