package import Foundation
import HTTPTypes
public import Hummingbird
import NIOCore
package import Web

/// The device lab's page and the routes that its script calls, on the portal's origin.
public struct LabRoutes: Sendable {
    private let lab: DeviceLab
    private let contentPort: @Sendable () -> Int?
    private let contentScheme: String
    private let contentURL: URL?
    private let guardian: LabGuard

    /// Stores the parts of the lab; nothing is served before ``add(to:)``.
    /// - Parameters:
    ///   - lab: the devices.
    ///   - contentPort: the port of ``HubContentRoutes``; `nil` until it is open.
    ///   - contentScheme: https when that port has TLS.
    ///   - contentURL: the address by which browsers reach that port, when a proxy stands before it.
    ///   - hosts: the host names under which a browser may call the lab; `nil` accepts any, for a lab behind a sign-in.
    ///   - authorize: whether a request may use the lab.
    package init(
        lab: DeviceLab, contentPort: @escaping @Sendable () -> Int?, contentScheme: String = "http",
        contentURL: URL? = nil, hosts: TrustedHosts?,
        authorize: @escaping @Sendable (Request) async throws -> Bool
    ) {
        self.lab = lab
        self.contentPort = contentPort
        self.contentScheme = contentScheme
        self.contentURL = contentURL
        guardian = LabGuard(hosts: hosts, authorize: authorize)
    }

    /// Adds everything below `/lab`.
    public func add(to router: some RouterMethods<some RequestContext>) {
        let group = router.group("lab")
        group.get("/") { request, _ in
            try await guardian.reading(request) {
                try LabPage.lab(lab.wings, try contentOrigin(request))
            }
        }

        group.get("assets/:name") { request, context in
            try await guardian.reading(request) {
                try LabPage.assets.answer(context.parameters.require("name"), to: request)
            }
        }
        group.get("wings/:name") { request, context in
            try await guardian.reading(request) {
                try LabPage.wingScripts.answer(context.parameters.require("name"), to: request)
            }
        }
        addDevices(to: group)
        AdRoutes(lab: lab, guardian: guardian, contentOrigin: contentOrigin).add(to: group)
        group.post("api/devices/:id/commands") { request, context in
            try await guardian.changing(request) {
                try await command(request, id: context.parameters.require("id"))
            }
        }
        group.get("api/devices/:id/feed") { request, context in
            try await guardian.reading(request) {
                FeedAnswer.make(try lab.device(context.parameters.require("id")), of: lab)
            }
        }
    }

    private func addDevices(to group: some RouterMethods<some RequestContext>) {
        group.get("api/apps") { request, _ in
            try await guardian.reading(request) {
                try .json(try await lab.readApps().filter(\.hasRelease))
            }
        }
        group.get("api/apps/:id/recipients") { request, context in
            try await guardian.reading(request) {
                try .json(try await lab.recipients(of: context.parameters.require("id")))
            }
        }
        group.get("api/devices") { request, _ in
            try await guardian.reading(request) {
                await lab.removeForgotten()
                try await lab.readApps()
                return try .json(lab.all.map(lab.state))
            }
        }
        group.post("api/devices") { request, _ in
            try await guardian.changing(request) {
                let body = try await request.body.collect(upTo: CommandTable.maximumSize)
                let app = try NewDevice(json: Data(body.readableBytesView)).app
                return try .json(lab.state(of: try await lab.add(app: app)), status: .created)
            }
        }
        group.delete("api/devices/:id") { request, context in
            try await guardian.changing(request) {
                try await lab.remove(context.parameters.require("id"))
                return Response(status: .noContent)
            }
        }
    }

    private func command(_ request: Request, id: String) async throws -> Response {
        let device = try lab.device(id)
        device.touch()
        let body = try await request.body.collect(upTo: CommandTable.maximumSize)
        let (command, app) = try lab.commands.command(json: Data(body.readableBytesView))
        let call = CommandCall(lab: lab, device: device, contentOrigin: try contentOrigin(request), appID: app)
        do { try await command.run(call) } catch {
            // It may have come halfway.
            device.feed.stateChanged()
            throw error
        }
        device.feed.stateChanged()
        return try .json(lab.state(of: device))
    }

    /// The content's origin, on the host by which the browser reached this one unless another was set.
    private func contentOrigin(_ request: Request) throws -> String {
        if let contentURL, let scheme = contentURL.scheme, let authority = Authority(of: contentURL) {
            return authority.origin(scheme: scheme, port: authority.port)
        }
        guard let port = contentPort(), let authority = Authority(request.head.authority) else {
            throw LabError(.notAllowed, "the hub content's own port is not open")
        }
        return authority.origin(scheme: contentScheme, port: port)
    }
}
