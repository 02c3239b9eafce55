/// A notification's dictionary, as far as it consists of texts, numbers, lists and dictionaries.
struct NotificationPayload: Sendable {
    /// At most 32 levels.
    let values: [String: EngageValue]

    init(_ userInfo: [AnyHashable: Any]) {
        if case .dictionary(let values)? = EngageValue(userInfo) { self.values = values } else { values = [:] }
    }

    /// The text that the user sees: `aps.alert`, or its `body`; empty if there is none.
    var message: String {
        guard case .dictionary(let aps)? = values["aps"] else { return "" }
        switch aps["alert"] {
        case .text(let text): return text
        case .dictionary(let alert):
            if case .text(let body)? = alert["body"] { return body }
            return ""
        default: return ""
        }
    }
}
