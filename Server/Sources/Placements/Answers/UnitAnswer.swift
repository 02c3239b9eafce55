import Foundation
import MarqueeWire
import PlatformStore

/// The `response` of a unit for one device: the document with addresses, receipts and signatures.
struct UnitAnswer {
    private let call: PlacementCall
    private let templates: TemplatePages
    private let placement: String
    private let hiddenApps: Set<String>
    /// What all addresses of the answer say.
    private let reported: [(String, String)]

    init(call: PlacementCall, placement: String, isTest: Bool, templates: TemplatePages, now: Timestamp) {
        self.call = call
        hiddenApps = call.hiddenApps
        self.templates = templates
        self.placement = placement
        let device = call.device
        var reported = [
            ("nonce", call.nonce), ("opt_out", device.isOptedOut ? "1" : "0"), ("placement_tag", placement),
            ("token", call.app), ("ts", String(now.milliseconds)),
        ]
        if let install = device.install { reported.append(("device", install)) }
        if isTest { reported.append(("test", "1")) }
        if call.hadBadge { reported.append(("badge_shown", "1")) }
        self.reported = reported
    }

    /// Members of a document that are not the template's business.
    private static let own: Set = ["frame", "transition", "closeDelay", "url"]

    /// What the template draws.
    static func templateMembers(of unit: ContentUnitRecord) -> [String: JSONValue] {
        var members = unit.document.members.filter { !own.contains($0.key) }
        members["type"] = .text(unit.kind.rawValue)
        return members
    }

    func response(_ stored: ContentUnitRecord) throws -> [String: JSONValue] {
        var unit = stored
        unit.document = stored.document.mappingPictures { $0.hasPrefix("/") ? call.base + $0 : $0 }
        let isImage = unit.kind == .image
        var response: [String: JSONValue] = [
            "url": .text(templates.address(of: unit.kind, on: call.base)),
            "transition": unit.document["transition"] ?? .text(isImage ? "PH_MODAL" : "PH_DIALOG"),
            "frame": unit.document["frame"] ?? .text("PH_FULLSCREEN"),
            "context": .record(["content": .record(try content(unit))]),
            "close_delay": unit.document["closeDelay"] ?? .integer(10),
            "close_ping": .text(ping(unit, .dismiss, "close")), "content_id": .text(unit.id),
        ]
        let pictures = pictures(unit.document)
        if !pictures.isEmpty { response["images"] = .list(pictures.map(JSONValue.text)) }
        if let seconds = unit.validSeconds { response["valid_seconds"] = .integer(Int64(seconds)) }
        return response
    }

    private func content(_ unit: ContentUnitRecord) throws -> [String: JSONValue] {
        var content = Self.templateMembers(of: unit)
        content["dismiss_dispatch"] = dispatch("dismiss", ["ping": .text(ping(unit, .dismiss, "dismiss"))])
        content["complete_dispatch"] = dispatch("track", ["url": .text(ping(unit, .impression, "client_impression"))])
        if let link = unit.document["url"]?.text { content["touch_dispatch"] = launch(unit, link) }
        switch unit.kind {
        case .announcement, .image: break
        case .moreGames:
            content["items"] = .list(
                (unit.document["items"]?.list ?? []).enumerated().filter { isListed($0.element) }.map { place, item in
                    var members = item.record ?? [:]
                    for name in ["url", "app", "excluded"] { members[name] = nil }
                    members["buy_dispatch"] = launch(
                        unit, item["url"]?.text ?? "", place, more: [("entry", UnitDocument.mark(of: item))])
                    return .record(members)
                })
        case .reward:
            content["success_dispatch"] = try reward(unit.document)
            // The address says what is unlocked: a unit that is edited changes later answers only.
            let quantity = unit.document["quantity"]?.integer ?? 1
            content["unlock_ping"] = .text(
                ping(
                    unit, .unlock, "unlock",
                    more: [("reward", unit.document["reward"]?.text ?? ""), ("quantity", String(quantity))]))
        case .purchase:
            content["buy_dispatch"] = try purchase(unit)
            content["attempt_ping"] = .text(
                ping(unit, .attempt, "attempt", more: [("product", unit.document["product"]?.text ?? "")]))
        case .form:
            // Answers count for the questions that are on the screen.
            content["submit"] = .text(
                ping(
                    unit, .form, "submit",
                    more: [("questions", unit.document.fieldIDs.joined(separator: ","))]))
        }
        return content
    }

    /// A game is not offered in itself, where it is installed, and where its editors left it out.
    private func isListed(_ item: JSONValue) -> Bool {
        guard item["excluded"]?.truth != true else { return false }
        return item["app"]?.text.map { !hiddenApps.contains($0) } ?? true
    }

    private func reward(_ document: UnitDocument) throws -> JSONValue {
        let reward = UnitReward(
            name: document["reward"]?.text ?? "", quantity: document["quantity"]?.integer ?? 1,
            receipt: Self.receipt())
        var item: [String: JSONValue] = [
            "reward": .text(reward.name), "quantity": .integer(reward.quantity), "receipt": Self.number(reward.receipt),
        ]
        try sign(reward, &item)
        return dispatch("reward", ["rewards": .list([.record(item)])])
    }

    private func purchase(_ unit: ContentUnitRecord) throws -> JSONValue {
        let product = unit.document["product"]?.text ?? ""
        let purchase = UnitPurchase(
            product: product, name: unit.document["name"]?.text ?? product,
            quantity: unit.document["quantity"]?.integer ?? 1, receipt: Self.receipt())
        var item: [String: JSONValue] = [
            "product": .text(purchase.product), "name": .text(purchase.name), "quantity": .integer(purchase.quantity),
            "receipt": Self.number(purchase.receipt),
            "cookie": .text(OfferCookie(unit: unit.id, placement: placement).text),
        ]
        try sign(purchase, &item)
        return dispatch("purchase", ["purchases": .list([.record(item)])])
    }

    /// Signs for this device, with the secret that it signed with.
    private func sign(_ item: some SignedUnitItem, _ members: inout [String: JSONValue]) throws {
        let (secret, gid) = (call.key.secret, call.parameters["gid"] ?? "")
        // The old SDKs drop an item whose signature is not theirs, and Marquee's looks at the code.
        members["signature"] = .text(secret.signature(of: item, gid: gid, asAncestor: true))
        members["sig256"] = .text(secret.code(of: item, gid: gid))
        guard call.parameters["sig4"] != nil,
            let (name, value) = RequestSignature.identifiers(of: call.parameters).min(by: { $0.key < $1.key })
        else { return }
        members["sig4"] = .text(secret.signature(of: item, identifier: value))
        members["id"] = .text(name)
    }

    /// Unique, and exact in JavaScript's numbers: SDKs take a number, templates pass it on.
    private static func receipt() -> String { String(Int64.random(in: 1...(1 << 53) - 1)) }

    private static func number(_ text: String) -> JSONValue { Int64(text).map(JSONValue.integer) ?? .null }

    private func launch(
        _ unit: ContentUnitRecord, _ link: String, _ place: Int = 0, more: [(String, String)] = []
    ) -> JSONValue {
        var parameters = ["url": JSONValue.text(ping(unit, .click, "buy", place, more: more))]
        if call.parameters["isa"] == "1", let product = StoreLink.product(of: link) {
            parameters["in_app_store_enabled"] = .truth(true)
            parameters["application_id"] = .text(product)
        }
        return dispatch("launch", parameters)
    }

    private func dispatch(_ type: String, _ parameters: [String: JSONValue]) -> JSONValue {
        .record(["type": .text(type), "parameters": .record(parameters)])
    }

    private func ping(
        _ unit: ContentUnitRecord, _ route: PlacementEvent.Route, _ resolution: String, _ place: Int = 0,
        more: [(String, String)] = []
    ) -> String {
        let fields = [
            ("content_id", unit.id), ("content_type", unit.kind.rawValue), ("ordinal", String(place)),
            ("resolution", resolution),
        ]
        return SignedAddress(route: route, fields: reported + fields + more).text(on: call.base, key: call.key)
    }

    /// Of the unit and of the games that the device's list has.
    private func pictures(_ document: UnitDocument) -> [String] {
        func addresses(_ image: JSONValue?) -> [String] {
            guard let image else { return [] }
            if let text = image.text ?? image["url"]?.text { return [text] }
            return ["PH_PORTRAIT", "PH_LANDSCAPE"].compactMap { image[$0]?["url"]?.text }
        }
        let games = (document["items"]?.list ?? []).filter(isListed)
        let all = addresses(document["image"]) + games.flatMap { addresses($0["image"]) }
        return Array(all.prefix(ContentUnit.maximumImages))
    }
}
