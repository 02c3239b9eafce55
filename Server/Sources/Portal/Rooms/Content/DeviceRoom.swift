import Collector
import Foundation
import Hummingbird
import MarqueeWire
import PlatformStore

/// One install: what the server knows of it, its latest events, and whether it is a test device.
struct DeviceRoom: PortalRoom {
    private struct Page: Sendable {
        struct Fact: Sendable {
            let name: String
            let value: String
        }

        struct Profile: Sendable {
            let user: String
            let tags: String
            let since: String
        }

        struct Gap: Sendable {
            let lane: String
            let numbers: String
            let missing: Int
            let since: String
        }

        let frame: PageFrame
        let address: String
        let facts: [Fact]
        let isTest: Bool
        /// Who said what it counts as, and when; `nil` when nobody has.
        let mark: String?
        let mayChange: Bool
        let profiles: [Profile]
        let hasProfiles: Bool
        let gaps: [Gap]
        let hasGaps: Bool
        let events: [EventLine]
        let hasEvents: Bool
        /// The next page of events.
        let older: String?
        let isFirst: Bool
        /// The pages about the person; `nil` for people who may not see them.
        let requests: String?
        let identities: String?
    }

    private static let pageSize = 50
    private static let mostGaps = 100

    let desk: PortalDesk
    let wing: ContentWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("devices/:id") { request, context, visit in
            let form = try FormFields(request.uri.query ?? "")
            return try await show(try await install(context, visit), form, visit)
        }
        routes.post("devices/:id") { _, context, visit, form in
            try await mark(try await install(context, visit), form, visit)
        }
    }

    /// Where an install's page is.
    static func address(_ install: String) -> String { "/portal/devices/\(PercentEncoding.encoded(install))" }

    static func countsAs(_ install: String, _ marked: TestDevices) -> String {
        guard marked.contains(install) else { return "Reader" }
        return TestDevices.isLab(install) ? "Test device (lab)" : "Test device"
    }

    private func install(_ context: some RequestContext, _ visit: Visit) async throws -> InstallRecord {
        let id = try context.parameters.require("id").removingPercentEncoding ?? ""
        guard let install = try await wing.collector.reports.install(id, scope: try visit.scope()) else {
            throw PortalError(.notFound, "No device “\(id.prefix(128))” has sent an event.")
        }
        return install
    }

    private func mark(_ install: InstallRecord, _ form: FormFields, _ visit: Visit) async throws -> Response {
        guard let isTest = ["yes": true, "no": false][form["test"]] else {
            throw PortalError(.invalidField, "A device is a test device or it is not.")
        }
        try await wing.testDevices.mark(install.id, isTest: isTest, app: try visit.id(), by: visit.who)
        return PortalDesk.redirect("\(Self.address(install.id))?done=\(isTest ? "test" : "reader")")
    }

    private func show(_ install: InstallRecord, _ form: FormFields, _ visit: Visit) async throws -> Response {
        let scope = try visit.scope()
        let reports = wing.collector.reports
        let before = form.optional("before").flatMap { EventCursor($0) }
        let events = try await wing.collector.events(
            EventQuery(scope: scope, install: install.id, before: before, limit: Self.pageSize))
        let gaps = try await reports.sequenceGaps(scope: scope, install: install.id, limit: Self.mostGaps).gaps
        let users = Array(Set(events.events.compactMap(\.user))).sorted()
        let profiles = try await reports.profiles(scope: scope, install: install.id, users: users)
        let marked = try await wing.testDevices.devices(of: scope.app)
        let person = PersonQuery(.device, install.id).map(PersonForm.fields)
        let page = Page(
            frame: desk.frame(
                "Device", subtitle: wing.collector.subtitle(install.id), at: "/portal/devices", visit,
                notice: Self.notice(form["done"])),
            address: Self.address(install.id), facts: facts(install, marked, visit),
            isTest: marked.contains(install.id), mark: Self.text(marked[install.id]), mayChange: visit.may(.editor),
            profiles: profiles.map(Self.profile), hasProfiles: !profiles.isEmpty, gaps: gaps.map(Self.gap),
            hasGaps: !gaps.isEmpty, events: events.events.map { EventLine($0) }, hasEvents: !events.events.isEmpty,
            older: events.next.map { "\(Self.address(install.id))?before=\(PercentEncoding.encoded($0.description))" },
            isFirst: before == nil,
            requests: visit.may(.editor, in: .engage) ? person.map { "\(EngagePath.dataRequests)?\($0)" } : nil,
            identities: visit.may(.viewer, in: .engage) ? person.map { "\(EngagePath.identities)?\($0)" } : nil)
        return try desk.page(page, "device")
    }

    private func facts(_ install: InstallRecord, _ marked: TestDevices, _ visit: Visit) -> [Page.Fact] {
        let now = desk.now()
        func time(_ time: Timestamp) -> String {
            "\(LocalTime.text(time)) (UTC), \(LocalTime.relative(time, now: now))"
        }
        return [
            .init(name: "App", value: visit.app?.name ?? ""),
            .init(name: "Counts as", value: Self.countsAs(install.id, marked)),
            .init(name: "First seen", value: time(install.firstSeen)),
            .init(name: "Last seen", value: time(install.lastSeen)), .init(name: "SDK", value: install.sdk),
            .init(name: "Release", value: install.release.map(String.init) ?? "none reported yet"),
            .init(name: "Events", value: String(install.events)),
        ]
    }

    private static func notice(_ done: String) -> PageFrame.Notice? {
        switch done {
        case "test":
            .init(kind: "good", text: "This is a test device now. What it sends from now on is left out of the report.")
        case "reader":
            .init(kind: "good", text: "This is a reader’s device now. What it sends from now on is in the report.")
        default: nil
        }
    }

    private static func text(_ mark: TestDevices.Mark?) -> String? {
        mark.map { mark in
            "\(mark.isTest ? "A test device" : "A reader’s device") since \(LocalTime.text(mark.marked)) (UTC), says \(mark.markedBy)."
        }
    }

    private static func profile(_ profile: ReaderProfile) -> Page.Profile {
        .init(
            user: profile.user ?? "without a user", tags: profile.tags.map(\.text).sorted().joined(separator: ", "),
            since: LocalTime.text(profile.time))
    }

    private static func gap(_ gap: SequenceGap) -> Page.Gap {
        .init(
            lane: gap.lane ?? "events", numbers: gap.first == gap.last ? "\(gap.first)" : "\(gap.first) to \(gap.last)",
            missing: Int(gap.missing), since: LocalTime.text(gap.since))
    }
}
