import MRAID
import Testing

/// Expansion in one part and two, and its properties (ADS-079, ADS-081, ADS-083, ADS-084).
@Suite struct ExpandTests {
    @Test func `the getters of an expanded ad are updated before its events`() throws {
        var host = Host.ready()
        host.says("expand")
        let call = try #require(host.calls().last)
        #expect(
            call.events == [
                ScriptEvent(.stateChange, ["expanded"]), ScriptEvent(.sizeChange, [.number(320), .number(460)]),
            ])
        #expect(call.values["state"] == "expanded")
        #expect(
            call.values["currentPosition"]
                == .record(["x": .number(0), "y": .number(0), "width": .number(320), "height": .number(460)]))
        host.says("close")
        #expect(
            host.value("currentPosition")
                == .record(["x": .number(0), "y": .number(0), "width": .number(320), "height": .number(50)]))
    }

    @Test func `expand properties start with the screen's size and keep what the ad sets`() {
        var host = Host.ready(.v2)
        host.says("setExpandProperties", #"{"width":100,"isModal":false,"unknown":1}"#)
        #expect(
            host.value("expandProperties")
                == .record([
                    "width": .number(100), "height": .number(480), "useCustomClose": .bool(false),
                    "isModal": .bool(true),
                ]))
        host.says("setExpandProperties", #"{"width":-1}"#)
        host.says("setExpandProperties", #"{"useCustomClose":"yes"}"#)
        host.says("setExpandProperties")
        #expect(host.errors() == ["setExpandProperties", "setExpandProperties", "setExpandProperties"])
    }

    @Test func `the second page starts expanded, and both pages learn of the close`() throws {
        var host = Host.ready()
        host.says("expand", #""https://example.com/part2.html""#)
        let link = try #require(LinkPolicy.Link("https://example.com/part2.html"))
        #expect(
            host.actions.contains(
                .expand(.init(url: link, frame: Container.Rectangle(x: 0, y: 0, width: 320, height: 460)))))
        #expect(host.names() == [.stateChange, .sizeChange])
        host.actions = []
        host.says("loaded", from: .second)
        #expect(host.names(.second) == [.stateChange, .ready])
        #expect(host.value("state", .second) == "expanded")
        host.says("close", from: .second)
        #expect(host.events(.stateChange) == [["default"]])
        host.actions = []
        host.says("close", from: .second)
        #expect(host.actions.isEmpty, "the second page is gone")
    }

    @Test func `a second page that loads early becomes ready when the host has expanded the ad`() {
        var host = Host.ready()
        host.confirms = false
        host.says("expand", #""https://example.com/part2.html""#)
        host.says("loaded", from: .second)
        #expect(host.names(.second).isEmpty)
        host.happened(.settled)
        #expect(host.names(.second).prefix(2) == [.stateChange, .ready])
    }

    @Test func `a second page that fails to load returns the ad to its default place`() {
        var host = Host.ready()
        host.says("expand", #""https://example.com/part2.html""#)
        host.happened(.pageFailed(.second, reason: "404"))
        #expect(host.errors() == ["expand"])
        #expect(host.container.state == .default)
    }

    @Test func `a second page that is too slow returns the ad to its default place`() {
        var host = Host.ready()
        host.says("expand", #""https://example.com/part2.html""#)
        host.waits(.seconds(29))
        #expect(host.container.state == .expanded)
        host.waits(.seconds(1))
        #expect(host.events(.error) == [["The second page did not load in time", "expand"]])
        #expect(host.container.state == .default)
    }

    @Test func `a new second page waits until the earlier one is gone`() {
        var host = Host.inState(.default)
        host.says("expand", #""https://example.com/part2.html""#)
        host.confirms = false
        host.says("close")
        host.says("expand", #""https://example.com/part2.html""#)
        #expect(host.events(.error) == [["The ad is still closing", "expand"]])
        host.happened(.settled)
        host.says("expand", #""https://example.com/part2.html""#)
        #expect(host.errors().count == 1)
    }

    @Test func `restoring after a failed expansion sends no event`() {
        var host = Host.ready()
        host.confirms = false
        host.says("expand")
        host.says("close")
        host.happened(.failed(.expand, reason: "No window"))
        host.happened(.settled)
        #expect(host.names() == [.error])
    }

    @Test func `a tap counts only for its own page`() {
        var host = Host.ready()
        host.says("expand", #""https://example.com/part2.html""#)
        host.says("loaded", from: .second)
        host.says("open", #""https://example.com""#, from: .second)
        host.happened(.tapped(.first))
        host.waits(.milliseconds(500))
        #expect(host.errors(.second) == ["open"])
        host.happened(.tapped(.second))
        host.says("open", #""https://example.com""#, from: .second)
        #expect(host.actions.contains(.reportClick))
    }

    @Test(arguments: [
        "\"file:///etc/passwd\"", "\"javascript:alert(1)\"", "\"tel:123\"", "\"http://example.com\"",
    ])
    func `a forbidden address of a second page is refused`(url: String) {
        var host = Host.ready()
        host.says("expand", url)
        #expect(host.errors() == ["expand"])
        #expect(host.container.state == .default)
    }

    /// 2.0, "expand": if null or a non-URL parameter is used, the body of the current ad will be used.
    @Test(arguments: ["null", "7", "true", "{}", "\"\"", "\"part2.html\"", "\"not a url\"", "\"https://\""])
    func `a text that is not a URL expands the ad itself`(url: String) {
        var host = Host.ready()
        host.says("expand", url)
        #expect(host.errors().isEmpty)
        #expect(host.deeds.first == .expand(HostAction.Expansion(frame: Container.Rectangle(0, 0, 320, 460))))
    }

    @Test func `the close region appears before the host confirms a larger place`() {
        for version in Container.Version.allCases {
            var host = Host.ready(version)
            host.confirms = false
            if version == .v2 { host.says("useCustomClose", "true") }
            host.says("expand")
            let region = CloseRegion(frame: Container.Rectangle(270, 0, 50, 50), showsIndicator: version == .v3)
            #expect(
                host.deeds == [
                    .expand(HostAction.Expansion(frame: Container.Rectangle(0, 0, 320, 460))), .showCloseRegion(region),
                ])
            host.happened(.closeTapped)
            #expect(host.deeds.last == .restore)
            #expect(host.closeRegion == region, "until it is back")
            host.happened(.settled)
            host.happened(.settled)
            #expect(host.closeRegion == nil)
        }
    }

    @Test(arguments: ["expand", "resize"])
    func `a change of place without an answer ends at the default place`(command: String) {
        var host = Host.ready()
        host.confirms = false
        host.setsResize()
        host.says(command)
        host.waits(.seconds(10))
        #expect(host.complaints() == ["The host did not answer in time"] && host.errors() == [command])
        #expect(host.deeds.last == .restore)
        #expect(host.closeRegion != nil, "the host may still do it")
        host.waits(.seconds(10))
        #expect(host.closeRegion == nil)
        #expect(host.container.state == .default)
        host.happened(.tapped(.first))
        host.says(command)
        host.happened(.settled)
        #expect(host.container.state != .default)
    }

    @Test func `useCustomClose hides the indicator in 2_0 and keeps the region`() {
        var host = Host.ready(.v2)
        host.says("useCustomClose", "true")
        host.says("expand")
        #expect(
            host.closeRegion
                == CloseRegion(frame: Container.Rectangle(x: 270, y: 0, width: 50, height: 50), showsIndicator: false))
        host.happened(.closeTapped)
        #expect(host.container.state == .default)
        #expect(host.closeRegion == nil)
    }

    @Test func `useCustomClose in setExpandProperties applies to the next expansion`() {
        var host = Host.inState(.expanded, .v2)
        host.says("setExpandProperties", #"{"useCustomClose":true}"#)
        #expect(!host.actions.contains { if case .showCloseRegion = $0 { true } else { false } })
        host.says("close")
        host.says("expand")
        #expect(host.closeRegion?.showsIndicator == false)
    }

    @Test func `3_0 ignores useCustomClose`() {
        var host = Host.ready(.v3)
        host.says("useCustomClose", "true")
        host.says("setExpandProperties", #"{"useCustomClose":true}"#)
        host.says("expand")
        #expect(host.closeRegion?.showsIndicator == true)
        #expect(host.errors().isEmpty)
        #expect(
            host.value("expandProperties")
                == .record([
                    "width": .number(320), "height": .number(480), "useCustomClose": .bool(false),
                    "isModal": .bool(true),
                ]))
    }

    @Test func `an interstitial has a close region from the start`() {
        for version in Container.Version.allCases {
            var host = Host(version, .interstitial)
            #expect(host.closeRegion?.showsIndicator == true)
            host.says("useCustomClose", "true")
            #expect(host.closeRegion?.showsIndicator == (version == .v3))
        }
    }

    // MARK: Orientation

    @Test func `orientation properties apply only while the ad is expanded`() {
        var host = Host.ready()
        host.says("setOrientationProperties", #"{"allowOrientationChange":false,"forceOrientation":"landscape"}"#)
        let wanted = OrientationProperties(allowsOrientationChange: false, forcedOrientation: .landscape)
        #expect(!host.actions.contains(.applyOrientation(wanted)))
        host.says("expand")
        #expect(host.actions.contains(.applyOrientation(wanted)))
        host.says("setOrientationProperties", #"{"forceOrientation":"none"}"#)
        #expect(host.actions.contains(.applyOrientation(OrientationProperties(allowsOrientationChange: false))))
        host.says("close")
        #expect(host.actions.contains(.restoreOrientation))
    }

    /// 2.0, "orientationProperties": the ad opens in the orientation that it wants.
    @Test func `an ad opens in the orientation that it forces`() {
        var host = Host.ready()
        host.confirms = false
        host.says("setOrientationProperties", #"{"forceOrientation":"landscape"}"#)
        host.says("expand")
        let wide = Container.Layout(
            screenSize: Container.Size(width: 480, height: 320), maxSize: Container.Size(width: 480, height: 300))
        #expect(host.deeds.first == .applyOrientation(OrientationProperties(forcedOrientation: .landscape)))
        host.happened(.laidOut(wide, resizedTo: nil))
        host.happened(.settled)
        #expect(host.events(.sizeChange) == [[.number(480), .number(300)]], "and gets one sizeChange")
        #expect(host.closeRegion?.frame == Container.Rectangle(430, 0, 50, 50))
    }

    @Test func `an interstitial's orientation properties apply until it is dismissed`() {
        var host = Host(.v2, .interstitial)
        host.says("setOrientationProperties", #"{"forceOrientation":"landscape"}"#)
        host.happened(.pageLoaded(.first))
        #expect(host.actions.contains(.applyOrientation(OrientationProperties(forcedOrientation: .landscape))))
        host.says("close")
        #expect(host.actions.suffix(2) == [.restoreOrientation, .dismiss])
    }

    @Test(arguments: [
        #"{"forceOrientation":"sideways"}"#, #"{"forceOrientation":3}"#, #"{"allowOrientationChange":"no"}"#, "null",
        #"{"forceOrientation":"landscape"}"#,
    ])
    func `unknown orientations and those the app does not support are refused`(properties: String) {
        var host = Host.ready { $0.orientations = [.portrait] }
        host.says("setOrientationProperties", properties)
        #expect(host.errors() == ["setOrientationProperties"])
        let held: ScriptValue = .record(["allowOrientationChange": .bool(true), "forceOrientation": "none"])
        #expect(host.value("orientationProperties") == held, "the page gets the values in force, not its own")
    }

    @Test func `an app locked in one orientation refuses the other`() {
        var host = Host.ready()
        host.happened(.turned(AppOrientation(.portrait, isLocked: true)))
        #expect(host.value("appOrientation") == .record(["orientation": "portrait", "locked": .bool(true)]))
        host.says("setOrientationProperties", #"{"forceOrientation":"landscape"}"#)
        host.says("setOrientationProperties", #"{"forceOrientation":"portrait"}"#)
        #expect(host.errors() == ["setOrientationProperties"])
    }
}
