import Collector
import Foundation
import HTTPTypes
import Hummingbird
import Markup
import MarqueeWire
import PlatformStore

/// Links into the app: the uploaded map of routes, a form for each route, and the link as a text and as a QR code.
struct LinksRoom: PortalRoom {
    private struct Page: Sendable {
        struct Route: Sendable {
            let name: String
            let address: String
            let handlers: String
            let isCurrent: Bool
        }

        struct Field: Sendable {
            let number: Int
            let name: String
            let value: String
            let isRequired: Bool
            /// The regular expression of the route.
            let hint: String?
        }

        struct Free: Sendable {
            let number: Int
            let name: String
            let value: String
        }

        let frame: PageFrame
        let hasMap: Bool
        let stored: String
        let routes: [Route]
        let isEmpty: Bool
        let isChosen: Bool
        let pattern: String
        let isDefault: Bool
        let takesHost: Bool
        let scheme: String
        let host: String
        let fields: [Field]
        let free: [Free]
        let result: Result?
        let mayChange: Bool
    }

    private struct Result: Sendable {
        let link: String
        let code: HTML
        let hasCode: Bool
        let push: String?
    }

    /// Stands for the default route in addresses: no pattern has a space.
    private static let defaultRoute = "default route"
    private static let campaignParameter = "CurrentCampaign"

    let desk: PortalDesk
    let wing: EngageWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("engage/links") { request, _, visit in
            try await page(
                try FormFields(request.uri.query ?? ""), visit, notice: try DoneNotice.of(request))
        }
        routes.post("engage/links") { _, _, visit, form in try await upload(form, visit) }
        routes.get("engage/links/remove", needs: .editor) { _, _, visit in try confirm(visit) }
        routes.post("engage/links/remove") { _, _, visit, _ in
            try await wing.links.remove(app: try visit.id(), by: visit.who)
            return PortalDesk.redirect("\(EngagePath.links)?done=map-removed")
        }
    }

    private func upload(_ form: FormFields, _ visit: Visit) async throws -> Response {
        do {
            guard let file = form.file, !file.data.isEmpty else {
                throw PortalError(.invalidField, "Choose the file MobileDeepLinkingConfig.json of the app.")
            }
            let text = String(decoding: file.data, as: UTF8.self)
            _ = try Self.read(text)
            _ = try await wing.links.save(text, app: try visit.id(), by: visit.who)
            return PortalDesk.redirect("\(EngagePath.links)?done=map")
        } catch {
            guard let notice = EngageRefusal.notice(error) else { throw error }
            return try await page(try FormFields(""), visit, notice: notice, status: .badRequest)
        }
    }

    private static func read(_ text: String) throws(PortalError) -> LinkMapFile {
        do { return try LinkMapFile(json: Data(text.utf8)) } catch {
            throw PortalError(.invalidField, "The file \(error.message).")
        }
    }

    /// The routes of the stored file, or why there are none: an earlier version took files that this one refuses.
    private static func stored(_ map: LinkMapRecord?) -> (LinkMapFile?, PageFrame.Notice?) {
        do throws(PortalError) {
            guard let map else { return (nil, nil) }
            return (try read(map.text), nil)
        } catch {
            let text = "No links can be made of the stored file. \(error.message) Upload another one, or delete it."
            return (nil, PageFrame.Notice(kind: "bad", text: text))
        }
    }

    private func page(
        _ form: FormFields, _ visit: Visit, notice: PageFrame.Notice?, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let map = try await wing.links.map(app: try visit.id())
        let (routes, refusal) = Self.stored(map)
        let pattern = form["route"]
        let route = routes?.routes.first { $0.pattern == pattern }
        let isDefault = routes != nil && pattern == Self.defaultRoute
        let draft = LinkDraft(form, route)
        var (result, notice) = (Result?.none, notice ?? refusal)
        if routes != nil, route != nil || isDefault, form.has("scheme") {
            do { result = Self.result(try draft.link(), draft) } catch {
                notice = PageFrame.Notice(kind: "bad", text: error.message)
            }
        }
        let page = Page(
            frame: desk.frame(
                "Links", subtitle: "Addresses that open the app at a place, with a campaign", at: EngagePath.links,
                visit, notice: notice),
            hasMap: map != nil, stored: map.map { "\(LocalTime.text($0.stored)) (UTC) by \($0.madeBy)" } ?? "",
            routes: Self.routes(routes, pattern), isEmpty: routes?.routes.isEmpty ?? false,
            isChosen: route != nil || isDefault, pattern: pattern, isDefault: isDefault,
            takesHost: isDefault || route.map { $0.host == nil } ?? false, scheme: draft.scheme, host: draft.host,
            fields: Self.fields(route, draft),
            free: isDefault
                ? LinkDraft.freeParameters.map {
                    .init(number: $0, name: form["name.\($0)"], value: form["value.\($0)"])
                } : [],
            result: result, mayChange: visit.may(.editor))
        return try desk.page(page, "engage-links", status: status)
    }

    private func confirm(_ visit: Visit) throws -> Response {
        let page = ConfirmPage(
            frame: desk.frame("Delete the link map?", at: EngagePath.links, visit), text: "This will be lost:",
            losses: ["the uploaded file, whose routes links are created with"],
            action: "\(EngagePath.links)/remove", fields: [], button: "Delete the link map", back: EngagePath.links,
            remark: "Devices keep the file that their app carries, and existing links still work.")
        return try desk.page(page, "confirm")
    }

    private static func routes(_ map: LinkMapFile?, _ chosen: String) -> [Page.Route] {
        guard let map else { return [] }
        let named = map.routes.map { ($0.pattern, $0.pattern, $0.handlers) }
        let all = named + (map.defaultHandlers.map { [("default route", defaultRoute, $0)] } ?? [])
        return all.map { name, value, handlers in
            .init(
                name: name, address: "\(EngagePath.links)?route=\(PercentEncoding.encoded(value))",
                handlers: handlers.isEmpty ? "no handler" : handlers.joined(separator: ", "),
                isCurrent: value == chosen)
        }
    }

    private static func fields(_ route: LinkRoute?, _ draft: LinkDraft) -> [Page.Field] {
        (route?.fields ?? []).enumerated().map { number, parameter in
            .init(
                number: number, name: parameter.name, value: draft.value(parameter.name),
                isRequired: parameter.isRequired, hint: parameter.pattern?.text)
        }
    }

    private static func result(_ link: String, _ draft: LinkDraft) -> Result {
        let campaign = draft.value(campaignParameter)
        let code = QRCode.svg(link, label: "QR code of the link")
        return Result(
            link: link, code: code ?? "", hasCode: code != nil,
            push:
                "\(EngagePath.pushes)?link=\(PercentEncoding.encoded(link))&campaign=\(PercentEncoding.encoded(campaign))"
        )
    }
}
