import Collector
import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore

/// Push campaigns: the list of them, and the form for one more.
struct PushesRoom: PortalRoom {
    private struct Page: Sendable {
        struct Row: Sendable {
            let address: String
            let name: String
            let message: String
            let list: String
            let state: String
            let mark: String
            let made: String
        }

        let frame: PageFrame
        let rows: [Row]
        let isEmpty: Bool
        let mayChange: Bool
        let lists: [QuestionPage.Choice]
        let hasLists: Bool
        let hasDevices: Bool
        let campaign: String
        let text: String
        let action: String
        let link: String
        let hours: String
    }

    let desk: PortalDesk
    let wing: EngageWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("engage/pushes") { request, _, visit in
            // The builder of links brings one along.
            let form = try FormFields(request.uri.query ?? "")
            return try await page(visit, notice: try DoneNotice.of(request), form: form)
        }
        routes.get("engage/pushes.csv") { _, _, visit in try await export(visit) }
        routes.post("engage/pushes") { _, _, visit, form in try await make(form, visit) }
    }

    private func make(_ form: FormFields, _ visit: Visit) async throws -> Response {
        do {
            let app = try visit.id()
            guard let hours = form.number("hours", in: PushMessage.validity) else {
                throw PortalError(
                    .invalidField, "A campaign is valid for 1 to \(PushMessage.validity.upperBound) hours.")
            }
            guard let list = Int64(form["list"]), try await lists(visit).contains(where: { $0.id == list }) else {
                throw PortalError(.invalidField, "Choose the database, contact list or query that gets the message.")
            }
            let message = PushMessage(
                campaign: form["campaign"], text: form["text"], callToAction: form["action"], link: form["link"],
                validHours: hours)
            let made = try await wing.pushes.campaigns.create(message, list: list, app: app, by: visit.who)
            return PortalDesk.redirect("\(EngagePath.push(made.id))?done=push")
        } catch {
            guard let notice = EngageRefusal.notice(error) else { throw error }
            return try await page(visit, notice: notice, form: form, status: .badRequest)
        }
    }

    private func lists(_ visit: Visit) async throws -> [ListEntry] {
        try await wing.recipients.entries(app: try visit.id(), kinds: [.database, .contacts, .query])
    }

    private func page(
        _ visit: Visit, notice: PageFrame.Notice?, form: FormFields, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let lists = try await lists(visit)
        let names = Dictionary(lists.map { ($0.id, $0.name) }) { first, _ in first }
        let campaigns = try await wing.pushes.campaigns.campaigns(app: try visit.id())
        let rows = campaigns.map { campaign in
            let state = Self.state(campaign)
            return Page.Row(
                address: EngagePath.push(campaign.id), name: campaign.message.campaign,
                message: campaign.message.text, list: names[campaign.list] ?? "deleted", state: state.text,
                mark: state.mark, made: LocalTime.text(campaign.created))
        }
        let page = Page(
            frame: desk.frame(
                "Push messages", subtitle: "Messages to the devices of recipients", at: EngagePath.pushes, visit,
                notice: notice),
            rows: rows, isEmpty: rows.isEmpty, mayChange: visit.may(.editor),
            lists: lists.map { entry in
                .init(
                    value: String(entry.id), name: "\(entry.name) (\(DatabasesRoom.name(of: entry.kind)))",
                    isSelected: String(entry.id) == form["list"])
            },
            hasLists: !lists.isEmpty, hasDevices: wing.pushes.delivery != nil, campaign: form["campaign"],
            text: form["text"], action: form["action"], link: form["link"],
            hours: form.optional("hours") ?? "24")
        return try desk.page(page, "engage-pushes", status: status)
    }

    static func state(_ campaign: PushCampaignRecord) -> (text: String, mark: String) {
        guard let begun = campaign.begun else { return ("not sent", "careful") }
        guard campaign.ended != nil else { return ("begun on \(LocalTime.text(begun)), not finished", "careful") }
        return ("sent on \(LocalTime.text(begun))", "ok")
    }

    private func export(_ visit: Visit) async throws -> Response {
        let campaigns = try await wing.pushes.campaigns.campaigns(app: try visit.id())
        return CSVAnswer.table(
            "marquee-engage-pushes",
            [
                "Campaign", "Message", "Call to action", "Link", "Valid for hours", "List", "Created", "By", "Begun",
                "Ended",
            ],
            campaigns.map { campaign in
                let message = campaign.message
                return [
                    .text(message.campaign), .text(message.text), .text(message.callToAction), .text(message.link),
                    .count(message.validHours), .text(String(campaign.list)), .text(campaign.created.description),
                    .text(campaign.madeBy), .text(campaign.begun?.description ?? ""),
                    .text(campaign.ended?.description ?? ""),
                ]
            })
    }
}
