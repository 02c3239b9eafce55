import MRAID
import Testing

/// What each version of the standard has, and the setup of a page (ADS-073, ADS-075).
@Suite struct VersionTests {
    @Test(arguments: Container.Command.allCases)
    func `commands exist in their versions`(command: Container.Command) {
        let newer: Set<Container.Command> = [.addEventListener, .initVpaid, .unload]
        #expect(command.exists(in: .v3))
        #expect(command.exists(in: .v2) == !newer.contains(command))
        let acting: Set<Container.Command> = [.createCalendarEvent, .expand, .open, .playVideo, .resize, .storePicture]
        #expect(command.needsTap == acting.contains(command))
    }

    @Test(arguments: ScriptEvent.Name.allCases)
    func `events exist in their versions`(event: ScriptEvent.Name) {
        #expect(event.exists(in: .v3))
        #expect(event.exists(in: .v2) == (event != .exposureChange && event != .audioVolumeChange))
    }

    @Test(arguments: Container.Version.allCases, Container.Placement.allCases)
    func `the setup comes before any script of the ad`(version: Container.Version, placement: Container.Placement)
        throws
    {
        let host = Host(version, placement)
        let bootstrap = try Bootstrap(host.container, page: .first, transport: .webKit(handler: "ads"))
        let script = bootstrap.script
        #expect(script.hasPrefix("window.mraidSetup = {"))
        #expect(script.contains(#""version":"\#(version.rawValue)""#))
        #expect(script.contains(#""placement":"\#(placement.rawValue)""#))
        #expect(script.contains(#""transport":{"handler":"ads","kind":"webkit"}"#))
        #expect(script.contains(#""state":"loading""#))
        #expect(script.contains(#""screenSize":{"height":480,"width":320}"#))
        #expect(script.contains(#""environment":"#) == (version == .v3), "MRAID_ENV is of 3.0")
        #expect(bootstrap.element == "<script>\(script)</script>")
    }

    @Test func `only the first page has MRAID_ENV`() throws {
        var host = Host.ready()
        host.says("expand", #""https://ads.example/2""#)
        let second = try Bootstrap(host.container, page: .second, transport: .function(name: "post"))
        #expect(!second.script.contains(#""environment":"#))
        #expect(second.script.contains(#""transport":{"kind":"function","name":"post"}"#))
    }

    @Test func `nothing in the setup can end its script element`() throws {
        let host = Host { $0.environment = AdEnvironment(sdk: "</script><script>alert(1)//", sdkVersion: "<!--") }
        let origin = Bootstrap.Transport.parent(origin: "https://a.example", nonce: "</SCRIPT>")
        let script = try Bootstrap(host.container, page: .first, transport: origin).script
        #expect(!script.lowercased().contains("</script"))
        #expect(!script.contains("<!--"))
    }

    struct Environment: Sendable {
        var given: AdEnvironment
        var written: String
    }

    @Test(arguments: [
        Environment(
            given: AdEnvironment(sdk: "S", sdkVersion: "1"),
            written: #"{"sdk":"S","sdkVersion":"1","version":"3.0"}"#),
        Environment(
            given: AdEnvironment(
                sdk: "S", sdkVersion: "1", appID: "a.b", advertisingID: "i", limitsAdTracking: false,
                isChildDirected: false),
            written: """
                {"appId":"a.b","coppa":false,"ifa":"i","limitAdTracking":false,"sdk":"S","sdkVersion":"1","version":"3.0"}
                """),
        Environment(
            given: AdEnvironment(sdk: "S", sdkVersion: "1", advertisingID: "i", limitsAdTracking: true),
            written: #"{"limitAdTracking":true,"sdk":"S","sdkVersion":"1","version":"3.0"}"#),
        Environment(
            given: AdEnvironment(sdk: "S", sdkVersion: "1", advertisingID: "i", isChildDirected: true),
            written: #"{"coppa":true,"sdk":"S","sdkVersion":"1","version":"3.0"}"#),
    ])
    func `MRAID_ENV leaves out unknown values and identifiers that may not be used`(
        row: Environment
    ) throws {
        let host = Host { $0.environment = row.given }
        let script = try Bootstrap(host.container, page: .first, transport: .webKit(handler: "ads")).script
        #expect(script.contains(#""environment":\#(row.written),"#))
    }

    @Test(
        arguments: [
            ("<script>mraid.addEventListener('exposureChange', f)</script>", .v3),
            ("<script>MRAID_ENV.sdk</script>", .v3),
            ("<script>mraid.useCustomClose(true)</script>", .v2), ("customClosePosition", .v2),
            ("mraid.useCustomClose(true); window.MRAID_ENV", .v3), ("mraid.expand()", nil), ("", nil),
        ] as [(String, Container.Version?)])
    func `an ad's version is detected from the names it uses`(creative: String, version: Container.Version?) {
        #expect(Container.Version.shown(in: creative) == version)
    }

    /// Defaults of the standard (3.4), as the getters first return them.
    @Test(arguments: Container.Version.allCases)
    func `properties have the standard's defaults`(version: Container.Version) {
        var host = Host(version)
        host.says("loaded")
        #expect(
            host.value("expandProperties")
                == .record([
                    "width": .number(320), "height": .number(480), "useCustomClose": .bool(false),
                    "isModal": .bool(true),
                ]))
        #expect(
            host.value("orientationProperties")
                == .record(["allowOrientationChange": .bool(true), "forceOrientation": "none"]))
        #expect(host.value("currentPosition") == Container.Rectangle(0, 0, 320, 50).value)
        #expect(host.value("maxSize") == .record(["width": .number(320), "height": .number(460)]))
        let held = ScriptValue.record(["orientation": "portrait", "locked": .bool(false)])
        #expect(host.value("appOrientation") == (version == .v3 ? held : nil))
        #expect(host.value("location") == (version == .v3 ? .null : nil))
    }
}
