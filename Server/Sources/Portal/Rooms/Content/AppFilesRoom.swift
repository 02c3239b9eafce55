import Foundation
import HTTPTypes
import Hummingbird
import MarqueeWire
import NIOCore
import PlatformStore
import Publishing

/// The files that an app carries, with the address by which devices will reach this server.
struct AppFilesRoom: PortalRoom {
    private struct Page: Sendable {
        let frame: PageFrame
        let app: String
        let server: String
        /// What keeps devices from the address.
        let isThisMachine: Bool
        let isWithoutTLS: Bool
        /// The address by which this server is reached now, when the files would name another.
        let own: String?
        let files: [File]
    }

    private struct File: Sendable {
        let name: String
        let purpose: String
        let address: String
        let isLink: Bool
        /// The address that a form sends, because it is not this server's: no link downloads such a file.
        let foreign: String?
    }

    private static let path = "/portal/files"
    private static let purposes = [
        (
            "marquee.json",
            "The app’s configuration: this address, the app’s id and its public key. It is all that an app needs for hubs; placements also need a secret of the app."
        ),
        ("pubkey.der", "The public key alone, for checks of your own."),
        (
            "zbimconfig.plist",
            "For an app that moves from ZBiM and keeps its configuration file; it takes pubkey.der beside it."
        ),
    ]

    let desk: PortalDesk
    let wing: ContentWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("files") { request, _, visit in try page(request, visit) }
        routes.get("files/marquee.json") { request, _, visit in
            try await own(request, visit, json)
        }
        routes.post("files/marquee.json") { _, _, visit, form in
            try await json(visit, try DeviceAddress(form["server"]))
        }
        routes.get("files/pubkey.der") { _, _, visit in
            let key = try await wing.publisher.keys.publicKey(app: try visit.id())
            return Self.file(key, name: "pubkey.der", type: "application/octet-stream")
        }
        routes.get("files/zbimconfig.plist") { request, _, visit in
            try await own(request, visit, plist)
        }
        routes.post("files/zbimconfig.plist") { _, _, visit, form in
            try plist(visit, try DeviceAddress(form["server"]))
        }
    }

    private func json(_ visit: Visit, _ address: DeviceAddress) async throws -> Response {
        let json = try await wing.publisher.keys.appConfiguration(scope: try visit.scope(), server: address.url)
        return Self.file(json, name: "marquee.json", type: "application/json")
    }

    private func plist(_ visit: Visit, _ address: DeviceAddress) throws -> Response {
        let plist = try wing.publisher.keys.configuration(scope: try visit.scope(), server: address.url)
        return Self.file(plist, name: "zbimconfig.plist", type: "application/x-plist")
    }

    /// A link may come from a stranger, so it downloads no file that names another server with this server's key: it leads
    /// to the page, which says so.
    private func own(
        _ request: Request, _ visit: Visit, _ file: (Visit, DeviceAddress) async throws -> Response
    ) async throws -> Response {
        let address = try server(request)
        guard isOwn(address, request) else {
            let text = PercentEncoding.encoded(address.url.absoluteString)
            return PortalDesk.redirect("\(Self.path)?app=\(try visit.id())&server=\(text)")
        }
        return try await file(visit, address)
    }

    /// Whether this server is reached by the address now.
    private func isOwn(_ address: DeviceAddress, _ request: Request) -> Bool {
        desk.reach.address(for: request).map { DeviceAddress($0).isSameOrigin(as: address) } ?? false
    }

    /// The address that the request names, or else the one by which this server is reached.
    private func server(_ request: Request) throws -> DeviceAddress {
        let typed = try FormFields(request.uri.query ?? "")["server"]
        guard typed.isEmpty else { return try DeviceAddress(typed) }
        guard let server = desk.reach.address(for: request) else {
            throw PortalError(.invalidField, "This server's address cannot be read.")
        }
        return DeviceAddress(server)
    }

    private func page(_ request: Request, _ visit: Visit) throws -> Response {
        guard let app = visit.app else { throw PortalError(.noApp, "There is no app yet.") }
        let (address, notice) = try shown(request)
        let text = address.url.absoluteString
        let isOwn = isOwn(address, request)
        let page = Page(
            frame: desk.frame(
                "App files",
                subtitle: "What the app “\(app.name)” carries to find this server and to check what it sends",
                at: Self.path, visit, notice: notice),
            app: app.id, server: text, isThisMachine: address.concern == .thisMachine,
            isWithoutTLS: address.concern == .withoutTLS,
            own: isOwn ? nil : desk.reach.address(for: request)?.absoluteString,
            files: Self.purposes.map { name, purpose in
                let place = "\(Self.path)/\(name)"
                guard !isOwn, name != "pubkey.der" else {
                    let address = "\(place)?app=\(app.id)&server=\(PercentEncoding.encoded(text))"
                    return File(name: name, purpose: purpose, address: address, isLink: true, foreign: nil)
                }
                return File(
                    name: name, purpose: purpose, address: place, isLink: false,
                    foreign: visit.may(.editor) ? text : nil)
            })
        return try desk.page(page, "app-files", status: notice == nil ? .ok : .badRequest)
    }

    /// An address that cannot be is said, and the server's own takes its place.
    private func shown(_ request: Request) throws -> (DeviceAddress, PageFrame.Notice?) {
        do { return (try server(request), nil) } catch let error as PortalError {
            guard let own = desk.reach.address(for: request) else { throw error }
            return (DeviceAddress(own), PageFrame.Notice(kind: "bad", text: error.message))
        }
    }

    private static func file(_ data: Data, name: String, type: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: type, .contentDisposition: "attachment; filename=\"\(name)\"", .cacheControl: "no-store",
            ],
            body: .init(byteBuffer: ByteBuffer(bytes: data)))
    }
}
