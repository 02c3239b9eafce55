import Foundation
import MarqueeWire
import PlatformStore
import Secrets

/// What a ``PreparedUnit`` gets for one device: addresses, receipts and signatures.
struct UnitAnswer {
    private let call: PlacementCall
    private let placement: String
    private let now: Timestamp
    /// What all addresses of the answer say.
    private let reported: SignedAddress.Fields
    /// The server's address and a slash, as JSON without the quotation mark at its end.
    private let base: [UInt8]

    /// - Parameter badge: the placement's at the moment.
    init(call: PlacementCall, placement: String, badge: String = "", isTest: Bool, now: Timestamp) {
        self.call = call
        self.placement = placement
        self.now = now
        let device = call.device
        var reported = [
            ("nonce", call.nonce), ("opt_out", device.isOptedOut ? "1" : "0"), ("placement_tag", placement),
            ("token", call.app), ("ts", String(now.milliseconds)),
        ]
        if let install = device.install { reported.append(("device", install)) }
        if isTest { reported.append(("test", "1")) }
        if !badge.isEmpty { reported.append(("badge", badge)) }
        if call.hadBadge { reported.append(("badge_shown", "1")) }
        self.reported = SignedAddress.Fields(reported)
        var base: [UInt8] = []
        JSONValue.text(call.base + "/").write(to: &base)
        self.base = base.dropLast()
    }

    /// The `response` with the unit, as JSON.
    /// - Parameter explanation: why the unit was chosen.
    func response(_ prepared: PreparedUnit, explanation: JSONValue?) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.usualSize)
        prepared.response.write(to: &bytes) { write($0, prepared.unit, to: &$1) }
        if let explanation {
            // The last byte ends the record.
            bytes.removeLast()
            bytes += #","explanation":"#.utf8
            explanation.write(to: &bytes)
            bytes.append(UInt8(ascii: "}"))
        }
        return bytes
    }

    /// More bytes than most answers have.
    private static let usualSize = 4096

    /// Appends what fills a gap, as JSON.
    private func write(_ gap: PreparedUnit.Gap, _ unit: ContentUnitRecord, to bytes: inout [UInt8]) {
        let value: JSONValue
        switch gap {
        case .address(let report): return write(report, to: &bytes)
        case .launch(let launch): value = dispatch(launch)
        case .games(let games):
            value = .list(
                offered(games).map { game in
                    var members = game.members
                    members["buy_dispatch"] = dispatch(game.launch)
                    return .record(members)
                })
        case .pictures(let own, let games):
            value = .list(Array((own + offered(games).flatMap(\.pictures)).prefix(ContentUnit.maximumImages)))
        case .reward: value = reward(unit.document)
        case .purchase: value = purchase(unit)
        case .validity(let ends):
            let left = max(1, (ends - now).components.seconds)
            value = .integer(min(left, Int64(unit.validSeconds ?? ContentUnitRecord.longestValidity)))
        }
        value.write(to: &bytes)
    }

    /// Appends an address as JSON.
    private func write(_ report: SignedAddress.Report, to bytes: inout [UInt8]) {
        bytes += base
        SignedAddress(report, reported).write(to: &bytes, key: call.key)
        bytes.append(UInt8(ascii: "\""))
    }

    private func address(_ report: SignedAddress.Report) -> String {
        var bytes = Array((call.base + "/").utf8)
        SignedAddress(report, reported).write(to: &bytes, key: call.key)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func dispatch(_ launch: PreparedUnit.Launch) -> JSONValue {
        var parameters = ["url": JSONValue.text(address(launch.report))]
        if call.parameters["isa"] == "1", let product = launch.product {
            parameters["in_app_store_enabled"] = .truth(true)
            parameters["application_id"] = .text(product)
        }
        return PreparedUnit.dispatch("launch", .record(parameters))
    }

    private func offered(_ games: [PreparedUnit.Game]) -> [PreparedUnit.Game] {
        let hidden = Set(call.hiddenApps)
        return games.filter { game in game.app.map { !hidden.contains($0) } ?? true }
    }

    private func reward(_ document: UnitDocument) -> JSONValue {
        let reward = UnitReward(
            name: document["reward"]?.text ?? "", quantity: document["quantity"]?.integer ?? 1,
            receipt: Self.receipt())
        var item: [String: JSONValue] = [
            "reward": .text(reward.name), "quantity": .integer(reward.quantity), "receipt": Self.number(reward.receipt),
        ]
        sign(reward, &item)
        return PreparedUnit.dispatch("reward", .record(["rewards": .list([.record(item)])]))
    }

    private func purchase(_ unit: ContentUnitRecord) -> JSONValue {
        let product = unit.document["product"]?.text ?? ""
        let purchase = UnitPurchase(
            product: product, name: unit.document["name"]?.text ?? product,
            quantity: unit.document["quantity"]?.integer ?? 1, receipt: Self.receipt())
        var item: [String: JSONValue] = [
            "product": .text(purchase.product), "name": .text(purchase.name), "quantity": .integer(purchase.quantity),
            "receipt": Self.number(purchase.receipt),
            "cookie": .text(OfferCookie(unit: unit.id, placement: placement, receipt: purchase.receipt).text),
        ]
        sign(purchase, &item)
        return PreparedUnit.dispatch("purchase", .record(["purchases": .list([.record(item)])]))
    }

    /// Signs for this device, with the secret that it signed with.
    private func sign(_ item: some SignedUnitItem, _ members: inout [String: JSONValue]) {
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
}
