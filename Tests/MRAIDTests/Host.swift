import MRAID

/// An app as the tests need it: keeps the container, does at once what it is asked to, and writes down what came out.
struct Host {
    var container: Container
    var now = Duration.zero
    var actions: [HostAction] = []
    var confirms = true

    static let layout = Layout(
        screenSize: Size(width: 320, height: 480), maxSize: Size(width: 320, height: 460),
        defaultPosition: Rectangle(x: 0, y: 0, width: 320, height: 50))

    init(
        _ version: Version = .v3, _ placement: Placement = .inline,
        change: (inout Container.Configuration) -> Void = { _ in }
    ) {
        let isBanner = placement == .inline
        var configuration = Container.Configuration(
            version: version, placement: placement,
            layout: isBanner ? Self.layout : Layout(screenSize: Self.layout.screenSize, maxSize: Self.layout.maxSize),
            features: Set(Feature.allCases))
        change(&configuration)
        container = Container(configuration)
        actions = container.started(at: now)
    }

    /// A host whose page has loaded and was just tapped.
    static func ready(
        _ version: Version = .v3, _ placement: Placement = .inline,
        change: (inout Container.Configuration) -> Void = { _ in }
    ) -> Host {
        var host = Host(version, placement, change: change)
        host.happened(.pageLoaded(.first))
        host.happened(.tapped(.first))
        host.actions = []
        return host
    }

    /// A host brought into the state by its own commands, whose page was tapped once more.
    static func inState(_ state: ViewState, _ version: Version = .v3, _ placement: Placement = .inline) -> Host {
        var host = state == .loading ? Host(version, placement) : ready(version, placement)
        switch state {
        case .loading: host.happened(.tapped(.first))
        case .default: break
        case .expanded: host.says("expand")
        case .resized:
            host.setsResize()
            host.says("resize")
        case .hidden: host.says("close")
        }
        host.happened(.tapped(.first))
        host.actions = []
        return host
    }

    mutating func says(_ command: String, _ arguments: String..., from page: Page = .first) {
        let text = #"{"command":"\#(command)","arguments":[\#(arguments.joined(separator: ","))],"id":1}"#
        sends(text, from: page)
    }

    mutating func sends(_ text: String, from page: Page = .first) {
        perform(container.received(text, from: page, at: now))
    }

    mutating func happened(_ event: HostEvent) {
        perform(container.received(event, at: now))
    }

    mutating func waits(_ time: Duration) {
        now += time
        happened(.timePassed)
    }

    mutating func setsResize(
        width: String = "200", height: String = "100", x: String = "10", y: String = "20", more: String = ""
    ) {
        says("setResizeProperties", #"{"width":\#(width),"height":\#(height),"offsetX":\#(x),"offsetY":\#(y)\#(more)}"#)
    }

    private mutating func perform(_ new: [HostAction]) {
        actions += new
        guard confirms else { return }
        for action in new {
            switch action {
            case .expand, .resize, .restore: happened(.settled)
            default: break
            }
        }
    }

    // MARK: What came out

    func calls(_ page: Page = .first) -> [ScriptCall] {
        actions.compactMap { if case .call(let call) = $0, call.page == page { call } else { nil } }
    }

    func events(_ page: Page = .first) -> [ScriptEvent] { calls(page).flatMap(\.events) }

    func names(_ page: Page = .first) -> [EventName] { events(page).map(\.name) }

    func events(_ name: EventName, _ page: Page = .first) -> [[ScriptValue]] {
        events(page).filter { $0.name == name }.map(\.arguments)
    }

    /// The actions of the error events, with their count.
    func errors(_ page: Page = .first) -> [String] {
        events(.error, page).map { if case .text(let action) = $0.last { action } else { "?" } }
    }

    /// The sentences of the error events.
    func complaints(_ page: Page = .first) -> [String] {
        events(.error, page).map { if case .text(let message) = $0.first { message } else { "?" } }
    }

    /// What the host was asked to do, apart from calling scripts, waking and notes.
    var deeds: [HostAction] {
        actions.filter {
            switch $0 {
            case .call, .wake, .note: false
            default: true
            }
        }
    }

    /// The last value sent to the page under the name, over the whole life of this recording.
    func value(_ name: String, _ page: Page = .first) -> ScriptValue? {
        calls(page).last { $0.values[name] != nil }?.values[name]
    }

    var closeRegion: CloseRegion? {
        for action in actions.reversed() {
            switch action {
            case .showCloseRegion(let region): return region
            case .hideCloseRegion: return nil
            default: continue
            }
        }
        return nil
    }
}

extension Rectangle {
    init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        self.init(x: x, y: y, width: width, height: height)
    }

    /// As the getters tell it.
    var value: ScriptValue {
        .record([
            "x": .number(x), "y": .number(y), "width": .number(size.width), "height": .number(size.height),
        ])
    }
}
