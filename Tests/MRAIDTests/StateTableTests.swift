import MRAID
import Testing

/// Each row of the state table, in both versions (ADS-074, ADS-078, ADS-079, ADS-080).
@Suite struct StateTableTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var placement = Container.Placement.inline
        var from: Container.State
        var command: String
        var to: Container.State
        var events: [ScriptEvent.Name] = []
        var errors: [String] = []
        var testDescription: String { "\(placement) \(from).\(command) -> \(to)" }
    }

    static let rows: [Row] = [
        Row(from: .loading, command: "expand", to: .loading),
        Row(from: .loading, command: "resize", to: .loading),
        Row(from: .loading, command: "close", to: .loading),
        Row(from: .hidden, command: "expand", to: .hidden),
        Row(from: .hidden, command: "resize", to: .hidden),
        Row(from: .hidden, command: "close", to: .hidden),
        Row(from: .default, command: "expand", to: .expanded, events: [.stateChange, .sizeChange]),
        Row(from: .default, command: "resize", to: .resized, events: [.stateChange, .sizeChange]),
        Row(from: .default, command: "close", to: .hidden, events: [.stateChange]),
        Row(from: .resized, command: "expand", to: .expanded, events: [.stateChange, .sizeChange]),
        Row(from: .resized, command: "resize", to: .resized, events: [.stateChange]),
        Row(from: .resized, command: "close", to: .default, events: [.stateChange, .sizeChange]),
        Row(from: .expanded, command: "expand", to: .expanded),
        Row(from: .expanded, command: "resize", to: .expanded, events: [.error], errors: ["resize"]),
        Row(from: .expanded, command: "close", to: .default, events: [.stateChange, .sizeChange]),
        Row(placement: .interstitial, from: .loading, command: "expand", to: .loading),
        Row(placement: .interstitial, from: .loading, command: "resize", to: .loading),
        Row(placement: .interstitial, from: .loading, command: "close", to: .loading),
        Row(
            placement: .interstitial, from: .default, command: "expand", to: .default, events: [.error],
            errors: ["expand"]),
        Row(
            placement: .interstitial, from: .default, command: "resize", to: .default, events: [.error],
            errors: ["resize"]),
        Row(placement: .interstitial, from: .default, command: "close", to: .hidden, events: [.stateChange]),
        Row(placement: .interstitial, from: .hidden, command: "expand", to: .hidden),
        Row(placement: .interstitial, from: .hidden, command: "resize", to: .hidden),
        Row(placement: .interstitial, from: .hidden, command: "close", to: .hidden),
    ]

    @Test(arguments: rows, Container.Version.allCases)
    func `each command has the effect of the state table`(row: Row, version: Container.Version) {
        var host = Host.inState(row.from, version, row.placement)
        #expect(host.container.state == row.from)
        if row.command == "resize", row.from == .default || row.from == .loading { host.setsResize() }
        host.says(row.command)
        #expect(host.container.state == row.to)
        #expect(host.names() == row.events)
        #expect(host.errors() == row.errors)
    }

    @Test(arguments: Container.State.allCases, Container.Version.allCases)
    func `properties may be set in every state and do not change it`(state: Container.State, version: Container.Version)
    {
        for (command, argument, name) in [
            ("setExpandProperties", #"{"width":200}"#, "expandProperties"),
            ("setResizeProperties", #"{"width":60,"height":60,"offsetX":0,"offsetY":0}"#, "resizeProperties"),
            ("setOrientationProperties", #"{"forceOrientation":"portrait"}"#, "orientationProperties"),
            ("useCustomClose", "true", "expandProperties"),
        ] {
            var host = Host.inState(state, version)
            host.says(command, argument)
            #expect(host.errors().isEmpty, "\(command)")
            #expect(host.names().isEmpty, "\(command)")
            #expect(host.value(name) != nil, "the ad gets the current values")
            #expect(host.container.state == state)
        }
    }

    @Test(arguments: Container.Version.allCases)
    func `stateChange to default comes before ready, once`(version: Container.Version) {
        var host = Host(version)
        host.says("loaded")
        host.happened(.pageLoaded(.first))
        host.says("loaded")
        #expect(host.names() == [.stateChange, .ready])
        #expect(host.events(.stateChange) == [["default"]])
    }

    @Test func `close() hides a default banner and informs the host`() {
        var host = Host.ready()
        host.says("close")
        #expect(host.actions.last == .hide)
        #expect(!host.container.isFinished)
    }

    @Test func `a default banner may refuse to close instead`() {
        var host = Host.ready { $0.defaultClose = .fails }
        host.says("close")
        #expect(host.container.state == .default)
        #expect(host.events(.error) == [["There is nothing to close", "close"]])
    }

    @Test func `a default interstitial is dismissed, and later inputs have no effect`() {
        var host = Host.ready(.v3, .interstitial)
        host.says("close")
        #expect(host.actions.suffix(2) == [.hideCloseRegion, .dismiss])
        host.actions = []
        host.says("open", #""https://example.com""#)
        host.happened(.closeTapped)
        #expect(host.actions.isEmpty)
    }

    @Test func `close() after several resizes leads directly to default`() {
        var host = Host.inState(.resized)
        host.setsResize(width: "300")
        host.says("resize")
        host.says("resize")
        host.says("close")
        #expect(host.container.state == .default)
        #expect(host.container.currentPosition == Host.layout.defaultPosition)
    }

    @Test func `an expansion that the host cannot do is reported to the ad`() {
        var host = Host.ready()
        host.confirms = false
        host.says("expand")
        #expect(host.container.state == .default)
        host.happened(.failed(.expand, reason: "No window"))
        #expect(host.container.state == .default)
        #expect(host.events(.error) == [["No window", "expand"]])
        host.happened(.settled)
        #expect(host.container.state == .default)
    }

    @Test func `close() during an expansion takes effect after it`() {
        var host = Host.ready()
        host.confirms = false
        host.says("expand")
        host.says("close")
        host.says("close")
        #expect(host.actions.filter { $0 == .restore }.count == 1)
        host.happened(.settled)
        host.happened(.settled)
        #expect(host.events(.stateChange) == [["expanded"], ["default"]])
    }

    @Test func `the close region always closes the ad`() {
        for placement in Container.Placement.allCases {
            var host = Host(.v2, placement)
            host.happened(.closeTapped)
            #expect(host.actions.contains(.dismiss) == (placement == .interstitial))
        }
        var host = Host.inState(.expanded)
        host.happened(.closeTapped)
        #expect(host.container.state == .default)
    }

    @Test func `a page that does not load in time is unloaded`() {
        var host = Host()
        host.waits(.seconds(29))
        #expect(host.actions.last == .wake(after: .seconds(1)))
        host.waits(.seconds(1))
        #expect(host.actions.last == .unload(reason: "The ad did not load in time"))
        #expect(host.container.isFinished)
    }
}
