import MRAID
import Testing

/// Random sequences of messages and host events cause no trap, only states that the standard allows, and bounded output
/// (ADS-074).
@Suite struct RandomTests {
    struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    static let numbers = [
        "0", "-1", "49", "50", "200", "320", "460", "1e9", "1.7e308", "-1.7e308", "0.1", "null", "\"x\"", "true", "[]",
    ]
    static let arguments = [
        "", "null", "true", #""https://ads.example/x""#, #""tel:1""#, #""""#, #""exposureChange",1"#,
        #""audioVolumeChange",2"#, #"{"description":"x","start":"2026-11-21"}"#, #"{"forceOrientation":"landscape"}"#,
        #"{"allowOrientationChange":false}"#, #"{"useCustomClose":true}"#, "{}", "[[[[[[[[[[]]]]]]]]]]",
    ]
    static let odd = [0, -1, 50, 320, 1e308, -1e308, .nan, .infinity, .leastNonzeroMagnitude] as [Double]

    static func message(_ random: inout Random) -> String {
        let names = Container.Command.allCases.map(\.rawValue) + ["", "fly"]
        let name = names.randomElement(using: &random) ?? ""
        var argument = Self.arguments.randomElement(using: &random) ?? ""
        if name == "setResizeProperties" || name == "setExpandProperties" {
            let fields = ["width", "height", "offsetX", "offsetY"].map {
                "\"\($0)\":\(numbers.randomElement(using: &random) ?? "0")"
            }
            argument = "{\(fields.joined(separator: ","))}"
            if Bool.random(using: &random) { argument = #"{"width":100,"height":60,"offsetX":0,"offsetY":0}"# }
        }
        let text = #"{"command":"\#(name)","arguments":[\#(argument)],"id":\#(Int.random(in: -1...9, using: &random))}"#
        return Int.random(in: 0..<20, using: &random) == 0 ? String(text.dropLast()) : text
    }

    static func needsTap(_ action: HostAction) -> Bool {
        switch action {
        case .expand, .resize, .open, .playVideo, .storePicture, .createCalendarEvent: true
        default: false
        }
    }

    static func rectangle(_ random: inout Random) -> Container.Rectangle {
        var number: Double { odd.randomElement(using: &random) ?? 0 }
        return Container.Rectangle(x: number, y: number, width: number, height: number)
    }

    static func event(_ random: inout Random) -> HostEvent {
        let number = odd.randomElement(using: &random) ?? 0
        let page = Container.Page.allCases.randomElement(using: &random) ?? .first
        let box = rectangle(&random)
        let events: [HostEvent] = [
            .pageLoaded(page), .tapped(page), .tapped(page), .settled, .settled, .settled, .closeTapped, .timePassed,
            .pageFailed(page, reason: "x"),
            .failed(Container.Command.allCases.randomElement(using: &random) ?? .open, from: page, reason: "x"),
            .videoEnded, .laidOut(Container.Layout(screenSize: box.size, defaultPosition: box), resizedTo: box),
            .covered,
            .uncovered, .turned(AppOrientation(.landscape, isLocked: Bool.random(using: &random))), .backgrounded,
            .foregrounded, .volumeChanged(number), .volumeChanged(nil),
            .located(Container.Location(latitude: number, longitude: number, source: .device, accuracy: number)),
            .featuresChanged([.location]), .exposed(page, Exposure(percentage: number, visibleRectangle: box)),
        ]
        return events.randomElement(using: &random) ?? .settled
    }

    /// The states that may follow each state, apart from itself.
    static let legal: [Container.State: Set<Container.State>] = [
        .loading: [.default, .hidden], .default: [.expanded, .resized, .hidden],
        .expanded: [.default, .hidden], .resized: [.default, .expanded, .hidden], .hidden: [],
    ]

    /// The events that the first page has received.
    struct Received {
        var state: Container.State?
        var exposureAt: Duration?
        var clock = Duration.zero
    }

    @Test(arguments: 0..<200)
    func `any sequence of inputs keeps the container consistent`(seed: Int) {
        var random = Random(state: UInt64(seed))
        let version = seed % 2 == 0 ? Container.Version.v2 : .v3
        let placement = seed % 5 == 0 ? Container.Placement.interstitial : .inline
        var host = Host(version, placement) { if seed % 3 == 0 { $0.defaultClose = .fails } }
        host.confirms = false
        var received = Received()
        var (taps, acts) = (0, 0)
        for _ in 0..<150 {
            let before = host.container.state
            let wasFinished = host.container.isFinished
            host.actions = []
            host.now += .milliseconds(Int.random(in: -50...400, using: &random))
            received.clock = max(received.clock, host.now)
            if Int.random(in: 0..<8, using: &random) == 0 {
                let request = NavigationPolicy.Request(url: "https://ads.example/x")
                host.actions += host.container.received(request, from: .first, at: host.now).actions
            } else if Bool.random(using: &random) {
                let page = Int.random(in: 0..<4, using: &random) == 0 ? Container.Page.second : .first
                host.sends(Self.message(&random), from: page)
            } else {
                let event = Self.event(&random)
                if case .tapped = event { taps += 1 }
                host.happened(event)
            }
            acts += host.deeds.filter(Self.needsTap).count
            #expect(acts <= taps, "each act had a tap of its own")
            let state = host.container.state
            #expect(state == before || Self.legal[before]?.contains(state) == true, "\(before) -> \(state)")
            #expect(!wasFinished || host.actions.isEmpty, "nothing follows the end")
            #expect(host.actions.count <= 12)
            #expect(placement == .inline || state != .expanded && state != .resized)
            check(host, version, &received)
        }
    }

    private func check(_ host: Host, _ version: Container.Version, _ received: inout Received) {
        for call in Container.Page.allCases.flatMap(host.calls) {
            #expect(call.json.utf8.count < 20_000)
            #expect(ScriptValue(json: call.json) != nil, "the call is JSON")
            #expect(call.events.allSatisfy { $0.name.exists(in: version) })
            #expect(call.events.allSatisfy { $0.name != .error || $0.arguments.count == 2 })
        }
        for event in host.events(.first) {
            if event.name == .stateChange, case .text(let name) = event.arguments.first {
                received.state = Container.State(rawValue: name)
            }
            guard event.name == .exposureChange else { continue }
            #expect((event.arguments[0] == .number(0)) == (event.arguments[1] == .null))
            guard event.listener == nil else { continue }
            let isLate = received.exposureAt.map { received.clock - $0 >= .milliseconds(200) } ?? true
            #expect(isLate || host.container.state == .hidden)
            received.exposureAt = received.clock
        }
        #expect(received.state == nil || received.state == host.container.state, "the ad knows the state")
    }
}
