import Testing

@testable import VAST

/// ADS-114, and each macro of VAST 4.3 with its expected text typed by hand.
@Suite struct MacroTests {
    static let rows: [(String, MacroValues.Value, String)] = [
        ("TIMESTAMP", .text("2016-01-17T08:15:07.127-05:00"), "2016-01-17T08%3A15%3A07.127-05%3A00"),
        ("CACHEBUSTING", .text("00000042"), "00000042"),
        ("CONTENTPLAYHEAD", .text("00:05:21.123"), "00%3A05%3A21.123"),
        ("MEDIAPLAYHEAD", .text("00:05:21.123"), "00%3A05%3A21.123"),
        ("BREAKPOSITION", .text("2"), "2"),
        ("BLOCKEDADCATEGORIES", .list(["IAB1-6", "IAB1 7"]), "IAB1-6,IAB1%207"),
        ("ADCATEGORIES", .list(["IAB1,6", "IAB7"]), "IAB1%2C6,IAB7"),
        ("ADCOUNT", .text("3"), "3"),
        ("TRANSACTIONID", .text("a1b2-c3"), "a1b2-c3"),
        ("PLACEMENTTYPE", .text("1"), "1"),
        ("ADTYPE", .text("hybrid"), "hybrid"),
        ("UNIVERSALADID", .list(["ad-id.org CNPA0484000H", "x y"]), "ad-id.org%20CNPA0484000H,x%20y"),
        ("BREAKMAXDURATION", .text("60"), "60"),
        ("BREAKMAXADS", .text("2"), "2"),
        ("BREAKMINADLENGTH", .text("5"), "5"),
        ("BREAKMAXADLENGTH", .text("30"), "30"),
        ("IFA", .withheld, "-2"),
        ("IFATYPE", .text("idfa"), "idfa"),
        ("CLIENTUA", .text("A/1 B"), "A%2F1%20B"),
        ("SERVERUA", .text("S/2"), "S%2F2"),
        ("DEVICEUA", .text("Mozilla/5.0 (iPhone; x)"), "Mozilla%2F5.0%20(iPhone%3B%20x)"),
        ("SERVERSIDE", .text("0"), "0"),
        ("DEVICEIP", .text("2001:db8::1"), "2001%3Adb8%3A%3A1"),
        ("LATLONG", .list(["51.004703", "3.754806"]), "51.004703,3.754806"),
        ("DOMAIN", .text("www.mydomain.com"), "www.mydomain.com"),
        ("PAGEURL", .text("https://a.example/?q=1&r=ü"), "https%3A%2F%2Fa.example%2F%3Fq%3D1%26r%3D%C3%BC"),
        ("APPBUNDLE", .text("com.example.myapp"), "com.example.myapp"),
        ("STOREID", .text("id123"), "id123"),
        ("STOREURL", .text("https://s.example/id1"), "https%3A%2F%2Fs.example%2Fid1"),
        ("VASTVERSIONS", .list(["2", "3", "11"]), "2,3,11"),
        ("APIFRAMEWORKS", .list(["5", "7"]), "5,7"),
        ("EXTENSIONS", .list(["AdVerifications", "a+b"]), "AdVerifications,a%2Bb"),
        ("VERIFICATIONVENDORS", .list(["a.com-omid", "b.com-omid"]), "a.com-omid,b.com-omid"),
        ("OMIDPARTNER", .text("Partner/1.0"), "Partner%2F1.0"),
        ("MEDIAMIME", .list(["video/mp4", "application/x-mpegURL"]), "video%2Fmp4,application%2Fx-mpegURL"),
        ("PLAYERCAPABILITIES", .list(["skip", "mute"]), "skip,mute"),
        ("CLICKTYPE", .text("1"), "1"),
        ("PLAYERSTATE", .list(["muted", "fullscreen"]), "muted,fullscreen"),
        ("INVENTORYSTATE", .list(["skippable", "optin"]), "skippable,optin"),
        ("PLAYERSIZE", .list(["640", "360"]), "640,360"),
        ("ADPLAYHEAD", .text("00:00:05.000"), "00%3A00%3A05.000"),
        ("ASSETURI", .text("https://m.example/a b.mp4?x=1&y"), "https%3A%2F%2Fm.example%2Fa%20b.mp4%3Fx%3D1%26y"),
        ("CONTENTID", .text("c%1"), "c%251"),
        ("CONTENTURI", .text("https://c.example/#t"), "https%3A%2F%2Fc.example%2F%23t"),
        ("PODSEQUENCE", .text("1"), "1"),
        ("ADSERVINGID", .text("ServerName-47ed3bac"), "ServerName-47ed3bac"),
        ("PLAYBACKMETHODS", .text("7"), "7"),
        ("CONTENTCAT", .list(["IAB1-1"]), "IAB1-1"),
        ("CLICKPOS", .list(["315", "204"]), "315,204"),
        ("ERRORCODE", .text("405"), "405"),
        ("REASON", .text("3"), "3"),
        ("LIMITADTRACKING", .text("1"), "1"),
        ("REGULATIONS", .list(["coppa", "gdpr"]), "coppa,gdpr"),
        ("GDPRCONSENT", .text("BOEFEAyOEFEAyAHABDENAI4AAAB9vABAASA"), "BOEFEAyOEFEAyAHABDENAI4AAAB9vABAASA"),
        ("GPPSTRING", .text("DBAA~1YNN"), "DBAA~1YNN"),
        ("GPPSECTIONID", .list(["6", "7"]), "6,7"),
        ("DSAREQUIRED", .text("2"), "2"),
        ("DSAPARAMS", .list(["a.com~1_2", "b.com~3"]), "a.com~1_2,b.com~3"),
        ("DSAPUBRENDER", .text("0"), "0"),
    ]

    @Test(arguments: rows)
    func `a macro is replaced by its encoded value`(name: String, value: MacroValues.Value, expected: String) throws {
        let macro = try #require(Macro(rawValue: name))
        var values = MacroValues()
        values[macro] = value
        let template = try #require(URLTemplate("https://t.example/?v=[\(name)]&w=[\(name)]"))
        #expect(template.expanded(with: values) == "https://t.example/?v=\(expected)&w=\(expected)")
        #expect(template.expanded(with: MacroValues()) == "https://t.example/?v=-1&w=-1")
        values[macro] = .withheld
        #expect(template.expanded(with: values) == "https://t.example/?v=-2&w=-2")
    }

    @Test(arguments: [
        ("https://t/?a=[UNKNOWN]", "https://t/?a=[UNKNOWN]"), ("https://t/?a=[errorcode]", "https://t/?a=[errorcode]"),
        ("https://t/?a=[ERRORCODE", "https://t/?a=[ERRORCODE"), ("https://t/?a=ERRORCODE]", "https://t/?a=ERRORCODE]"),
        ("https://t/?a=[[ADTYPE]]", "https://t/?a=[%5BIFA%5D]"), ("[", "["), ("[]", "[]"),
        (
            "https://t/?a=[RANDOM]&b=%%CACHEBUSTER%%&c=${AUCTION_PRICE}",
            "https://t/?a=[RANDOM]&b=%%CACHEBUSTER%%&c=${AUCTION_PRICE}"
        ),
        ("https://t/a b?c=[X Y]", "https://t/a%20b?c=[X%20Y]"), ("https://t/?a=1&b=%20", "https://t/?a=1&b=%20"),
        ("https://t/?a=%5BERRORCODE%5D", "https://t/?a=%5BERRORCODE%5D"),
    ])
    func `text that is not a macro is kept, and values are not searched again`(text: String, expected: String) throws {
        var values = MacroValues()
        values[.adType] = .text("[IFA]")
        let answer = try #require(URLTemplate(text)).expanded(with: values)
        #expect(answer == expected)
    }

    @Test(arguments: [
        (Duration.zero, 0, "1970-01-01T00:00:00.000+00:00"),
        (.milliseconds(1_453_036_507_127), -300, "2016-01-17T08:15:07.127-05:00"),
        (.seconds(951_827_696), 330, "2000-02-29T18:04:56.000+05:30"),
        (.seconds(Int64.max), Int.max, "9999-12-31T23:59:59.999+14:00"),
        (.seconds(Int64.min), Int.min, "1970-01-01T00:00:00.000-14:00"),
    ])
    func `a timestamp has milliseconds and a zone`(time: Duration, zone: Int, expected: String) {
        #expect(TimeText.timestamp(since1970: time, zoneMinutes: zone) == expected)
    }

    @Test(arguments: [
        (Duration.zero, "00:00:00.000"), (.milliseconds(3_723_004), "01:02:03.004"), (.seconds(-5), "00:00:00.000"),
        (.microseconds(1999), "00:00:00.001"), (.seconds(360_000), "100:00:00.000"),
    ])
    func `a playhead is written to the millisecond`(time: Duration, expected: String) {
        #expect(TimeText.playhead(time) == expected)
    }

    @Test func `setters write the standard's forms`() {
        var values = MacroValues()
        values.setErrorCode(.mediaPlayback)
        values.setReason(.loadFailure)
        values.setMediaPlayhead(.seconds(5))
        values.setAdPlayhead(.milliseconds(1500))
        values.setAssetURI("https://m/a")
        values.setUniversalAdIDs([UniversalAdID(registry: "r", value: "v")])
        values.setPlayerSize(width: 640, height: 360)
        values.setTimestamp(.zero)
        values.setLimitsAdTracking(true)
        let expected: [Macro: String] = [
            .errorCode: "405", .reason: "3", .mediaPlayhead: "00%3A00%3A05.000", .contentPlayhead: "00%3A00%3A05.000",
            .adPlayhead: "00%3A00%3A01.500", .assetURI: "https%3A%2F%2Fm%2Fa", .universalAdID: "r%20v",
            .playerSize: "640,360", .timestamp: "1970-01-01T00%3A00%3A00.000%2B00%3A00", .limitAdTracking: "1",
        ]
        for (macro, text) in expected { #expect(values.encoded(macro) == text) }
    }

    @Test(arguments: UInt64(0)..<100) func `a cache buster has eight digits`(seed: UInt64) {
        var values = MacroValues()
        var generator = Seeded(seed: seed)
        values.setCacheBuster(using: &generator)
        let text = values.encoded(.cacheBusting)
        #expect(text.count == 8 && text.allSatisfy { ("0"..."9").contains($0) })
    }

    @Test func `stamped values apply to one request and leave the original unchanged`() {
        var generator = Seeded(seed: 1)
        var values = MacroValues()
        values.setBreakPosition(2)
        let first = values.stamped(at: .milliseconds(1_453_036_507_127), zoneMinutes: -300, using: &generator)
        let second = first.stamped(at: .milliseconds(1_453_036_507_128), using: &generator)
        #expect(first.encoded(.timestamp) == "2016-01-17T08%3A15%3A07.127-05%3A00")
        #expect(second.encoded(.timestamp) == "2016-01-17T13%3A15%3A07.128%2B00%3A00")
        let numbers = [first, second].map { $0.encoded(.cacheBusting) }
        #expect(Set(numbers).count == 2 && numbers.allSatisfy { $0.wholeMatch(of: /\d{8}/) != nil })
        #expect([first, second].allSatisfy { $0.encoded(.breakPosition) == "2" })
        #expect(values.encoded(.timestamp) == "-1" && values.encoded(.cacheBusting) == "-1")
    }
}
