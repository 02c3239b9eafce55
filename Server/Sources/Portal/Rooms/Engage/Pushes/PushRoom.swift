import Collector
import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore

/// One push campaign: what it says, its delivery, and how many devices received and opened it.
struct PushRoom: PortalRoom {
    private struct Page: Sendable {
        struct Fact: Sendable {
            let name: String
            let value: String
        }

        struct Delivery: Sendable {
            let recipient: String
            let outcome: String
            let mark: String
            let time: String
        }

        let frame: PageFrame
        let address: String
        let facts: [Fact]
        let figures: [Fact]
        let outcomes: [Fact]
        let hasOutcomes: Bool
        let deliveries: [Delivery]
        let hasMore: Bool
        let isSent: Bool
        let isUnfinished: Bool
        let maySend: Bool
        let mayChange: Bool
        let hasDevices: Bool
        let report: String
    }

    private static let shown = 50
    private static let pieceSize = 1000
    /// Events of a campaign are counted for so long.
    private static let mostDays = 400

    let desk: PortalDesk
    let wing: EngageWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("engage/pushes/:push") { request, context, visit in
            try await page(try await campaign(context, visit), visit, notice: try DoneNotice.of(request))
        }
        routes.get("engage/pushes/:push/deliveries.csv") { _, context, visit in
            export(try await campaign(context, visit))
        }
        routes.post("engage/pushes/:push/send") { _, context, visit, _ in
            try await send(try await campaign(context, visit), visit)
        }
        routes.get("engage/pushes/:push/remove", needs: .editor) { _, context, visit in
            try confirm(try await campaign(context, visit), visit)
        }
        routes.post("engage/pushes/:push/remove") { _, context, visit, _ in
            let campaign = try await campaign(context, visit)
            try await wing.pushes.campaigns.remove(campaign.id, app: campaign.app, by: visit.who)
            return PortalDesk.redirect("\(EngagePath.pushes)?done=push-removed")
        }
    }

    private func campaign(_ context: some RequestContext, _ visit: Visit) async throws -> PushCampaignRecord {
        try await wing.pushes.campaigns.campaign(try context.parameters.require("push"), app: try visit.id())
    }

    private func send(_ campaign: PushCampaignRecord, _ visit: Visit) async throws -> Response {
        do {
            try await wing.pushes.send(campaign, by: visit.who)
            return PortalDesk.redirect("\(EngagePath.push(campaign.id))?done=sent")
        } catch let error as PortalError where error.code == .invalidField {
            let notice = PageFrame.Notice(kind: "bad", text: error.message)
            return try await page(campaign, visit, notice: notice, status: .badRequest)
        }
    }

    private func page(
        _ campaign: PushCampaignRecord, _ visit: Visit, notice: PageFrame.Notice?,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let store = wing.pushes.campaigns
        let outcomes = try await store.outcomes(of: campaign.id, app: campaign.app)
        let deliveries = try await store.deliveries(
            of: campaign.id, app: campaign.app, after: nil, limit: Self.shown + 1)
        let days = days(of: campaign)
        let page = Page(
            frame: desk.frame(
                campaign.message.campaign, subtitle: wing.collector.subtitle("Push campaign"), at: EngagePath.pushes,
                visit, notice: notice),
            address: EngagePath.push(campaign.id), facts: try await facts(campaign),
            figures: try await figures(campaign, outcomes, days, visit),
            outcomes: PushOutcome.allCases.compactMap { outcome in
                outcomes[outcome].map { .init(name: Self.words(for: outcome), value: String($0)) }
            },
            hasOutcomes: !outcomes.isEmpty, deliveries: deliveries.prefix(Self.shown).map(Self.row),
            hasMore: deliveries.count > Self.shown, isSent: campaign.ended != nil,
            isUnfinished: campaign.begun != nil && campaign.ended == nil,
            maySend: visit.may(.editor) && campaign.ended == nil, mayChange: visit.may(.editor),
            hasDevices: wing.pushes.delivery != nil,
            report: "\(EngagePath.campaigns)?from=\(days.lowerBound)&through=\(days.upperBound)")
        return try desk.page(page, "engage-push", status: status)
    }

    private func facts(_ campaign: PushCampaignRecord) async throws -> [Page.Fact] {
        let kinds: Set<ListEntry.Kind> = [.database, .contacts, .query]
        let list = try await wing.recipients.entries(app: campaign.app, kinds: kinds)
            .first { $0.id == campaign.list }
        let message = campaign.message
        let hours = message.validHours == 1 ? "1 hour" : "\(message.validHours) hours"
        return [
            ("Message", message.text), ("Call to action", message.callToAction), ("Link", message.link),
            ("Current for", "\(hours) after a device got it"),
            ("Recipients", list.map { "\($0.name) (\(DatabasesRoom.size(of: $0)))" } ?? "of a list that was deleted"),
            ("Created", "\(LocalTime.text(campaign.created)) by \(campaign.madeBy)"),
            ("State", PushesRoom.state(campaign).text),
        ].filter { !$0.1.isEmpty }.map { Page.Fact(name: $0.0, value: $0.1) }
    }

    /// The days of UTC in which devices may have sent events of the campaign, the latest ones if there are many.
    private func days(of campaign: PushCampaignRecord) -> ClosedRange<Day> {
        let today = Day(desk.now())
        return max(min(Day(campaign.created), today), today + -(Self.mostDays - 1))...today
    }

    /// Sent by what became of deliveries; received and opened by the events of devices that carry the campaign's name.
    private func figures(
        _ campaign: PushCampaignRecord, _ outcomes: [PushOutcome: Int], _ days: ClosedRange<Day>, _ visit: Visit
    ) async throws -> [Page.Fact] {
        let counts = try await wing.collector.reports.universalCounts(
            scope: try visit.scope(), days: days, by: [.type, .campaign])
        func count(_ type: UniversalEventType) -> String {
            let own = counts.filter { $0.campaign == campaign.message.campaign && $0.type == type }
            return String(own.reduce(0) { $0 + $1.events })
        }
        return [
            .init(name: "Sent", value: String(outcomes[.delivered] ?? 0)),
            .init(name: "Received", value: count(.notificationReceived)),
            .init(name: "Opened", value: count(.notificationOpened)),
            .init(name: "Goals completed", value: count(.goalCompleted)),
        ]
    }

    private static func row(_ delivery: PushDeliveryRecord) -> Page.Delivery {
        .init(
            recipient: String(delivery.recipient), outcome: words(for: delivery.outcome),
            mark: delivery.outcome == .delivered ? "ok" : "careful", time: LocalTime.text(delivery.time))
    }

    static func words(for outcome: PushOutcome) -> String {
        switch outcome {
        case .begun: "begun, result unknown"
        case .delivered: "delivered"
        case .optedOut: "opted out, not sent"
        case .noDevice: "no device"
        case .noPermission: "notifications not permitted"
        case .failed: "not accepted by the device"
        }
    }

    private func confirm(_ campaign: PushCampaignRecord, _ visit: Visit) throws -> Response {
        let page = ConfirmPage(
            frame: desk.frame("Delete “\(campaign.message.campaign)”?", at: EngagePath.pushes, visit),
            text: "This will be lost:", losses: ["the message", "what became of it for each recipient"],
            action: "\(EngagePath.push(campaign.id))/remove", fields: [], button: "Delete the campaign",
            back: EngagePath.push(campaign.id),
            remark: "Events keep the campaign’s name, and so does the report of campaigns.")
        return try desk.page(page, "confirm")
    }

    private func export(_ campaign: PushCampaignRecord) -> Response {
        let store = wing.pushes.campaigns
        return CSVAnswer.pieces(
            "marquee-engage-push", ["Recipient Id", "Outcome", "Time"]
        ) { (after: Int64?) in
            let page = try await store.deliveries(
                of: campaign.id, app: campaign.app, after: after, limit: Self.pieceSize)
            return CSVAnswer.Piece(
                rows: page.map {
                    [.text(String($0.recipient)), .text($0.outcome.rawValue), .text($0.time.description)]
                },
                next: page.count == Self.pieceSize ? page.last?.recipient : nil)
        }
    }
}
