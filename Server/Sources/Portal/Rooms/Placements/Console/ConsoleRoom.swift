import Hummingbird
import MarqueeWire
import PlatformStore

/// The devices of the integration test console, and the form that registers one.
struct ConsoleRoom: PortalRoom {
    private struct Page: Sendable {
        struct Row: Sendable {
            let name: String
            let id: String
            let address: String
            let isEnabled: Bool
            let latest: String
        }

        let frame: PageFrame
        let rows: [Row]
        let isEmpty: Bool
        let mayChange: Bool
    }

    let desk: PortalDesk
    let testDevices: any TestDeviceStore
    let placements: any PlacementStore

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("placements/console") { request, _, visit in
            try await show(visit, try FormFields(request.uri.query ?? ""))
        }
        routes.post("placements/console") { _, _, visit, form in
            try await register(form, visit)
        }
    }

    private func show(_ visit: Visit, _ query: FormFields) async throws -> Response {
        let app = try visit.id()
        let latest = try await placements.latestRequests(app: app)
        let now = desk.now()
        let rows = try await testDevices.consoleDevices(of: app).map { device in
            Page.Row(
                name: device.name, id: device.id, address: ConsolePath.device(device.id), isEnabled: device.isEnabled,
                latest: latest[device.id].map { LocalTime.relative($0, now: now) } ?? "none in 24 hours")
        }
        let removed = PageFrame.Notice(kind: "good", text: "The device is removed, and its requests with it.")
        let page = Page(
            frame: desk.frame(
                "Test console", subtitle: "Requests of test devices, checked as they come", at: ConsolePath.devices,
                visit,
                notice: query["done"] == "removed" ? removed : nil),
            rows: rows, isEmpty: rows.isEmpty, mayChange: visit.may(.editor))
        return try desk.page(page, "placements-console")
    }

    private func register(_ form: FormFields, _ visit: Visit) async throws -> Response {
        let id = TestDevices.normalized(form["id"])
        guard EventBatch.installSize.contains(id.utf8.count), !id.utf8.contains(0) else {
            throw PortalError(
                .invalidField, "An id of a device has 1 to \(EventBatch.installSize.upperBound) bytes.")
        }
        guard !TestDevices.isNobody(id) else {
            throw PortalError(
                .invalidField,
                "Systems give this id to every device, for example when the user limits ad tracking. Register the gid or "
                    + "another id of the device.")
        }
        let name = form.optional("name") ?? id
        guard ConsoleDevice.nameSize.contains(name.utf8.count), !name.utf8.contains(0) else {
            throw PortalError(.invalidField, "A name has at most \(ConsoleDevice.nameSize.upperBound) bytes.")
        }
        try await testDevices.register(id, name: name, app: try visit.id(), by: visit.who)
        return PortalDesk.redirect("\(ConsolePath.device(id))?done=registered")
    }
}
