import Collector
import Foundation
import Hummingbird
import MarqueeWire
import PlatformStore
import Synchronization
import Web

/// The test console of one device: the checks, the next step, and the log.
struct ConsoleDeviceRoom: PortalRoom {
    /// How long a stream goes on without asking whether its session has ended.
    private static let trust = Duration.seconds(1)

    let desk: PortalDesk
    let testDevices: any TestDeviceStore
    let placements: any PlacementStore

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("placements/console/:id") { request, context, visit in
            let query = try FormFields(request.uri.query ?? "")
            return try await show(try await device(context, visit), query, visit)
        }
        routes.get("placements/console/:id/events") { request, context, visit in
            let device = try await device(context, visit)
            return try stream(of: device.id, app: visit.id()) {
                try await desk.session(of: request)?.account.roles[.placements] != nil
            }
        }
        routes.get("placements/console/:id/log.csv") { request, context, visit in
            return try await export(try await device(context, visit), visit)
        }
        routes.post("placements/console/:id") { _, context, visit, form in
            try await change(try await device(context, visit), form["do"], visit)
        }
        routes.get("placements/console/:id/remove", needs: .editor) { _, context, visit in
            try await confirm(try await device(context, visit), visit)
        }
        routes.post("placements/console/:id/remove") { _, context, visit, _ in
            let device = try await device(context, visit)
            try await testDevices.unregister(device.id, app: try visit.id(), by: visit.who)
            return PortalDesk.redirect("\(ConsolePath.devices)?done=removed")
        }
    }

    private func device(_ context: some RequestContext, _ visit: Visit) async throws -> ConsoleDevice {
        let id = try context.parameters.require("id").removingPercentEncoding ?? ""
        let devices = try await testDevices.consoleDevices(of: try visit.id())
        guard let device = devices.first(where: { $0.id.utf8.elementsEqual(id.utf8) }) else {
            throw PortalError(
                .notFound, "No device “\(id.prefix(128))” is registered in this app. Register it in the test console.")
        }
        return device
    }

    /// All requests that are kept of a device, the latest first, and what the checks say.
    private func report(_ device: ConsoleDevice, _ app: String) async throws -> (
        requests: [PlacementRequestRecord], report: ConsoleReport
    ) {
        guard device.isEnabled else { return ([], ConsoleReport([], since: device.since)) }
        let requests = try await placements.requests(
            app: app, device: device.id, before: nil, limit: PlacementRequestRecord.mostOfDevice)
        return (requests, ConsoleReport(requests, since: device.since))
    }

    private func show(_ device: ConsoleDevice, _ query: FormFields, _ visit: Visit) async throws -> Response {
        let app = try visit.id()
        let (requests, report) = try await self.report(device, app)
        let page = ConsoleDevicePage(
            frame: desk.frame(
                device.name, subtitle: "Test console, times in UTC", at: ConsolePath.devices, visit,
                notice: Self.notice(query["done"])),
            device: device, app: app, mayChange: visit.may(.editor), requests: requests, report: report,
            before: query.optional("before"))
        return try desk.page(page, "placements-console-device")
    }

    private static func notice(_ done: String) -> PageFrame.Notice? {
        let texts = [
            "registered": "The device is registered and enabled. Start the game on it.",
            "enabled": "The console keeps the requests of this device from now on.",
            "disabled": "The console keeps no requests of this device any more.",
            "over": "The checks begin again. Earlier requests stay in the log.",
        ]
        return texts[done].map { PageFrame.Notice(kind: "good", text: $0) }
    }

    private func change(_ device: ConsoleDevice, _ action: String, _ visit: Visit) async throws -> Response {
        let app = try visit.id()
        let done: String
        switch action {
        case "enable":
            try await testDevices.register(device.id, name: device.name, app: app, by: visit.who)
            done = "enabled"
        case "disable":
            try await testDevices.name(device.id, app: app)
            try await testDevices.mark(device.id, isTest: false, app: app, by: visit.who)
            done = "disabled"
        case "over":
            try await testDevices.startOver(device.id, app: app)
            done = "over"
        default: throw PortalError(.invalidField, "The form does not say what happens to the device.")
        }
        return PortalDesk.redirect("\(ConsolePath.device(device.id))?done=\(done)")
    }

    private func confirm(_ device: ConsoleDevice, _ visit: Visit) async throws -> Response {
        let address = ConsolePath.device(device.id)
        let page = ConfirmPage(
            frame: desk.frame("Remove \(device.name)?", at: ConsolePath.devices, visit), text: "This will be lost:",
            losses: ["the requests of the last 24 hours that the console kept of this device"],
            action: "\(address)/remove", fields: [], button: "Remove the device", back: address,
            remark: "It is no test device any more; register it again to go on.")
        return try desk.page(page, "confirm")
    }

    private func export(_ device: ConsoleDevice, _ visit: Visit) async throws -> Response {
        let (requests, report) = try await self.report(device, try visit.id())
        return CSVAnswer.table(
            "marquee-test-console", ConsoleLine.heading,
            requests.reversed().map { request in
                ConsoleLine(request, report.findings[request.id] ?? []).cells.map { .text($0) }
            })
    }

    /// Ends soon after `isSignedIn` denies it: a session that was ended sees nothing more.
    private func stream(
        of device: String, app: String, while isSignedIn: @escaping @Sendable () async throws -> Bool
    ) -> Response {
        let asked = Mutex(desk.now())
        let changes = ConsoleChanges(placements: placements, app: app, device: device)
        return EventStream.answer(changes.stream(), mostWaiting: 1) {
            let now = desk.now()
            guard now - asked.withLock({ $0 }) >= Self.trust else { return true }
            asked.withLock { $0 = now }
            return try await isSignedIn()
        } messages: { mark in
            // The page asks for itself again: it has all that a message could say.
            try mark.map { _ in [try EventStream.Message(nil, ["changed": true])] } ?? []
        }
    }
}
