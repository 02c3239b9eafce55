import Collector
import Hummingbird
import MarqueeWire
import PlatformStore
import Synchronization
import Web

/// The app's installs that were heard of, and its events as they come in.
struct DevicesRoom: PortalRoom {
    private struct DevicesPage: Sendable {
        struct Row: Sendable {
            let id: String
            let address: String
            let countsAs: String
            let isTest: Bool
            let lastSeen: String
            let firstSeen: String
            let sdk: String
            let release: String
            let events: Int
        }

        let frame: PageFrame
        let rows: [Row]
        let isEmpty: Bool
        /// What the box for all of them says; `nil` for people who may mark none.
        let all: String?
    }

    private struct LivePage: Sendable {
        struct Row: Sendable {
            let time: String
            let clock: String
            let name: String
            let detail: String
        }

        let frame: PageFrame
        /// Where the events to come are.
        let stream: String
        let rows: [Row]
        let hasRows: Bool
        let lag: String
    }

    private struct Line: Encodable {
        let time: String
        let clock: String
        let name: String
        let detail: String

        init(_ event: EventRecord) {
            time = event.time.description
            clock = LocalTime.clock(event.time)
            name = event.name
            detail = event.properties
        }
    }

    /// How long a stream goes on without asking whether its session has ended.
    private static let trust = Duration.seconds(1)

    let desk: PortalDesk
    let wing: ContentWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("devices") { request, _, visit in
            try await devices(visit, try FormFields(request.uri.query ?? ""))
        }
        routes.post("devices") { _, _, visit, form in
            try await mark(form, visit)
        }
        routes.get("live") { _, _, visit in
            try await live(visit)
        }
        routes.get("live/events") { request, _, visit in
            try stream(of: visit.id()) {
                try await desk.session(of: request)?.account.roles[.content] != nil
            }
        }
    }

    private func mark(_ form: FormFields, _ visit: Visit) async throws -> Response {
        guard let isTest = ["test": true, "reader": false][form["do"]] else {
            throw PortalError(.invalidField, "The form does not say what the devices are.")
        }
        let known = Set(try await wing.collector.reports.installs(scope: try visit.scope()).map(\.id))
        let ticked = form.all(form.has("all") ? "shown" : "take").filter(known.contains)
        let changed = try await wing.testDevices.mark(ticked, isTest: isTest, app: try visit.id(), by: visit.who)
        return PortalDesk.redirect("/portal/devices?done=\(isTest ? "test" : "reader")&changed=\(changed)")
    }

    private static func notice(_ query: FormFields) -> PageFrame.Notice? {
        guard let changed = query.number("changed", in: 0...TestDevices.most),
            let noun = ["test": "test device", "reader": "reader"][query["done"]]
        else { return nil }
        switch changed {
        case 0: return PageFrame.Notice(kind: "careful", text: "No device is ticked that is not a \(noun) already.")
        case 1: return PageFrame.Notice(kind: "good", text: "1 device counts as a \(noun) from now on.")
        default: return PageFrame.Notice(kind: "good", text: "\(changed) devices count as \(noun)s from now on.")
        }
    }

    private func devices(_ visit: Visit, _ query: FormFields) async throws -> Response {
        let now = desk.now()
        let scope = try visit.scope()
        let installs = try await wing.collector.reports.installs(scope: scope)
        let marked = try await wing.testDevices.devices(of: scope.app)
        let page = DevicesPage(
            frame: desk.frame(
                "Devices", subtitle: wing.collector.subtitle("Installs that sent events"), at: "/portal/devices", visit,
                notice: Self.notice(query)),
            rows: installs.map { install in
                .init(
                    id: install.id, address: DeviceRoom.address(install.id),
                    countsAs: DeviceRoom.countsAs(install.id, marked), isTest: marked.contains(install.id),
                    lastSeen: LocalTime.relative(install.lastSeen, now: now),
                    firstSeen: LocalTime.text(install.firstSeen),
                    sdk: install.sdk, release: install.release.map(String.init) ?? "–", events: install.events)
            },
            isEmpty: installs.isEmpty,
            all: visit.may(.editor) ? installs.count == 1 ? "The one device here" : "All \(installs.count) here" : nil)
        return try desk.page(page, "devices")
    }

    private func live(_ visit: Visit) async throws -> Response {
        let app = try visit.id()
        let folding = try await wing.collector.folding.statistics()
        let recent = wing.collector.live.recent(of: app)
        let page = LivePage(
            frame: desk.frame(
                "Live events", subtitle: wing.collector.subtitle("As they reach the server"), at: "/portal/live", visit),
            stream: "/portal/live/events?app=\(app)",
            rows: recent.reversed().map(Line.init).map {
                .init(time: $0.time, clock: $0.clock, name: $0.name, detail: $0.detail)
            },
            hasRows: !recent.isEmpty,
            lag: (folding.oldestUnfoldedAge.map {
                "The oldest event not yet in the reports is \($0.components.seconds) s old."
            } ?? "Every event is in the reports.") + " \(Self.room(folding.warehouse))")
        return try desk.page(page, "live")
    }

    private static func room(_ usage: WarehouseUsage) -> String {
        func text(_ bytes: Int) -> String {
            bytes < 1 << 30 ? "\((bytes + (1 << 19)) >> 20) MiB" : "\((bytes + (1 << 29)) >> 30) GiB"
        }
        guard let quota = usage.quota else { return "The warehouse has \(text(usage.bytes))." }
        return usage.isFull
            ? "The warehouse has reached its quota of \(text(quota)), and accepts no further events."
            : "The warehouse has \(text(usage.bytes)) of at most \(text(quota))."
    }

    /// Ends soon after `isSignedIn` denies it: a session that was ended sees nothing more.
    private func stream(of app: String, while isSignedIn: @escaping @Sendable () async throws -> Bool) -> Response {
        let asked = Mutex(desk.now())
        return EventStream.answer(wing.collector.live.events(of: app)) {
            let now = desk.now()
            guard now - asked.withLock({ $0 }) >= Self.trust else { return true }
            asked.withLock { $0 = now }
            return try await isSignedIn()
        } messages: { event in
            try event.map { [try EventStream.Message(nil, Line($0))] } ?? []
        }
    }
}
