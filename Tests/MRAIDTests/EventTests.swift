import MRAID
import Testing

/// What ads are told of their surroundings (ADS-076, ADS-085, ADS-086, ADS-090).
@Suite struct EventTests {
    static let full = Exposure(percentage: 100, visibleRectangle: Rectangle(0, 0, 320, 50))
    static let half = Exposure(
        percentage: 50, visibleRectangle: Rectangle(0, 0, 320, 50), occlusionRectangles: [Rectangle(0, 25, 320, 25)])
    static let nothing: [ScriptValue] = [.number(0), .null, .null]
    static let fullValue: [ScriptValue] = [.number(100), Rectangle(0, 0, 320, 50).value, .null]

    private func listening(_ event: String = "exposureChange") -> Host {
        var host = Host.ready()
        host.happened(.exposed(.first, Self.full))
        host.says("addEventListener", "\"\(event)\"", "1")
        host.actions = []
        return host
    }

    // MARK: exposureChange

    @Test func `a listener is told the present exposure once, alone`() {
        var host = Host.ready()
        host.happened(.exposed(.first, Self.half))
        host.says("addEventListener", #""exposureChange""#, "7")
        let occluded = ScriptValue.list([Rectangle(0, 25, 320, 25).value])
        let arguments: [ScriptValue] = [.number(50), Rectangle(0, 0, 320, 50).value, occluded]
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

    @Test func `changes within 200 ms are told as one, at its end`() {
        var host = listening()
        host.now += .milliseconds(50)
        for percentage in [90.0, 60, 30] {
            let exposure = Exposure(percentage: percentage, visibleRectangle: Rectangle(0, 0, 320, 50))
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

    @Test func `a change that is taken back in time is not told`() {
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
    func `what is not in front is not seen`(gone: HostEvent, back: HostEvent) {
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

    @Test func `what lies under two dialogs is not seen when one of them goes`() {
        var host = listening()
        for event in [HostEvent.covered, .covered, .uncovered] { host.happened(event) }
        #expect(host.events(.viewableChange) == [[.bool(false)]])
        host.happened(.uncovered)
        #expect(host.events(.viewableChange) == [[.bool(false)], [.bool(true)]])
    }

    @Test func `an ad that goes hears of it at once`() {
        var host = listening()
        host.says("close")
        #expect(host.events(.exposureChange) == [Self.nothing])
        #expect(host.events(.viewableChange) == [[.bool(false)]])
    }

    @Test func `the first page is not seen while the second covers it`() {
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
    func `an exposure keeps what ads are promised`(given: Double, hasArea: Bool, kept: Double, isSeen: Bool) {
        let rectangle = Rectangle(0, 0, hasArea ? 320 : 0, 50)
        let exposure = Exposure(percentage: given, visibleRectangle: rectangle, occlusionRectangles: [rectangle])
        #expect(exposure.percentage == kept)
        #expect(exposure.isViewable == isSeen)
        #expect((exposure.visibleRectangle != nil) == isSeen)
        #expect((exposure.occlusionRectangles != nil) == isSeen)
    }

    @Test func `2_0 is told whether it is viewable, and no more`() {
        var host = Host.ready(.v2)
        host.happened(.exposed(.first, Self.full))
        host.happened(.volumeChanged(3))
        host.waits(.seconds(1))
        #expect(host.names() == [.viewableChange])
    }

    @Test func `an ad that was in view before it was ready hears so after`() {
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
    func `the volume is told within its bounds`(volume: Double, value: ScriptValue) {
        var host = listening("audioVolumeChange")
        host.happened(.volumeChanged(volume))
        host.happened(.volumeChanged(volume))
        #expect(host.events(.audioVolumeChange) == [[value]])
        host.happened(.volumeChanged(.nan))
        #expect(host.events(.audioVolumeChange).last == [.null], "unknown")
    }

    @Test func `nobody is told who does not listen`() {
        var host = Host.ready()
        host.happened(.volumeChanged(3))
        host.happened(.exposed(.first, Self.full))
        host.waits(.seconds(1))
        #expect(host.names() == [.viewableChange])
    }

    // MARK: Sizes and positions

    static let wide = Layout(
        screenSize: Size(width: 480, height: 320), maxSize: Size(width: 480, height: 300),
        defaultPosition: Rectangle(0, 10, 480, 50))

    @Test(arguments: [
        (ViewState.default, Rectangle?.none, Rectangle(0, 10, 480, 50)),
        (.expanded, nil, Rectangle(0, 0, 480, 300)),
        (.resized, Rectangle(5, 6, 100, 70), Rectangle(5, 6, 100, 70)),
    ])
    func `a rotation moves the ad, and the getters say so`(state: ViewState, resized: Rectangle?, now: Rectangle) {
        var host = Host.inState(state)
        host.happened(.laidOut(Self.wide, resizedTo: resized))
        host.happened(.laidOut(Self.wide, resizedTo: resized))
        #expect(host.events(.sizeChange) == [[.number(now.size.width), .number(now.size.height)]])
        #expect(host.value("currentPosition") == now.value)
        #expect(host.value("defaultPosition") == Rectangle(0, 10, 480, 50).value)
        #expect(host.value("maxSize") == .record(["width": .number(480), "height": .number(300)]))
        #expect(host.value("screenSize") == .record(["width": .number(480), "height": .number(320)]))
    }

    @Test func `a new place of the same size is no sizeChange`() {
        var host = Host.ready()
        var moved = Host.layout
        moved.defaultPosition = Rectangle(0, 400, 320, 50)
        host.happened(.laidOut(moved, resizedTo: nil))
        #expect(host.names().isEmpty)
        #expect(host.value("currentPosition") == Rectangle(0, 400, 320, 50).value)
    }

    @Test func `an expanded ad goes back to where its place is by then`() {
        var host = Host.inState(.expanded)
        host.happened(.laidOut(Self.wide, resizedTo: nil))
        host.says("close")
        #expect(host.container.currentPosition == Rectangle(0, 10, 480, 50))
    }

    // MARK: Location, features, orientation

    @Test func `a location is told to who may know it`() throws {
        let location = try #require(
            Location(latitude: 48.1, longitude: 11.5, source: .networkAddress, accuracy: 5, lastFix: 60, service: 3))
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
        for version in Version.allCases {
            var blind = Host.ready(version) { $0.features = version == .v2 ? [.location] : [] }
            blind.happened(.located(location))
            #expect(blind.value("location") == nil, "\(version)")
        }
    }

    @Test(arguments: [(90.1, 0), (-90.1, 0), (0, 180.1), (0, -180.1), (.nan, 0), (0, .infinity)] as [(Double, Double)])
    func `degrees that there are not are no location`(latitude: Double, longitude: Double) {
        #expect(Location(latitude: latitude, longitude: longitude, source: .user) == nil)
    }

    @Test(arguments: Version.allCases)
    func `supports knows the features of its version`(version: Version) {
        var host = Host(version) { $0.features = [.tel] }
        host.says("loaded")
        var expected: [String: ScriptValue] = [
            "sms": .bool(false), "tel": .bool(true), "calendar": .bool(false), "storePicture": .bool(false),
            "inlineVideo": .bool(false),
        ]
        if version == .v3 { expected["location"] = .bool(false) }
        #expect(host.value("supports") == .record(expected))
        for feature in Feature.allCases where feature.exists(in: version) {
            host.happened(.featuresChanged([feature]))
            guard case .record(let now) = host.value("supports") else {
                Issue.record("no features")
                return
            }
            #expect(now.filter { $0.value == .bool(true) }.map(\.key) == [feature.rawValue])
        }
    }
}
