import MRAID

/// An app for the tests. It keeps the container, answers every action at once, and records the actions.
struct Host {
    var container: Container
    var now = Duration.zero
    var actions: [HostAction] = []
    var confirms = true

    static let layout = Container.Layout(
        screenSize: Container.Size(width: 320, height: 480), maxSize: Container.Size(width: 320, height: 460),
        defaultPosition: Container.Rectangle(x: 0, y: 0, width: 320, height: 50))

    init(
        _ version: Container.Version = .v3, _ placement: Container.Placement = .inline,
        change: (inout Container.Configuration) -> Void = { _ in }
    ) {
        let isBanner = placement == .inline
        var configuration = Container.Configuration(
            version: version, placement: placement,
            layout: isBanner
                ? Self.layout : Container.Layout(screenSize: Self.layout.screenSize, maxSize: Self.layout.maxSize),
            features: Set(Container.Feature.allCases))
        change(&configuration)
        container = Container(configuration)
        actions = container.started(at: now)
    }

    /// A host whose page has loaded and was tapped just now.
    static func ready(
        _ version: Container.Version = .v3, _ placement: Container.Placement = .inline,
        change: (inout Container.Configuration) -> Void = { _ in }
    ) -> Host {
        var host = Host(version, placement, change: change)
        host.happened(.pageLoaded(.first))
        host.happened(.tapped(.first))
        host.actions = []
        return host
    }

    /// A host that commands have brought into the state, with one more tap on the page.
    static func inState(
        _ state: Container.State, _ version: Container.Version = .v3, _ placement: Container.Placement = .inline
    ) -> Host {
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

    mutating func says(_ command: String, _ arguments: String..., from page: Container.Page = .first) {
        let text = #"{"command":"\#(command)","arguments":[\#(arguments.joined(separator: ","))],"id":1}"#
        sends(text, from: page)
    }

    mutating func sends(_ text: String, from page: Container.Page = .first) {
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

    // MARK: Recorded actions

    func calls(_ page: Container.Page = .first) -> [ScriptCall] {
        actions.compactMap { if case .call(let call) = $0, call.page == page { call } else { nil } }
    }

    func events(_ page: Container.Page = .first) -> [ScriptEvent] { calls(page).flatMap(\.events) }

    func names(_ page: Container.Page = .first) -> [ScriptEvent.Name] { events(page).map(\.name) }

    func events(_ name: ScriptEvent.Name, _ page: Container.Page = .first) -> [[ScriptValue]] {
        events(page).filter { $0.name == name }.map(\.arguments)
    }

    /// The actions named by the error events, in order.
    func errors(_ page: Container.Page = .first) -> [String] {
        events(.error, page).map { if case .text(let action) = $0.last { action } else { "?" } }
    }

    /// The messages of the error events.
    func complaints(_ page: Container.Page = .first) -> [String] {
        events(.error, page).map { if case .text(let message) = $0.first { message } else { "?" } }
    }

    /// The actions of the host without script calls, wakes and logged problems.
    var deeds: [HostAction] {
        actions.filter {
            switch $0 {
            case .call, .wake, .logProblem: false
            default: true
            }
        }
    }

    /// The value under this name that was last sent to the page.
    func value(_ name: String, _ page: Container.Page = .first) -> ScriptValue? {
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

extension Container.Rectangle {
    init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        self.init(x: x, y: y, width: width, height: height)
    }

    /// The rectangle as the getters return it.
    var value: ScriptValue {
        .record([
            "x": .number(x), "y": .number(y), "width": .number(size.width), "height": .number(size.height),
        ])
    }
}
