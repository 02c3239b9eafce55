import MRAID
import Testing

/// The events and values that describe the surroundings of an ad (ADS-076, ADS-085, ADS-086, ADS-090).
@Suite struct EventTests {
    static let full = Exposure(percentage: 100, visibleRectangle: Container.Rectangle(0, 0, 320, 50))
    static let half = Exposure(
        percentage: 50, visibleRectangle: Container.Rectangle(0, 0, 320, 50),
        occlusionRectangles: [Container.Rectangle(0, 25, 320, 25)])
    static let nothing: [ScriptValue] = [.number(0), .null, .null]
    static let fullValue: [ScriptValue] = [.number(100), Container.Rectangle(0, 0, 320, 50).value, .null]

    private func listening(_ event: String = "exposureChange") -> Host {
        var host = Host.ready()
        host.happened(.exposed(.first, Self.full))
        host.says("addEventListener", "\"\(event)\"", "1")
        host.actions = []
        return host
    }

    // MARK: exposureChange

    @Test func `a new listener gets the current exposure once, and no other listener does`() {
        var host = Host.ready()
        host.happened(.exposed(.first, Self.half))
        host.says("addEventListener", #""exposureChange""#, "7")
        let occluded = ScriptValue.list([Container.Rectangle(0, 25, 320, 25).value])
        let arguments: [ScriptValue] = [.number(50), Container.Rectangle(0, 0, 320, 50).value, occluded]
        #expect(host.events().last == ScriptEvent(.exposureChange, arguments, listener: 7))
        #expect(host.events(.exposureChange).count == 1)
    }

    @Test func `a listener added while loading waits for ready`() {
        var host = Host()
        host.says("addEventListener", #""exposureChange""#, "1")
        host.says("addEventListener", #""audioVolumeChange""#, "2")
        #expect(host.events().isEmpty)
        host.says("loaded")
        #expect(host.names() == [.stateChange, .ready, .exposureChange, .audioVolumeChange])
        #expect(host.events(.exposureChange) == [Self.nothing])
        #expect(host.events(.audioVolumeChange) == [[.null]])
    }

    @Test func `changes within 200 ms become one event at the end of the interval`() {
        var host = listening()
        host.now += .milliseconds(50)
        for percentage in [90.0, 60, 30] {
            let exposure = Exposure(percentage: percentage, visibleRectangle: Container.Rectangle(0, 0, 320, 50))
            host.happened(.exposed(.first, exposure))
        }
        #expect(host.events(.exposureChange).isEmpty)
        #expect(
            host.actions.filter { if case .wake = $0 { true } else { false } } == [.wake(after: .milliseconds(150))])
        host.waits(.milliseconds(149))
        #expect(host.events(.exposureChange).isEmpty)
        host.waits(.milliseconds(1))
        #expect(host.events(.exposureChange).map(\.first) == [.number(30)])
    }

    @Test func `a change that is undone within the interval is not sent`() {
        var host = listening()
        host.happened(.exposed(.first, Self.half))
        host.happened(.exposed(.first, Self.full))
        host.waits(.seconds(1))
        #expect(host.events(.exposureChange).isEmpty)
    }

    @Test(arguments: [
        (HostEvent.backgrounded, HostEvent.foregrounded), (.covered, .uncovered),
        (.exposed(.first, .none), .exposed(.first, full)),
    ])
    func `an ad in the background or under a cover is not viewable`(gone: HostEvent, back: HostEvent) {
        var host = listening()
        host.waits(.seconds(1))
        host.happened(gone)
        host.happened(gone)
        host.waits(.seconds(1))
        host.happened(back)
        if case .covered = gone { host.happened(back) }
        host.waits(.seconds(1))
        #expect(host.events(.exposureChange) == [Self.nothing, Self.fullValue])
        #expect(host.events(.viewableChange) == [[.bool(false)], [.bool(true)]], "each change once")
        #expect(host.value("isViewable") == .bool(true))
    }

    @Test func `an ad under two dialogs is not viewable when one of them is gone`() {
        var host = listening()
        for event in [HostEvent.covered, .covered, .uncovered] { host.happened(event) }
        #expect(host.events(.viewableChange) == [[.bool(false)]])
        host.happened(.uncovered)
        #expect(host.events(.viewableChange) == [[.bool(false)], [.bool(true)]])
    }

    @Test func `an ad that leaves the screen gets its last exposure at once`() {
        var host = listening()
        host.says("close")
        #expect(host.events(.exposureChange) == [Self.nothing])
        #expect(host.events(.viewableChange) == [[.bool(false)]])
    }

    @Test func `the first page is not visible while the second covers it`() {
        var host = listening()
        host.says("expand", #""https://ads.example/2""#)
        host.says("loaded", from: .second)
        host.happened(.exposed(.second, Self.full))
        host.waits(.seconds(1))
        #expect(host.events(.exposureChange) == [Self.nothing])
        #expect(host.events(.viewableChange, .second) == [[.bool(true)]])
        #expect(
            host.value("isViewable") == .bool(true), "2.0: of an expanded ad the answer is that of the expanded part")
        host.says("close", from: .second)
        host.waits(.seconds(1))
        #expect(host.events(.exposureChange).last == Self.fullValue)
    }

    @Test(
        arguments: [
            (150, true, 100, true), (100, true, 100, true), (0.5, true, 0.5, true), (0, true, 0, false),
            (-5, true, 0, false),
            (.nan, true, 0, false), (.infinity, true, 0, false), (50, false, 0, false),
        ] as [(Double, Bool, Double, Bool)])
    func `exposure values stay within their documented ranges`(given: Double, hasArea: Bool, kept: Double, isSeen: Bool)
    {
        let rectangle = Container.Rectangle(0, 0, hasArea ? 320 : 0, 50)
        let exposure = Exposure(percentage: given, visibleRectangle: rectangle, occlusionRectangles: [rectangle])
        #expect(exposure.percentage == kept)
        #expect(exposure.isViewable == isSeen)
        #expect((exposure.visibleRectangle != nil) == isSeen)
        #expect((exposure.occlusionRectangles != nil) == isSeen)
    }

    @Test func `2_0 gets viewableChange but not exposureChange`() {
        var host = Host.ready(.v2)
        host.happened(.exposed(.first, Self.full))
        host.happened(.volumeChanged(3))
        host.waits(.seconds(1))
        #expect(host.names() == [.viewableChange])
    }

    @Test func `an ad that was visible before ready gets viewableChange after it`() {
        var host = Host()
        host.happened(.exposed(.first, Self.full))
        #expect(host.value("isViewable") == nil)
        host.says("loaded")
        #expect(host.names() == [.stateChange, .ready, .viewableChange])
    }

    // MARK: audioVolumeChange

    @Test(
        arguments: [
            (40.5, ScriptValue.number(40.5)), (0, .number(0)), (100, .number(100)), (250, .number(100)),
            (-1, .number(0)),
        ] as [(Double, ScriptValue)])
    func `the volume stays within its range`(volume: Double, value: ScriptValue) {
        var host = listening("audioVolumeChange")
        host.happened(.volumeChanged(volume))
        host.happened(.volumeChanged(volume))
        #expect(host.events(.audioVolumeChange) == [[value]])
        host.happened(.volumeChanged(.nan))
        #expect(host.events(.audioVolumeChange).last == [.null], "unknown")
    }

    @Test func `events are sent only to listeners`() {
        var host = Host.ready()
        host.happened(.volumeChanged(3))
        host.happened(.exposed(.first, Self.full))
        host.waits(.seconds(1))
        #expect(host.names() == [.viewableChange])
    }

    // MARK: Sizes and positions

    static let wide = Container.Layout(
        screenSize: Container.Size(width: 480, height: 320), maxSize: Container.Size(width: 480, height: 300),
        defaultPosition: Container.Rectangle(0, 10, 480, 50))

    @Test(arguments: [
        (Container.State.default, Container.Rectangle?.none, Container.Rectangle(0, 10, 480, 50)),
        (.expanded, nil, Container.Rectangle(0, 0, 480, 300)),
        (.resized, Container.Rectangle(5, 6, 100, 70), Container.Rectangle(5, 6, 100, 70)),
    ])
    func `a rotation moves the ad and updates the getters`(
        state: Container.State, resized: Container.Rectangle?, now: Container.Rectangle
    ) {
        var host = Host.inState(state)
        host.happened(.laidOut(Self.wide, resizedTo: resized))
        host.happened(.laidOut(Self.wide, resizedTo: resized))
        #expect(host.events(.sizeChange) == [[.number(now.size.width), .number(now.size.height)]])
        #expect(host.value("currentPosition") == now.value)
        #expect(host.value("defaultPosition") == Container.Rectangle(0, 10, 480, 50).value)
        #expect(host.value("maxSize") == .record(["width": .number(480), "height": .number(300)]))
        #expect(host.value("screenSize") == .record(["width": .number(480), "height": .number(320)]))
    }

    @Test func `a move without a new size sends no sizeChange`() {
        var host = Host.ready()
        var moved = Host.layout
        moved.defaultPosition = Container.Rectangle(0, 400, 320, 50)
        host.happened(.laidOut(moved, resizedTo: nil))
        #expect(host.names().isEmpty)
        #expect(host.value("currentPosition") == Container.Rectangle(0, 400, 320, 50).value)
    }

    @Test func `an expanded ad returns to the default place of the current layout`() {
        var host = Host.inState(.expanded)
        host.happened(.laidOut(Self.wide, resizedTo: nil))
        host.says("close")
        #expect(host.container.currentPosition == Container.Rectangle(0, 10, 480, 50))
    }

    // MARK: Location, features, orientation

    @Test func `the location is given only to ads with permission`() throws {
        let location = try #require(
            Container.Location(
                latitude: 48.1, longitude: 11.5, source: .networkAddress, accuracy: 5, lastFix: 60, service: 3))
        var host = Host.ready()
        host.happened(.located(location))
        #expect(
            host.value("location")
                == .record([
                    "lat": .number(48.1), "lon": .number(11.5), "type": .number(2), "accuracy": .number(5),
                    "lastfix": .number(60), "ipservice": .number(3),
                ]))
        host.happened(.featuresChanged([]))
        #expect(host.value("location") == .null)
        for version in Container.Version.allCases {
            var blind = Host.ready(version) { $0.features = version == .v2 ? [.location] : [] }
            blind.happened(.located(location))
            #expect(blind.value("location") == nil, "\(version)")
        }
    }

    @Test(arguments: [(90.1, 0), (-90.1, 0), (0, 180.1), (0, -180.1), (.nan, 0), (0, .infinity)] as [(Double, Double)])
    func `degrees out of range are refused`(latitude: Double, longitude: Double) {
        #expect(Container.Location(latitude: latitude, longitude: longitude, source: .user) == nil)
    }

    @Test(arguments: Container.Version.allCases)
    func `supports() knows the features of its version`(version: Container.Version) {
        var host = Host(version) { $0.features = [.tel] }
        host.says("loaded")
        var expected: [String: ScriptValue] = [
            "sms": .bool(false), "tel": .bool(true), "calendar": .bool(false), "storePicture": .bool(false),
            "inlineVideo": .bool(false),
        ]
        if version == .v3 { expected["location"] = .bool(false) }
        #expect(host.value("supports") == .record(expected))
        for feature in Container.Feature.allCases where feature.exists(in: version) {
            host.happened(.featuresChanged([feature]))
            guard case .record(let now) = host.value("supports") else {
                Issue.record("no features")
                return
            }
            #expect(now.filter { $0.value == .bool(true) }.map(\.key) == [feature.rawValue])
        }
    }
}
