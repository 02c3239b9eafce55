import HTTPTypes
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
        let registration: Registration
    }

    /// What is in the form that registers a device, and what kept it from being registered.
    private struct Registration: Sendable {
        var id = ""
        var name = ""
        var idProblem: String?
        var nameProblem: String?

        init() {}

        init(_ form: FormFields) {
            (id, name) = (form["id"], form["name"])
            let own = TestDevices.normalized(id)
            let longest = EventBatch.installSize.upperBound
            if !EventBatch.installSize.contains(own.utf8.count) || own.utf8.contains(0) {
                idProblem = "An id of a device has 1 to \(longest) bytes."
            } else if TestDevices.isNobody(own) {
                idProblem =
                    "Systems give this id to every device, for example when the user limits ad tracking. Register the "
                    + "gid or another id of the device."
            }
            if name.utf8.count > ConsoleDevice.nameSize.upperBound || name.utf8.contains(0) {
                nameProblem = "A name has at most \(ConsoleDevice.nameSize.upperBound) bytes."
            }
        }

        var faults: [PageFrame.Notice.Fault] {
            PageFrame.Notice.Fault.list([
                (idProblem, "Id of the device", "device-id"), (nameProblem, "Name", "device-name"),
            ])
        }
    }

    let desk: PortalDesk
    let testDevices: any TestDeviceStore
    let placements: any PlacementStore

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("placements/console") { request, _, visit in
            try await show(visit, done: try FormFields(request.uri.query ?? "")["done"])
        }
        routes.post("placements/console") { _, _, visit, form in
            try await register(form, visit)
        }
    }

    /// - Parameters:
    ///   - registration: what was typed into the form below the list.
    ///   - refusal: why it was not stored.
    private func show(
        _ visit: Visit, done: String = "", registration: Registration = Registration(),
        refusal: PageFrame.Notice? = nil
    ) async throws -> Response {
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
                visit, notice: refusal ?? (done == "removed" ? removed : nil)),
            rows: rows, isEmpty: rows.isEmpty, mayChange: visit.may(.editor), registration: registration)
        return try desk.page(page, "placements-console", status: refusal == nil ? .ok : .badRequest)
    }

    private func register(_ form: FormFields, _ visit: Visit) async throws -> Response {
        let registration = Registration(form)
        func refuse(_ text: String) async throws -> Response {
            try await show(
                visit, registration: registration,
                refusal: .refusal("The device was not registered. \(text)", registration.faults))
        }
        guard registration.faults.isEmpty else { return try await refuse("See these fields:") }
        let id = TestDevices.normalized(registration.id)
        let name = registration.name.isEmpty ? id : registration.name
        let app = try visit.id()
        do throws(StoreError) {
            try await testDevices.register(id, name: name, app: app, by: visit.who)
            return PortalDesk.redirect("\(ConsolePath.device(id))?done=registered")
        } catch {
            guard error.code == .invalid else { throw error }
            return try await refuse(UnitRoom.sentence(error))
        }
    }
}
