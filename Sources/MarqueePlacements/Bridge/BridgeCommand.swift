import Foundation
import MarqueeWire

/// What a template may ask for. Everything else is ignored.
enum BridgeCommand: Sendable, Equatable {
    /// A link that leaves the unit.
    struct Launch: Sendable, Equatable {
        let url: URL
        /// The product that the store's own view may show instead.
        let product: String?
    }

    /// The template is ready for its data.
    case loadContext(callback: String?)
    case dismiss(ping: URL?)
    case launch(Launch, callback: String?)
    /// Parameters for the request of a unit on top of this one.
    case subcontent([String: String], callback: String?)
    case reward([UnitReward], callback: String?)
    case purchase([UnitPurchase], callback: String?)
    /// Shows or hides the close button; without `isHidden` the template asks whether it is hidden.
    case closeButton(isHidden: Bool?, callback: String?)
    case track(URL)

    /// The most rewards, purchases or parameters in one command.
    static let maximumItems = 32

    /// Reads a message whose items are not checked against their signatures yet.
    /// - Returns: `nil` for an unknown command, and for one that lacks what it needs.
    init?(_ message: BridgeMessage) {
        let (context, callback) = (message.context, message.callback)
        switch message.command {
        case "loadContext": self = .loadContext(callback: callback)
        case "dismiss": self = .dismiss(ping: Self.web(context["ping"]))
        case "launch":
            guard let url = Self.web(context["url"]) else { return nil }
            let isForStore = Self.truth(context["in_app_store_enabled"]) ?? false
            let product = isForStore ? context["application_id"]?.plainText : nil
            self = .launch(Launch(url: url, product: product), callback: callback)
        case "subcontent":
            let parameters = (context["additional_parameters"]?.record ?? [:]).compactMapValues(\.plainText)
            guard parameters.count <= Self.maximumItems else { return nil }
            self = .subcontent(parameters, callback: callback)
        case "reward": self = .reward(Self.items(context["rewards"], UnitReward.init), callback: callback)
        case "purchase": self = .purchase(Self.items(context["purchases"], UnitPurchase.init), callback: callback)
        case "closeButton": self = .closeButton(isHidden: Self.truth(context["hidden"]), callback: callback)
        case "track":
            guard let url = Self.web(context["url"]) else { return nil }
            self = .track(url)
        default: return nil
        }
    }

    /// The same command without the items that the server did not sign for this install.
    func keepingSigned(with secret: PlacementSecret, gid: String) -> BridgeCommand {
        switch self {
        case .reward(let items, let callback):
            .reward(items.filter { $0.isSigned(with: secret, gid: gid) }, callback: callback)
        case .purchase(let items, let callback):
            .purchase(items.filter { $0.isSigned(with: secret, gid: gid) }, callback: callback)
        default: self
        }
    }

    private static func items<Item>(_ value: JSONValue?, _ read: (JSONValue) -> Item?) -> [Item] {
        (value?.list ?? []).prefix(maximumItems).compactMap(read)
    }

    /// A truth value, which templates of the ancestor also write as 1 and 0.
    private static func truth(_ value: JSONValue?) -> Bool? { value.map { $0.truth ?? ($0.plainText == "1") } }

    private static func web(_ value: JSONValue?) -> URL? {
        guard let text = value?.text, let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased())
        else { return nil }
        return url
    }
}
