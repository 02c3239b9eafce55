import MarqueeWire
import PlatformStore
import Synchronization

/// The answer with a unit as far as it is the same for every device, with gaps for the rest.
struct UnitForm: Sendable {
    /// What differs from device to device.
    enum Gap: Sendable {
        /// An address to report to.
        case address(SignedAddress.Form)
        /// Opens a link, after a report.
        case launch(String, SignedAddress.Form)
        /// The games of a list, and its pictures.
        case games, pictures
        case reward, purchase
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
        var response: [String: JSONValue] = [
            "url": .text(url), "content_id": .text(unit.id),
            "transition": document["transition"] ?? .text(unit.kind == .image ? "PH_MODAL" : "PH_DIALOG"),
            "frame": document["frame"] ?? .text("PH_FULLSCREEN"),
            "context": .record(["content": .record(content(unit, &gaps))]),
            "close_delay": document["closeDelay"] ?? .integer(10),
            "close_ping": gaps.value(.address(.init(unit, .dismiss, "close"))),
        ]
        if unit.kind == .moreGames {
            response["images"] = gaps.value(.pictures)
        } else if let image = document["image"] {
            response["images"] = .list(pictures([image]))
        }
        if let seconds = unit.validSeconds { response["valid_seconds"] = .integer(Int64(seconds)) }
        return response
    }

    private static func content(
        _ unit: ContentUnitRecord, _ gaps: inout PreparedJSON<Gap>.Gaps
    ) -> [String: JSONValue] {
        func ping(
            _ route: PlacementEvent.Route, _ resolution: String, more: [(String, String)] = []
        ) -> JSONValue { gaps.value(.address(.init(unit, route, resolution, more: more))) }
        let document = unit.document
        var content = templateMembers(of: unit)
        content["dismiss_dispatch"] = dispatch("dismiss", .record(["ping": ping(.dismiss, "dismiss")]))
        content["complete_dispatch"] = dispatch("track", .record(["url": ping(.impression, "client_impression")]))
        if let link = document["url"]?.text {
            content["touch_dispatch"] = gaps.value(.launch(link, .init(unit, .click, "buy")))
        }
        switch unit.kind {
        case .announcement, .image: break
        case .moreGames: content["items"] = gaps.value(.games)
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

    /// The addresses of pictures, each of one orientation or of two.
    static func pictures(_ images: [JSONValue]) -> [JSONValue] {
        let addresses = images.flatMap { image in
            if let text = image.text ?? image["url"]?.text { return [text] }
            return ["PH_PORTRAIT", "PH_LANDSCAPE"].compactMap { image[$0]?["url"]?.text }
        }
        return addresses.prefix(ContentUnit.maximumImages).map(JSONValue.text)
    }
}

extension SignedAddress.Form {
    /// - Parameter place: of the link among those of the unit.
    init(
        _ unit: ContentUnitRecord, _ route: PlacementEvent.Route, _ resolution: String, _ place: Int = 0,
        more: [(String, String)] = []
    ) {
        let fields = [
            ("content_id", unit.id), ("content_type", unit.kind.rawValue), ("ordinal", String(place)),
            ("resolution", resolution),
        ]
        self.init(route: route, fields: (fields + more).map(SignedAddress.Field.init))
    }
}

/// The forms of units that were asked for lately, each as long as its unit is the same.
final class UnitForms: Sendable {
    private struct Key: Hashable {
        let app: String
        let unit: String
        let base: String
    }

    /// The most forms that are kept; strangers choose the address by which they reach the server.
    private static let most = 1_000

    private let templates: TemplatePages
    private let kept = Mutex<[Key: (stored: ContentUnitRecord, form: UnitForm)]>([:])

    init(_ templates: TemplatePages) {
        self.templates = templates
    }

    /// - Parameter base: the server's address as the device reaches it, without a slash at the end.
    func form(of stored: ContentUnitRecord, on base: String) -> UnitForm {
        let key = Key(app: stored.app, unit: stored.id, base: base)
        if let known = kept.withLock({ $0[key] }), known.stored == stored { return known.form }
        let form = UnitForm(stored, on: base, templates: templates)
        kept.withLock { kept in
            if kept.count >= Self.most { kept.removeAll() }
            kept[key] = (stored, form)
        }
        return form
    }
}
