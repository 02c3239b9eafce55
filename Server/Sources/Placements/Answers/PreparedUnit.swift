import MarqueeWire
import PlatformStore

/// The answer with a unit as far as it is the same for every device, with gaps for the rest. An object, because many answers
/// use it at once.
final class PreparedUnit: Sendable {
    /// What differs from device to device.
    enum Gap: Sendable {
        /// An address to report to.
        case address(SignedAddress.Report)
        case launch(Launch)
        case games([Game])
        /// The unit's own pictures, and those of games.
        case pictures([JSONValue], [Game])
        case reward, purchase
        /// How long a preloaded unit may be shown, until it ends at the latest.
        case validity(ends: Timestamp)
    }

    /// A link, which is opened after a report.
    struct Launch: Sendable {
        let report: SignedAddress.Report
        /// The store's number of the product that the link leads to.
        let product: String?

        init(_ link: String, _ report: SignedAddress.Report) {
            self.report = report
            product = StoreLink.product(of: link)
        }
    }

    /// An entry of a list that its editors did not leave out.
    struct Game: Sendable {
        /// The game is not offered in itself, and not where it is installed; `nil` for one that is offered everywhere.
        let app: String?
        let members: [String: JSONValue]
        let pictures: [JSONValue]
        let launch: Launch
    }

    /// With the addresses of its pictures on the server.
    let unit: ContentUnitRecord
    let response: PreparedJSON<Gap>

    /// - Parameter base: the server's address as devices reach it, without a slash at the end.
    init(_ stored: ContentUnitRecord, on base: String, templates: TemplatePages) {
        var unit = stored
        unit.document = stored.document.mappingPictures { $0.hasPrefix("/") ? base + $0 : $0 }
        self.unit = unit
        let url = templates.address(of: unit.kind, on: base)
        response = PreparedJSON { [unit] gaps in .record(Self.response(unit, url, &gaps)) }
    }

    /// Members of a document that are not the template's business.
    private static let own: Set = ["frame", "transition", "closeDelay", "url"]

    /// What the template draws.
    static func templateMembers(of unit: ContentUnitRecord) -> [String: JSONValue] {
        var members = unit.document.members.filter { !own.contains($0.key) }
        members["type"] = .text(unit.kind.rawValue)
        return members
    }

    /// What opens something, in the words of templates.
    static func dispatch(_ type: String, _ parameters: JSONValue) -> JSONValue {
        .record(["type": .text(type), "parameters": parameters])
    }

    private static func response(
        _ unit: ContentUnitRecord, _ url: String, _ gaps: inout PreparedJSON<Gap>.Gaps
    ) -> [String: JSONValue] {
        let document = unit.document
        let games = games(of: unit)
        var response: [String: JSONValue] = [
            "url": .text(url), "content_id": .text(unit.id),
            "transition": document["transition"] ?? .text(unit.kind == .image ? "PH_MODAL" : "PH_DIALOG"),
            "frame": document["frame"] ?? .text("PH_FULLSCREEN"),
            "context": .record(["content": .record(content(unit, games, &gaps))]),
            "close_delay": document["closeDelay"] ?? .integer(10),
            "close_ping": gaps.value(.address(.init(unit, .dismiss, "close"))),
        ]
        let pictures = pictures(document["image"])
        if games.contains(where: { !$0.pictures.isEmpty }) {
            response["images"] = gaps.value(.pictures(pictures, games))
        } else if !pictures.isEmpty {
            response["images"] = .list(pictures)
        }
        if let ends = unit.ends {
            response["valid_seconds"] = gaps.value(.validity(ends: ends))
        } else if let seconds = unit.validSeconds {
            response["valid_seconds"] = .integer(Int64(seconds))
        }
        return response
    }

    private static func content(
        _ unit: ContentUnitRecord, _ games: [Game], _ gaps: inout PreparedJSON<Gap>.Gaps
    ) -> [String: JSONValue] {
        func ping(
            _ route: PlacementEvent.Route, _ resolution: String, more: [(String, String)] = []
        ) -> JSONValue { gaps.value(.address(.init(unit, route, resolution, more: more))) }
        let document = unit.document
        var content = templateMembers(of: unit)
        content["dismiss_dispatch"] = dispatch("dismiss", .record(["ping": ping(.dismiss, "dismiss")]))
        content["complete_dispatch"] = dispatch("track", .record(["url": ping(.impression, "client_impression")]))
        if let link = document["url"]?.text {
            content["touch_dispatch"] = gaps.value(.launch(Launch(link, .init(unit, .click, "buy"))))
        }
        switch unit.kind {
        case .announcement, .image: break
        case .moreGames: content["items"] = gaps.value(.games(games))
        case .reward:
            content["success_dispatch"] = gaps.value(.reward)
            // The address says what is unlocked: a unit that is edited changes later answers only.
            let quantity = document["quantity"]?.integer ?? 1
            content["unlock_ping"] = ping(
                .unlock, "unlock",
                more: [("reward", document["reward"]?.text ?? ""), ("quantity", String(quantity))])
        case .purchase:
            content["buy_dispatch"] = gaps.value(.purchase)
            content["attempt_ping"] = ping(
                .attempt, "attempt", more: [("product", document["product"]?.text ?? "")])
        case .form:
            // Answers count for the questions that are on the screen.
            content["submit"] = ping(.form, "submit", more: [("questions", document.fieldIDs.joined(separator: ","))])
        }
        return content
    }

    private static func games(of unit: ContentUnitRecord) -> [Game] {
        guard unit.kind == .moreGames, let items = unit.document["items"]?.list else { return [] }
        return items.enumerated().filter { $0.element["excluded"]?.truth != true }.map { place, item in
            let report = SignedAddress.Report(
                unit, .click, "buy", place, more: [("entry", UnitDocument.mark(of: item))])
            return Game(
                app: item["app"]?.text,
                members: (item.record ?? [:]).filter { !["url", "app", "excluded"].contains($0.key) },
                pictures: pictures(item["image"]), launch: Launch(item["url"]?.text ?? "", report))
        }
    }

    /// The addresses of a picture, which has one or two orientations.
    private static func pictures(_ image: JSONValue?) -> [JSONValue] {
        guard let image else { return [] }
        if let text = image.text ?? image["url"]?.text { return [.text(text)] }
        return ["PH_PORTRAIT", "PH_LANDSCAPE"].compactMap { (image[$0]?["url"]?.text).map(JSONValue.text) }
    }
}

extension SignedAddress.Report {
    /// - Parameter place: of the link among those of the unit.
    init(
        _ unit: ContentUnitRecord, _ route: PlacementEvent.Route, _ resolution: String, _ place: Int = 0,
        more: [(String, String)] = []
    ) {
        let fields = [
            ("content_id", unit.id), ("content_type", unit.kind.rawValue), ("ordinal", String(place)),
            ("resolution", resolution),
        ]
        self.init(route: route, fields: SignedAddress.Fields(fields + more))
    }
}
